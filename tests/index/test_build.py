"""Indexing many files: through the cache, in processes, and when a process dies."""

import gc
import hashlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from archgate.host.errors import InputError
from archgate.host.tree import Content
from archgate.index import build
from archgate.index.build import index_files
from archgate.index.cache import NoCache, open_cache
from archgate.index.module import ModuleIndex, Unreadable
from archgate.index.pool import Pool
from archgate.index.worker import parse
from tests.index.sources import indexed

ROOT = Path(__file__).parents[2]


class Files:
    """A tree in memory: bytes by path, or the reason why a file cannot be read. `lazy`: bytes only on demand."""

    def __init__(self, files: Mapping[str, bytes | str], lazy: bool = False) -> None:
        self.files = files
        self.lazy = lazy
        self.loaded: list[str] = []

    def contents(self, paths: Sequence[str]) -> Iterator[tuple[str, Content]]:
        for path in paths:
            data = self.files[path]
            if isinstance(data, str):
                yield path, Content("", None, data)
            else:
                yield path, Content(_key(data), None if self.lazy else data)

    def load(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        self.loaded.extend(keys)
        return {_key(data): data for data in self.files.values() if isinstance(data, bytes) and _key(data) in keys}


def _key(data: bytes) -> str:
    return hashlib.sha1(data).hexdigest()


SMALL: dict[str, bytes | str] = {
    "b.py": b"import b",
    "a.py": b"import a",
    "same.py": b"import a",
    "bad.py": b"import",
    "gone.py": "it is not there",
}
LARGE: dict[str, bytes | str] = {
    **{f"m{number}.py": b"import a%d\n" % number + b"x = 1  # 345\n" * 4_000 for number in range(40)},
    "bad.py": b"import",
    "gone.py": "it is not there",
}


@pytest.mark.parametrize("lazy", [False, True], ids=["disk", "commit"])
def test_outcomes_by_path_in_the_given_order(lazy: bool) -> None:
    found = index_files(Files(SMALL, lazy), list(SMALL), NoCache())
    assert list(found) == list(SMALL)
    assert found == {
        "b.py": indexed("import b"),
        "a.py": indexed("import a"),
        "same.py": indexed("import a"),
        "bad.py": Unreadable("it is not valid Python", 1),
        "gone.py": Unreadable("it is not there"),
    }


def test_the_second_run_parses_only_what_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []

    def counting(sources: list[bytes]) -> object:
        parsed.extend(sources)
        return parse(sources)

    monkeypatch.setattr(build, "parse", counting)
    runs = []
    for _ in range(2):
        parsed.clear()
        with open_cache(tmp_path) as cache:
            runs.append((index_files(Files(SMALL, lazy=True), list(SMALL), cache), sorted(parsed)))
    assert [sources for _, sources in runs] == [[b"import", b"import a", b"import b"], [b"import"]]
    assert runs[0][0] == runs[1][0]


def test_bytes_are_loaded_only_for_what_the_cache_lacks(tmp_path: Path) -> None:
    for expected in (3, 1):
        tree = Files(SMALL, lazy=True)
        with open_cache(tmp_path) as cache:
            index_files(tree, list(SMALL), cache)
        assert len(tree.loaded) == expected


def test_the_number_of_processes_changes_nothing() -> None:
    runs = [index_files(Files(LARGE), list(LARGE), NoCache(), processes) for processes in (1, 2, 5)]
    assert runs[0] == runs[1] == runs[2]
    assert list(runs[0]) == list(runs[1])
    assert isinstance(runs[0]["m7.py"], ModuleIndex)


def test_small_jobs_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "Pool", None)
    assert len(index_files(Files(SMALL), list(SMALL), NoCache(), 8)) == len(SMALL)
    with pytest.raises(TypeError):
        index_files(Files(LARGE), list(LARGE), NoCache(), 8)


def test_no_process_is_left() -> None:
    with Pool(2) as pool:
        pool.parse([b"import a"]).result()
        processes = list(pool._processes)
    assert all(process.returncode is not None for process in processes)


def test_a_dead_process_is_told() -> None:
    with Pool(1) as pool:
        pool._processes[0].kill()
        with pytest.raises(InputError, match="a process that parses the host's files was ended by signal 9") as error:
            pool.parse([b"import a"]).result()
    assert [problem.code for problem in error.value.problems] == ["UNREADABLE"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_leaves_no_process(tmp_path: Path) -> None:
    script = f"""
        import sys, time
        sys.path.insert(0, {str(ROOT)!r})
        from archgate.index.pool import Pool
        with Pool(2) as pool:
            pool.parse([b"import a"]).result()
            print(*[process.pid for process in pool._processes], flush=True)
            pool.parse([b"x = 1\\n" * 2_000_000]).result()
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    workers = [int(pid) for pid in process.stdout.readline().split()]
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    process.wait(10)
    process.stdout.close()
    assert len(workers) == 2
    assert not any(_alive(worker) for worker in workers)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_killed_run_leaves_no_process() -> None:
    script = f"""
        import sys, time
        sys.path.insert(0, {str(ROOT)!r})
        from archgate.index.pool import Pool
        with Pool(1) as pool:
            pool.parse([b"import a"]).result()
            print(pool._processes[0].pid, flush=True)
            time.sleep(60)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    process.kill()
    process.wait(10)
    process.stdout.close()
    deadline = time.monotonic() + 5
    while _alive(worker) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _alive(worker)


def test_what_was_read_for_an_index_goes_without_the_garbage_collector() -> None:
    source = (
        "import typing, importlib\nif typing.TYPE_CHECKING:\n import a\nglobals()[x] = importlib.import_module('a')"
    )
    gc.collect()
    gc.disable()
    try:
        indexed(source)
        assert gc.collect() == 0
    finally:
        gc.enable()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or " Z " not in stat.read_text()


def test_processes_never_run_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*sys.stdlib_module_names, "msgspec", "sitecustomize", "usercustomize", "archgate"]:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r})")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONSTARTUP", str(tmp_path / "ast.py"))
    with Pool(1) as pool:
        assert [found.result() for found in pool.parse([b"import a"]).result()] == [indexed("import a")]
    assert not (tmp_path / "ran").exists()
