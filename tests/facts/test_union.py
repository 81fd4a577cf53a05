"""What is allowed where either side is: the greater number of each part; debt and exception of a side add up."""

import pytest

from archgate.facts.fact import Item
from archgate.measure import known_kinds


def item(**parts: int) -> Item:
    return Item("app.a", "requests", parts)


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ([item(get=1)], [], {"get": 1}),
        ([], [item(get=1)], {"get": 1}),
        ([item(get=2)], [item(get=1, put=1)], {"get": 2, "put": 1}),
        ([item(get=1), item(put=1)], [item(get=1)], {"get": 1, "put": 1}),
        ([item(get=1)], [item(get=1), item(put=1)], {"get": 1, "put": 1}),
        ([item(get=1), item(get=1)], [item(get=1)], {"get": 2}),
    ],
)
def test_union(first: list[Item], second: list[Item], both: dict[str, int]) -> None:
    assert [dict(one.parts) for one in known_kinds()["capability"].union(first, second)] == [both]
