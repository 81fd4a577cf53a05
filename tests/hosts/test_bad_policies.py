"""Policies that are wrong: every fault at once, each with its line."""

from pathlib import Path

import pytest

from .builder import (
    STANDARD,
    block,
    build,
    found,
    policy,
)
from .sample import EDGE, GOOD, LATER, faults

POLICIES = [
    ("no TOML", GOOD.replace('kind = "boundary"', 'kind = "boundary'), ["policies/edge.toml:3"]),
    ("an unknown key at the top", GOOD.replace("title =", "titel ="), ["policies/edge.toml:4", "titel", "title"]),
    (
        "an unknown key in the scope",
        GOOD.replace("[scope]\n", "[scope]\nedge = []\n"),
        ["policies/edge.toml:7", "edges"],
    ),
    ("an unknown key in an entry", GOOD.replace("owner =", "ownr ="), ["policies/edge.toml:", "ownr", "owner"]),
    ("an unknown block", GOOD.replace("[[debt]]", "[[debts]]"), ["policies/edge.toml:", "debts", "debt"]),
    ("an unknown kind", GOOD.replace('"boundary"', '"boundry"'), ["policies/edge.toml:3", "boundry", "boundary"]),
    ("no kind", GOOD.replace('kind = "boundary"\n', ""), ["policies/edge.toml", "kind"]),
    ("another schema", GOOD.replace("schema = 1", "schema = 2"), ["policies/edge.toml:1", "schema"]),
    ("a schema that is a word", GOOD.replace("schema = 1", 'schema = "1"'), ["policies/edge.toml:1", "schema"]),
    (
        "a rule that is not the file's name",
        GOOD.replace('rule = "edge"', 'rule = "ledge"'),
        ["policies/edge.toml:2", "ledge"],
    ),
    ("no scope", GOOD.replace('to = ["app.a", "app.b"]\n', ""), ["policies/edge.toml", "to"]),
    ("a scope that is a word", GOOD.replace('to = ["app.a", "app.b"]', 'to = "app.a"'), ["policies/edge.toml:8", "to"]),
    (
        "edges of no known kind",
        GOOD.replace("[scope]\n", '[scope]\nedges = ["weekly"]\n'),
        ["policies/edge.toml:7", "weekly"],
    ),
    ("nobody who imports", GOOD.replace('from = ["app.m"]', "from = []"), ["policies/edge.toml:7", "`from` is empty"]),
    (
        "nothing to import",
        GOOD.replace('to = ["app.a", "app.b"]', "to = []"),
        ["policies/edge.toml:8", "`to` is empty"],
    ),
    ("no edges", GOOD.replace("[scope]\n", "[scope]\nedges = []\n"), ["policies/edge.toml:7", "`edges` is empty"]),
    ("a title that rings", GOOD.replace("What is", "What\\u0007is"), ["policies/edge.toml:4", "U+0007"]),
    ("an owner that writes backwards", GOOD.replace('"somebody"', '"\\u202eme"'), ["policies/edge.toml:13", "U+202E"]),
    ("a selector that is none", GOOD.replace('"app.b"]', '"app..b"]'), ["policies/edge.toml:8", "app..b"]),
    ("a selector with blanks", GOOD.replace('"app.b"]', '"app b"]'), ["policies/edge.toml:8", "app b"]),
    ("a path for a selector", GOOD.replace('"app.b"]', '"app/b.py"]'), ["policies/edge.toml:8", "app/b.py"]),
    ("an entry twice", GOOD + "\n" + EDGE, ["policies/edge.toml:16"]),
    (
        "a debt and an exception of one edge",
        GOOD + "\n" + EDGE.replace("[[debt]]", "[[exception]]"),
        ["policies/edge.toml:16"],
    ),
    ("entries out of order", GOOD.replace(EDGE, LATER) + "\n" + EDGE, ["policies/edge.toml:16", "policy fmt"]),
    ("blocks out of order", GOOD + "\n" + block("owner", module="app.m"), ["policies/edge.toml:16", "policy fmt"]),
    ("an entry without target", GOOD.replace('to = "app.a"\n', ""), ["policies/edge.toml:10", "to"]),
    ("an entry without owner", GOOD.replace('owner = "somebody"\n', ""), ["policies/edge.toml:10", "owner"]),
    (
        "an entry without reason",
        "\n".join(line for line in GOOD.split("\n") if "reason" not in line),
        ["policies/edge.toml:10", "reason"],
    ),
    (
        "a blank reason",
        GOOD.replace("Known since the beginning, it goes with its leaf.", "  "),
        ["policies/edge.toml:14", "reason"],
    ),
    (
        "a short reason",
        GOOD.replace("Known since the beginning, it goes with its leaf.", "legacy code"),
        ["policies/edge.toml:14", "reason"],
    ),
    (
        "a long placeholder",
        GOOD.replace("Known since the beginning, it goes with its leaf.", "TODO TODO TODO TODO TODO"),
        ["policies/edge.toml:14", "reason"],
    ),
    ("planned debt", GOOD.replace("[[debt]]\n", '[[debt]]\nplanned = "S2-L7"\n'), ["policies/edge.toml:11", "planned"]),
    (
        "a leaf with a blank",
        GOOD.replace("[[debt]]\n", '[[debt]]\nleaf = "S2 L7"\n'),
        ["policies/edge.toml:11", "leaf"],
    ),
    ("uses in a boundary", GOOD.replace("[[debt]]\n", '[[debt]]\nuses = ["get"]\n'), ["policies/edge.toml:11", "uses"]),
    ("conflict markers", GOOD.replace("[[debt]]", "<<<<<<< ours\n[[debt]]"), ["policies/edge.toml:10", "conflict"]),
    ("a byte order mark", b"\xef\xbb\xbf" + GOOD.encode(), ["policies/edge.toml"]),
    ("Latin-1", GOOD.replace('title = "What', 'title = "Café').encode("latin-1"), ["policies/edge.toml", "UTF-8"]),
    ("mixed line ends", GOOD.replace("\n", "\r\n", 3).encode(), ["policies/edge.toml:", "line end"]),
    ("an empty file", "", ["policies/edge.toml"]),
    ("two documents' worth of nothing", "\0\0", ["policies/edge.toml"]),
]


@pytest.mark.parametrize(("idea", "written", "words"), POLICIES, ids=[row[0] for row in POLICIES])
def test_invalid_policy(idea: str, written: str | bytes, words: list[str], tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": written})
    run = host.run("check")
    assert run.exit == 2, idea
    told = faults(run)
    assert told
    assert [word for word in words if word not in "\n".join(told)] == []
    assert "Traceback" not in run.said
    assert host.run("policy", "lint").exit == 2
    assert host.run("check", "--format", "json").exit == 2


SINGLE = [
    row for row in POLICIES if row[0] in {"an unknown kind", "another schema", "an entry twice", "a short reason"}
]


@pytest.mark.parametrize(("idea", "written", "words"), SINGLE, ids=[row[0] for row in SINGLE])
def test_one_fault_is_one_line(idea: str, written: str, words: list[str], tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": written})
    assert len(faults(host.run("check"))) == 1, idea


def test_every_fault_of_every_policy_is_told_at_once(tmp_path: Path) -> None:
    files = {
        "policies/edge.toml": GOOD.replace("title =", "titel =").replace("owner =", "ownr ="),
        "policies/other.toml": GOOD,
    }
    told = "\n".join(faults(build(tmp_path, {**STANDARD, "app/m.py": "import app.a", **files}).run("check")))
    assert "policies/edge.toml:4" in told
    assert "policies/edge.toml:13" in told
    assert "policies/other.toml:2" in told


def test_the_policy_of_the_rows_is_good(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": GOOD})
    assert host.check()["exit"] == 0
    assert host.run("policy", "lint").exit == 0


def test_uniform_windows_line_ends_read_as_any(tmp_path: Path) -> None:
    written = GOOD.replace("\n", "\r\n").encode()
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": written})
    assert host.check()["exit"] == 0


def test_fmt_mends_the_order_and_nothing_else(tmp_path: Path) -> None:
    unordered = GOOD.replace(EDGE, LATER) + "\n" + EDGE
    files = {**STANDARD, "app/m.py": "import app.a, app.b", "policies/edge.toml": unordered}
    host = build(tmp_path, files)
    assert host.run("check").exit == 2
    assert host.run("policy", "fmt").exit == 0
    assert host.check()["exit"] == 0


@pytest.mark.parametrize("path", ["policies/egress.yaml", "policies/old/edge.toml", "policies/Edge.TOML"])
def test_a_file_that_is_no_policy_is_not_silently_off(path: str, tmp_path: Path) -> None:
    run = build(tmp_path, {**STANDARD, path: GOOD}).run("check")
    assert run.exit == 2
    assert path in "\n".join(faults(run))


@pytest.mark.parametrize("kind", ["boundary", "cycle"])
def test_another_kind_cannot_take_the_place_of_the_built_in_rule(kind: str, tmp_path: Path) -> None:
    scope: dict[str, object] = {"from": ["app.m"], "to": ["app.b"]} if kind == "boundary" else {}
    files = {"app/m.py": "import app.nothere", "policies/unresolved.toml": policy(kind, "unresolved", scope)}
    run = build(tmp_path, {**STANDARD, **files}).run("check")
    assert run.exit == 2
    assert "policies/unresolved.toml:3" in "\n".join(faults(run))


def test_an_unreviewed_reason_holds_and_is_counted(tmp_path: Path) -> None:
    written = GOOD.replace("Known since the beginning, it goes with its leaf.", "unreviewed")
    run = build(tmp_path, {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": written}).run("check")
    assert run.exit == 0
    assert "1 unreviewed" in run.out


@pytest.mark.parametrize("rule", ["imports", "cycles", "uses", "configuration"])
def test_a_reserved_name_is_no_rule(rule: str, tmp_path: Path) -> None:
    written = GOOD.replace('rule = "edge"', f'rule = "{rule}"')
    run = build(tmp_path, {**STANDARD, "app/m.py": "import app.a", f"policies/{rule}.toml": written}).run("check")
    assert run.exit == 2
    assert rule in "\n".join(faults(run))


def test_a_vacuous_selector_is_told_with_its_place(tmp_path: Path) -> None:
    files = {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": GOOD.replace('"app.b"]', '"app.nosuch"]')}
    (finding,) = found(build(tmp_path, files).check(), "VACUOUS")
    assert (finding["path"], finding["line"]) == ("policies/edge.toml", 8)
    assert "app.nosuch" in finding["message"]
