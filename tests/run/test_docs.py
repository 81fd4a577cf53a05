"""`archgate docs`: figures in documents that cannot go stale unseen."""

import os
from pathlib import Path

import pytest

from tests.hosts.builder import Files, Host, block, build, configuration, policy, write

END = "<!-- /archgate -->"
EDGE = {"from": ["app"], "to": ["json", "csv"]}
CORE = {"from": ["app"], "to": ["re"]}


def quote(asked: str, said: object = "") -> str:
    return f"<!-- archgate: {asked} -->{said}{END}"


HOST: Files = {
    "app/__init__.py": "",
    "app/a.py": "import csv\nimport json\nfrom app.b import x\n",
    "app/b.py": "import csv\nfrom app import a\n",
    "app/pkg/__init__.py": "import re\n",
    "policies/edge.toml": policy(
        "boundary",
        "edge",
        EDGE,
        block("debt", from_="app.a", to="csv", leaf="S1-L1.1", owner="Core team"),
        block("debt", from_="app.a", to="json", leaf="S1-L1.2"),
        block("debt", from_="app.b", to="csv"),
    ),
    "policies/core.toml": policy("boundary", "core", CORE, block("exception", from_="app.pkg", to="re")),
}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return build(tmp_path, HOST, git=True)


@pytest.mark.parametrize(
    ("asked", "figure"),
    [
        ("debt", 3),
        ("debt total", 3),
        ("debt edge", 3),
        ("debt core", 0),
        ("debt leaf=S1-L1", 2),
        ("debt edge leaf=S1-L1.2", 1),
        ("debt leaf=unbound", 1),
        ("debt leaf=S9-L9", 0),
        ('debt owner="Core team"', 1),
        ("debt package=app.a", 2),
        ("debt module=app.b", 1),
        ("debt module==app", 0),
        ("debt of=amount", 3),
        ("exceptions", 1),
        ("exceptions edge", 0),
        ("exceptions core module=app.pkg", 1),
        ("marks", 0),
        ("facts edge", 3),
        ("facts edge module=app.a", 2),
        ("facts core", 1),
        ("facts imports", 2),
        ("facts cycles", 1),
        ("facts cycles of=amount", 2),
        ("rules", 3),
    ],
)
def test_figures(host: Host, asked: str, figure: int) -> None:
    write(host.root, {"README.md": f"There are {quote(asked, 99)} of them.\n"})
    done = host.run("docs", "verify")
    assert done.exit == 1
    assert f"README.md:1: `{asked}` is {figure}, the document says 99\n" in done.out
    assert host.run("docs", "write").out == "wrote README.md: 1 figure\n"
    assert (host.root / "README.md").read_text("utf-8") == f"There are {quote(asked, figure)} of them.\n"
    assert host.run("docs", "verify").out == "PASS: 1 figure in 1 document up to date\n"
    assert host.run("docs", "write").out == "nothing to write\n"


ROADMAP = """# The tower

### S1: Bells

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S1-L1 Bells | `ACTIVE` | none | they ring |
| S1-L2 Chimes | `PLANNED` | S1-L1 | they chime |

### S2: Time

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S2-L1 Drift | `PLANNED` | S1 | none is left |
"""


@pytest.mark.parametrize(
    ("asked", "figure"), [("leaves", 3), ("leaves PLANNED", 2), ("leaves stage=S1", 2), ("leaves PLANNED stage=S1", 1)]
)
def test_figures_of_the_roadmap(host: Host, asked: str, figure: int) -> None:
    law = 'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "ROADMAP.md"\n'
    write(host.root, {"policies/roadmap.toml": law, "ROADMAP.md": ROADMAP, "README.md": quote(asked, 99)})
    assert f"`{asked}` is {figure}, the document says 99\n" in host.run("docs", "verify").out


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("dept edge", "unknown figure `dept`; did you mean `debt`?"),
        ("debt egde", "unknown word after `debt` `egde`; did you mean `edge`?"),
        ("debt edge laef=S1", "unknown key of `debt` `laef`; did you mean `leaf`?"),
        ("debt of=amounts", "unknown value of `of` `amounts`; did you mean `amount`?"),
        ("debt module=app..a", "has an empty segment"),
        ("exceptions leaf=S1-L1", "unknown key of `exceptions` `leaf`"),
        ("facts", "`facts` of what: core, edge, unresolved, imports, cycles"),
        ("facts leaf", "unknown word after `facts` `leaf`"),
        ("rules edge", "unknown word after `rules` `edge`"),
        ("marks edge", "unknown word after `marks` `edge`"),
        ("leaves", "there is no roadmap"),
        ("", "is not of the form"),
    ],
)
def test_words_that_there_are_not(host: Host, asked: str, words: str) -> None:
    write(host.root, {"docs/one.md": f"one\n{quote(asked, 1)}\n", "docs/two.md": quote("debt", 99)})
    for command in ("verify", "write"):
        done = host.run("docs", command)
        assert (done.exit, done.out) == (2, "")
        assert "docs/one.md:2: " in done.err
        assert words in done.err
    assert (host.root / "docs/two.md").read_text("utf-8") == quote("debt", 99)


def test_every_wrong_mark_is_told_at_once(host: Host) -> None:
    write(host.root, {"a.md": f"{END}\n", "b.markdown": f"{quote('dept')}\n\n{quote('facts egde')}\n"})
    done = host.run("docs", "verify")
    assert done.exit == 2
    assert [place in done.err for place in ("a.md:1: ", "b.markdown:1: ", "b.markdown:3: ")] == [True] * 3


def test_which_documents(host: Host) -> None:
    stale = quote("rules", 99)
    names = ["README.md", "docs/a.MD", "docs/deep/ä.markdown", "app/notes.md"]
    write(host.root, dict.fromkeys([*names, "docs/a.txt", "policies/README.md", "ignored.md"], stale))
    write(host.root, {".gitignore": "ignored.md\n"})
    os.symlink("README.md", host.root / "link.md")
    done = host.run("docs", "verify")
    assert sorted(line.split()[1].partition(":")[0] for line in done.out.splitlines()[:-1]) == sorted(names)
    assert done.out.splitlines()[-1] == "FAIL: 4 of 4 figures in 4 documents stale; run: archgate docs write"


@pytest.mark.parametrize(
    ("paths", "written"),
    [
        (["docs"], ["docs/a.md", "docs/b.md"]),
        (["docs/b.md"], ["docs/b.md"]),
        (["."], ["README.md", "docs/a.md", "docs/b.md"]),
    ],
)
def test_narrowed_to_paths(host: Host, paths: list[str], written: list[str]) -> None:
    write(host.root, dict.fromkeys(["README.md", "docs/a.md", "docs/b.md"], quote("rules")))
    assert host.run("docs", "write", *paths).out == "".join(f"wrote {path}: 1 figure\n" for path in written)


@pytest.mark.parametrize("path", ["dosc", "README.txt", "../other.md"])
def test_a_path_without_documents(host: Host, path: str) -> None:
    write(host.root, {"docs/a.md": "", "README.txt": ""})
    done = host.run("docs", "verify", path)
    assert done.exit == 2
    assert f"there is no document `{path}`" in done.err


def test_outside_git_what_is_named_is_read(tmp_path: Path) -> None:
    host = build(tmp_path, {**HOST, "README.md": quote("rules"), "app/in.md": quote("rules")})
    assert "app/in.md:1" in host.run("docs", "verify").out
    assert "README.md:1" in host.run("docs", "verify", "README.md").out
    assert host.run("docs", "write", "README.md", "app").out == "wrote README.md: 1 figure\nwrote app/in.md: 1 figure\n"


def test_only_the_figures_change(host: Host) -> None:
    before = f"# 一\r\n\r\n* {quote('debt', 1)}  \r\n\r\n```\r\n{quote('debt', 1)}\r\n```\r\nlast\xa0line".encode()
    write(host.root, {"d.md": before})
    (host.root / "d.md").chmod(0o640)
    assert host.run("docs", "write").exit == 0
    assert (host.root / "d.md").read_bytes() == before.replace(b"-->1<", b"-->3<", 1)
    assert (host.root / "d.md").stat().st_mode & 0o777 == 0o640


def test_check_tells_stale_figures_and_stays_green(host: Host) -> None:
    write(host.root, {"README.md": "".join(f"{quote('debt', n)}\n" for n in range(10, 17)) + quote("debt", 3)})
    verdict = host.check()
    notes = [note for note in verdict.get("notes", []) if "README.md" in note]
    done = host.run("check")
    told = notes or [line for line in done.out.splitlines() if "README.md:" in line]
    assert done.exit == 0
    assert len(told) == 5
    assert "README.md:1: `debt` is 3, the document says 10; run: archgate docs write" in told[0]
    assert "2 more figures in documents are stale" in done.out
    host.run("docs", "write")
    assert "README.md" not in host.run("check").out


@pytest.mark.parametrize("text", [quote("dept", 1), "<!-- archgate: debt -->1"])
def test_check_tells_marks_that_it_cannot_read_and_stays_green(host: Host, text: str) -> None:
    write(host.root, {"README.md": text})
    done = host.run("check")
    assert done.exit == 0
    assert "note  documents: INVALID  README.md:1: " in done.out


def test_a_check_of_one_rule_leaves_documents_alone(host: Host) -> None:
    write(host.root, {"README.md": quote("debt", 99)})
    assert "README.md" not in host.run("check", "--rule", "edge").out


def test_facts_of_a_host_that_is_not_seen_whole_are_no_figure(host: Host) -> None:
    write(host.root, {"app/bad.py": "def (:\n", "README.md": f"x\n{quote('facts edge', 1)} {quote('debt', 3)}"})
    for command in ("verify", "write"):
        done = host.run("docs", command)
        assert (done.exit, done.out) == (3, "")
        assert "UNREADABLE  README.md:2: `facts edge` cannot be counted: app/bad.py: " in done.err


def test_a_law_that_cannot_be_read(host: Host) -> None:
    write(host.root, {"README.md": quote("debt", 3), "policies/edge.toml": "no policy\n"})
    assert host.run("docs", "verify").exit == 2


def test_without_marks_there_is_nothing_to_hold(host: Host) -> None:
    write(host.root, {"README.md": b"\xff no UTF-8, and no marks\n", "a.md": "https://example.org/archgate\n"})
    assert host.run("docs", "verify").out == "PASS: 0 figures in 0 documents up to date\n"


def test_a_host_in_another_script(tmp_path: Path) -> None:
    made = build(
        tmp_path,
        {
            "archgate.toml": configuration("应用"),
            "应用/__init__.py": "import csv\n",
            "policies/边界.toml": policy(
                "boundary",
                "边界",
                {"from": ["应用"], "to": ["csv"]},
                block("debt", from_="应用", to="csv", owner="架构组"),
            ),
            "文档/路线图.md": f"还剩 {quote('debt 边界 owner=架构组', 5)} 条\n",
        },
        git=True,
    )
    assert made.run("docs", "write").out == "wrote 文档/路线图.md: 1 figure\n"
    assert f"还剩 {quote('debt 边界 owner=架构组', 1)} 条\n" == (made.root / "文档/路线图.md").read_text("utf-8")
