"""OLD_DOOR: the old place still hands out what a leaf retires or moves."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from archgate.policy.roadmap_terms import LeafTerms
from tests.roadmap.trials import DOCUMENT, named, told

CLIENT = "class Client:\n    def get(self):\n        return 1\n"
HELP = "def helped():\n    return 0\n"
HOST = {
    "app/helper/__init__.py": "",
    "app/helper/http.py": CLIENT + "\n\n" + HELP,
    "app/adapters/__init__.py": "",
    "app/compat/__init__.py": "",
    "app/main.py": "from app.helper.http import Client, helped\n\ndef run():\n    return Client().get() + helped()\n",
    "policies/roadmap.toml": f'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "{DOCUMENT}"\n'
    'compat = ["app.compat"]\n',
}
NEW = {
    "app/adapters/http.py": CLIENT,
    "app/main.py": "from app.adapters.http import Client\nfrom app.helper.http import helped\n\ndef run():\n"
    "    return Client().get() + helped()\n",
}

CASES: dict[str, tuple[Mapping[str, str | None], list[str]]] = {
    "moved": ({**NEW, "app/helper/http.py": HELP}, []),
    "handed on by an import": (
        {**NEW, "app/helper/http.py": "from app.adapters.http import Client\n\n" + HELP},
        ["app.helper.http"],
    ),
    "handed on by a star": (
        {**NEW, "app/helper/http.py": "from app.adapters.http import *\n\n" + HELP},
        ["app.helper.http"],
    ),
    "handed on by an alias": (
        {**NEW, "app/helper/http.py": "from app.adapters import http\n\nClient = http.Client\n\n\n" + HELP},
        ["app.helper.http"],
    ),
    "handed on in `try`": (
        {
            **NEW,
            "app/helper/http.py": "try:\n    from app.adapters.http import Client\nexcept ImportError:\n    pass\n\n"
            + HELP,
        },
        ["app.helper.http"],
    ),
    "handed on by a class that adds nothing": (
        {
            **NEW,
            "app/helper/http.py": "from app.adapters import http\n\nclass Client(http.Client):\n    pass\n\n\n" + HELP,
        },
        ["app.helper.http"],
    ),
    "a class that adds something": (
        {
            **NEW,
            "app/helper/http.py": "from app.adapters import http\n\nclass Client(http.Client):\n    x = 1\n\n\n" + HELP,
        },
        [],
    ),
    "served by `__getattr__`": (
        {
            **NEW,
            "app/helper/http.py": HELP
            + "\n\ndef __getattr__(name):\n    import app.adapters.http as h\n    return vars(h)[name]\n",
        },
        ["app.helper.http"],
    ),
    "used where it was": (
        {
            **NEW,
            "app/helper/http.py": "from app.adapters.http import Client\n\n"
            + HELP.replace("return 0", "return Client().get()"),
        },
        [],
    ),
    "handed on by compat": (
        {
            **NEW,
            "app/helper/http.py": HELP,
            "app/compat/http.py": "from app.adapters.http import Client\n\n__all__ = ['Client']\n",
        },
        [],
    ),
    "imported anew elsewhere": (
        {
            **NEW,
            "app/helper/http.py": HELP,
            "app/adapters/__init__.py": "from app.adapters.http import Client\n\n__all__ = ['Client']\n",
        },
        [],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_moved(tmp_path: Path, case: str) -> None:
    after, expected = CASES[case]
    assert named(told(tmp_path, HOST, after), "OLD_DOOR") == expected


def test_a_function_that_only_forwards(tmp_path: Path) -> None:
    after = {
        "app/adapters/http.py": HELP,
        "app/helper/http.py": CLIENT
        + "\n\ndef helped():\n    from app.adapters import http\n\n    return http.helped()\n",
        "app/main.py": HOST["app/main.py"].replace(", helped", "\nfrom app.adapters.http import helped"),
    }
    assert named(told(tmp_path, HOST, after), "OLD_DOOR") == ["app.helper.http"]


GONE: Mapping[str, str | None] = {
    **NEW,
    "app/helper/http.py": None,
    "app/main.py": "from app.adapters.http import Client\n\ndef run():\n    return Client().get()\n",
}
RETIRED: dict[str, tuple[Mapping[str, str | None], str, list[str]]] = {
    "a module that is gone": (
        {"app/helper/http.py": None, "app/main.py": "def run():\n    return 1\n"},
        "app.helper.http",
        [],
    ),
    "a module that is put back under its old name": (
        {
            **NEW,
            "app/helper/http.py": None,
            "app/main.py": "import sys\nfrom app.adapters import http\n\n"
            "sys.modules['app.helper.http'] = http\n\ndef run():\n    return http.Client().get()\n",
        },
        "app.helper.http",
        ["app.main"],
    ),
    "a module that compat puts back": (
        {
            **NEW,
            "app/helper/http.py": None,
            "app/compat/__init__.py": "import sys\nfrom app.adapters import http\n\n"
            "sys.modules.setdefault('app.helper.http', http)\n",
            "app/main.py": "from app.adapters.http import Client\n\ndef run():\n    return Client().get()\n",
        },
        "app.helper.http",
        [],
    ),
    "a module that is looked up": (
        {
            **NEW,
            "app/helper/http.py": None,
            "app/main.py": "import sys\nfrom app.adapters.http import Client\n\ndef run():\n"
            "    return Client().get() and sys.modules.get('app.helper.http')\n",
        },
        "app.helper.http",
        [],
    ),
    **{
        f"a module that its package has yet: {how}": (
            {**GONE, "app/helper/__init__.py": "import sys\nfrom app.adapters import http as new\n\n" + source + "\n"},
            "app.helper.http",
            ["app.helper"],
        )
        for how, source in {
            "alias": "http = new",
            "import": "from app.adapters import http",
            "__getattr__": "def __getattr__(name):\n    return {'http': new}[name]",
            "setattr": "setattr(sys.modules[__name__], 'http', new)",
            "attribute": "sys.modules[__name__].http = new",
            "globals": "globals()['http'] = new",
            "globals().update": "globals().update(http=new)",
            "vars": "vars()['ht' + 'tp'] = new",
            "__dict__": "sys.modules[__name__].__dict__.update({'http': new})",
            "exec": "exec('from app.adapters import http')",
            "modules.update": "sys.modules.update({f'{__name__}.http': new})",
            "in a function": "def fill():\n    globals().setdefault('http', new)\n\nfill()",
        }.items()
    },
    "a module that its package has for something else": (
        {**GONE, "app/helper/__init__.py": "http = 1\n"},
        "app.helper.http",
        ["app.helper"],
    ),
    "a module that its package says is gone": (
        {
            **GONE,
            "app/helper/__init__.py": "def __getattr__(name):\n    raise AttributeError(f'no {name}: see http')\n",
        },
        "app.helper.http",
        [],
    ),
    "a module of which another has the name": (
        {**GONE, "app/adapters/__init__.py": "globals()['http2'] = 1\nhttp3 = 2\n"},
        "app.helper.http",
        [],
    ),
    **{
        f"a symbol that is put back: {how}": (
            {**NEW, "app/helper/http.py": HELP + "\nimport sys\nfrom app.adapters import http\n\n" + source + "\n"},
            "app.helper.http:Client",
            ["app.helper.http"],
        )
        for how, source in {
            "setattr": "setattr(sys.modules[__name__], 'Client', http.Client)",
            "globals": "globals()['Client'] = http.Client",
            "locals": "locals()['Client'] = http.Client",
            "exec": "exec('Client = http.Client')",
            "class": "class Own(type(sys)):\n    Client = http.Client\n\nsys.modules[__name__].__class__ = Own",
            "property": "class Own(type(sys)):\n    @property\n    def Client(self):\n        return http.Client\n\n"
            "sys.modules[__name__].__class__ = Own",
            "vars and dict": "vars(sys.modules[__name__]).update(dict(Client=http.Client))",
        }.items()
    },
    "a symbol that another module puts back": (
        {
            **NEW,
            "app/helper/http.py": HELP,
            "app/helper/__init__.py": "from app.adapters.http import Client\nfrom app.helper import http\n\n"
            "http.Client = Client\n",
        },
        "app.helper.http:Client",
        ["app.helper"],
    ),
    "an attribute of an object": (
        {
            **NEW,
            "app/helper/http.py": HELP,
            "app/helper/__init__.py": "from app.helper.http import helped\n\nhelped.Client = 1\n"
            "setattr(helped, 'Client', 2)\n{}['Client'] = 3\n",
        },
        "app.helper.http:Client",
        [],
    ),
    "a module that is there": (NEW, "app.helper.http", ["app.helper.http"]),
    "a package that is there": (NEW, "app.helper", ["app.helper.http", "app.helper"]),
    "a symbol that is gone": ({**NEW, "app/helper/http.py": HELP}, "app.helper.http:Client", []),
    "a symbol that is there": (NEW, "app.helper.http:Client", ["app.helper.http"]),
    "a symbol that is imported": (
        {**NEW, "app/helper/http.py": "from app.adapters.http import Client as Client\n\n" + HELP},
        "app.helper.http:Client",
        ["app.helper.http"],
    ),
    "a symbol that is served": (
        {
            **NEW,
            "app/helper/http.py": HELP
            + "\n\ndef __getattr__(name):\n    from app.adapters import http\n\n    return getattr(http, name)\n",
        },
        "app.helper.http:Client",
        ["app.helper.http"],
    ),
    "a symbol that is handed on": (
        {**NEW, "app/adapters/__init__.py": "from app.helper.http import Client\n"},
        "app.helper.http:Client",
        ["app.adapters", "app.helper.http"],
    ),
    "a method": (NEW, "app.helper.http:Client.get", ["app.helper.http"]),
    "one in compat": (
        {**NEW, "app/helper/http.py": HELP, "app/compat/http.py": CLIENT},
        "app.compat.http:Client",
        [],
    ),
}


@pytest.mark.parametrize("case", RETIRED)
def test_what_a_leaf_retires(tmp_path: Path, case: str) -> None:
    after, retired, expected = RETIRED[case]
    found = told(tmp_path, HOST, after, LeafTerms("S1-L1", retires=(retired,)))
    assert named(found, "OLD_DOOR") == expected


def test_the_place(tmp_path: Path) -> None:
    after = {**NEW, "app/helper/http.py": HELP + "\n\nfrom app.adapters.http import Client\n"}
    (found,) = (one for one in told(tmp_path, HOST, after) if one.code == "OLD_DOOR")
    assert (found.path, found.line, found.object) == ("app/helper/http.py", 5, "Client")


def test_a_name_that_the_package_had_for_something_else(tmp_path: Path) -> None:
    before = {**HOST, "app/helper/__init__.py": "from app.helper.http import helped as http\n"}
    after = {**GONE, "app/helper/__init__.py": "def http():\n    return 0\n"}
    found = told(tmp_path, before, after, LeafTerms("S1-L1", retires=("app.helper.http",)))
    assert named(found, "OLD_DOOR") == []
