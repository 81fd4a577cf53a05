"""Every source file of a tree indexed: from the cache where its content is known, else parsed."""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from hashlib import sha256
from itertools import islice
from types import TracebackType
from typing import Protocol, Self

from archgate.host.tree import Content
from archgate.index.cache import Cache
from archgate.index.module import ModuleIndex, Unreadable
from archgate.index.pool import Pool
from archgate.index.worker import Parsed, parse

Outcome = ModuleIndex | Unreadable


class Indexed(dict[str, Outcome]):
    """Outcomes by path. `digest` stands for all paths and contents together, "" where a content could not be read."""

    digest: str = ""


WORTH_A_PROCESS = 1_500_000
"""Bytes to parse above which worker processes are started: fewer are parsed sooner here."""

_LOOKED_UP_AT_ONCE = 500
_PARSED_AT_ONCE = 400_000
_MOST_PROCESSES = 8
_WAITING = 2


class Contents(Protocol):
    """The two methods of a tree that indexing needs; see `archgate.host.tree.Tree`."""

    def contents(self, paths: Sequence[str]) -> Iterator[tuple[str, Content]]:
        """The content of each path."""
        ...

    def load(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The bytes for keys whose content came without."""
        ...


def index_files(
    tree: Contents,
    paths: Sequence[str],
    cache: Cache,
    processes: int | None = None,
    known: dict[str, Outcome] | None = None,
) -> Indexed:
    """The index of each file, or why it has none, by path in the order of `paths`.

    `known` are outcomes by content key that need not be looked for; those of this tree are added.

    At most `processes` worker processes parse (None: one for each processor), and none where there is little to parse
    or `processes` is 1. Equal contents are parsed once, and only readable ones are put in the cache. Raises InputError
    (UNREADABLE) if a worker process dies.
    """
    unread: dict[str, Outcome] = {}
    keys: dict[str, str] = {}
    with _Parser(cache, processes or _processors(), {} if known is None else known) as parser:
        contents = tree.contents(paths)
        while some := list(islice(contents, _LOOKED_UP_AT_ONCE)):
            for path, content in some:
                if content.error is not None:
                    unread[path] = Unreadable(content.error)
                else:
                    keys[path] = content.key
            parser.take(tree, {content.key: content.data for _, content in some if content.error is None})
        outcomes = parser.finish()
    found = Indexed({path: unread[path] if path in unread else outcomes[keys[path]] for path in paths})
    if not unread:
        found.digest = _digest(keys)
    return found


def _digest(keys: Mapping[str, str]) -> str:
    return sha256("\n".join(f"{key} {path}" for path, key in sorted(keys.items())).encode()).hexdigest()


class _Parser:
    """Gathers contents, and has those parsed that the cache does not know; a context manager."""

    def __init__(self, cache: Cache, processes: int, known: dict[str, Outcome]) -> None:
        self._cache = cache
        self._processes = min(processes, _MOST_PROCESSES)
        self._outcomes = known
        self._asked = set(known)
        self._held: list[tuple[str, bytes]] = []
        self._held_bytes = 0
        self._pool: Pool | None = None
        self._stack = ExitStack()
        self._running: deque[tuple[list[str], Future[list[Parsed]]]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def take(self, tree: Contents, contents: Mapping[str, bytes | None]) -> None:
        """Look contents up by key, and parse those that are new; bytes that are not there yet are loaded."""
        fresh = [key for key in contents if key not in self._asked]
        self._asked.update(fresh)
        known = self._cache.get_many(fresh)
        self._outcomes.update(known)
        missing = [key for key in fresh if key not in known]
        loaded = tree.load([key for key in missing if contents[key] is None])
        for key in missing:
            data = contents[key]
            self._hold(key, loaded[key] if data is None else data)

    def finish(self) -> Mapping[str, Outcome]:
        """The outcome of every content that was taken, by key."""
        self._parse_held()
        while self._running:
            self._collect()
        return self._outcomes

    def _hold(self, key: str, data: bytes) -> None:
        self._held.append((key, data))
        self._held_bytes += len(data)
        undecided = self._processes > 1 and self._pool is None
        if self._held_bytes >= (WORTH_A_PROCESS if undecided else _PARSED_AT_ONCE):
            if undecided:
                self._pool = self._stack.enter_context(Pool(self._processes))
            self._parse_held()

    def _parse_held(self) -> None:
        """Parse what is held, here or, if there are processes, there."""
        for some in _portions(self._held):
            keys, sources = [key for key, _ in some], [data for _, data in some]
            if self._pool is None:
                self._note(keys, parse(sources))
            else:
                self._running.append((keys, self._pool.parse(sources)))
                if len(self._running) > _WAITING * self._processes:
                    self._collect()
        self._held, self._held_bytes = [], 0

    def _collect(self) -> None:
        keys, future = self._running.popleft()
        self._note(keys, future.result())

    def _note(self, keys: list[str], parsed: list[Parsed]) -> None:
        outcomes = dict(zip(keys, parsed, strict=True))
        self._cache.put_many({key: found.encoded for key, found in outcomes.items() if found.encoded})
        self._outcomes.update((key, found.result()) for key, found in outcomes.items())


def _portions(sources: Iterable[tuple[str, bytes]]) -> Iterator[list[tuple[str, bytes]]]:
    """The sources cut into lists that are worth sending."""
    portion: list[tuple[str, bytes]] = []
    size = 0
    for key, data in sources:
        portion.append((key, data))
        size += len(data)
        if size >= _PARSED_AT_ONCE:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
