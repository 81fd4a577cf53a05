"""What becomes of an import of what retires, in whatever form it is written."""

import textwrap
from pathlib import Path

import pytest

from tests.roadmap.retiring import MODULE, MOVED, RENAMED, SYMBOL, plan, rewritten

MODULES = {
    "whole": ("import app.helper.http\napp.helper.http.get()\n", "import app.adapters.http\napp.adapters.http.get()\n"),
    "aliased": ("import app.helper.http as h\nh.get()\n", "import app.adapters.http as h\nh.get()\n"),
    "among others": ("import os, app.helper.http as h, sys\n", "import os, app.adapters.http as h, sys\n"),
    "out of its package": ("from app.helper import http\nhttp.get()\n", "from app.adapters import http\nhttp.get()\n"),
    "names of it": (
        "from app.helper.http import get, Client as C\n",
        "from app.adapters.http import get, Client as C\n",
    ),
    "relative": ("from .helper.http import get\n", "from .adapters.http import get\n"),
    "relative, out of its package": ("from .helper import http\n", "from .adapters import http\n"),
    "no space": ("from.helper.http import(get)\n", "from.adapters.http import(get)\n"),
    "several lines": (
        """\
        from app.helper.http import (  # first
            Client,  # what it is
            get,     # and does
            # nothing else
        )
        """,
        """\
        from app.adapters.http import (  # first
            Client,  # what it is
            get,     # and does
            # nothing else
        )
        """,
    ),
    "in a function": (
        "def f():\n\tfrom app.helper.http import get  # late\n\treturn get\n",
        "def f():\n\tfrom app.adapters.http import get  # late\n\treturn get\n",
    ),
    "tried": (
        "try:\n    from app.helper.http import get\nexcept ImportError:\n    get = None\n",
        "try:\n    from app.adapters.http import get\nexcept ImportError:\n    get = None\n",
    ),
    "for types": (
        """\
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            import app.helper.http
        def f(a: "app.helper.http.Client", b: "list[app.helper.http.Client]") -> None: ...
        """,
        """\
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            import app.adapters.http
        def f(a: "app.adapters.http.Client", b: "list[app.adapters.http.Client]") -> None: ...
        """,
    ),
    "by a call": (
        "from importlib import import_module\nimport_module('app.helper.http')\n",
        "from importlib import import_module\nimport_module('app.adapters.http')\n",
    ),
    "behind a semicolon": ("import os; from app.helper import http\n", "import os; from app.adapters import http\n"),
    "with siblings": (
        "from app.helper import http, other\n",
        "from app.adapters import http\nfrom app.helper import other\n",
    ),
    "with siblings, in one line with more": (
        "import os; from app.helper import other, http; http.get()\n",
        "import os; from app.adapters import http; from app.helper import other; http.get()\n",
    ),
    "a name that a comment only mentions": ("# app.helper.http\n'''app.helper.http'''\n", None),
    "another module of that prefix": ("import app.helper.http_more\n", None),
    "a local variable of that name": ("app = 1\nprint(app.helper.http)\n", None),
}


@pytest.mark.parametrize("case", MODULES)
def test_a_module_that_retires(tmp_path: Path, case: str) -> None:
    before, after = MODULES[case]
    files = {"app/m.py": before, "app/helper/other.py": "", "app/helper/http_more.py": ""}
    found = rewritten(plan(tmp_path, files, MODULE))
    assert found == ({} if after is None else {"app/m.py": textwrap.dedent(after)})


LEAVES = {
    "out of its package": (
        "from app.helper import http\ndef f(http=http): return http.get\nhttp.get()\n",
        "from app.adapters import net\ndef f(http=net): return http.get\nnet.get()\n",
    ),
    "under another name": (
        "from app.helper import http as h\nh.get()\n",
        "from app.adapters import net as h\nh.get()\n",
    ),
    "whole": (
        "import app.helper.http, app.feeds\napp.helper.http.get(app.feeds)\n",
        "import app.adapters.net, app.feeds\napp.adapters.net.get(app.feeds)\n",
    ),
    "bound otherwise too": (
        "try:\n    from app.helper import http\nexcept ImportError:\n    http = None\n",
        "try:\n    from app.adapters import net as http\nexcept ImportError:\n    http = None\n",
    ),
    "in a class": (
        "class A:\n    from app.helper import http\nA.http\n",
        "class A:\n    from app.adapters import net as http\nA.http\n",
    ),
    "global": (
        "def f():\n    global http\n    from app.helper import http\n",
        "def f():\n    global http\n    from app.adapters import net as http\n",
    ),
    "read by a global statement": (
        "from app.helper import http\ndef f():\n    global http\n    return http.get()\n",
        "from app.adapters import net\ndef f():\n    global net\n    return net.get()\n",
    ),
    "in scopes of every kind": (
        """\
        from app.helper import http
        a = [http.get for http in ()] + [http.get for x in ()]
        b = lambda http: http.get, lambda: http.get
        class C(http.Client):
            get = http.get
            def f(self, http: http.Client, b: "http.Client" = http.get): return http.get
        def g(http=1): return (http, lambda: http)
        print(f"{http.get()!r:>{http.WIDTH}}", x.http, g(http=http))
        """,
        """\
        from app.adapters import net
        a = [http.get for http in ()] + [net.get for x in ()]
        b = lambda http: http.get, lambda: net.get
        class C(net.Client):
            get = net.get
            def f(self, http: net.Client, b: "net.Client" = net.get): return http.get
        def g(http=1): return (http, lambda: http)
        print(f"{net.get()!r:>{net.WIDTH}}", x.http, g(http=net))
        """,
    ),
}


@pytest.mark.parametrize("case", LEAVES)
def test_a_module_whose_last_name_changes(tmp_path: Path, case: str) -> None:
    before, after = LEAVES[case]
    assert rewritten(plan(tmp_path, {"app/m.py": before}, RENAMED)) == {"app/m.py": textwrap.dedent(after)}


SYMBOLS = {
    "alone": ("from app.legacy import fetch\nfetch()\n", "from app.feeds import load\nload()\n"),
    "under another name": (
        "from app.legacy import fetch as f, other\nf(other)\n",
        "from app.feeds import load as f\nfrom app.legacy import other\nf(other)\n",
    ),
    "first of several": (
        "from app.legacy import fetch, other\nfetch(other)\n",
        "from app.feeds import load\nfrom app.legacy import other\nload(other)\n",
    ),
    "last of several": (
        "from app.legacy import other, fetch\nfetch(other)\n",
        "from app.feeds import load\nfrom app.legacy import other\nload(other)\n",
    ),
    "in lines of their own": (
        """\
        def f():
            from .legacy import (
                fetch,  # what the feed gives
                other,  # what it does not
            )
            return fetch, other
        """,
        """\
        def f():
            from .feeds import load  # what the feed gives
            from .legacy import (
                other,  # what it does not
            )
            return load, other
        """,
    ),
    "last line": (
        "from app.legacy import (\n    other,  # stays\n    fetch  # goes\n)\n",
        "from app.feeds import load  # goes\nfrom app.legacy import (\n    other,  # stays\n)\n",
    ),
    "behind a backslash": (
        "from app.legacy import other, \\\n    fetch\n",
        "from app.feeds import load\nfrom app.legacy import other\n",
    ),
    "handed on to itself": ("from app.legacy import fetch as fetch\n", "from app.feeds import load as load\n"),
    "on one line with if": (
        "if 1: from app.legacy import fetch, other\n",
        "if 1: from app.feeds import load; from app.legacy import other\n",
    ),
    "shadowed": (
        "from app.legacy import fetch\ndef f(fetch): return fetch\ndef g():\n    fetch = 1\n    return fetch\n",
        "from app.feeds import load\ndef f(fetch): return fetch\ndef g():\n    fetch = 1\n    return fetch\n",
    ),
    "beside another of the new name": (
        "load = 1\ndef f():\n    from app.legacy import fetch\n    return fetch\ndef g(load): fetch(load)\n",
        "load = 1\ndef f():\n    from app.feeds import load\n    return load\ndef g(load): fetch(load)\n",
    ),
    "matched": (
        "from app.legacy import fetch\nmatch x:\n    case A(fetch=1): fetch()\n",
        "from app.feeds import load\nmatch x:\n    case A(fetch=1): load()\n",
    ),
    "already there": (
        "from app.feeds import load\nfrom app.legacy import fetch\nload(fetch)\n",
        "from app.feeds import load\nfrom app.feeds import load\nload(load)\n",
    ),
}


@pytest.mark.parametrize("case", SYMBOLS)
def test_a_symbol_that_retires(tmp_path: Path, case: str) -> None:
    before, after = SYMBOLS[case]
    assert rewritten(plan(tmp_path, {"app/m.py": before}, SYMBOL)) == {"app/m.py": textwrap.dedent(after)}


def test_a_symbol_that_keeps_its_name_keeps_its_uses(tmp_path: Path) -> None:
    found = plan(tmp_path, {"app/m.py": "from app.legacy import fetch\nfetch = fetch\n"}, MOVED)
    assert rewritten(found) == {"app/m.py": "from app.feeds import fetch\nfetch = fetch\n"}


def test_what_is_below_a_package_follows(tmp_path: Path) -> None:
    files = {
        "app/helper/http/__init__.py": "",
        "app/helper/http/deep.py": "a = 1\n",
        "app/adapters/http/__init__.py": "",
        "app/adapters/http/deep.py": "a = 1\n",
        "app/m.py": "import app.helper.http.deep\nfrom app.helper.http import deep\nfrom .helper.http.deep import a\n"
        "app.helper.http.deep.a\n",
    }
    assert rewritten(plan(tmp_path, files, MODULE)) == {
        "app/m.py": "import app.adapters.http.deep\nfrom app.adapters.http import deep\n"
        "from .adapters.http.deep import a\napp.adapters.http.deep.a\n"
    }


def test_a_file_that_has_moved_already(tmp_path: Path) -> None:
    """The old name leads nowhere any more, and the file's own relative names are right at its old place only."""
    files = {
        "app/helper/sub/__init__.py": "",
        "app/helper/near.py": "a = 1\n",
        "app/moved.py": "from .near import a\nfrom . import near\nfrom .feeds import load\n",
        "app/m.py": "from app.helper import gone\nfrom app.helper.gone import a\nimport app.helper.gone\n",
    }
    assert rewritten(plan(tmp_path, files, {"app.helper.gone": "app.moved"})) == {
        "app/m.py": "from app import moved\nfrom app.moved import a\nimport app.moved\n",
        "app/moved.py": "from .helper.near import a\nfrom .helper import near\nfrom .feeds import load\n",
    }


def test_names_handed_on_are_renamed_in_every_hand(tmp_path: Path) -> None:
    files = {
        "app/api/__init__.py": "from app.legacy import fetch\n__all__ = ['fetch']\n",
        "app/public.py": "from app.api import fetch\n",
        "app/m.py": "import app.api\nfrom app.public import fetch as f\nf(app.api.fetch)\n",
    }
    assert rewritten(plan(tmp_path, files, SYMBOL)) == {
        "app/api/__init__.py": "from app.feeds import load\n__all__ = ['load']\n",
        "app/public.py": "from app.api import load\n",
        "app/m.py": "import app.api\nfrom app.public import load as f\nf(app.api.load)\n",
    }


def test_a_module_that_only_uses_a_symbol_does_not_offer_it(tmp_path: Path) -> None:
    """What becomes of such a module, or of other names of it, is no matter of what goes."""
    files = {
        "app/user.py": "from app.legacy import fetch\nbox = fetch()\n",
        "app/m.py": "from importlib import import_module\nfrom app import user\nuser.box = import_module('app.user')\n"
        "print(user)\n",
    }
    assert rewritten(plan(tmp_path, files, SYMBOL)) == {"app/user.py": "from app.feeds import load\nbox = load()\n"}


def test_a_symbol_renamed_in_its_module_is_renamed_where_it_is_read_on_it(tmp_path: Path) -> None:
    files = {
        "app/legacy.py": "def load(): ...\n",
        "app/m.py": "from app import legacy\nimport app.legacy as l\nlegacy.fetch(l.fetch)\n",
    }
    assert rewritten(plan(tmp_path, files, {"app.legacy:fetch": "app.legacy:load"})) == {
        "app/m.py": "from app import legacy\nimport app.legacy as l\nlegacy.load(l.load)\n"
    }


def test_a_relative_name_that_leaves_its_package_is_spelled_out(tmp_path: Path) -> None:
    files = {
        "app/helper/a.py": "from.http import(get)\nfrom. import http\n",
        "app/helper/b.py": "from .import http\nfrom . http import get\n",
    }
    assert rewritten(plan(tmp_path, files, MODULE)) == {
        "app/helper/a.py": "from app.adapters.http import(get)\nfrom app.adapters import http\n",
        "app/helper/b.py": "from app.adapters import http\nfrom app.adapters.http import get\n",
    }


def test_what_a_package_calls_by_the_name_of_a_module(tmp_path: Path) -> None:
    """The package's own function of that name is no module, and stays."""
    files = {
        "app/helper/__init__.py": "def http(): ...\n",
        "app/m.py": "from app.helper import http\nfrom app.helper.http import get\nhttp()\n",
    }
    assert rewritten(plan(tmp_path, files, MODULE)) == {
        "app/m.py": "from app.helper import http\nfrom app.adapters.http import get\nhttp()\n"
    }
