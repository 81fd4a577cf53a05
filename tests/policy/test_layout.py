"""The one layout of policy files, and how any other comes to it."""

import json
import tomllib
import unicodedata
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from archgate.host.errors import InputError
from archgate.host.printable import printable
from archgate.policy.document import SECTIONS, Accepted, Debt, Owner, Policy
from archgate.policy.edit import format_policy, rewrite
from archgate.policy.layout import render_policy
from archgate.policy.notation import write_string
from archgate.policy.reader import read_policy
from tests.policy.sample import (
    EGRESS,
    KINDS,
    REASON,
    EgressEntry,
    EgressScope,
    RingEntry,
    RingScope,
    accepted,
    bridge,
    debt,
    owned,
)

PATH = "policies/bridge.toml"


def formatted(text: str, path: str = PATH) -> str:
    return format_policy(path, text.encode(), KINDS).decode()


def test_the_layout_as_people_know_it() -> None:
    policy = read_policy("policies/egress.toml", EGRESS.encode(), KINDS)
    assert render_policy(policy, KINDS["egress"]).decode() == EGRESS
    assert formatted(EGRESS, "policies/egress.toml") == EGRESS


def test_keys_of_a_block_come_in_one_order_and_blocks_sorted() -> None:
    scope = EgressScope(("app",))
    entry = EgressEntry("app.b", "httpx", ("f: get", "a: get x2"))
    policy = Policy(
        "policies/egress.toml", "egress", "egress", "", scope,
        owners=(Owner("app.z.**", "r", planned="S1"), Owner("app.y", "r")),
        debts=(Debt(entry, "core", 'say "no"\tto\\\nit', leaf="S2"), Debt(EgressEntry("app.a", "httpx"), "core", "r")),
        exceptions=(Accepted(entry, "r", owner="ops", planned="S3"),),
    )  # fmt: skip
    assert render_policy(policy, KINDS["egress"]).decode() == (
        'schema = 1\nrule = "egress"\nkind = "egress"\n'
        '\n[scope]\nmodules = ["app"]\n'
        '\n[[owner]]\nmodule = "app.y"\nreason = "r"\n'
        '\n[[owner]]\nmodule = "app.z.**"\nplanned = "S1"\nreason = "r"\n'
        '\n[[debt]]\nmodule = "app.a"\ntarget = "httpx"\nowner = "core"\nreason = "r"\n'
        '\n[[debt]]\nmodule = "app.b"\ntarget = "httpx"\nuses = [\n    "a: get x2",\n    "f: get",\n]\n'
        'leaf = "S2"\nowner = "core"\nreason = "say \\"no\\"\\tto\\\\\\nit"\n'
        '\n[[exception]]\nmodule = "app.b"\ntarget = "httpx"\nuses = [\n    "a: get x2",\n    "f: get",\n]\n'
        'planned = "S3"\nowner = "ops"\nreason = "r"\n'
    )


def test_a_scope_of_defaults_is_left_out_unless_somebody_wrote_it() -> None:
    policy = Policy("policies/ring.toml", "ring", "ring", "", RingScope())
    bare = render_policy(policy, KINDS["ring"])
    assert bare == b'schema = 1\nrule = "ring"\nkind = "ring"\n'
    said = bare + b'\n[scope]\nedges = ["eager", "lazy"]\n'
    assert format_policy("policies/ring.toml", said, KINDS) == said


def test_long_lists_of_a_scope_take_a_line_for_each_element() -> None:
    names = [f"app.subsystem_{number}" for number in range(8)]
    elements = "".join(f'    "{name}",\n' for name in names)
    assert f"from = [\n{elements}]\n" in formatted(bridge(scope=f'from = {names}\nto = ["net"]'))


# Each row: a text, and how it is laid out.
LAYOUTS = {
    "spaces, quotes and key order": (
        bridge("[[debt]]\nreason='" + REASON + "'\n\n  owner = 'core team'\nto='net.b'\nfrom   = 'app.a'"),
        bridge(debt("app.a", "net.b")),
    ),
    "order of blocks": (
        bridge(accepted("a", "d"), debt("b", "c"), owned("x"), debt("a", "c")),
        bridge(owned("x"), debt("a", "c"), debt("b", "c"), accepted("a", "d")),
    ),
    "line ends": (bridge(debt("a", "b")).replace("\n", "\r\n", 5), bridge(debt("a", "b"))),
    "a byte order mark": ("\ufeff" + bridge(debt("a", "b")), bridge(debt("a", "b"))),
    "composed letters": (bridge(debt("cafe\u0301", "b")), bridge(debt("caf\u00e9", "b"))),
    "letters of all scripts stay as they are": (bridge(debt("app.行情", "net.b")), bridge(debt("app.行情", "net.b"))),
    "comments travel with their block": (
        bridge("# b\n" + debt("b", "c"), "# a\n" + debt("a", "c"), "# end"),
        bridge("# a\n" + debt("a", "c"), "# b\n" + debt("b", "c"), "# end"),
    ),
    "comments in a block stand above it": (
        bridge("# 1\n" + debt("a", "c").replace("\nto", " # 2\n# 3\nto") + " # 4\n# 5", debt("b", "c")),
        bridge("# 1\n# 2\n# 3\n# 4\n# 5\n" + debt("a", "c"), debt("b", "c")),
    ),
    "header comments stay on top": (
        "# licence\n\n# about\n" + bridge().replace("\nrule", "\n# more\nrule"),
        "# licence\n\n# about\n# more\n" + bridge(),
    ),
    "comments of the scope": (
        bridge().replace("[scope]", "[scope] # 1").replace('["net"]', '[ # 2\n"net", # 3\n]'),
        bridge().replace("[scope]", "# 1\n# 2\n# 3\n[scope]"),
    ),
    "blocks of one inline list": (
        "debt = [ # why\n" + f'{{ from = "a", to = "b", owner = "core team", reason = "{REASON}" }} ]\n' + bridge(),
        "# why\n" + bridge(debt("a", "b")),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), LAYOUTS.values(), ids=LAYOUTS)
def test_fmt_lays_out_and_loses_nothing(text: str, expected: str) -> None:
    assert formatted(text) == expected
    assert formatted(expected) == expected


def test_fmt_refuses_what_it_cannot_mend_and_tells_only_that() -> None:
    text = bridge(debt("b", "c"), debt("a", "c", reason="todo"))
    with pytest.raises(InputError) as caught:
        formatted(text)
    assert [problem.message for problem in caught.value.problems] == ["`reason` is a placeholder: 'todo'"]


def test_fmt_refuses_two_blocks_that_composing_makes_one() -> None:
    with pytest.raises(InputError, match="stands twice"):
        formatted(bridge(debt("cafe\u0301", "b"), debt("caf\u00e9", "b")))


def test_rewriting_keeps_the_comments_of_what_lives_on() -> None:
    old = "# top\n" + bridge("# a\n" + debt("a", "c"), "# b\n" + debt("b", "c"), "# end")
    policy = read_policy(PATH, old.encode(), KINDS)
    left = Policy(PATH, policy.rule, policy.kind, policy.title, policy.scope, debts=policy.debts[1:])
    assert rewrite(old.encode(), left, KINDS).decode() == "# top\n" + bridge("# b\n" + debt("b", "c"), "# end")
    assert rewrite(None, left, KINDS).decode() == bridge(debt("b", "c"))


def test_a_planned_block_that_lands_takes_its_comments_along() -> None:
    old = bridge("# a\n" + accepted("a", "c", 'planned = "S1"'))
    policy = read_policy(PATH, bridge(accepted("a", "c")).encode(), KINDS)
    assert rewrite(old.encode(), policy, KINDS).decode() == bridge("# a\n" + accepted("a", "c"))


def composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


LETTERS = st.characters(categories=["L", "N", "P", "Zs", "Sm"], exclude_characters="\\/")
NAMES = st.text(LETTERS, min_size=1, max_size=12).filter(str.strip).map(composed)
ENDINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60).map(printable)
REASONS = ENDINGS.map(lambda ending: composed(f"{REASON} {ending}"))
NOTES = st.lists(st.text(st.characters(categories=["L", "P", "Zs"]), max_size=12), max_size=3)


@st.composite
def block_texts(draw: st.DrawFn) -> str:
    """A block as a person might write it: keys in any order, comments and blank lines anywhere."""
    section = draw(st.sampled_from(["debt", "exception"]))
    terms = [("from", draw(NAMES)), ("to", draw(NAMES)), ("owner", "core"), ("reason", draw(REASONS))]
    if draw(st.booleans()):
        terms.append(("leaf" if section == "debt" else "planned", draw(st.sampled_from(["S1", "S2-L1.4b"]))))
    lines = [f"{key} = {write_string(text)}" for key, text in draw(st.permutations(terms))]
    lines.insert(0, f"[[{section}]]")
    for note in draw(NOTES):
        place = draw(st.integers(0, len(lines)))
        lines[place:place] = [f"  # {note}" + ("\n" if draw(st.booleans()) else "")]
    return "\n".join(lines)


@given(blocks=st.lists(block_texts(), max_size=5), top=NOTES)
def test_laying_out_is_idempotent_keeps_every_comment_and_every_value(blocks: list[str], top: list[str]) -> None:
    text = "".join(f"# {note}\n" for note in top) + bridge(*blocks)
    values = tomllib.loads(text)
    blocks_read = [one for section in SECTIONS for one in values.get(section, [])]
    identities = [(one["from"], one["to"], one.get("planned")) for one in blocks_read]
    assume(len(set(identities)) == len(identities))
    laid_out = formatted(text)
    assert formatted(laid_out) == laid_out
    assert comments_of(laid_out) == comments_of(text)
    again = tomllib.loads(laid_out)
    for section in SECTIONS:
        assert multiset(again.get(section, [])) == multiset(values.get(section, []))


@given(st.data())
def test_reading_what_was_rendered_gives_the_same_policy(data: st.DataObject) -> None:
    members = st.lists(NAMES, min_size=2, max_size=4, unique=True)
    entries: list[RingEntry] = []
    taken: set[str] = set()
    for name in data.draw(st.lists(NAMES, unique=True, max_size=4)):
        modules = sorted(set(data.draw(members)) - taken)
        if len(modules) > 1:
            taken.update(modules)
            entries.append(RingEntry(name, tuple(modules), data.draw(st.integers(2, 9))))
    debts = tuple(Debt(entry, "core", data.draw(REASONS)) for entry in sorted(entries, key=lambda entry: entry.id))
    policy = Policy("policies/ring.toml", "ring", "ring", data.draw(NAMES), RingScope(), debts=debts)
    read = read_policy("policies/ring.toml", render_policy(policy, KINDS["ring"]), KINDS)
    assert read.placeless() == policy


def multiset(blocks: list[dict[str, str]]) -> Counter[str]:
    return Counter(json.dumps(block, sort_keys=True) for block in blocks)


def comments_of(text: str) -> Counter[str]:
    return Counter(line.strip() for line in text.split("\n") if line.strip().startswith("#"))
