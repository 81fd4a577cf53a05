"""Laws of fixtures, on random histories: writing is idempotent, shrinking stays green, and nothing gets past base."""

import random
from collections.abc import Mapping

import pytest

from tests.gate.marked import FEED, LIMITS, PLAN, QUEUE, SIZE, SIZE_MARKS, file, fixture, function, marks_of, size
from tests.gate.repository import Repository
from tests.gate.steps import assert_holds

LIMIT = 10
Sizes = Mapping[str, Mapping[str, int]]
START: Sizes = {
    FEED: {"load": 40, "parse": 30, "tiny": 3},
    QUEUE: {"drain": 20, "put": 15},
    PLAN: {"plan": 4, "replan": 5},
}


def laid(repository: Repository, sizes: Sizes) -> None:
    for path, functions in sizes.items():
        repository.write(path, file(*(function(name, n) for name, n in functions.items())))


def over(sizes: Sizes) -> dict[str, int]:
    """The marks of a host of these sizes."""
    return {
        f"app.{path[4:-3]}:{name}|statements": n
        for path, functions in sizes.items()
        for name, n in functions.items()
        if n > LIMIT
    }


def started(repository: Repository) -> None:
    laid(repository, START)
    repository.write(SIZE_MARKS, fixture(over(START)))
    repository.git("checkout", "--quiet", "-B", "main")
    repository.commit("start")
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    repository.git("checkout", "--quiet", "-B", "work")


def smaller(sizes: Sizes, chance: random.Random) -> Sizes:
    """One function shorter, gone, renamed or split in its file; never more of it."""
    path = chance.choice([path for path in sizes if sizes[path]])
    functions = dict(sizes[path])
    name = chance.choice(sorted(functions))
    n = functions.pop(name)
    fresh = f"f{chance.randrange(10**6)}"
    way = chance.choice(("shorter", "gone", "renamed", "split"))
    if way == "shorter":
        functions[name] = chance.randint(1, n)
    elif way == "renamed":
        functions[fresh] = n
    elif way == "split" and n > 2:
        rest = chance.randint(1, n - 1)
        functions |= {name: n - rest, fresh: rest}
    return {**sizes, path: dict(sorted(functions.items()))}


def any_change(sizes: Sizes, chance: random.Random) -> Sizes:
    """One function as large as it likes."""
    path = chance.choice(list(sizes))
    name = chance.choice([*sizes[path], "more"])
    return {**sizes, path: {**sizes[path], name: chance.randint(1, 50)}}


@pytest.mark.parametrize("seed", range(3))
def test_what_only_shrinks_is_green_once_written(host: Repository, seed: int) -> None:
    chance = random.Random(seed)
    started(host)
    sizes = START
    for _ in range(4):
        for _ in range(chance.randint(1, 3)):
            sizes = smaller(sizes, chance)
        laid(host, sizes)
        run = host.archgate("fixture", "write")
        assert run.exit == 0, (sizes, run, run.stdout)
        assert host.read(SIZE_MARKS).decode() == fixture(over(sizes))
        before = host.read(SIZE_MARKS)
        assert host.archgate("fixture", "write").exit == 0
        assert host.read(SIZE_MARKS) == before
        host.commit()
        assert_holds(host.check())


@pytest.mark.parametrize("seed", range(3))
def test_no_sequence_of_writers_gets_more_than_base_shows(host: Repository, seed: int) -> None:
    """Whatever is done to the code and whichever writer is run: no mark of a function of base rises, none is new but
    for what left another one of its file, and all in all there is no more excess than at base.
    """
    chance = random.Random(100 + seed)
    started(host)
    base = over(START)
    sizes = START
    commands = (("fixture", "write"), ("fixture", "rebase"), ("policy", "shrink"), ("policy", "widen"))
    for _ in range(8):
        change = chance.choice((any_change, smaller, smaller))
        sizes = change(sizes, chance)
        laid(host, sizes)
        if chance.random() < 0.2:
            host.write(SIZE, size({**LIMITS, "statements": chance.randint(3, 10)}))
        host.archgate(*chance.choice(commands))
        if chance.random() < 0.3:
            host.commit()
        marks = marks_of(host)
        assert all(n <= base[name] for name, n in marks.items() if name in base), (sizes, marks)
        excess, allowed = (sum(n - LIMIT for n in each.values() if n > LIMIT) for each in (marks, base))
        assert excess <= allowed, (sizes, marks)
        assert max(marks.values(), default=0) <= max(base.values())
