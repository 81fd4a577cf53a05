"""The cache: whatever happens to its file, a run gets right indexes or none."""

import multiprocessing
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from archgate.index.cache import Cache, FileCache, NoCache, open_cache
from archgate.index.module import ModuleIndex
from tests.index.sources import indexed

A = indexed("import a")
B = indexed("from b import c")


def encoded(**indexes: ModuleIndex) -> dict[str, bytes]:
    return {key: msgspec.msgpack.encode(index) for key, index in indexes.items()}


def file_of(folder: Path) -> Path:
    (path,) = folder.glob("*.sqlite3")
    return path


def filled(folder: Path) -> Path:
    with open_cache(folder) as cache:
        cache.put_many(encoded(a=A, b=B))
    return file_of(folder)


def test_what_is_put_is_there_in_the_next_run(tmp_path: Path) -> None:
    filled(tmp_path / "new" / "folder")
    with open_cache(tmp_path / "new" / "folder") as cache:
        assert cache.get_many(["b", "x", "a"]) == {"a": A, "b": B}
        assert cache.notes == []


def test_many_keys_at_once(tmp_path: Path) -> None:
    keys = [f"{number:040x}" for number in range(5_000)]
    with open_cache(tmp_path) as cache:
        cache.put_many(dict.fromkeys(keys, msgspec.msgpack.encode(A)))
        assert len(cache.get_many(keys)) == 5_000


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5_000])


def _overwrite(path: Path) -> None:
    path.write_bytes(b"no database" * 1_000)


def _scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4_096:] = b"\xff" * (len(data) - 4_096)
    path.write_bytes(bytes(data))


def _other_table(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE modules (name TEXT)")
    database.close()


DAMAGE: list[tuple[Callable[[Path], None], str]] = [
    (_truncate, "truncated"),
    (_overwrite, "no database"),
    (_scribble, "scribbled over"),
    (_other_table, "another table"),
]


@pytest.mark.parametrize("damage", [pytest.param(damage, id=idea) for damage, idea in DAMAGE])
def test_damaged_files_are_thrown_away_and_told(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    damage(filled(tmp_path))
    with open_cache(tmp_path) as cache:
        assert cache.get_many(["a", "b"]) == {}
        assert any("damaged cache thrown away" in note for note in cache.notes)
        cache.put_many(encoded(a=A))
    with open_cache(tmp_path) as cache:
        assert cache.get_many(["a"]) == {"a": A}
        assert cache.notes == []


ROWS = [
    ("UPDATE modules SET value = CAST(SUBSTR(value, 1, LENGTH(value) - 1) || X'00' AS BLOB)", "other bytes"),
    ("UPDATE modules SET value = (SELECT value FROM modules WHERE key LIKE '%/b')", "another row's bytes"),
    ("UPDATE modules SET value = NULL, checksum = 0 WHERE 0; UPDATE modules SET value = 7", "no bytes"),
    ("UPDATE modules SET checksum = checksum + 1", "another checksum"),
]


@pytest.mark.parametrize("change", [pytest.param(change, id=idea) for change, idea in ROWS])
def test_damaged_rows_are_thrown_away_and_told(tmp_path: Path, change: str) -> None:
    with sqlite3.connect(filled(tmp_path)) as database:
        database.executescript(change)
    database.close()
    with open_cache(tmp_path) as cache:
        assert "a" not in cache.get_many(["a"])
        assert cache.notes == ["damaged cache entries thrown away: 1"]
    with open_cache(tmp_path) as cache:
        assert cache.get_many(["a"]) == {}
        assert cache.notes == []


@pytest.mark.parametrize("part", ["schema", "version", "python"])
def test_rows_of_another_generation_are_not_used(tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path)
    values = {"schema": "1", "version": "0.1.0", "python": "3.11", part: "other"}
    monkeypatch.setattr("archgate.index.cache._GENERATION", "{schema}/{version}/{python}/".format(**values))
    with open_cache(tmp_path) as cache:
        assert cache.get_many(["a", "b"]) == {}


def test_the_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with open_cache(tmp_path / "file" / "cache") as cache:
        cache.put_many(encoded(a=A))
        assert cache.get_many(["a"]) == {}
        assert [note.partition(":")[0] for note in cache.notes] == ["no cache"]


def test_the_file_cannot_be_opened(tmp_path: Path) -> None:
    path = filled(tmp_path)
    path.unlink()
    path.mkdir()
    with open_cache(tmp_path) as cache:
        cache.put_many(encoded(a=A))
        assert cache.get_many(["a"]) == {}
        assert len(cache.notes) == 1


def test_a_locked_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("archgate.index.cache._WAIT", 0.05)
    path = filled(tmp_path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with open_cache(tmp_path) as cache:
        assert cache.get_many(["a"]) == {}
        cache.put_many(encoded(a=A))
        assert cache.notes == ["no cache: database is locked"]
    other.close()
    with open_cache(tmp_path) as cache:
        assert cache.get_many(["a"]) == {"a": A}


def _write_with_no_room(folder: Path) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
    with open_cache(folder) as cache:
        cache.put_many({str(number): b"x" * 1_000 for number in range(200)})
        assert cache.notes, "the disk was not full"
        assert cache.get_many(["a"]) in ({}, {"a": A})


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes")
def test_a_full_disk(tmp_path: Path) -> None:
    filled(tmp_path)
    process = multiprocessing.get_context("spawn").Process(target=_write_with_no_room, args=(tmp_path,))
    process.start()
    process.join()
    assert process.exitcode == 0
    with open_cache(tmp_path) as cache:
        assert cache.get_many(["a"]) == {"a": A}


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    value = {"value": msgspec.msgpack.encode(indexed("\n".join(f"import module_{n}" for n in range(300))))}["value"]
    limit = 60 * len(value)

    def run(today: int, put: range, get: range) -> set[str]:
        with open_cache(tmp_path, limit, today) as cache:
            cache.put_many({str(number): value for number in put})
            return set(cache.get_many([str(number) for number in get]))

    run(1, range(40), range(0))
    run(2, range(0), range(10))
    run(3, range(100, 140), range(0))
    left = run(3, range(0), range(200))
    assert {str(number) for number in range(100, 140)} <= left
    assert len(left) <= 60
    assert not any(10 <= int(key) < 35 for key in left)


def _put_often(folder: Path, name: str) -> None:
    with open_cache(folder) as cache:
        for number in range(100):
            cache.put_many(encoded(**{f"{name}{number}": A, "shared": B}))
            assert cache.get_many(["shared"]) == {"shared": B}
        assert cache.notes == []


def test_several_runs_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_put_often, args=(tmp_path, name)) for name in "xyz"]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    with open_cache(tmp_path) as cache:
        assert len(cache.get_many([f"{name}{number}" for name in "xyz" for number in range(100)])) == 300


def _put_until_killed(folder: Path) -> None:
    with open_cache(folder) as cache:
        number = 0
        while True:
            cache.put_many(encoded(**{f"k{number + n}": A for n in range(50)}))
            number += 50


def test_a_killed_run_harms_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    for attempt in range(3):
        process = context.Process(target=_put_until_killed, args=(tmp_path,))
        process.start()
        process.join(0.5 + attempt / 10)
        process.kill()
        process.join()
        with open_cache(tmp_path) as cache:
            assert set(cache.get_many([f"k{number}" for number in range(1_000)]).values()) <= {A}
            assert cache.notes == []


@pytest.mark.parametrize("make", [lambda _: NoCache(), lambda path: FileCache(path / "x", 1, 1)], ids=["none", "file"])
def test_both_are_caches(tmp_path: Path, make: Callable[[Path], Cache]) -> None:
    with make(tmp_path) as cache:
        assert cache.get_many(["a"]) == {}
        assert cache.notes == []


def test_answers_are_kept_beside_indexes_and_damaged_ones_thrown_away(tmp_path: Path) -> None:
    filled(tmp_path)
    with open_cache(tmp_path) as cache:
        assert cache.get("who") is None
        cache.put("who", b"nobody")
        cache.put("who", b"somebody")
    with open_cache(tmp_path) as cache:
        assert cache.get("who") == b"somebody"
        assert cache.get_many(["a", "who"]) == {"a": A}
    with sqlite3.connect(file_of(tmp_path)) as database:
        database.execute("UPDATE modules SET value = ? WHERE key LIKE '%who'", (b"forged",))
    with open_cache(tmp_path) as cache:
        assert cache.get("who") is None
        assert cache.notes == ["damaged cache entries thrown away: 1"]
        assert cache.get_many(["a"]) == {"a": A}
