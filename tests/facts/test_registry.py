"""Registries: what ships is sound, and what is wrong with one is told with its line."""

import pytest

from archgate.facts.registry import groups, read_registry, targets_of
from archgate.host.errors import InputError


def test_the_shipped_groups() -> None:
    assert list(groups()) == [
        "database_broker",
        "low_level",
        "opaque",
        "raw_transport",
        "subprocess_network",
        "vendor_sdk",
    ]


def test_no_target_is_in_two_groups() -> None:
    names = [name for targets in groups().values() for name in targets]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "foothold"), [("requests", True), ("boto3", True), ("redis", False), ("socket", False)]
)
def test_grades(name: str, foothold: bool) -> None:
    assert targets_of((), (name,)).by_name[name].foothold is foothold


def test_a_name_of_ones_own_is_of_grade_import_and_makes_nothing() -> None:
    target = targets_of(("opaque",), ("acme_sdk",)).by_name["acme_sdk"]
    assert (target.foothold, target.makes) == (True, frozenset())


def registry(*lines: str) -> str:
    return "\n".join(('schema = 1\ngroup = "mine"\ngrade = "import"\n\n[targets]', *lines))


@pytest.mark.parametrize(
    ("idea", "text", "line", "word"),
    [
        ("no TOML", "= 1", 0, "no registry"),
        ("a target given twice", registry("a = {}", "a = {}"), 0, "no registry"),
        ("an unknown key", registry("a = { make = [] }"), 0, "make"),
        ("an unknown grade", registry('a = { grade = "maybe" }'), 0, "maybe"),
        ("another group's name", registry().replace("mine", "yours"), 2, "yours"),
        ("another schema", registry().replace("= 1", "= 2"), 1, "schema"),
        ("no dotted name", registry('"a b" = {}'), 6, "a b"),
        ("a prefix that makes other things", registry("a = {}", '"a.b" = { makes = ["c"] }'), 7, "prefix"),
    ],
)
def test_what_is_wrong_is_told(idea: str, text: str, line: int, word: str) -> None:
    with pytest.raises(InputError) as told:
        read_registry("mine.toml", text)
    assert told.value.problems[0].line == line, idea
    assert word in told.value.problems[0].message


def test_a_prefix_that_makes_the_same_is_fine() -> None:
    assert sorted(read_registry("mine.toml", registry("a = {}", '"a.b" = {}'))) == ["a", "a.b"]
