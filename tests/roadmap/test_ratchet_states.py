"""States against base, and what git, debt and measured conditions say of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from archgate.gate.case import Case
from archgate.policy.roadmap_terms import Claimed
from archgate.roadmap.document import Leaf
from archgate.roadmap.findings import judge_roadmap
from archgate.roadmap.trial import Word
from archgate.run.opening import Options, open_case, stand
from tests.gate.repository import Repository
from tests.gate.steps import Step, apply, delete, git, land, meanwhile, replace, write
from tests.roadmap import change_story
from tests.roadmap.change_story import DOCUMENT, EDGE, PLAN, POLICY, SOURCE, asked, blocking, decided, said

FILES = {**change_story.FILES, POLICY: change_story.ROADMAP.replace('retires = ["app.b"]', "retires = []")}
"""The host, and a leaf that has nothing more to remove before it is done."""

RECORD = "**Verification (2024-05-06)**\n\n- 12 passed\n\n"
RUNG = said(("Bells | ACTIVE", "Bells | VERIFIED"), ("`ACTIVE`", "`VERIFIED`"), ("**Outcome**", f"{RECORD}**Outcome**"))
SILENT = said(("Bells | ACTIVE", "Bells | VERIFIED"), ("`ACTIVE`", "`VERIFIED`"))
BACK = said(("Bells | VERIFIED", "Bells | ACTIVE"), ("`VERIFIED`", "`ACTIVE`"))
PUT_OFF = said(("Bells | ACTIVE", "Bells | PLANNED"), ("`ACTIVE`", "`PLANNED`"))
BIND = replace(EDGE, 'to = "app.a"\nowner', 'to = "app.a"\nleaf = "S1-L1"\nowner')
Story = tuple[tuple[Step, ...], list[str]]


def begin(folder: Path, files: Mapping[str, str] = FILES) -> Repository:
    """The host on `main`, and the branch `work` on top."""
    return change_story.begin(folder, files)


ROPES = said(
    ("| S1-L2 Keys", "| S1-L3 Ropes | VERIFIED | none | x |\n| S1-L2 Keys"),
    ("\n### S2: Time", f"\n### S1-L3 Ropes\n\n**Acceptance**\n\n```sh\npytest\n```\n\n{RECORD}\n### S2: Time"),
)
"""A new leaf that claims to be verified."""
STATES: dict[str, Story] = {
    "raised, with commands and a record": ((RUNG,), []),
    "raised, without a record": ((SILENT,), ["EVIDENCE_MISSING S1-L1|raised"]),
    "raised, with debt": ((RUNG, BIND), ["LEAF_STATE S1-L1|debt"]),
    "raised, with something put off": (
        (RUNG, write("app/pkg/c.py", "VALUE = 1  # TODO: ring\n")),
        ["LEAF_STATE S1-L1|gate"],
    ),
    "raised in the table alone": (
        (said(("Bells | ACTIVE", "Bells | VERIFIED"), ("**Outcome**", f"{RECORD}**Outcome**")),),
        ["LEAF_STATE S1-L1|section"],
    ),
    "raised in the section alone": ((said(("`ACTIVE`", "`VERIFIED`")),), ["LEAF_STATE S1-L1|section"]),
    "added as done": (
        (said(("| S1-L2 Keys", "| S1-L3 Ropes | VERIFIED | none | x |\n| S1-L2 Keys")),),
        ["EVIDENCE_MISSING S1-L3|verified", "LEAF_STATE S1-L3|gate"],
    ),
    "a leaf of which the policy says nothing, with nothing done": (
        (ROPES,),
        ["LEAF_STATE S1-L3|gate"],
    ),
    "a leaf of which the policy says nothing, done": (
        (
            SOURCE,
            ROPES,
        ),
        [],
    ),
    "fallen back": ((land(RUNG), BACK), ["LEAF_STATE S1-L1|fall-back"]),
    "fallen back by decision": ((land(RUNG), BACK, decided("fall-back", "S1-L1")), []),
    "fallen back by decision, with source": ((land(RUNG), BACK, decided("fall-back", "S1-L1"), SOURCE), []),
    "fallen back by the decision of another leaf": (
        (land(RUNG), BACK, decided("fall-back", "S1-L2")),
        ["LEAF_STATE S1-L1|fall-back"],
    ),
    "given up": ((PUT_OFF,), ["LEAF_STATE S1-L1|fall-back"]),
    "given up by decision": ((PUT_OFF, decided("fall-back", "S1-L1")), []),
    "begun": ((land(PUT_OFF), said(("Bells | PLANNED", "Bells | ACTIVE"), ("`PLANNED`", "`ACTIVE`"))), []),
    "verified long ago, and delivered now": (
        (
            land(SILENT),
            said(
                ("Bells | VERIFIED", "Bells | DELIVERED"),
                ("`VERIFIED`", "`DELIVERED`"),
                ("at the hour |", "at the hour; `3f9ab01c` |"),
            ),
        ),
        ["EVIDENCE_MISSING S1-L1|commit 3f9ab01c"],
    ),
    "fallen at the tip of base already": ((land(RUNG), meanwhile(BACK), BACK), []),
}


@pytest.mark.parametrize(("steps", "expected"), STATES.values(), ids=STATES)
def test_states(steps: tuple[Step, ...], expected: list[str], tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, steps)
    run = repository.check()
    assert blocking(run) == expected, run


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("holds", []),
        ("fails", ["LEAF_STATE gate"]),
        ("unknown", ["EVIDENCE_MISSING gate"]),
        ("not asked", ["EVIDENCE_MISSING gate"]),
    ],
)
def test_the_gate_is_asked_of_what_is_raised_and_of_nothing_else(
    word: Word, expected: list[str], tmp_path: Path
) -> None:
    repository = begin(tmp_path)
    RUNG(repository)
    asked_for: list[tuple[str, str]] = []

    def gate(case: Case, leaf: Leaf, state: Claimed) -> tuple[Word, str]:
        asked_for.append((leaf.id, state))
        return word, "its reasons"

    options = Options(repository.root, environment={"HOME": str(repository.home)}, cached=False)
    with stand(options) as ground:
        found = judge_roadmap(open_case(ground, options), gate).findings
    assert asked_for == [("S1-L1", "VERIFIED")]
    assert [f"{one.code} {one.object}" for one in found] == expected


def deliver(repository: Repository, commit: str) -> None:
    """S1-L1 is said to be delivered with a commit."""
    said(("Bells | ACTIVE | none |", "Bells | DELIVERED | none |"), ("`ACTIVE`", "`DELIVERED`"))(repository)
    said(("rings at the hour |", f"rings at the hour; `{commit}` |"), ("**Outcome**", f"{RECORD}**Outcome**"))(
        repository
    )


def work(path: str = "app/pkg/c.py") -> Step:
    return write(path, "VALUE = 2\n")


def test_a_commit_on_the_remote_that_touches_what_the_leaf_owns(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(work())(repository)
    deliver(repository, repository.oid("main")[:9])
    run = repository.check()
    assert (blocking(run), [one for one in run.report["notes"] if "unknown" in one]) == ([], []), run


def test_a_definition_of_done_may_give_way_to_the_evidence_of_a_delivery(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(work())(repository)
    deliver(repository, repository.oid("main")[:9])
    said(("every bell rings at the hour; `", "bells are in: `"))(repository)
    assert blocking(repository.check()) == []
    land()(repository)
    said(("bells are in", "some bells are in"))(repository)
    assert blocking(repository.check()) == ["LEAF_RESCOPED S1-L1|done"]


def test_it_gives_way_only_to_commits_in_its_place(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(work())(repository)
    commit = repository.oid("main")[:9]
    deliver(repository, commit)
    evidence = f"**Delivery**\n\n- `{commit}`\n\n**Outcome**"
    said((f"every bell rings at the hour; `{commit}`", "some bells are in"), ("**Outcome**", evidence))(repository)
    assert blocking(repository.check()) == ["LEAF_RESCOPED S1-L1|done"]


def test_a_commit_that_is_none(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    deliver(repository, "3f9ab01c")
    assert blocking(repository.check()) == ["EVIDENCE_MISSING S1-L1|commit 3f9ab01c"]
    land()(repository)  # what base records is not this change's
    SOURCE(repository)
    assert blocking(repository.check()) == []


def test_a_commit_of_another_leaf(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(work("app/m.py"), write("app/m.py", "import app.a\nVALUE = 2\n"))(repository)
    commit = repository.oid("main")[:9]
    deliver(repository, commit)
    assert blocking(repository.check()) == [f"EVIDENCE_MISSING S1-L1|owned {commit}"]


def test_a_commit_that_was_not_pushed(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    work()(repository)
    commit = repository.commit("bells")[:9]
    deliver(repository, commit)
    assert blocking(repository.check()) == [f"EVIDENCE_MISSING S1-L1|remote {commit}"]


def test_a_reverted_delivery_falls_back(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(work())(repository)
    commit = repository.oid("main")
    deliver(repository, commit[:9])
    land()(repository)
    said(("Bells | DELIVERED", "Bells | ACTIVE"), ("`DELIVERED`", "`ACTIVE`"))(repository)
    assert blocking(repository.check()) == ["LEAF_STATE S1-L1|fall-back"]
    decided("revert", commit)(repository)
    assert blocking(repository.check()) == []


def test_a_commit_of_a_leaf_that_owns_more_with_this_change(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(write("app/m.py", "import app.a\nVALUE = 2\n"))(repository)
    commit = repository.oid("main")[:9]
    deliver(repository, commit)
    apply(repository, [asked(('"app/pkg/**"', '"app/**"')), decided("rescope", "S1-L1")])
    assert blocking(repository.check()) == [f"EVIDENCE_MISSING S1-L1|owned {commit}"]


def test_what_the_tip_of_base_records_is_not_this_changes(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    recorded = said(("Keys | PLANNED", "Keys | DELIVERED"), ("a key", "`3f9ab01c`"))
    apply(repository, [meanwhile(recorded), recorded])
    assert not [one for one in blocking(repository.check()) if "3f9ab01c" in one]


def test_an_unpushed_commit_of_a_shallow_clone_is_unknown(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(work())(repository)
    land(write("README.md", "x"))(repository)
    clone = repository.clone(tmp_path / "clone", "--depth=2", "--branch=main")
    clone.git("checkout", "--quiet", "-b", "work")
    work("app/pkg/d.py")(clone)
    commit = clone.commit("bells")[:9]
    deliver(clone, commit)
    run = clone.check()
    assert blocking(run) == []
    assert run.report is not None
    assert (
        f"roadmap: unknown whether {commit} (S1-L1) reached the remote branch: this clone is shallow"
        in run.report["notes"]
    )


def test_without_the_remote_branch_it_is_unknown_and_said(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(work(), asked(('branch = "main"', 'branch = "v3"')))(repository)
    deliver(repository, repository.oid("main")[:9])
    run = repository.check()
    assert blocking(run) == []
    assert any("unknown whether" in note and "origin/v3 is not in this clone" in note for note in run.report["notes"])


def test_in_a_shallow_clone_it_is_unknown_and_said(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    land(work())(repository)
    commit = repository.oid("main")[:9]
    land(write("README.md", "x"))(repository)
    land(write("README.md", "y"))(repository)
    clone = repository.clone(tmp_path / "clone", "--depth=2", "--branch=main")
    clone.git("checkout", "--quiet", "-b", "work")
    deliver(clone, commit)
    run = clone.check()
    assert blocking(run) == [], run
    assert f"roadmap: unknown whether {commit} (S1-L1) is a commit: this clone is shallow" in run.report["notes"]
    assert "unknown whether" in clone.archgate("roadmap", "lint").stdout


NEW_RULE = FILES[EDGE].replace('"edge"', '"edge-too"')


def test_debt_of_a_new_rule_is_bound_to_a_leaf(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    write("policies/edge-too.toml", NEW_RULE)(repository)
    assert blocking(repository.check()) == ["ROADMAP |unbound edge-too"]
    write("policies/edge-too.toml", NEW_RULE.replace("owner", 'leaf = "S1-L2"\nowner', 1))(repository)
    assert blocking(repository.check()) == []


def test_unbound_debt_that_took_another_name_is_not_new(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    repository.git("mv", "app/b.py", "app/bb.py")
    apply(repository, [replace(EDGE, '"app.b"', '"app.bb"'), decided("move", "app.b", to=["app.bb"])])
    assert blocking(repository.check()) == []


def test_what_the_tip_has_unbound_is_not_this_changes(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    widened = write("policies/edge-too.toml", NEW_RULE)
    apply(repository, [meanwhile(widened), widened])
    assert blocking(repository.check()) == []


def test_what_base_has_unbound_is_counted(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    SOURCE(repository)
    run = repository.check()
    assert (run.exit, run.report["notes"]) == (0, ["roadmap: debt bound to no leaf: 1 (1 at base)"])


FINISHED = PLAN.replace("Keys | PLANNED | S1-L1 | each clock has a key", "Keys | DELIVERED | none | `3f9ab01c`")


def test_debt_of_a_leaf_that_is_delivered(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    write(DOCUMENT, FINISHED.replace("3f9ab01c", repository.oid("main")[:9]))(repository)
    assert "LEAF_STATE S1-L2|debt edge" in blocking(repository.check())


VACUOUS = asked(("[[leaf]]", 'compat = ["app.gone"]\n\n[[leaf]]'))


def test_a_selector_of_base_that_matches_nothing_is_not_inherited(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, [land(VACUOUS), SOURCE])
    assert (repository.check().exit, blocking(repository.check())) == (2, ["VACUOUS compat|app.gone"])


def test_debt_of_a_parent_of_which_all_is_delivered(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    row = "| S1-L2.1 Keys | DELIVERED | none | `3f9ab01c` |\n"
    write(DOCUMENT, PLAN.replace("| S1-L2 Keys | PLANNED | S1-L1 | each clock has a key |\n", row))(repository)
    found = blocking(repository.check())
    assert "LEAF_STATE S1-L2|debt edge" in found
    write(
        DOCUMENT,
        PLAN.replace(
            "| S1-L2 Keys | PLANNED | S1-L1 | each clock has a key |\n",
            row + row.replace("2.1", "2.2").replace("DELIVERED", "PLANNED"),
        ),
    )(repository)
    assert "LEAF_STATE S1-L2|debt edge" not in blocking(repository.check())


TICKS: dict[str, tuple[str, Sequence[Step], list[str]]] = {
    "it fails": ("nothing takes a", (), ["ROADMAP |stop nothing takes a"]),
    "nothing shows it": ("every bell rings", (), ["EVIDENCE_MISSING |stop every bell rings"]),
    "it holds": (
        "nothing takes a",
        (
            write("app/b.py", ""),
            write("app/m.py", ""),
            write(EDGE, FILES[EDGE].partition("\n[[debt]]")[0] + "\n"),
        ),
        [],
    ),
}


@pytest.mark.parametrize(("text", "steps", "expected"), TICKS.values(), ids=TICKS)
def test_a_tick_must_hold(text: str, steps: Sequence[Step], expected: list[str], tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, [*steps, said((f"- [ ] {text}", f"- [x] {text}"))])
    run = repository.check()
    assert [one for one in blocking(run) if "stop" in one] == expected, run


def test_a_tick_that_did_not_hold_at_base_is_inherited(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    ticks = said(("- [ ] nothing takes a", "- [x] nothing takes a"), ("- [ ] every bell", "- [x] every bell"))
    apply(repository, [land(ticks), SOURCE])
    run = repository.check()
    assert (run.exit, run.identities("INHERITED")) == (
        0,
        ["roadmap||stop every bell rings", "roadmap||stop nothing takes a"],
    ), run


def test_a_tick_that_held_at_base_is_this_changes(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    paid = TICKS["it holds"][1]
    apply(repository, [land(*paid, said(("- [ ] nothing takes a", "- [x] nothing takes a")))])
    assert blocking(repository.check()) == []
    write("app/m.py", "import app.a\n")(repository)
    assert "ROADMAP |stop nothing takes a" in blocking(repository.check())


EARLY = said(("Keys | PLANNED", "Keys | ACTIVE"), ("Bells | ACTIVE", "Bells | PLANNED"), ("`ACTIVE`", "`PLANNED`"))


def test_a_defect_of_bases_document_is_inherited(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, [land(EARLY), SOURCE])
    run = repository.check()
    assert (run.exit, run.identities("INHERITED")) == (0, ["roadmap|S1-L2|depends"]), run
    lint = repository.archgate("roadmap", "lint", "--format", "json")
    assert (lint.exit, [one["code"] for one in lint.findings]) == (0, ["INHERITED"])


def test_what_cannot_be_used_is_not_inherited(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, [land(asked(('owns = ["app/pkg/**"]', 'rules = ["egde"]'), ('rules = ["edge"]\n', ""))), SOURCE])
    run = repository.check()
    assert (run.exit, run.identities("INHERITED"), blocking(run)) == (2, [], ["INVALID "]), run


def test_what_is_inherited_and_grows_is_blamed(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, [land(EARLY), said(("Keys | ACTIVE | S1-L1", "Keys | ACTIVE | S1-L1,S2-L1"))])
    assert "LEAF_STATE S1-L2|depends" in blocking(repository.check())


def test_on_the_protected_branch_what_is_inherited_blocks(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, [land(EARLY), land(SOURCE), git("checkout", "--quiet", "main")])
    run = repository.check("--base", "HEAD")
    assert (run.exit, blocking(run)) == (1, ["INHERITED S1-L2|depends"]), run
    assert repository.archgate("roadmap", "lint").exit == 1


def test_a_document_of_base_that_cannot_be_read_is_replaced_by_an_older_one(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    broken = land(write(DOCUMENT, "# Nothing\n"))
    apply(repository, [broken, write(DOCUMENT, PLAN)])
    run = repository.check()
    assert (run.exit, any("roadmap: base's own cannot be read" in one for one in run.report["notes"])) == (0, True), run
    write(DOCUMENT, PLAN.replace("pytest tests/bells\n", ""))(repository)
    assert blocking(repository.check()) == ["LEAF_RESCOPED S1-L1|acceptance pytest tests/bells"]


def test_the_first_roadmap_has_nothing_to_be_held_against(tmp_path: Path) -> None:
    repository = begin(tmp_path, {path: text for path, text in FILES.items() if path not in (DOCUMENT, POLICY)})
    apply(repository, [write(path, FILES[path]) for path in (DOCUMENT, POLICY)])
    run = repository.check()
    assert (run.exit, "roadmap: adopting: base has none to be compared with" in run.report["notes"]) == (0, True), run
    delete("policies/roadmap.toml")(repository)
    assert repository.check().exit == 0
