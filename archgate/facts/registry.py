"""Registries: the targets that archgate knows, by group, shipped as data beside this file."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from archgate.host.errors import InputError, Problem
from archgate.link.target import Target, Targets

FOLDER = Path(__file__).parent / "registries"
SCHEMA = 1

Grade = Literal["import", "use"]


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One target of a registry: what its calls make, its grade if not the group's, the parts of it that are none."""

    makes: tuple[str, ...] = ()
    grade: Grade | None = None
    besides: tuple[str, ...] = ()


class Registry(Struct, frozen=True, forbid_unknown_fields=True):
    """One group of targets."""

    schema: int
    group: str
    grade: Grade
    targets: dict[str, Line]


def read_registry(path: str, text: str) -> dict[str, Target]:
    """The targets of a registry by name. Raises InputError (INVALID) with every problem and its line."""
    try:
        registry = msgspec.convert(tomllib.loads(text), Registry)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError([Problem(path, 0, "INVALID", f"is no registry: {error}")]) from error
    problems = list(_problems(path, text, registry))
    if problems:
        raise InputError(problems)
    return {name: _target(name, line, registry.grade) for name, line in sorted(registry.targets.items())}


@cache
def groups() -> Mapping[str, Mapping[str, Target]]:
    """The targets of every shipped registry by group, sorted."""
    return {
        path.stem: read_registry(path.name, path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
    }


def shipped(name: str) -> Target | None:
    """The shipped target of that name."""
    return next((targets[name] for targets in groups().values() if name in targets), None)


def targets_of(wanted: Sequence[str], names: Sequence[str]) -> Targets:
    """All targets of some groups, and single ones by name: their shipped lines, else grade `import` and no `makes`."""
    found = {name: target for group in wanted for name, target in groups()[group].items()}
    for name in names:
        found.setdefault(name, shipped(name) or Target(name))
    return Targets(found.values())


def _target(name: str, line: Line, grade: Grade) -> Target:
    foothold = (line.grade or grade) == "import"
    return Target(name, frozenset(line.makes), foothold, frozenset(line.besides), shipped=True)


def _problems(path: str, text: str, registry: Registry) -> Iterator[Problem]:
    if registry.schema != SCHEMA:
        yield Problem(
            path, _line(text, "schema"), "INVALID", f"`schema` is {registry.schema}, this archgate reads {SCHEMA}"
        )
    if registry.group != Path(path).stem:
        yield Problem(
            path, _line(text, "group"), "INVALID", f"`group` is `{registry.group}`, the file's name says otherwise"
        )
    for name, line in registry.targets.items():
        if not all(part.isidentifier() for part in name.split(".")):
            yield Problem(path, _line(text, name), "INVALID", f"`{name}` is no dotted name")
        wider = name
        while "." in wider:
            wider = wider.rpartition(".")[0]
            other = registry.targets.get(wider)
            if other is not None and set(other.makes) != set(line.makes):
                message = f"`{wider}` is a prefix of `{name}` and makes other things"
                yield Problem(path, _line(text, name), "INVALID", message, "give both the same `makes`")


def _line(text: str, key: str) -> int:
    """The line on which a key is written."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.partition("=")[0].strip().strip("\"'") == key:
            return number
    return 0
