"""What each definition of a file mentions."""

import textwrap

import pytest

from archgate.index.mentions import mentions_of

CASES = {
    "names and attributes": ("a.b.c", {"": {"a", "a.b", "a.b.c", ".b", ".c"}}),
    "what is bound is no mention": ("a = b", {"": {"b"}}),
    "an attribute that is set reads its owner": ("a.b = 1", {"": {"a", "a.b", ".b"}}),
    "on anything": ("f().g", {"": {"f", ".g"}}),
    "of a function": ("def 响(x: A = b) -> C: d", {"响": {"A", "b", "C", "d"}}),
    "of a method": (
        """
        @deco
        class K(Base):
            @prop
            def m(self):
                return self.x
        """,
        {"": {"deco"}, "K": {"Base", "prop"}, "K.m": {"self", "self.x", ".x"}},
    ),
    "in strings": ("'a.b'", {}),
    "what cannot be parsed": ("def (", {}),
}


@pytest.mark.parametrize(("source", "found"), CASES.values(), ids=CASES)
def test_mentions(source: str, found: dict[str, set[str]]) -> None:
    assert mentions_of(textwrap.dedent(source).encode()) == found
