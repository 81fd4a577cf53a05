"""Reading policies: what stands in a file, and everything that can be wrong with one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgate.host.errors import InputError
from archgate.policy.document import Accepted, Debt, Owner
from archgate.policy.problems import FORMAT
from archgate.policy.reader import examine, read_policy
from archgate.policy.scope_line import scope_line
from tests.policy.sample import (
    EGRESS,
    KINDS,
    REASON,
    BridgeEntry,
    BridgeScope,
    EgressEntry,
    EgressScope,
    RingScope,
    accepted,
    bridge,
    debt,
    owned,
)

RING = """\
schema = 1
rule = "ring"
kind = "ring"

[[debt]]
id = "one"
modules = ["a", "b"]
edges = 2
owner = "core"
reason = "The port that replaces this lands with its leaf."
"""


def problems_of(text: str | bytes, path: str = "policies/bridge.toml") -> list[tuple[int, str, str]]:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(InputError) as caught:
        read_policy(path, data, KINDS)
    assert {problem.path for problem in caught.value.problems} == {path}
    assert {problem.code for problem in caught.value.problems} == {"INVALID"}
    return [(problem.line, problem.message, problem.fix) for problem in caught.value.problems]


def test_a_policy_is_its_header_its_scope_and_its_blocks_with_their_lines() -> None:
    policy = read_policy("policies/egress.toml", EGRESS.encode(), KINDS)
    assert (policy.rule, policy.kind, policy.title) == ("egress", "egress", "Network only through adapters")
    assert policy.scope == EgressScope(("app",), ("raw_transport", "vendor_sdk"), ("acme_sdk",))
    reason = "The one HTTP client of the host; everything else takes its port."
    assert policy.owners == (Owner("app.adapters.network.http", reason, line=11),)
    assert policy.debts == (
        Debt(
            EgressEntry("app.chain.feed", "requests", ("Feed.load: Session", "Feed.load: Session().get x2")),
            owner="app.chain.feed",
            reason="The feed still fetches directly; the port lands with its leaf.",
            leaf="S2-L7",
            line=15,
        ),
    )
    reason = "The probe must open sockets itself to measure latency."
    assert policy.exceptions == (Accepted(EgressEntry("app.probe", "socket"), reason, planned="S1-L1.4b", line=26),)


READABLE = {
    "uniform CRLF": bridge(debt("app.a", "net.b")).replace("\n", "\r\n"),
    "no line end at the end": bridge(debt("app.a", "net.b")).rstrip("\n"),
    "comments and layout are free": bridge(debt("app.a", "net.b"))
    .replace("\n\n", "\n  # note\n\n\n")
    .replace(" = ", "="),
    "blocks written as one list": bridge().replace(
        "[scope]",
        f'debt = [{{from="app.a", to="net.b", owner="core team", reason="{REASON}"}}]\n[scope]',
    ),
    "a multi-line reason": bridge(debt("app.a", "net.b").replace(f'"{REASON}"', f'"""\\\n{REASON}"""')),
    "scope keys with dots": bridge(debt("app.a", "net.b")).replace(
        '[scope]\nfrom = ["app"]\nto = ["net"]', 'scope.from = ["app"]\nscope.to = ["net"]'
    ),
}


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE)
def test_what_says_the_same_is_the_same_policy(text: str) -> None:
    policy = read_policy("policies/bridge.toml", text.encode(), KINDS).placeless()
    assert policy.scope == BridgeScope(("app",), ("net",))
    assert policy.debts == (Debt(BridgeEntry("app.a", "net.b"), owner="core team", reason=REASON),)


def test_a_scope_with_defaults_for_all_keys_may_be_left_out() -> None:
    assert read_policy("policies/ring.toml", RING.encode(), KINDS).scope == RingScope()


def test_a_planned_block_may_stand_beside_a_landed_one() -> None:
    text = bridge(accepted("app.a", "net.b"), accepted("app.a", "net.b", 'planned = "S1-L1"'))
    policy = read_policy("policies/bridge.toml", text.encode(), KINDS)
    assert [one.planned for one in policy.exceptions] == ["", "S1-L1"]


def test_some_uses_may_be_debt_and_others_accepted() -> None:
    accepted_use = EGRESS.replace(
        'module = "app.probe"\ntarget = "socket"', 'module = "app.chain.feed"\ntarget = "requests"'
    )
    for use, valid in (("Feed.ping: get", True), ("Feed.load: Session", False)):
        text = accepted_use.replace('planned = "S1-L1.4b"', f'uses = ["{use}"]')
        reading = examine("policies/egress.toml", text.encode(), KINDS)
        assert ([problem.line for problem in reading.problems.found] == []) is valid


def test_what_is_debt_may_be_planned_as_an_exception() -> None:
    text = bridge(debt("app.a", "net.b"), accepted("app.a", "net.b", 'planned = "S1-L1"'))
    assert read_policy("policies/bridge.toml", text.encode(), KINDS).exceptions[0].planned == "S1-L1"


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [("from", "app.b", 8), ("from", "app.x", 6), ("from", "", 6), ("to", "net", 10), ("edges", "", 5)],
)
def test_selectors_of_a_scope_have_lines(key: str, value: str, line: int) -> None:
    text = bridge(scope='from = [\n    "app.a",\n    "app.b",\n]\nto = ["net"]')
    assert scope_line(text.encode(), key, value) == line


def test_unreviewed_reasons_are_valid_and_counted() -> None:
    blocks = [owned("app.x.**"), debt("app.a", "net.b", reason="unreviewed"), accepted("a", "b", reason="unreviewed")]
    assert read_policy("policies/bridge.toml", bridge(*blocks).encode(), KINDS).unreviewed == 2


# Each row: the text, then (line, part of the message) of every problem of it.
INVALID = {
    "no TOML": ("schema = 1\nrule = \n", [(2, "no valid TOML: Invalid value")]),
    "TOML that ends too early": ('schema = 1\nrule = "x\n', [(2, "no valid TOML")]),
    "a key twice": ("schema = 1\nschema = 1\n", [(2, "Cannot overwrite a value")]),
    "conflict markers": (
        "schema = 1\n<<<<<<< ours\nrule = 1\n=======\n>>>>>>> theirs\n",
        [(2, "conflict marker: <<<<<<< ours"), (5, "conflict marker: >>>>>>> theirs")],
    ),
    "not UTF-8": (b"schema = 1\n# caf\xe9\n", [(2, "not UTF-8: byte 0xe9")]),
    "nested without end": ("schema = " + "[" * 5000 + "]" * 5000, [(0, "nested too deeply")]),
    "another schema": (bridge().replace("schema = 1", "schema = 2\nnew = 1"), [(1, "`schema` is 2")]),
    "a schema that is no number": (
        bridge().replace("schema = 1", "schema = true"),
        [(1, "an integer, not true or false")],
    ),
    "no schema": (bridge().replace("schema = 1\n", ""), [(0, "`schema` is missing")]),
    "the file's name is another": (
        bridge().replace('rule = "bridge"', 'rule = "b"'),
        [(2, "the file's name says `bridge`")],
    ),
    "an unknown kind, near a known one": (
        bridge().replace('kind = "bridge"', 'kind = "bridges"'),
        [(3, "unknown kind `bridges`; did you mean `bridge`?")],
    ),
    "an unknown kind": (
        bridge().replace('kind = "bridge"', 'kind = "weather"'),
        [(3, "unknown kind `weather`; known: bridge, egress, ring")],
    ),
    "an unknown key at the top": (
        bridge().replace('kind = "bridge"', 'kind = "bridge"\ntitel = "x"'),
        [(4, "unknown key `titel`; did you mean `title`?")],
    ),
    "an unknown block": (
        bridge(debt("app.a", "net.b").replace("[[debt]]", "[[debts]]")),
        [(9, "unknown key `debts`; did you mean `debt`?")],
    ),
    "a block that is a table": (bridge("[debt]\nx = 1"), [(9, "`debt` must be a list, not a table")]),
    "an unknown key that is a missing one": (
        bridge(scope='form = ["app"]\nto = ["net"]'),
        [(6, "[scope] unknown key `form`; did you mean `from`?")],
    ),
    "no scope where one is needed": (
        'schema = 1\nrule = "bridge"\nkind = "bridge"\n',
        [(0, "[scope] `from` is missing"), (0, "[scope] `to` is missing")],
    ),
    "a wrong type": (bridge(scope='from = "app"\nto = ["net"]'), [(6, "`from` must be a list, not a string")]),
    "a wrong type in a list": (
        bridge(scope='from = [\n  "app",\n  "x",\n]\nto = ["net", 3]'),
        [(10, "element 2 of `to` must be a string, not an integer")],
    ),
    "bad selectors, each": (
        bridge(scope='from = [\n  "app",\n  "app..x",\n]\nto = ["a b"]'),
        [(8, "`from`: "), (10, "`to`: ")],
    ),
    "a missing reason": (
        bridge(debt("app.a", "net.b").replace("reason", "rationale")),
        [(13, "unknown key `rationale`"), (9, "`reason` is missing")],
    ),
    "a blank reason": (bridge(debt("a", "b", reason=" ")), [(13, "`reason` is blank")]),
    "a short reason": (bridge(debt("a", "b", reason="Needs the port.")), [(13, "has 15 characters, 20 are the least")]),
    "a placeholder": (bridge(accepted("a", "b", reason="TODO: write a reason here")), [(12, "is a placeholder")]),
    "a debt without owner": (
        bridge(debt("a", "b").replace('owner = "core team"\n', "")),
        [(9, "`owner` is missing")],
    ),
    "a blank owner": (bridge(debt("a", "b").replace("core team", " ")), [(12, "`owner` is blank")]),
    "a leaf of an exception": (
        bridge(accepted("a", "b", 'leaf = "S1-L1"')),
        [(12, "unknown key `leaf`")],
    ),
    "a leaf that is no id": (bridge(debt("a", "b", 'leaf = "the first one"')), [(12, "`the first one` is no leaf id")]),
    "an empty mark": (bridge(accepted("a", "b", 'planned = ""')), [(12, "`` is no leaf id")]),
    "an owner that is a pattern": (bridge(owned("app.*.x")), [(10, "`app.*.x` is not exact")]),
    "a key of other blocks, of a wrong type": (
        bridge(owned("app.x", "owner = 3")),
        [(11, "unknown key `owner`; known: module, planned, reason")],
    ),
    "owners where the kind has none": (
        RING + "\n" + owned("a.b"),
        [(12, "a rule of kind `ring` takes no [[owner]] blocks"), (12, "the order is")],
    ),
    "an absolute path": (bridge(debt("/app/a.py", "net.b")), [(10, "`/app/a.py` is an absolute path")]),
    "a drive": (bridge(debt("C:/app/a.py", "net.b")), [(10, "is an absolute path")]),
    "a backslash": (bridge(debt("app\\\\a-b.py", "net.b")), [(10, "`app\\a-b.py` has a backslash")]),
    "a path that climbs": (bridge(debt("app/../a-b.py", "net.b")), [(10, "goes through `.` or `..`")]),
    "nothing named": (bridge(debt("", "net.b")), [(9, "a part of its identity is blank")]),
    "an entry twice": (
        bridge(debt("app.a", "net.b"), debt("app.a", "net.b")),
        [(15, "[[debt]] app.a -> net.b stands twice, in lines 9 and 15")],
    ),
    "an entry twice in one line": (
        bridge()
        .replace("\n[scope]", "debt = [{}, {}]\n\n[scope]")
        .replace("{}", '{ from = "a", to = "b", owner = "core", reason = "' + REASON + '" }'),
        [(4, "[[debt]] a -> b stands twice, in lines 4 and 4")],
    ),
    "a debt that is an exception too": (
        bridge(debt("app.a", "net.b"), accepted("app.a", "net.b")),
        [(15, "[[exception]] app.a -> net.b is debt too, in line 9")],
    ),
    "the kind's own complaint about an entry": (
        RING.replace('["a", "b"]', '["a"]'),
        [(5, "a ring has two members at the least")],
    ),
    "the kind's own complaint about the scope": (
        RING.replace("[[debt]]", '[scope]\nedges = ["typing"]\n\n[[debt]]'),
        [(5, "typing edges alone make no ring")],
    ),
    "a bad selector of what a rule lets be": (
        RING.replace("[[debt]]", '[scope]\nspared = ["a..b"]\n\n[[debt]]'),
        [(6, "[scope] `spared`: `a..b` has an empty segment")],
    ),
    "a scope that sees nothing": (
        bridge(scope="from = []\nto = []"),
        [(6, "[scope] `from` is empty"), (7, "[scope] `to` is empty")],
    ),
    "edges that see nothing": (RING.replace("[[debt]]", "[scope]\nedges = []\n\n[[debt]]"), [(6, "`edges` is empty")]),
    "a control character in the title": (
        bridge().replace('kind = "bridge"', 'kind = "bridge"\ntitle = "\\u001b[31mred"'),
        [(4, "`title` has a control character, U+001B")],
    ),
    "a control character in a reason": (
        bridge(debt("a", "b", reason="The port \\r replaces this with its leaf.")),
        [(13, "`reason` has a control character, U+000D")],
    ),
    "a mark of direction in an owner": (
        bridge(debt("a", "b").replace("core team", "core \\u202e team")),
        [(12, "`owner` has a control character, U+202E")],
    ),
    "a control character in a leaf": (bridge(debt("a", "b", 'leaf = "S1\\u009b"')), [(12, "`S1\\x9b` is no leaf id")]),
    "a control character in an entry": (bridge(debt("a\\u0007", "b")), [(10, "`from` has a control character")]),
    "a number beyond all reason": (RING.replace("edges = 2", f"edges = {10**30}"), [(8, "`edges`")]),
    "a schema beyond all reason": (bridge().replace("schema = 1", f"schema = {10**30}"), [(1, "`schema` is 1000")]),
    "a member named twice": (RING.replace('"a", "b"', '"a", "b", "b"'), [(7, "`modules` names `b` twice")]),
    "a word that is none of the choices": (
        RING.replace("[[debt]]", '[scope]\nedges = [\n    "eager",\n    "lasy",\n]\n\n[[debt]]'),
        [(8, "element 2 of `edges` is `lasy`; did you mean `lazy`?")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), INVALID.values(), ids=INVALID)
def test_what_is_wrong_is_told_with_its_line(text: str | bytes, expected: list[tuple[int, str]]) -> None:
    path = "policies/ring.toml" if isinstance(text, str) and '"ring"' in text else "policies/bridge.toml"
    found = problems_of(text, path)
    assert len(found) == len(expected), found
    for line, message in expected:
        assert any(line == at and message in told for at, told, _ in found), found


# Problems that `archgate policy fmt` mends, and that say so: the text, and (line, part of the message).
DISORDER = {
    "a byte order mark": ("\ufeff" + bridge(), [(1, "byte order mark")]),
    "mixed line ends": (bridge().replace("\n", "\r\n", 3), [(4, "mixes line ends")]),
    "a single carriage return": (bridge().replace("\n", "\r", 1), [(2, "mixes line ends")]),
    "blocks out of order": (
        bridge(debt("app.b", "net.b"), debt("app.a", "net.b")),
        [(15, "[[debt]] app.a -> net.b is out of order: it comes before line 9")],
    ),
    "a landed exception behind a planned one": (
        bridge(accepted("app.a", "net.b", 'planned = "S1-L1"'), accepted("app.a", "net.b")),
        [(15, "out of order")],
    ),
    "a debt before an owner": (bridge(debt("app.b", "net.b"), owned("app.x")), [(15, "[[owner]] after [[debt]]")]),
    "an exception between debts": (
        bridge(debt("app.a", "net.b"), accepted("app.a", "net.c"), debt("app.b", "net.b")),
        [(20, "[[debt]] after [[exception]]: the order is [[assign]], [[owner]], [[debt]], [[exception]]")],
    ),
    "members out of order": (RING.replace('"a", "b"', '"a", "c", "b"'), [(7, "`modules` is not sorted: `b`")]),
    "a decomposed letter": (bridge(debt("app.cafe\u0301", "net.b")), [(10, "normal form C")]),
    "a decomposed letter by escape": (bridge(debt("app.cafe\\u0301", "net.b")), [(10, "normal form C")]),
}


@pytest.mark.parametrize(("text", "expected"), DISORDER.values(), ids=DISORDER)
def test_what_fmt_mends_names_it(text: str, expected: list[tuple[int, str]]) -> None:
    path = "policies/ring.toml" if '"ring"' in text else "policies/bridge.toml"
    found = problems_of(text, path)
    assert len(found) == len(expected), found
    for line, message in expected:
        assert any(line == at and message in told and fix == FORMAT for at, told, fix in found), found


def test_every_problem_of_a_file_is_told_at_once() -> None:
    text = bridge(
        debt("app.b", "net.b", reason="todo"),
        debt("app.a", "net.b").replace("owner", "owners"),
        accepted("app.a", "net.b", 'planned = "S1 L1"'),
        scope='from = ["app"]\nto = "net"\nedgs = []',
    ).replace('rule = "bridge"', 'rule = "other"')
    assert [line for line, _, _ in problems_of(text)] == [2, 7, 8, 14, 19, 25]


def test_lines_are_found_behind_multi_line_strings_that_look_like_headers() -> None:
    tricky = debt("app.a", "net.b").replace(f'"{REASON}"', f'"""{REASON}\n[[debt]]\n"""')
    assert problems_of(bridge(tricky, debt("app.b", "net.b", reason="todo")))[0][0] == 21


@pytest.mark.parametrize("rule", ["imports", "cycles", "uses"])
def test_words_of_the_facts_command_are_no_rules(rule: str) -> None:
    text = bridge().replace('rule = "bridge"', f'rule = "{rule}"')
    assert "is a word of `archgate facts`" in problems_of(text, f"policies/{rule}.toml")[0][1]


PIECES = [
    b"[[debt]]",
    b"[scope]",
    b"owner = 3",
    b"x = 1979-05-27",
    b"y = [[1], {}]",
    b"=",
    b'"',
    b"\n",
    b"[",
    b"\xff",
    b"#",
]


@given(st.lists(st.tuples(st.integers(0, len(EGRESS)), st.integers(0, 40), st.sampled_from(PIECES)), max_size=4))
def test_whatever_a_file_holds_there_is_a_policy_or_a_list_of_problems(edits: list[tuple[int, int, bytes]]) -> None:
    data = EGRESS.encode()
    for start, length, piece in edits:
        data = data[:start] + piece + data[start + length :]
    reading = examine("policies/egress.toml", data, KINDS)
    lines = data.count(b"\n") + 1
    assert reading.policy is not None or reading.problems.found
    assert all(0 <= problem.line <= lines for problem in reading.problems.found)
