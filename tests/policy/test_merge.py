"""Merging policies: what either side paid off stays paid off, and growth is never merged unseen."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgate.policy.merge import merge_policies
from archgate.policy.reader import read_policy
from tests.policy.sample import KINDS, REASON, accepted, bridge, debt, owned

PATH = "policies/bridge.toml"


def egress(*uses: str, reason: str = REASON, leaf: str = "") -> str:
    listed = "uses = [" + ", ".join(f'"{use}"' for use in uses) + "]"
    terms = [f'leaf = "{leaf}"'] if leaf else []
    terms += ['owner = "core"', f'reason = "{reason}"']
    block = "\n".join(["[[debt]]", 'module = "app.a"', 'target = "x"', *([listed] if uses else []), *terms])
    return f'schema = 1\nrule = "egress"\nkind = "egress"\n\n[scope]\nmodules = ["app"]\n\n{block}\n'


def ring(modules: list[str], edges: int) -> str:
    block = "\n".join(
        ["[[debt]]", 'id = "one"', f"modules = {modules}", f"edges = {edges}", 'owner = "core"', f'reason = "{REASON}"']
    )
    return f'schema = 1\nrule = "ring"\nkind = "ring"\n\n{block}\n'


def path_of(text: str) -> str:
    return f"policies/{text.split(chr(34))[1]}.toml"


def merged(base: str, ours: str, theirs: str) -> tuple[str, list[str]]:
    found, conflicts = merge_policies(path_of(ours), base.encode(), ours.encode(), theirs.encode(), KINDS)
    return found.decode(), conflicts


A, B, C = debt("app.a", "net"), debt("app.b", "net"), debt("app.c", "net")
ABC = bridge(A, B, C)
LEAF = debt("app.a", "net", 'leaf = "S1"')

# Each row: base, one side, the other side, and what they make in either order.
CLEAN = {
    "nothing happened": (ABC, ABC, ABC, ABC),
    "each side removed a block": (ABC, bridge(A, B), bridge(B, C), bridge(B)),
    "both removed the same block": (ABC, bridge(A, B), bridge(A, B), bridge(A, B)),
    "removed here, changed there": (ABC, bridge(B, C), bridge(LEAF, B, C), bridge(B, C)),
    "changed on one side": (ABC, bridge(LEAF, B, C), ABC, bridge(LEAF, B, C)),
    "changed in different keys": (
        bridge(A),
        bridge(LEAF),
        bridge(A.replace("core team", "ops")),
        bridge(LEAF.replace("core team", "ops")),
    ),
    "new on both sides alike": (
        ABC,
        bridge(A, B, C, debt("d", "net")),
        bridge(A, C, debt("d", "net")),
        bridge(A, C, debt("d", "net")),
    ),
    "the file is new on both sides alike": ("", bridge(A), bridge("# note\n" + A), bridge("# note\n" + A)),
    "the title on one side, a block on the other": (
        ABC,
        ABC.replace("\n\n[scope]", '\ntitle = "T"\n\n[scope]'),
        bridge(A),
        bridge(A).replace("\n\n[scope]", '\ntitle = "T"\n\n[scope]'),
    ),
    "the scope on one side, a block on the other": (
        ABC,
        bridge(A, B, C, scope='from = ["app", "lib"]\nto = ["net"]'),
        bridge(A),
        bridge(A, scope='from = ["app", "lib"]\nto = ["net"]'),
    ),
    "an owner and an exception removed": (
        bridge(owned("x"), A, accepted("e", "net")),
        bridge(A, accepted("e", "net")),
        bridge(owned("x"), A),
        bridge(A),
    ),
    "comments of both sides": (
        bridge(A, B),
        bridge("# 1\n" + A, B),
        bridge(A, "# 2\n" + B),
        bridge("# 1\n" + A, "# 2\n" + B),
    ),
    "uses removed on either side": (
        egress("f: get", "g: get", "h: get"),
        egress("f: get", "g: get"),
        egress("g: get", "h: get"),
        egress("g: get"),
    ),
    "the smaller count": (egress("f: get x5"), egress("f: get x2"), egress("f: get x3"), egress("f: get x2")),
    "the last uses, each on a side": (egress("f: get", "g: get"), egress("f: get"), egress("g: get"), egress()),
    "a use that both have added alike": (
        egress("f: get"),
        egress("f: get x2", "g: get"),
        egress("f: get x2", "g: get", leaf="S1"),
        egress("f: get x2", "g: get", leaf="S1"),
    ),
    "members and edges": (ring(["a", "b", "c"], 6), ring(["a", "b", "c"], 4), ring(["a", "b"], 5), ring(["a", "b"], 4)),
    "a planned block lands": (
        bridge(accepted("e", "net", 'planned = "S1"'), accepted("f", "net")),
        bridge(accepted("e", "net"), accepted("f", "net")),
        bridge(accepted("e", "net", 'planned = "S1"')),
        bridge(accepted("e", "net")),
    ),
    "line ends and order of one side": (ABC, bridge(A, B).replace("\n", "\r\n"), bridge(C, B), bridge(B)),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "expected"), CLEAN.values(), ids=CLEAN)
def test_what_merges_by_itself_merges_alike_in_either_direction(
    base: str, ours: str, theirs: str, expected: str
) -> None:
    laid_out = read_policy(path_of(expected), expected.encode(), KINDS).placeless()
    for one, other in itertools.permutations([ours, theirs]):
        text, conflicts = merged(base, one, other)
        assert conflicts == []
        assert read_policy(path_of(expected), text.encode(), KINDS).placeless() == laid_out
        assert [line for line in text.split("\n") if "#" in line] == [
            line for line in expected.split("\n") if "#" in line
        ]


# Each row: base, ours, theirs, and a part of the one conflict.
CONFLICTS = {
    "new on our side": (
        ABC,
        bridge(A, B, C, debt("d", "net")),
        bridge(A),
        "[[debt]] d -> net is new on one side alone (ours)",
    ),
    "new on their side": (
        ABC,
        bridge(A),
        bridge(A, B, C, accepted("d", "net")),
        "[[exception]] d -> net is new on one side alone (theirs)",
    ),
    "new on both, not the same": (
        ABC,
        bridge(A, debt("d", "net")),
        bridge(A, debt("d", "net", 'leaf = "S1"')),
        "new on both sides, and not the same",
    ),
    "a new owner": (ABC, bridge(owned("x"), A), bridge(A), "[[owner]] x is new on one side alone"),
    "one key, two ways": (
        ABC,
        bridge(LEAF, B, C),
        bridge(LEAF.replace("S1", "S2"), B, C),
        "`leaf` was changed on both sides",
    ),
    "the title, two ways": (
        ABC.replace("\n\n[scope]", '\ntitle = "T"\n\n[scope]'),
        ABC.replace("\n\n[scope]", '\ntitle = "U"\n\n[scope]'),
        ABC,
        "the header was changed on both sides",
    ),
    "the scope, two ways": (
        ABC,
        bridge(A, B, C, scope='from = ["lib"]\nto = ["net"]'),
        bridge(A, B, C, scope='from = ["app"]\nto = ["web"]'),
        "[scope] was changed on both sides",
    ),
    "one more use on one side": (
        egress("f: get"),
        egress("f: get x2"),
        egress("f: get", reason="unreviewed"),
        "covers more than before on one side alone",
    ),
    "another use on each side": (
        egress("f: get"),
        egress("f: get", "g: get"),
        egress("f: get", "h: get"),
        "covers more than before on one side alone",
    ),
    "a member more": (
        ring(["a", "b"], 2),
        ring(["a", "b", "c"], 2),
        ring(["a", "b"], 2).replace("core", "ops"),
        "covers more",
    ),
    "two halves of a ring": (
        ring(["a", "b", "c"], 4),
        ring(["a", "b"], 2),
        ring(["b", "c"], 2),
        "would be invalid: a ring has two members",
    ),
    "a planned block lands here and is dropped there": (
        bridge(A, accepted("e", "net", 'planned = "S1"')),
        bridge(A, accepted("e", "net")),
        bridge(A),
        "[[exception]] e -> net is new on one side alone (ours)",
    ),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "expected"), CONFLICTS.values(), ids=CONFLICTS)
def test_a_conflict_stands_between_markers_and_the_rest_is_merged(
    base: str, ours: str, theirs: str, expected: str
) -> None:
    text, conflicts = merged(base, ours, theirs)
    assert len(conflicts) == 1
    assert expected in conflicts[0]
    markers = [line for line in text.split("\n") if line[:7] in ("<<<<<<<", "=======", ">>>>>>>")]
    assert markers == ["<<<<<<< ours", "=======", ">>>>>>> theirs"]
    assert text.startswith(("schema", "<<<<<<<"))


def test_the_markers_enclose_the_two_versions_of_the_block_alone() -> None:
    text, _ = merged(ABC, bridge(LEAF, B), bridge(LEAF.replace("S1", "S2"), B, C))
    ours, theirs = LEAF, LEAF.replace("S1", "S2")
    assert text == bridge(f"<<<<<<< ours\n{ours}\n=======\n{theirs}\n>>>>>>> theirs", B)


UNMERGEABLE = {
    "a side that cannot be read": (ABC, bridge(A), "nonsense", "no valid TOML"),
    "a base that cannot be read": ("<<<<<<< ours\n", bridge(A), bridge(B), "conflict marker"),
    "a base of another kind": (
        ABC.replace('kind = "bridge"', 'kind = "egress"').replace("from =", "modules =").split("\nto =")[0] + "\n",
        bridge(A),
        bridge(B),
        "different kinds",
    ),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "expected"), UNMERGEABLE.values(), ids=UNMERGEABLE)
def test_what_cannot_be_read_makes_the_whole_file_a_conflict(base: str, ours: str, theirs: str, expected: str) -> None:
    text, conflicts = merged(base, ours, theirs)
    end = "" if theirs.endswith("\n") else "\n"
    assert text == f"<<<<<<< ours\n{ours}=======\n{theirs}{end}>>>>>>> theirs\n"
    assert any(expected in conflict for conflict in conflicts)


USES = st.dictionaries(st.sampled_from(["f: get", "g: get", "h: get"]), st.integers(1, 3))


@given(base=USES, ours=USES, theirs=USES)
def test_a_clean_merge_never_has_more_than_both_sides(
    base: dict[str, int], ours: dict[str, int], theirs: dict[str, int]
) -> None:
    texts = [
        egress(*(use if count == 1 else f"{use} x{count}" for use, count in sorted(uses.items())))
        for uses in (base, ours, theirs)
    ]
    text, conflicts = merged(*texts)
    if not conflicts:
        (block,) = read_policy("policies/egress.toml", text.encode(), KINDS).debts
        parts = KINDS["egress"].item(block.entry).parts
        assert all(count <= min(ours.get(use, 0), theirs.get(use, 0)) for use, count in parts.items())
    else:
        assert any(uses.get(use, 0) > base.get(use, 0) for uses in (ours, theirs) for use in uses)
