"""MOVE_ONLY: the same code elsewhere, which imports and is imported as before, and pays nothing off."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.roadmap.trials import named, told

CLIENT = "from app.core import base\n\n\nclass Client:\n    def get(self):\n        return base.one()\n"
HELP = "\n\ndef helped():\n    return Client().get()\n"
EDGE = (
    'schema = 1\nrule = "edge"\nkind = "boundary"\ntitle = "Chains reach no adapters"\n\n[scope]\n'
    'from = ["app.chain"]\n'
    'to = ["app.adapters"]\n'
)
DEBT = (
    '\n[[debt]]\nfrom = "app.chain.feed"\nto = "app.adapters.store"\nowner = "app.chain.feed"\n'
    'reason = "The feed still stores by itself until its leaf has come."\n'
)
HOST = {
    "app/core/__init__.py": "",
    "app/core/base.py": "def one():\n    return 1\n\n\ndef two():\n    return 2\n",
    "app/helper/__init__.py": "",
    "app/helper/http.py": CLIENT + HELP,
    "app/net/__init__.py": "",
    "app/main.py": "from app.helper.http import Client, helped\n\n\ndef run():\n    return Client().get() + helped()\n",
    "app/adapters/__init__.py": "",
    "app/adapters/store.py": "def store():\n    return 1\n",
    "app/chain/__init__.py": "",
    "app/chain/feed.py": "from app.adapters.store import store\n\n\ndef feed():\n    return store()\n",
    "policies/edge.toml": EDGE + DEBT,
}
MAIN = HOST["app/main.py"].replace("app.helper", "app.net")
GONE: Mapping[str, str | None] = {"app/helper/http.py": None, "app/main.py": MAIN}

CASES: dict[str, tuple[Mapping[str, str | None], bool]] = {
    "a module": ({**GONE, "app/net/http.py": CLIENT + HELP}, True),
    "a module under another name": (
        {
            "app/helper/http.py": None,
            "app/net/web.py": CLIENT + HELP,
            "app/main.py": "import app.net.web as w\n\n\ndef run():\n    return w.Client().get() + w.helped()\n",
        },
        True,
    ),
    "a module, with comments and docstrings": (
        {**GONE, "app/net/http.py": '"""The net."""\n' + CLIENT.replace("    def", "    # now here\n    def") + HELP},
        True,
    ),
    "a module in two": (
        {
            "app/helper/http.py": None,
            "app/net/http.py": CLIENT,
            "app/net/help.py": "from app.net.http import Client\n" + HELP,
            "app/main.py": MAIN.replace(", helped", "\nfrom app.net.help import helped"),
        },
        True,
    ),
    "with tests and documents": (
        {**GONE, "app/net/http.py": CLIENT + HELP, "tests/test_a.py": "x = 1\n", "README.md": "# Moved\n"},
        True,
    ),
    "and a constant beside it that nothing uses": (
        {**GONE, "app/net/http.py": "SECONDS = 5\nWAYS: list = ['a', -1]\n" + CLIENT + HELP},
        True,
    ),
    "and something that runs beside it": ({**GONE, "app/net/http.py": CLIENT + HELP + "\nprint(Client())\n"}, False),
    "and changed": ({**GONE, "app/net/http.py": CLIENT.replace("one()", "two()") + HELP}, False),
    "and one more edge": (
        {**GONE, "app/net/http.py": "import app.adapters.store\n" + CLIENT + HELP},
        False,
    ),
    "and one edge fewer": (
        {
            **GONE,
            "app/net/http.py": CLIENT.replace("from app.core import base\n", "").replace("base.one()", "1") + HELP,
        },
        False,
    ),
    "and less": (
        {
            **GONE,
            "app/net/http.py": CLIENT,
            "app/main.py": "from app.net.http import Client\n\n\ndef run():\n    return Client().get()\n",
        },
        False,
    ),
    "not moved": ({"app/main.py": HOST["app/main.py"].replace("+", "-")}, False),
    "out of a forbidden place": (
        {
            "app/chain/feed.py": None,
            "app/net/feed.py": HOST["app/chain/feed.py"],
            "policies/edge.toml": EDGE,
        },
        False,
    ),
    "a new shim in its place": (
        {**GONE, "app/net/http.py": CLIENT + HELP, "app/helper/http.py": "from app.net.http import Client, helped\n"},
        True,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_moves(tmp_path: Path, case: str) -> None:
    after, only = CASES[case]
    found = told(tmp_path, HOST, after)
    assert bool(named(found, "MOVE_ONLY")) is only, found


def test_the_words(tmp_path: Path) -> None:
    (found,) = told(tmp_path, HOST, {**GONE, "app/net/http.py": CLIENT + HELP})
    assert found.code == "MOVE_ONLY"
    assert "app.helper.http+app.net.http" in found.message
    assert found.path == "app/net/http.py"
