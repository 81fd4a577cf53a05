"""Decision files: what they say, what can be wrong, and how they are named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgate.host.errors import InputError
from archgate.policy.decisions import TERMS, Decision, read_decision, render_decision, slug_for

PATH = "policies/decisions/move-feed.toml"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def text(kind: str, subject: str, *extra: str, reason: str = "unreviewed") -> str:
    lines = ["schema = 1", f'kind = "{kind}"', f"subject = {subject}", *extra, f'reason = "{reason}"', 'owner = "core"']
    return "\n".join(lines) + "\n"


VALID = {
    "a module moves": (
        text("move", '"app.feed"', 'to = ["app.flow"]'),
        Decision(PATH, "move", ("app.feed",), "unreviewed", "core", to=("app.flow",)),
    ),
    "a definition is split, another target takes over": (
        text("move", '"app.feed:Feed.load"', 'to = ["app.a:load", "app.b"]', 'targets = ["requests", "httpx"]'),
        Decision(
            PATH,
            "move",
            ("app.feed:Feed.load",),
            "unreviewed",
            "core",
            to=("app.a:load", "app.b"),
            targets=("requests", "httpx"),
        ),
    ),
    "a file that is no module moves": (
        text("move", '"app/run-it.py"', 'to = ["app.run_it"]'),
        Decision(PATH, "move", ("app/run-it.py",), "unreviewed", "core", to=("app.run_it",)),
    ),
    "a rule is renamed": (
        text("rename", '"egress"', 'to = ["network"]'),
        Decision(PATH, "rename", ("egress",), "unreviewed", "core", to=("network",)),
    ),
    "one debt is reassigned": (
        text("reassign", '"egress|app.feed|requests"', 'leaf = "S2-L8"'),
        Decision(PATH, "reassign", ("egress|app.feed|requests",), "unreviewed", "core", leaf="S2-L8"),
    ),
    "several debts are reassigned": (
        text("reassign", '["egress|a|x", "egress|b|x"]', 'leaf = "S2-L8"'),
        Decision(PATH, "reassign", ("egress|a|x", "egress|b|x"), "unreviewed", "core", leaf="S2-L8"),
    ),
    "a commit is reverted": (
        text("revert", f'"{COMMIT}"'),
        Decision(PATH, "revert", (COMMIT,), "unreviewed", "core"),
    ),
    "a selector is loosened": (
        text("loosen", '"egress|scope.modules|app.chain"', reason="The chain becomes a service of its own."),
        Decision(
            PATH,
            "loosen",
            ("egress|scope.modules|app.chain",),
            "The chain becomes a service of its own.",
            "core",
        ),
    ),
    "a leaf is dropped": (text("drop-leaf", '"S2-L8"'), Decision(PATH, "drop-leaf", ("S2-L8",), "unreviewed", "core")),
    "a leaf falls back": (text("fall-back", '"S2-L8"'), Decision(PATH, "fall-back", ("S2-L8",), "unreviewed", "core")),
    "a leaf is rescoped": (text("rescope", '"S2-L8"'), Decision(PATH, "rescope", ("S2-L8",), "unreviewed", "core")),
}


@pytest.mark.parametrize(("said", "expected"), VALID.values(), ids=VALID)
def test_a_decision_reads_as_it_is_written_and_writes_as_it_is_read(said: str, expected: Decision) -> None:
    assert read_decision(PATH, said.encode()) == expected
    assert render_decision(expected).decode() == said


def test_every_kind_has_a_valid_example() -> None:
    assert {decision.kind for _, decision in VALID.values()} == set(TERMS)


INVALID = {
    "no TOML": ("kind = \n", [(1, "no valid TOML")]),
    "conflict markers": ("<<<<<<< ours\n", [(1, "conflict marker")]),
    "another schema": (text("revert", f'"{COMMIT}"').replace("= 1", "= 2", 1), [(1, "`schema` is 2")]),
    "an unknown kind": (text("moves", '"a"'), [(2, "unknown kind `moves`; did you mean `move`?")]),
    "no kind": (text("move", '"a.b"').replace("kind", "sort"), [(2, "unknown key `sort`"), (0, "`kind` is missing")]),
    "an unknown key": (
        text("reassign", '"r|a|b"', 'leaves = "S1"'),
        [(4, "unknown key `leaves`; did you mean `leaf`?")],
    ),
    "a key of another kind": (text("revert", f'"{COMMIT}"', 'to = ["a"]'), [(4, "unknown key `to`")]),
    "a key missing": (text("move", '"app.feed"'), [(0, "`to` is missing")]),
    "no owner": (text("fall-back", '"S1"').replace('owner = "core"\n', ""), [(0, "`owner` is missing")]),
    "a blank owner": (text("fall-back", '"S1"').replace("core", " "), [(5, "`owner` is blank")]),
    "a thin reason": (text("fall-back", '"S1"', reason="because"), [(4, "`reason` is a placeholder")]),
    "a list of subjects where one is meant": (
        text("move", '["app.a", "app.b"]', 'to = ["app.c"]'),
        [(3, "`subject` of a move is one string")],
    ),
    "no subjects": (text("reassign", "[]", 'leaf = "S1"'), [(3, "one or more ids")]),
    "a subject twice": (text("reassign", '["r|a|b", "r|a|b"]', 'leaf = "S1"'), [(3, "each once")]),
    "a subject of a wrong type": (text("revert", "7"), [(3, "must be a string or a list, not an integer")]),
    "a blank subject": (text("loosen", '" "'), [(3, "is blank")]),
    "a short commit id": (text("revert", '"0123abc"'), [(3, "no full commit id")]),
    "no fact id": (text("reassign", '[\n"r|a|b",\n"app.feed"]', 'leaf = "S1"'), [(5, "`app.feed` is no fact id")]),
    "a pattern moves": (text("move", '"app.*"', 'to = ["app.c"]'), [(3, "`app.*` is no module")]),
    "a move to a pattern": (text("move", '"app.a"', 'to = ["app.b", "app.**"]'), [(4, "`app.**` is no module")]),
    "a move to nowhere": (text("move", '"app.a"', "to = []"), [(4, "names no place")]),
    "a move on the spot": (text("move", '"app.a"', 'to = ["app.a"]'), [(4, "`app.a` is where it was")]),
    "a move that also stays": (text("move", '"app.a"', 'to = ["app.b", "app.a"]'), [(4, "`app.a` is where it was")]),
    "a move to the package above": (text("move", '"app.a.b"', 'to = ["app"]'), [(4, "`app` holds `app.a.b`")]),
    "a move of a definition to its module": (text("move", '"app.a:f"', 'to = ["app.a"]'), [(4, "`app.a` holds")]),
    "a move of nothing": (text("move", "[]", 'to = ["app.a"]'), [(3, "one string, no list"), (3, "one or more ids")]),
    "a control character in a reason": (
        text("fall-back", '"S1"', reason="The port \\u001b[2K replaces this later."),
        [(4, "`reason` has a control character, U+001B")],
    ),
    "a control character in an owner": (text("fall-back", '"S1"').replace("core", "a\\u0007"), [(5, "`owner` has a")]),
    "a control character in a subject": (text("loosen", '"a\\u202eb"'), [(3, "U+202E")]),
    "a backslash": (text("move", "'app/a\\b.py'", 'to = ["app.b"]'), [(3, "has a backslash")]),
    "one target": (text("move", '"app.a"', 'to = ["app.b"]', 'targets = ["x"]'), [(5, "`targets` are two")]),
    "a rename to two": (text("rename", '"a"', 'to = ["b", "c"]'), [(4, "names one rule")]),
    "a rename to no name": (text("rename", '"a"', 'to = ["b c"]'), [(4, "`b c` is no name for a rule")]),
    "no leaf id": (text("reassign", '"r|a|b"', 'leaf = "S 1"'), [(4, "`S 1` is no leaf id")]),
    "a decomposed letter": (text("move", '"app.e\u0301"', 'to = ["app.b"]'), [(3, "normal form C")]),
}


@pytest.mark.parametrize(("said", "expected"), INVALID.values(), ids=INVALID)
def test_what_is_wrong_is_told_with_its_line(said: str, expected: list[tuple[int, str]]) -> None:
    with pytest.raises(InputError) as caught:
        read_decision(PATH, said.encode())
    problems = caught.value.problems
    assert {(problem.code, problem.path) for problem in problems} == {("DECISION_INVALID", PATH)}
    assert len(problems) == len(expected), problems
    for line, message in expected:
        assert any(problem.line == line and message in problem.message for problem in problems), problems


def test_a_missing_reason_is_counted_once_it_is_written_down() -> None:
    assert read_decision(PATH, text("fall-back", '"S1"').encode()).unreviewed
    assert not read_decision(
        PATH, text("fall-back", '"S1"', reason="The port is not ready to land.").encode()
    ).unreviewed


SLUGS = {
    ("move", "app.chain.feed"): "move-app-chain-feed-",
    ("move", "app.行情.源"): "move-app-行情-源-",
    ("revert", COMMIT): f"revert-{COMMIT}-",
    ("loosen", "../../etc/passwd|\x00|CON"): "loosen-etc-passwd-con-",
    ("reassign", "|||"): "reassign-",
}


@pytest.mark.parametrize(("kind", "subject"), SLUGS)
def test_a_slug_can_be_read(kind: str, subject: str) -> None:
    slug = slug_for(kind, subject)
    assert slug.startswith(SLUGS[kind, subject])
    assert slug == slug_for(kind, [subject])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("move", "app.a"), ("rename", "app.a")),
        (("move", "app.a_b"), ("move", "app.a.b")),
        (("move", "app.A"), ("move", "app.a")),
        (("reassign", ["r|a|b", "r|c|d"]), ("reassign", ["r|a|b", "r|c|e"])),
        (("reassign", ["r|a|b", "r|c|d"]), ("reassign", ["r|a|b"])),
        (("move", f"app.{'x' * 80}.a"), ("move", f"app.{'x' * 80}.b")),
    ],
)
def test_slugs_of_different_decisions_differ(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert slug_for(*one) != slug_for(*other)


@given(st.text(max_size=300))
def test_a_slug_is_a_name_that_every_file_system_takes(subject: str) -> None:
    slug = slug_for("move", subject)
    assert slug == slug.lower()
    assert len(slug.encode()) < 240
    assert all(character.isalnum() or character == "-" for character in slug)
