"""What a frozen component allows, and how what it does not is told."""

from pathlib import Path

import pytest

from .builder import STANDARD, Files, block, build, codes, found
from .sample import RING, RING_OF_THREE, TC, cycles


def entry(*modules: str, edges: int, name: str = "debt", id_: str = "ring", **keys: object) -> str:
    return block(name, id=id_, modules=list(modules), edges=edges, **keys)


@pytest.mark.parametrize(
    ("idea", "files", "blocks", "told"),
    [
        ("no cycle, no entry", {}, [], []),
        ("a cycle without entry", RING, [], ["NEW"]),
        ("a frozen one", RING, [entry("app.a", "app.b", edges=2)], []),
        ("an accepted one", RING, [entry("app.a", "app.b", edges=2, name="exception")], []),
        ("an entry without its cycle", {}, [entry("app.a", "app.b", edges=2)], ["STALE"]),
        ("fewer members", RING, [entry("app.a", "app.b", "app.m", edges=3)], ["SHRUNK"]),
        ("more members", RING_OF_THREE, [entry("app.a", "app.b", edges=2)], ["GREW"]),
        (
            "more inner edges",
            {
                **RING,
                "app/pkg/c.py": "import app.a",
                "app/b.py": "import app.a, app.pkg.c",
                "app/a.py": "import app.b, app.pkg.c",
            },
            [entry("app.a", "app.b", "app.pkg.c", edges=4)],
            ["GREW"],
        ),
        ("fewer inner edges", RING_OF_THREE, [entry("app.a", "app.b", "app.m", edges=4)], ["SHRUNK"]),
        (
            "two imports of one module are one edge",
            {**RING, "app/a.py": "import app.b\nfrom app.b import x\ndef f():\n    import app.b"},
            [entry("app.a", "app.b", edges=2)],
            [],
        ),
        (
            "an accepted one whose members import outward, one way",
            {
                "app/a.py": "import app.b, app.pkg.c",
                "app/b.py": "import app.a, app.pkg.d",
                "app/pkg/c.py": "from . import d",
            },
            [entry("app.a", "app.b", edges=2, name="exception")],
            [],
        ),
        (
            "one that is imported from outside, one way",
            {**RING, "app/m.py": "import app.a, app.b"},
            [entry("app.a", "app.b", edges=2, name="exception")],
            [],
        ),
        (
            "an accepted one that an import back pulls outward",
            {"app/a.py": "import app.b, app.pkg.c", "app/b.py": "import app.a", "app/pkg/c.py": "import app.b"},
            [entry("app.a", "app.b", edges=2, name="exception")],
            ["GREW"],
        ),
        (
            "a second one is new",
            {**RING, "app/pkg/c.py": "from . import d", "app/pkg/d.py": "from . import c"},
            [entry("app.a", "app.b", edges=2)],
            ["NEW"],
        ),
        (
            "two frozen ones",
            {**RING, "app/pkg/c.py": "from . import d", "app/pkg/d.py": "from . import c"},
            [entry("app.a", "app.b", edges=2, id_="first"), entry("app.pkg.c", "app.pkg.d", edges=2, id_="second")],
            [],
        ),
        ("one frozen and gone, another come", RING, [entry("app.pkg.c", "app.pkg.d", edges=2)], ["NEW", "STALE"]),
        (
            "frozen as debt, a typing edge more",
            {**RING, "app/a.py": "import app.b\n" + TC + "import app.m"},
            [entry("app.a", "app.b", edges=2)],
            [],
        ),
    ],
)
def test_frozen_components(idea: str, files: Files, blocks: list[str], told: list[str], tmp_path: Path) -> None:
    verdict = build(tmp_path, {**STANDARD, **files, **cycles(*blocks)}).check()
    assert [code for code in codes(verdict) if code != "SWAPPED"] == told, idea
    assert verdict["exit"] == bool(told)


def test_a_new_cycle_shows_both_import_lines(tmp_path: Path) -> None:
    files = {"app/a.py": "x = 1\n\nimport app.b\n", "app/b.py": "import app.a\n"}
    host = build(tmp_path, {**STANDARD, **files, **cycles()})
    out = host.run("check").out
    assert "app/a.py:3" in out
    assert "app/b.py:1" in out
    (finding,) = found(host.check(), "NEW")
    assert (finding["rule"], finding["id"]) == ("loops", "loops|app.a|app.b")
    (fact,) = host.facts("loops")
    assert fact["id"] == "loops|app.a|app.b"
    assert fact["places"] == [{"path": "app/a.py", "line": 3}, {"path": "app/b.py", "line": 1}]


def test_what_grew_is_named_with_the_edges_that_pulled_it_in(tmp_path: Path) -> None:
    files = {
        **cycles(entry("app.a", "app.b", edges=2)),
        "app/a.py": "import app.b",
        "app/b.py": "import app.a\nimport app.pkg.c\n",
        "app/pkg/c.py": "\n\nx = 1\nimport app.a\n",
    }
    host = build(tmp_path, {**STANDARD, **files})
    (finding,) = found(host.check(), "GREW")
    assert "app.pkg.c" in finding["message"]
    out = host.run("check").out
    assert "app.b -> app.pkg.c" in out
    assert "app.pkg.c -> app.a" in out


def test_what_shrank_fails_until_it_is_written_down(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, **RING, **cycles(entry("app.a", "app.b", "app.m", edges=3))})
    (finding,) = found(host.check(), "SHRUNK")
    assert "policy shrink" in finding["fix"]
    assert host.run("policy", "shrink").exit == 0
    written = (host.root / "policies/loops.toml").read_text()
    assert '"app.a"' in written
    assert "app.m" not in written
    assert "edges = 2" in written
    assert host.check()["exit"] == 0


def test_a_stale_component_is_dropped_by_shrink(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, **cycles(entry("app.a", "app.b", edges=2))})
    assert host.run("policy", "shrink").exit == 0
    assert "[[debt]]" not in (host.root / "policies/loops.toml").read_text()
    assert host.check()["exit"] == 0


def test_shrink_never_writes_growth(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, **RING_OF_THREE, **cycles(entry("app.a", "app.b", edges=2))})
    before = (host.root / "policies/loops.toml").read_bytes()
    host.run("policy", "shrink")
    assert (host.root / "policies/loops.toml").read_bytes() == before
    assert codes(host.check()) == ["GREW"]


@pytest.mark.parametrize(
    ("idea", "blocks"),
    [
        ("members are not sorted", [entry("app.b", "app.a", edges=2)]),
        ("a member is repeated", [entry("app.a", "app.a", "app.b", edges=2)]),
        (
            "a member is in two entries",
            [entry("app.a", "app.b", edges=2, id_="x"), entry("app.b", "app.m", edges=2, id_="y")],
        ),
        (
            "a member is in a debt and an exception",
            [entry("app.a", "app.b", edges=2, id_="x"), entry("app.a", "app.b", edges=2, id_="y", name="exception")],
        ),
        ("one id for two entries", [entry("app.a", "app.b", edges=2), entry("app.pkg.c", "app.pkg.d", edges=2)]),
        ("a single member", [entry("app.a", edges=2)]),
        ("no member", [entry(edges=2)]),
        ("edges are a number", [entry("app.a", "app.b", edges=2).replace("edges = 2", 'edges = "2"')]),
        ("edges are counted from nothing", [entry("app.a", "app.b", edges=-2)]),
        ("edges are missing", [entry("app.a", "app.b", edges=2).replace("edges = 2\n", "")]),
        ("a key that is a boundary's", [entry("app.a", "app.b", edges=2, to="app.m")]),
    ],
)
def test_invalid_entries(idea: str, blocks: list[str], tmp_path: Path) -> None:
    run = build(tmp_path, {**STANDARD, **RING, **cycles(*blocks)}).run("check")
    assert run.exit == 2, idea
    assert "policies/loops.toml:" in run.said
    assert "Traceback" not in run.said
