"""Kept readings: whole or none, and not without end."""

import os
from pathlib import Path

import pytest

from archgate.measure import readings
from archgate.measure.readings import Reading, Row, digest, keep, kept

READING = Reading(rows=(Row("app/数.py", 3, "E1"),), excluded=("a",), outside=1, notes=2, told=("x",))


def test_what_is_kept_is_found(tmp_path: Path) -> None:
    keep(tmp_path, "k", READING)
    assert kept(tmp_path, "k") == READING
    assert kept(tmp_path, "other") is None


@pytest.mark.parametrize("length", [0, 3, 4, 10, -1])
def test_what_is_cut_off_is_none(tmp_path: Path, length: int) -> None:
    keep(tmp_path, "k", READING)
    path = tmp_path / "readings" / "k.msgpack"
    path.write_bytes(path.read_bytes()[:length])
    assert kept(tmp_path, "k") is None


def test_under_another_name_it_is_none(tmp_path: Path) -> None:
    keep(tmp_path, "k", READING)
    (tmp_path / "readings" / "k.msgpack").rename(tmp_path / "readings" / "l.msgpack")
    assert kept(tmp_path, "l") is None


def test_those_used_last_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "MOST_KEPT", 2)
    for at, key in enumerate("abc"):
        keep(tmp_path, key, READING)
        os.utime(tmp_path / "readings" / f"{key}.msgpack", (at, at))
        if key == "b":
            assert kept(tmp_path, "a") == READING
    assert [key for key in "abc" if kept(tmp_path, key)] == ["a", "c"]


def test_where_nothing_can_be_kept_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "readings").write_text("in the way")
    keep(tmp_path, "k", READING)
    assert kept(tmp_path, "k") is None


def test_a_digest_goes_by_content() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert digest("ab", "c") != digest("a", "bc")
