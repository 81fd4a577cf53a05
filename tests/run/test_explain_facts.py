"""Explain: since which commit, by which ways, and a page for each code."""

import re
from pathlib import Path

import pytest

from tests.hosts.builder import Files, Host, block, build, policy, write

EDGE = {"policies/edge.toml": policy("boundary", "edge", {"from": ["app.a"], "to": ["app.b", "json"]})}
EMPTY: Files = dict.fromkeys(("app/__init__.py", "app/a.py", "app/b.py", "app/c.py", "app/d.py"), "")


def told(host: Host, subject: str) -> str:
    done = host.run("explain", subject)
    assert done.exit == 0, done
    return done.out


def story(folder: Path, *chapters: tuple[str, Files]) -> Host:
    """A repository whose commits write these files one after the other, each under its message."""
    host = build(folder, {**EMPTY, **EDGE, "policies/rings.toml": policy("cycle", "rings", {})}, git=True)
    for message, files in chapters:
        write(host.root, files)
        host.commit(message)
    return host


def since(host: Host, subject: str) -> str:
    """What is said of the commit, without its id and date."""
    [line] = re.findall(r"^  since.*$", told(host, subject), re.MULTILINE)
    return re.sub(r" [0-9a-f]{12} of [0-9-]{10}, somebody", "", line).strip()


A_TO_B = {"app/a.py": "import app.b\n"}
IDLE = [(f"idle {n}", {"app/a.py": f"import app.b\nx = {n}\n"}) for n in range(5)]
OTHERS = [(f"other {n}", {"app/c.py": f"x = {n}\n"}) for n in range(9)]


@pytest.mark.parametrize(
    ("idea", "chapters", "expected"),
    [
        ("the commit that wrote it", [("before", {"app/a.py": "x = 1"}), ("this", A_TO_B), *IDLE], "since: this"),
        ("however many others came since", [("this", A_TO_B), *OTHERS, *IDLE], "since: this"),
        (
            "the newest coming of several",
            [("first", A_TO_B), ("gone", {"app/a.py": ""}), ("this", A_TO_B)],
            "since: this",
        ),
        ("moved lines are no coming", [("this", A_TO_B), ("moved", {"app/a.py": "\n\nimport app.b"})], "since: this"),
    ],
)
def test_since(idea: str, chapters: list[tuple[str, Files]], expected: str, tmp_path: Path) -> None:
    assert since(story(tmp_path, *chapters), "edge|app.a|app.b") == expected, idea


def test_since_the_first_commit(tmp_path: Path) -> None:
    host = build(tmp_path, {**EMPTY, **EDGE, **A_TO_B}, git=True)
    assert since(host, "edge|app.a|app.b") == "since: state"


def test_not_committed_yet(tmp_path: Path) -> None:
    host = story(tmp_path)
    write(host.root, A_TO_B)
    assert since(host, "edge|app.a|app.b") == "since: not committed yet"


def test_a_shallow_clone_does_not_guess(tmp_path: Path) -> None:
    host = story(tmp_path, ("this", A_TO_B), *IDLE)
    host.git("clone", "-q", "--depth", "2", f"file://{host.root}", str(tmp_path / "shallow"))
    shallow = Host(tmp_path / "shallow", host.home)
    assert since(shallow, "edge|app.a|app.b") == "since: before the history of this clone begins"


def test_since_a_cycle_is_what_it_is(tmp_path: Path) -> None:
    two = {"app/a.py": "import app.b\n", "app/b.py": "import app.a\n"}
    three = {"app/b.py": "import app.a, app.c\n", "app/c.py": "import app.a\n"}
    host = story(tmp_path, ("two", two), *OTHERS[:0], ("three", three), ("idle", {"app/d.py": "x = 1"}))
    assert since(host, "rings|app.a|app.b") == "since: three"


def test_without_git_nothing_is_said(tmp_path: Path) -> None:
    assert "since" not in told(build(tmp_path, {**EMPTY, **EDGE, **A_TO_B}), "edge|app.a|app.b")


def test_the_ways_around_an_import(tmp_path: Path) -> None:
    files = {
        "app/a.py": "import app.b, app.c",
        "app/c.py": "import app.d",
        "app/d.py": "\nimport app.b",
        "app/b.py": "import app.d",
    }
    page = told(
        build(tmp_path, {**EMPTY, **EDGE, **files, "app/d.py": "import app.b\n\nimport app.a"}), "edge|app.a|app.b"
    )
    assert (
        "  without this import it would still come there, by:\n"
        "    app.a -> app.c  app/a.py:1\n"
        "    app.c -> app.d  app/c.py:1\n"
        "    app.d -> app.b  app/d.py:1\n"
        "  and comes back, by:\n"
        "    app.b -> app.d  app/b.py:1\n"
        "    app.d -> app.a  app/d.py:3\n"
    ) in page


def test_no_ways_to_an_external(tmp_path: Path) -> None:
    page = told(build(tmp_path, {**EMPTY, **EDGE, "app/a.py": "import json"}), "edge|app.a|json")
    assert "app.a imports json" in page
    assert "would still" not in page


def test_the_way_of_layers_and_the_entry(tmp_path: Path) -> None:
    entry = block("debt", from_="app.b", to="app.d", leaf="S2-L7", owner="team-b")
    scope = {"layers": ["app.a", "app.b"], "exhaustive": False}
    files = {
        "app/b.py": "import app.d",
        "app/d.py": "import app.a",
        "policies/tiers.toml": policy("layers", "tiers", scope, entry),
    }
    page = told(build(tmp_path, {**EMPTY, **files}), "tiers|app.b|app.d")
    assert "app.b lies below app.a, by way of app.b -> app.d -> app.a" in page
    assert "[[debt]] policies/tiers.toml:10, leaf S2-L7, owner team-b" in page
