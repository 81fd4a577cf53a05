"""The laws that comparing marks of coverage obeys, whatever the numbers."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from archgate.facts.fact import Item
from archgate.measure.coverage import Coverage

KIND = Coverage()


def _item(numbers: tuple[int, int], name: str = "app") -> Item:
    uncovered, done = numbers
    return KIND.item(KIND.mark(f"{name}|statements", [done, done + uncovered]))


NUMBERS = st.tuples(st.integers(0, 12), st.integers(0, 12)) | st.tuples(st.integers(0, 10**9), st.integers(0, 10**9))
ITEMS = NUMBERS.map(_item)
MARKS = st.lists(st.builds(_item, NUMBERS, st.sampled_from(["a", "b"])), max_size=4)


def _falls(found: Item, *marks: Item) -> bool:
    return any(one.over for one in KIND.compare([found], marks))


def _share(item: Item) -> Fraction:
    done, all_ = KIND.value(KIND.entry(item))  # type: ignore[misc]
    return Fraction(done, all_) if all_ else Fraction(1)


@given(ITEMS, ITEMS)
def test_a_fall_is_a_lower_share_with_more_uncovered(found: Item, mark: Item) -> None:
    assert _falls(found, mark) == (_share(found) < _share(mark) and found.amount > mark.amount)


@given(ITEMS)
def test_nothing_falls_below_itself(item: Item) -> None:
    assert KIND.compare([item], [item]) == []


@given(ITEMS, ITEMS)
def test_what_is_written_is_never_below_the_old_mark(found: Item, mark: Item) -> None:
    [written] = KIND.shrunk(mark, [found])
    assert not _falls(written, mark)
    assert _share(written) >= _share(mark)


@given(ITEMS, ITEMS)
def test_what_held_before_holds_after_writing(found: Item, mark: Item) -> None:
    [written] = KIND.shrunk(mark, [found])
    assert _falls(found, written) == _falls(found, mark)


@given(ITEMS, ITEMS)
def test_writing_twice_is_writing_once(found: Item, mark: Item) -> None:
    written = KIND.shrunk(mark, [found])
    assert KIND.shrunk(written[0], [found]) == written


@given(ITEMS, ITEMS)
def test_the_better_of_two_marks_is_the_same_either_way(first: Item, second: Item) -> None:
    [one], [other] = KIND.shrunk(first, [second]), KIND.shrunk(second, [first])
    assert (_share(one), one.amount) == (_share(other), other.amount)


@given(MARKS, MARKS, st.builds(_item, NUMBERS, st.sampled_from(["a", "b"])))
def test_a_union_takes_what_either_takes(first: list[Item], second: list[Item], found: Item) -> None:
    united = KIND.union(first, second)
    assert _falls(found, *united) == (_falls(found, *first) and _falls(found, *second))
    assert KIND.union(united, united) == united == KIND.union(second, first)
