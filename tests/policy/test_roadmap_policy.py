"""`policies/roadmap.toml`: what it says, and everything that can be wrong with it, each with its line."""

import pytest

from archgate.host.errors import InputError
from archgate.policy.roadmap_reader import read_roadmap_policy
from archgate.policy.roadmap_terms import Adoption, Needs, RoadmapPolicy, StageCondition

PATH = "policies/roadmap.toml"
HEAD = 'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "docs/roadmap.md"\n'
FULL = (
    HEAD
    + """remote = "origin"
branch = "main"
max_active = 2
satisfies = "DELIVERED"
compat = ["app.compat"]

[words]
state = ["Zustand"]

[needs]
VERIFIED = ["debt", "acceptance"]

[[leaf]]
id = "S1-L1"
kind = "tests"
owns = ["app/clocks/**"]
retires = ["app.old", "app.older:ring"]
adopts = [{ symbol = "app.new:ring", from = ["app.main"] }]
rules = ["egress"]
full_suite = true
proves = ["pytest tests/clocks"]

[[stage]]
id = "S1"
conditions = [{ rule = "egress", modules = ["app.clocks"], at_most = 3 }]

[[stop]]
text = "All clocks tick"
conditions = [{ rule = "egress" }]
"""
)


def read(text: str) -> RoadmapPolicy:
    return read_roadmap_policy(PATH, text.encode())


def test_four_keys_are_enough() -> None:
    policy = read(HEAD)
    assert (policy.document, policy.header.max_active, policy.header.satisfies) == ("docs/roadmap.md", 1, "VERIFIED")
    assert policy.leaf("S1-L1").kind == "code"
    assert "delivered" in policy.needs.of("COMPLETE")
    assert policy.needs == Needs()


def test_everything_that_can_be_said() -> None:
    policy = read(FULL)
    leaf = policy.leaf("S1-L1")
    assert (leaf.kind, leaf.owns, leaf.retires) == ("tests", ("app/clocks/**",), ("app.old", "app.older:ring"))
    assert leaf.adopts == (Adoption("app.new:ring", ("app.main",)),)
    assert (leaf.rules, leaf.full_suite, leaf.proves, leaf.line) == (("egress",), True, ("pytest tests/clocks",), 17)
    assert policy.stages[0].conditions == (StageCondition("egress", ("app.clocks",), 3),)
    assert policy.stops[0].conditions == (StageCondition("egress", (), 0),)
    assert policy.needs.of("VERIFIED") == ("debt", "acceptance")
    assert policy.words.state == ("Zustand",)
    assert policy.lines["compat"] == 9


WRONG = {
    "another rule": (HEAD.replace('rule = "roadmap"', 'rule = "plan"'), "2: `rule` is `plan`; in this file it is"),
    "another kind": (HEAD.replace('kind = "roadmap"', 'kind = "cycle"'), "3: `kind` is `cycle`; in this file it is"),
    "another schema": (HEAD.replace("1", "2"), "1: `schema` is 2, this archgate reads 1"),
    "no document": (HEAD.replace("document", "documents"), "4: unknown key `documents`; did you mean `document`?"),
    "a document outside": (HEAD.replace("docs/", "../"), "4: `document`: `../roadmap.md` goes through"),
    "an absolute document": (HEAD.replace("docs/", "/"), "4: `document`: `/roadmap.md` is an absolute path"),
    "a blank document": (HEAD.replace("docs/roadmap.md", " "), "4: `document`: is blank"),
    "a state that satisfies nothing": (HEAD + 'satisfies = "DONE"\n', "5: `satisfies` is `DONE`"),
    "nobody active": (HEAD + "max_active = 0\n", "5: `max_active` must be at least 1"),
    "a remote that is an option": (HEAD + 'remote = "--upload-pack=x"\n', "5: `remote`: `--upload-pack=x` is no name"),
    "a bad selector": (HEAD + 'compat = ["app..x"]\n', "5: `compat`: `app..x` has an empty segment"),
    "an unknown table": (HEAD + "[word]\n", "5: unknown key `word`; did you mean `words`?"),
    "an unknown meaning": (HEAD + '[words]\nstat = ["x"]\n', "6: [words] unknown key `stat`; did you mean `state`?"),
    "an unknown condition": (HEAD + '[needs]\nVERIFIED = ["dept"]\n', "6: [needs] element 1 of `VERIFIED` is `dept`"),
    "an unknown key of a leaf": (
        HEAD + '[[leaf]]\nid = "S1-L1"\nown = []\n',
        "7: unknown key `own`; did you mean `owns`?",
    ),
    "a leaf without an id": (HEAD + "[[leaf]]\nowns = []\n", "5: `id` is missing"),
    "a leaf twice": (HEAD + '[[leaf]]\nid = "a"\n[[leaf]]\nid = "a"\n', "8: `a` has a [[leaf]] already"),
    "an unknown kind of leaf": (
        HEAD + '[[leaf]]\nid = "a"\nkind = "test"\n',
        "7: `kind` is `test`; did you mean `tests`?",
    ),
    "a path that climbs": (HEAD + '[[leaf]]\nid = "a"\nowns = ["../x"]\n', "7: `owns`: `../x` goes through"),
    "a retired path": (HEAD + '[[leaf]]\nid = "a"\nretires = ["a b"]\n', "7: `retires`: `a b` is no module"),
    "an adoption without entry points": (
        HEAD + '[[leaf]]\nid = "a"\nadopts = [{ symbol = "app.x" }]\n',
        "7: `adopts`, table 1: `from` is missing",
    ),
    "no conditions": (HEAD + '[[stage]]\nid = "S1"\nconditions = []\n', "7: `conditions` is empty"),
    "an unknown key of a condition": (
        HEAD + '[[stop]]\ntext = "x"\nconditions = [{ rule = "a", atmost = 1 }]\n',
        "7: `conditions`, table 1: unknown key `atmost`; did you mean `at_most`?",
    ),
    "less than nothing": (
        HEAD + '[[stop]]\ntext = "x"\nconditions = [{ rule = "a", at_most = -1 }]\n',
        "7: `conditions`, table 1: `at_most` must be a number from 0",
    ),
}


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_with_its_line(text: str, words: str) -> None:
    with pytest.raises(InputError) as told:
        read(text)
    assert f"INVALID  {PATH}:{words}" in str(told.value)


def test_everything_is_told_at_once() -> None:
    with pytest.raises(InputError) as told:
        read(HEAD + 'max_active = 0\n[word]\n[[leaf]]\nid = "a b"\n')
    assert len(told.value.problems) == 3
