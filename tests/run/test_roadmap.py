"""The roadmap's commands on a host: listed, drawn, linted, and part of the verdict."""

from pathlib import Path

import pytest

from tests.hosts.builder import REASON, STANDARD, Host, build
from tests.roadmap.documents import rows

LAW = 'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "docs/roadmap.md"\n'
EDGE = f"""
schema = 1
rule = "edge"
kind = "boundary"
title = "Nothing takes a"

[scope]
from = ["app.m"]
to = ["app.a"]

[[debt]]
from = "app.m"
to = "app.a"
leaf = "S1-L2"
owner = "core"
reason = "{REASON}"
"""
PLAN = rows(
    *("S0-L1 时钟 | DELIVERED | none | `3f9ab01c`", "S1-L1 Bells | PLANNED | S0 | x"),
    *("S1-L2 Chimes | PLANNED | S1 | x", "S1-L3.1 Keys | PLANNED | S1-L1，S0-L1 | x"),
)
FILES = {
    **STANDARD,
    "app/m.py": "import app.a",
    "policies/edge.toml": EDGE,
    "policies/roadmap.toml": LAW,
    "docs/roadmap.md": PLAN,
}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return build(tmp_path, FILES, git=True)


def put(host: Host, path: str, text: str) -> None:
    (host.root / path).write_text(text, encoding="utf-8")


def test_leaves_are_listed(host: Host) -> None:
    leaves = host.run("leaf", "list", "--format", "json").json["leaves"]
    assert leaves[0] == {"id": "S0-L1", "title": "时钟", "stage": "S0", "state": "DELIVERED", "depends": []}
    assert [leaf["depends"] for leaf in leaves] == [[], ["S0"], ["S1"], ["S1-L1", "S0-L1"]]
    assert "4 leaves in 2 stages" in host.run("leaf", "list").out
    put(host, "docs/roadmap.md", rows("S1-L1 Bells | PLANNED | none | x"))
    assert host.run("leaf", "list").out.endswith("\n1 leaf in 1 stage\n")


def test_what_is_next(host: Host) -> None:
    assert host.run("leaf", "next", "--format", "json").json == {
        "schema": 1,
        "ready": ["S1-L1"],
        "waiting": [{"leaf": "S1-L2", "for": ["S1-L1", "S1-L3.1"]}, {"leaf": "S1-L3.1", "for": ["S1-L1"]}],
    }


def test_what_is_at_work_stands_before_what_is_next(host: Host) -> None:
    put(host, "docs/roadmap.md", PLAN.replace("Bells | PLANNED", "Bells | ACTIVE"))
    assert [line.split()[:2] for line in host.run("leaf", "next").out.splitlines()[1:]] == [
        ["active", "S1-L1"],
        ["waits", "S1-L2"],
        ["waits", "S1-L3.1"],
    ]


@pytest.mark.parametrize("name", ["", "A=B", "A B", "1A"])
def test_a_variable_to_pass_is_named(host: Host, name: str) -> None:
    run = host.run("leaf", "gate", "S1-L1", "--pass", name)
    assert (run.exit, "--pass takes the name of a variable" in run.err) == (2, True)


def test_one_leaf_is_shown_and_an_unknown_one_has_a_neighbour(host: Host) -> None:
    shown = host.run("leaf", "show", "S1-L1", "--format", "json").json
    assert (shown["needs"], shown["waits"], shown["dependents"]) == (["S0-L1"], [], ["S1-L2", "S1-L3.1"])
    assert host.run("leaf", "show", "S1-L3", "--format", "json").json["children"] == ["S1-L3.1"]
    unknown = host.run("leaf", "show", "S1-L11")
    assert (unknown.exit, "did you mean `S1-L1`?" in unknown.err) == (2, True)


def test_the_graph_marks_who_is_ready_and_who_holds_up(host: Host) -> None:
    leaves = host.run("roadmap", "graph", "--format", "json").json["leaves"]
    assert [(leaf["id"], leaf["ready"], leaf["blocking"]) for leaf in leaves] == [
        ("S0-L1", False, False),
        ("S1-L1", True, True),
        ("S1-L2", False, False),
        ("S1-L3.1", False, True),
    ]
    mermaid = host.run("roadmap", "graph", "--format", "mermaid").out
    assert "S0 --> S1_L1\n" in mermaid
    assert "S1 --> S1_L2" not in mermaid  # what stands in a box cannot hang on it
    assert '"S0" -> "S1-L1";' in host.run("roadmap", "graph", "--format", "dot").out


def test_status_counts_and_leaves_open_what_nobody_has_measured(host: Host) -> None:
    put(host, "docs/roadmap.md", f"{PLAN}\n## Stop conditions\n\n- [x] all is well\n")
    status = host.run("roadmap", "status", "--format", "json").json
    assert [stage["states"] for stage in status["stages"]] == [{"DELIVERED": 1}, {"PLANNED": 3}]
    assert [(stop["text"], stop["verdict"], stop["ticked"]) for stop in status["stops"]] == [
        ("all is well", "unknown", True)
    ]


def test_a_sound_roadmap_passes_and_is_part_of_check(host: Host) -> None:
    assert host.run("roadmap", "lint").exit == 0
    assert host.run("check", "--unprotected").exit == 0
    put(host, "docs/roadmap.md", PLAN.replace("Bells | PLANNED | S0", "Bells | DELIVERED | S0"))
    assert host.run("roadmap", "lint", "--format", "json").json["findings"][0]["code"] == "EVIDENCE_MISSING"
    verdict = host.run("check", "--unprotected", "--format", "json").json
    assert [(one["code"], one["leaf"]) for one in verdict["findings"]] == [("EVIDENCE_MISSING", "S1-L1")]
    assert (verdict["verdict"], verdict["exit"]) == ("fail", 1)
    assert "docs/roadmap.md:12" in host.run("explain", "roadmap|S1-L1|commit").out


INVALID = {
    "debt of an unknown leaf": ("policies/edge.toml", EDGE.replace("S1-L2", "S1-L9"), "there is no leaf `S1-L9`"),
    "an unknown leaf in the policy": ("policies/roadmap.toml", f'{LAW}[[leaf]]\nid = "S9-L1"\n', "no leaf `S9-L1`"),
    "an unknown stage": (
        "policies/roadmap.toml",
        f'{LAW}[[stage]]\nid = "S9"\nconditions = [{{ rule = "edge" }}]\n',
        "no stage `S9`",
    ),
    "an unknown rule": (
        "policies/roadmap.toml",
        f'{LAW}[[leaf]]\nid = "S1-L1"\nrules = ["egde"]\n',
        "did you mean `edge`",
    ),
    "an unknown stop condition": (
        "policies/roadmap.toml",
        f'{LAW}[[stop]]\ntext = "x"\nconditions = [{{ rule = "edge" }}]\n',
        "none begins like this",
    ),
    "a compat root that is not there": (
        "policies/roadmap.toml",
        f'{LAW}compat = ["app.old"]\n',
        "`app.old` matches no",
    ),
    "an entry point that is not there": (
        "policies/roadmap.toml",
        f'{LAW}[[leaf]]\nid = "S1-L1"\nadopts = [{{ symbol = "app.n", from = ["app.q"] }}]\n',
        "`app.q` matches no module",
    ),
    "a retired module that never was": (
        "policies/roadmap.toml",
        f'{LAW}[[leaf]]\nid = "S1-L1"\nretires = ["app.q:f"]\n',
        "`app.q:f` matches no module",
    ),
    "owned paths that match nothing": (
        "policies/roadmap.toml",
        f'{LAW}[[leaf]]\nid = "S1-L1"\nowns = ["lib/**"]\n',
        "`lib/**` matches no file",
    ),
    "a document that is not there": ("policies/roadmap.toml", LAW.replace("docs/", "doc/"), "roadmap.toml:4"),
    "a document without a roadmap": ("docs/roadmap.md", "# Nothing\n", "neither a table of leaves"),
}


@pytest.mark.parametrize(("path", "text", "words"), INVALID.values(), ids=INVALID)
def test_what_cannot_be_is_invalid_in_lint_and_check(path: str, text: str, words: str, host: Host) -> None:
    put(host, path, text)
    for command in (["roadmap", "lint"], ["check", "--unprotected"]):
        run = host.run(*command)
        assert run.exit == 2
        assert words in run.said


def test_a_file_that_a_leaf_owns_may_be_yet_to_come(host: Host) -> None:
    put(host, "policies/roadmap.toml", f'{LAW}[[leaf]]\nid = "S1-L1"\nowns = ["app/bells.py"]\n')
    assert host.run("roadmap", "lint").exit == 0


def test_without_the_policy_any_leaf_will_do(host: Host) -> None:
    (host.root / "policies/roadmap.toml").unlink()
    put(host, "policies/edge.toml", EDGE.replace("S1-L2", "X-9"))
    assert host.run("check", "--unprotected").exit == 0
    assert "give --document PATH" in host.run("leaf", "list").err


def test_any_document_can_be_tried_without_a_configuration(tmp_path: Path) -> None:
    host = build(tmp_path, {"plan.md": PLAN})
    (host.root / "archgate.toml").unlink(missing_ok=True)
    for command in (
        ["roadmap", "lint"],
        ["roadmap", "status"],
        ["roadmap", "graph"],
        ["leaf", "list"],
        ["leaf", "next"],
    ):
        assert host.run(*command, "--document", "plan.md").exit == 0, command
    assert "cannot be read" in host.run("leaf", "list", "--document", "none.md").err


def test_the_commands_of_policies_get_on_with_it(host: Host) -> None:
    assert host.run("policy", "fmt", "--check").exit == 0
    assert host.run("policy", "lint").exit == 0
    put(host, "policies/roadmap.toml", f"{LAW}maxactive = 2\n")
    for command in ("fmt", "lint"):
        assert "did you mean `max_active`?" in host.run("policy", command).err


@pytest.mark.parametrize(("theirs", "conflicts"), [(LAW, 0), (f"{LAW}max_active = 3\n", 1)])
def test_a_merge_takes_the_side_that_changed(theirs: str, conflicts: int, host: Host) -> None:
    for name, text in (("base", LAW), ("ours", f"{LAW}max_active = 2\n"), ("theirs", theirs)):
        put(host, name, text)
    run = host.run("policy", "merge", "base", "ours", "theirs", "policies/roadmap.toml")
    assert run.exit == conflicts
    assert ("<<<<<<<" in (host.root / "ours").read_text("utf-8")) == bool(conflicts)
