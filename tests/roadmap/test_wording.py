"""What two texts have alike where layout, width and evidence that came are left out."""

import pytest

from archgate.roadmap.wording import command_text, covers_path, same_promise, wording


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("each clock has a key", "each  clock\nhas a key", True),
        ("每口钟：准时", "每口钟:准时", True),
        ("each clock has a key", "most clocks have a key", False),
        ("each clock has a key", "each clock has a key; `3f9ab01c`".replace("`", ""), True),
        ("each clock has a key", "3f9ab01c: each clock has a key, 12 passed", True),
        ("每个钟有钥匙", "3f9ab01c：每个钟有钥匙，12 通过，CI 33029645165", True),
        ("每个钟有钥匙", "3f9ab01c：每个钟有钥匙，12 通过", True),
        ("at most 5 skipped", "at most 500 skipped", False),
        ("3f9ab01c: done", "done", False),
        ("3f9ab01c: keys are in", "3f9ab01c: keys are in, 12 passed", True),
        ("drift < 5", "drift > 5", False),
        ("each clock has a key", "no clock has a key; 3f9ab01c", False),
    ],
)
def test_a_promise_is_the_same_but_for_evidence_that_came(old: str, new: str, same: bool) -> None:
    assert same_promise(old, new) is same


def test_layout_and_width_are_no_words() -> None:
    assert wording(" Ａ\n  b ") == "A b"
    assert wording("A b") != wording("a b")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("pytest  -q   tests", "pytest -q tests", True),
        ("pytest -k 'a  b'", "pytest -k 'a b'", False),
        ("pytest tests", "pytest tests || true", False),
        ("pytest Tests", "pytest tests", False),
        ("cat <<END\na  b\nEND", "cat <<END\na b\nEND", False),
    ],
)
def test_blanks_of_a_command_count_where_a_quote_may_hold_them(one: str, other: str, same: bool) -> None:
    assert (command_text(one) == command_text(other)) is same


@pytest.mark.parametrize(
    ("wide", "narrow", "covered"),
    [
        ("app/**", "app/**", True),
        ("app/**", "app/m.py", True),
        ("app/**", "app/pkg/*.py", True),
        ("app/**", "application/**", False),
        ("app/*.py", "app/m.py", True),
        ("app/*.py", "app/pkg/m.py", False),
        ("app/*.py", "app/**", False),
        ("app/p*/**", "app/pkg/*.py", False),
        ("app/pkg", "app/pkg/m*.py", False),
        ("**", "anything/*", True),
    ],
)
def test_a_glob_covers_another_where_it_can_be_seen(wide: str, narrow: str, covered: bool) -> None:
    assert covers_path(wide, narrow) is covered
