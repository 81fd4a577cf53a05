"""Which `[[assign]]` block speaks of a place most closely."""

import pytest

from archgate.gate.assignment import assigned
from archgate.policy.document import Assign

PACKAGES = ("src/app", "tools")


def by_module(text: str) -> Assign:
    return Assign(leaf=text, module=text)


def by_path(text: str) -> Assign:
    return Assign(leaf=text, path=text)


# Each row: the subject, the blocks, and the one that speaks of it.
ROWS = {
    "none": ("app.a", [], None),
    "of another place": ("app.a", [by_module("app.b")], None),
    "a definition is of its module": ("app.a:C.f#2", [by_module("app.a")], "app.a"),
    "the longer selector": ("app.a.b", [by_module("app"), by_module("app.a")], "app.a"),
    "whatever the order": ("app.a.b", [by_module("app.a"), by_module("app")], "app.a"),
    "a spelled one before one with a wildcard": ("app.a.b", [by_module("app.*.b"), by_module("app.a")], "app.a"),
    "that module alone before all below it": ("app.a", [by_module("app.a"), by_module("=app.a")], "=app.a"),
    "a glob of its file": ("app.a", [by_path("src/app/a.py")], "src/app/a.py"),
    "a glob of its package": ("app.a", [by_path("src/app/a/__init__.py")], "src/app/a/__init__.py"),
    "a glob of folders": ("app.a.b", [by_path("src/app/a/**")], "src/app/a/**"),
    "not by another folder": ("app.a", [by_path("app/**")], None),
    "a file that has no module": ("tools/run-it.py", [by_path("tools/*.py")], "tools/*.py"),
    "a file at the root": ("pyproject.toml", [by_path("**")], "**"),
    "a file at the root by its name": ("setup.cfg", [by_path("setup.cfg"), by_path("**")], "setup.cfg"),
}


@pytest.mark.parametrize(("subject", "assigns", "place"), ROWS.values(), ids=ROWS)
def test_the_closest_block(subject: str, assigns: list[Assign], place: str | None) -> None:
    found = assigned(subject, assigns, PACKAGES)
    assert (found.place if found else None) == place
