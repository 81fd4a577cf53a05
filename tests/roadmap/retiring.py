"""Small hosts in which something retires, and what becomes of their files."""

from collections.abc import Mapping
from pathlib import Path

from archgate.roadmap.retiring.retirement import Retirement
from archgate.run.opening import Options
from archgate.run.retire import retire
from tests.hosts.builder import Files, configuration, write

MODULE = {"app.helper.http": "app.adapters.http"}
RENAMED = {"app.helper.http": "app.adapters.net"}
SYMBOL = {"app.legacy:fetch": "app.feeds:load"}
MOVED = {"app.legacy:fetch": "app.feeds:fetch"}

STANDARD: Files = {
    "app/__init__.py": "",
    "app/helper/__init__.py": "",
    "app/helper/http.py": "class Client: ...\ndef get(): ...\n",
    "app/adapters/__init__.py": "",
    "app/adapters/http.py": "class Client: ...\ndef get(): ...\n",
    "app/adapters/net.py": "class Client: ...\ndef get(): ...\n",
    "app/legacy.py": "def fetch(): ...\ndef other(): ...\n",
    "app/feeds.py": "def load(): ...\ndef fetch(): ...\n",
}
"""What stands in a host unless a row says otherwise; rows put their imports into `app/m.py`."""


def plan(root: Path, files: Files, names: Mapping[str, str], *owned: str, write_: bool = False) -> Retirement:
    """What retiring the names comes to in a host of these files."""
    write(root, {"archgate.toml": configuration("app", apart=["tests/**"]), **STANDARD, **files})
    return again(root, names, *owned, write_=write_)


def again(root: Path, names: Mapping[str, str], *owned: str, write_: bool = False) -> Retirement:
    """What retiring the names comes to in the host that stands there."""
    options = Options(root, cached=False, processes=1)
    return retire(options, list(names.items()), owned or None, write=write_)


def rewritten(found: Retirement) -> dict[str, str]:
    """The new texts by path; it is an error if anything was refused."""
    assert found.refused == ()
    return {one.path: one.after.decode() for one in found.rewrites}


def refusals(found: Retirement) -> list[str]:
    """Each refusal as `path:line message`."""
    return [f"{one.path}:{one.line} {one.message}" for one in found.refused]
