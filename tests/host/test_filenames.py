"""How the bytes of file names are shown, and read back."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgate.host.filenames import raw_path, show_path, show_paths

SHOWN = [
    pytest.param(b"app/feed.py", "app/feed.py", id="plain names stay"),
    pytest.param("应用/馈送.py".encode(), "应用/馈送.py", id="Chinese stays readable"),
    pytest.param("e\u0301.py".encode(), "é.py", id="decomposed letters are composed"),
    pytest.param(b"caf\xe9.py", "caf\\xe9.py", id="a byte that is no UTF-8 is escaped"),
    pytest.param(b"a\nb\x1b.py", "a\\x0ab\\x1b.py", id="control characters cannot forge a report"),
    pytest.param("a\u202eb.py".encode(), "a\\xe2\\x80\\xaeb.py", id="nor can direction marks"),
    pytest.param(b"a\\b.py", "a\\x5cb.py", id="a backslash cannot be taken for an escape"),
]


@pytest.mark.parametrize(("raw", "shown"), SHOWN)
def test_shown(raw: bytes, shown: str) -> None:
    assert show_path(raw) == shown
    assert raw_path(shown) == unicodedata.normalize("NFC", raw.decode("utf-8", "surrogateescape")).encode(
        "utf-8", "surrogateescape"
    )


def test_twins_in_two_unicode_forms_are_both_shown() -> None:
    composed, decomposed = "é.py".encode(), "e\u0301.py".encode()
    assert show_paths([decomposed, composed]) == ["e\\xcc\\x81.py", "é.py"]


@given(st.lists(st.binary(min_size=1, max_size=12), unique=True))
def test_distinct_names_are_never_shown_alike(raws: list[bytes]) -> None:
    shown = show_paths(raws)
    assert len(set(shown)) == len(raws)
    "".join(shown).encode("utf-8")  # so that every one can stand in JSON
