"""`archgate leaf retire`: what takes the place of what, and the command from the policy to the files."""

from pathlib import Path

import pytest

from archgate.host.errors import InputError
from archgate.policy.roadmap_terms import Adoption, LeafTerms
from archgate.roadmap.replacing import replacements
from tests.gate.repository import Repository

PATH = "policies/roadmap.toml"


def terms(retires: tuple[str, ...], *adopts: Adoption) -> LeafTerms:
    return LeafTerms("S1-L1", retires=retires, adopts=adopts)


# Each row: what is retired, what is adopted, and what comes of it.
DECIDED = {
    "one for one": (("app.old",), (Adoption("app.new", ()),), [("app.old", "app.new")]),
    "by the last name": (
        ("app.old:load", "app.old:save"),
        (Adoption("app.new:save", ()), Adoption("app.new:load", ())),
        [("app.old:load", "app.new:load"), ("app.old:save", "app.new:save")],
    ),
    "as it is said": (
        ("app.old:load", "app.old:save"),
        (Adoption("app.new:read", (), "app.old:load"), Adoption("app.new:save", ())),
        [("app.old:load", "app.new:read"), ("app.old:save", "app.new:save")],
    ),
}


@pytest.mark.parametrize(("retires", "adopts", "expected"), DECIDED.values(), ids=DECIDED)
def test_what_takes_the_place(
    retires: tuple[str, ...], adopts: tuple[Adoption, ...], expected: list[tuple[str, str]]
) -> None:
    assert replacements(terms(retires, *adopts), PATH) == expected


UNDECIDED = {
    "nothing is retired": ((), (Adoption("app.new", ()),), "retires nothing"),
    "nothing is adopted": (("app.old",), (), "nothing that the leaf adopts takes its place"),
    "names that tell nothing": (
        ("app.old", "app.older"),
        (Adoption("app.new", ()), Adoption("app.newer", ())),
        "nothing that the leaf adopts takes its place",
    ),
    "two for one": (
        ("app.old:load",),
        (Adoption("app.a:load", ()), Adoption("app.b:load", ())),
        "app.a:load, app.b:load may all take its place",
    ),
}


@pytest.mark.parametrize(("retires", "adopts", "words"), UNDECIDED.values(), ids=UNDECIDED)
def test_what_is_undecided_is_told(retires: tuple[str, ...], adopts: tuple[Adoption, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        replacements(terms(retires, *adopts), PATH)


ROADMAP = """\
# Rebuild

## Stages

### S1: Feeds

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S1-L1 Feeds have one home | `ACTIVE` | none | the old module is gone |
"""
POLICY = """\
schema = 1
rule = "roadmap"
kind = "roadmap"
document = "docs/roadmap.md"

[[leaf]]
id = "S1-L1"
owns = ["app/work/*.py", "app/feeds.py", "app/legacy.py"]
retires = ["app.legacy"]
adopts = [{ symbol = "app.feeds", from = ["app.work.main"] }]
"""
FILES = {
    "archgate.toml": 'packages = ["app"]\n',
    PATH: POLICY,
    "docs/roadmap.md": ROADMAP,
    "app/__init__.py": "",
    "app/legacy.py": "def load():\n    return 1\n",
    "app/feeds.py": "def load():\n    return 1\n",
    "app/work/__init__.py": "",
    "app/work/main.py": "from app import legacy  # the feed\n\n\ndef run():\n    return legacy.load()\n",
}


@pytest.fixture
def host(tmp_path: Path) -> Repository:
    root, home = tmp_path / "host", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    repository = Repository(root=root, home=home)
    repository.git("init", "--quiet", "--template=")
    for path, content in FILES.items():
        repository.write(path, content)
    repository.commit("the host")
    return repository


def test_a_dry_run_shows_and_writes_nothing(host: Repository) -> None:
    run = host.archgate("leaf", "retire", "S1-L1")
    assert run.exit == 0
    assert "+from app import feeds" in run.stdout
    assert host.git("status", "--porcelain") == ""


def test_the_files_are_written(host: Repository) -> None:
    assert host.archgate("leaf", "retire", "S1-L1", "--write").exit == 0
    text = host.read("app/work/main.py").decode()
    assert "legacy" not in text
    assert "# the feed" in text
    assert host.git("diff", "--name-only") == "app/work/main.py"


def test_what_the_leaf_does_not_own_is_refused_unless_told(host: Repository) -> None:
    host.write("app/other.py", "from app.legacy import load\n\nprint(load())\n")
    run = host.archgate("leaf", "retire", "S1-L1", "--write")
    assert run.exit == 1
    assert "REFUSED  app/other.py: " in run.stdout
    assert host.git("diff", "--name-only") == ""
    assert host.archgate("leaf", "retire", "S1-L1", "--write", "--everywhere").exit == 0
    assert b"app.legacy" not in host.read("app/other.py")


def test_a_leaf_of_which_nothing_is_said(host: Repository) -> None:
    run = host.archgate("leaf", "retire", "S1-L2")
    assert run.exit == 2
    assert "there is no [[leaf]] for `S1-L2`" in run.stderr


@pytest.mark.parametrize("name", ["s1-l1", "Ｓ１-Ｌ１"])
def test_an_id_is_read_as_in_the_document(host: Repository, name: str) -> None:
    assert host.archgate("leaf", "retire", name).exit == 0
