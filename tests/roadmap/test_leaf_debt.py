"""Whether what was ever bound to a leaf is gone, wherever it was written down and whatever became of the entry."""

from pathlib import Path

import pytest

from tests.roadmap.story import Story, begin, law, plan

REASON = "Known since the beginning, it goes with its leaf."
PLAN = plan(
    "S1-L1.1 Bells | ACTIVE | none | x", "S1-L1.2 Keys | PLANNED | none | x", "S1-L2 Chimes | PLANNED | none | x"
)
EDGE = """schema = 1
rule = "edge"
kind = "boundary"
title = "Main takes no bell"

[scope]
from = ["app.main", "app.desk"]
to = ["app.bell"]
"""
FREE = {"app/main.py": "def run():\n    return 1\n"}


def edge(leaf: str, section: str = "debt", importer: str = "app.main", reason: str = REASON) -> str:
    bound = f'leaf = "{leaf}"\n' if leaf else ""
    owner = 'owner = "core"\n' if section == "debt" else ""
    entry = f'from = "{importer}"\nto = "app.bell"\n'
    return f'{EDGE}\n[[{section}]]\n{entry}{bound}{owner}reason = "{reason}"\n'


def told(leaf: str = "S1-L1.1", *needs: str, **keys: str) -> dict[str, str]:
    policy = law(*(needs or ("debt",)), **keys)["policies/roadmap.toml"]
    return {"policies/roadmap.toml": policy.replace('id = "S1-L1"', f'id = "{leaf}"')}


@pytest.fixture
def story(tmp_path: Path) -> Story:
    begun = begin(tmp_path, {**told(), **PLAN, "policies/edge.toml": edge("S1-L1.1")})
    begun.commit({"app/more.py": ""})
    begun.land()
    return begun


def test_what_is_still_there_fails(story: Story) -> None:
    verdict = story.gate("S1-L1.1")
    assert (verdict["debt"], verdict.exit) == ("fails", 1)
    assert verdict.evidence("debt") == "edge|app.main|app.bell: still there"


def test_what_is_gone_from_the_code_holds(story: Story) -> None:
    story.commit({**FREE, "policies/edge.toml": EDGE})
    verdict = story.gate("S1-L1.1")
    assert (verdict["debt"], verdict.exit) == ("holds", 0)
    assert "all 1 that were bound to it" in verdict.evidence("debt")


def test_an_entry_that_is_gone_while_the_fact_stays_fails(story: Story) -> None:
    story.commit({"policies/edge.toml": EDGE})
    assert story.gate("S1-L1.1").evidence("debt") == "edge|app.main|app.bell: still there"


def test_rebinding_it_to_a_later_leaf_empties_nothing(story: Story) -> None:
    story.commit({"policies/edge.toml": edge("S1-L2")})
    story.land()
    story.commit({"app/most.py": ""})
    assert story.gate("S1-L1.1").evidence("debt") == "edge|app.main|app.bell: still there, rebound to S1-L2"


def test_what_is_bound_to_a_parent_is_asked_of_each_of_its_leaves(tmp_path: Path) -> None:
    story = begin(tmp_path, {**told(), **PLAN, "policies/edge.toml": edge("S1-L1")})
    story.commit()
    assert [story.gate(one)["debt"] for one in ("S1-L1.1", "S1-L1.2", "S1-L2")] == ["fails", "fails", "unknown"]


def test_a_parent_is_what_all_of_its_leaves_are(story: Story) -> None:
    verdict = story.gate("S1-L1")
    assert (verdict.report["leaf"], verdict["debt"], verdict.exit) == ("S1-L1", "fails", 1)
    assert verdict.evidence("debt") == "S1-L1.1: edge|app.main|app.bell: still there"
    story.commit({**FREE, "policies/edge.toml": EDGE})
    verdict = story.gate("S1-L1")
    assert verdict["debt"] == "unknown"
    assert verdict.evidence("debt").startswith("S1-L1.2: nothing was ever bound")


def test_an_assign_block_binds_too(tmp_path: Path) -> None:
    assign = '\n[[assign]]\nmodule = "app.main"\nleaf = "S1-L1.1"\n'
    policy = EDGE + assign + edge("").removeprefix(EDGE)
    story = begin(tmp_path, {**told(), **PLAN, "policies/edge.toml": policy})
    story.commit()
    assert story.gate("S1-L1.1")["debt"] == "fails"


@pytest.mark.parametrize(
    ("reason", "verdict", "words"),
    [
        ("The main loop rings by contract with its vendor.", "holds", "or excepted"),
        ("unreviewed", "fails", "unreviewed"),
    ],
)
def test_an_exact_exception_answers_for_it_if_somebody_gave_a_reason(
    reason: str, verdict: str, words: str, story: Story
) -> None:
    story.commit({"policies/edge.toml": edge("", "exception", reason=reason)})
    answer = story.gate("S1-L1.1")
    assert (answer["debt"], words in answer.evidence("debt")) == (verdict, True)


def test_a_rule_that_is_gone_cannot_say_that_its_debt_is(story: Story) -> None:
    story.write({"policies/edge.toml": None})
    story.commit()
    answer = story.gate("S1-L1.1")
    assert (answer["debt"], "no rule `edge` any more" in answer.evidence("debt")) == ("unknown", True)


def test_nothing_bound_is_nothing_examined(story: Story) -> None:
    verdict = story.gate("S1-L2")
    assert verdict["debt"] == "unknown"


def test_what_is_brought_to_zero_is_said_at_base(tmp_path: Path) -> None:
    story = begin(tmp_path, {**told(), **PLAN, "policies/edge.toml": edge("S1-L2")})
    story.commit(told("S1-L1.1", rules='["edge"]'))
    assert story.gate("S1-L1.1")["debt"] == "unknown"  # the change says it of itself
    story.land()
    story.commit({"app/more.py": ""})
    answer = story.gate("S1-L1.1")
    assert (answer["debt"], "edge is to come to zero" in answer.evidence("debt")) == ("fails", True)
    story.commit({**FREE, "policies/edge.toml": EDGE})
    assert story.gate("S1-L1.1")["debt"] == "holds"


def test_marks_are_debt_as_entries_are(tmp_path: Path) -> None:
    rule = 'schema = 1\nrule = "size"\nkind = "complexity"\ntitle = "Small"\n\n[scope]\nmodules = ["app"]\n'
    rule += 'arguments = 1\n\n[[assign]]\nmodule = "app.铃"\nleaf = "S1-L1.1"\n'
    story = begin(tmp_path, {**told(), **PLAN, "app/铃.py": "def 响(a, b, c):\n    pass\n"})
    story.write({"policies/size.toml": rule})
    run = story.repository.archgate("fixture", "write")
    assert run.exit == 0, run.stdout
    story.commit()
    assert story.gate("S1-L1.1").evidence("debt") == "size|app.铃:响|arguments: still there"
    story.commit({"app/铃.py": "def 响(a):\n    pass\n"})
    assert story.gate("S1-L1.1")["debt"] == "holds"
