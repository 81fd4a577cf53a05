"""Plant violations at random places of a copied host, and count: all of them found, none invented.

    python -m tests.golden.plant --host FOLDER --package NAME [--count N] [--seed N]

`FOLDER` holds the package `NAME`, as a site-packages folder does; it is only read. The copy (of what the running Python
can parse) is frozen by `archgate init` and committed. Then come, in modules drawn at random and in many dresses, N
imports across a boundary, N that close a cycle, N of what is not there, and N decoys that break nothing. Exits 1 unless
`archgate check` names each planted line and no other.
"""

import argparse
import random
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from tests.golden.components import Edge, components
from tests.golden.dresses import DECOYS, DRESSES, MISSING_DRESSES, Dress, Module, gaps, insert
from tests.golden.hosts import ask, commit_all, copy_host, leave_out_unparsable, run_archgate

BOUNDARY = "inner-boundary"
CYCLE = "host-cycles"
UNRESOLVED = "unresolved"

Finding: TypeAlias = dict[str, Any]


class Host(Struct, frozen=True):
    """The copied host as committed: its modules, its edges but those only for typing, and what the boundary guards."""

    root: Path
    modules: Mapping[str, Module]
    edges: frozenset[Edge]
    guarded: str

    def guards(self, module: str) -> bool:
        """Whether the module lies behind the boundary."""
        return f"{module}.".startswith(f"{self.guarded}.")


class Plant(Struct, frozen=True):
    """One planted import: the rule that must name it (none for a decoy), and the line on which it stands."""

    rule: str
    importer: str
    imported: str
    path: str
    line: int
    dress: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.importer} -> {self.imported} ({self.dress})"


class Count(Struct, frozen=True):
    """What became of the plants of one rule: those not found, and the findings that no plant accounts for."""

    rule: str
    planted: int
    missed: tuple[str, ...]
    invented: tuple[str, ...]


def _without_marks(root: Path) -> None:
    """Take out the rules that count every statement: whatever is planted adds some."""
    for path in sorted((root / "fixtures").glob("*.json")):
        (root / "policies" / f"{path.stem}.toml").unlink()
        path.unlink()


def prepare(folder: Path, package: str, root: Path, chance: random.Random) -> Host:
    """Copy the host to `root`, freeze it as `archgate init` does and under a boundary drawn at random, commit it."""
    copy_host(folder / package, root)
    leave_out_unparsable(root)
    commit_all(root, "The host")
    run_archgate(root, "init")
    _without_marks(root)
    modules = _modules(root, package)
    guarded = _write_boundary(root, modules, chance)
    commit_all(root, "Freeze")
    facts = ask(root, "facts", "imports")["facts"]
    edges = frozenset((fact["subject"], fact["object"]) for fact in facts if fact["kinds"] != ["typing"])
    return Host(root=root, modules=modules, edges=edges, guarded=guarded)


def _modules(root: Path, package: str) -> dict[str, Module]:
    """The modules below the root package that can be imported and have statements to plant between."""
    configuration = tomllib.loads((root / "archgate.toml").read_text(encoding="utf-8"))
    others = [*configuration.get("exclude", []), *configuration.get("apart", [])]
    found = {}
    for file in sorted((root / package).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        parts = path.removesuffix(".py").removesuffix("/__init__").split("/")
        shadowed = file.with_suffix("").joinpath("__init__.py").exists()
        importable = len(parts) > 1 and all(map(str.isidentifier, parts)) and not shadowed
        if importable and not any(fnmatch(path, glob) for glob in others) and gaps(file.read_bytes()):
            found[".".join(parts)] = Module(name=".".join(parts), path=path)
    return found


def _write_boundary(root: Path, modules: Iterable[str], chance: random.Random) -> str:
    """Draw and freeze a boundary around one of the larger children of the root package; what it guards."""
    sizes = Counter(".".join(name.split(".")[:2]) for name in modules)
    guarded = chance.choice(sorted(child for child, size in sizes.items() if 4 * size >= max(sizes.values())))
    others = ", ".join(f'"{child}"' for child in sorted(sizes) if child != guarded)
    header = f'schema = 1\nrule = "{BOUNDARY}"\nkind = "boundary"\ntitle = "Nothing is planted here"\n'
    scope = f'\n[scope]\nfrom = [{others}]\nto = ["{guarded}"]\n'
    (root / "policies" / f"{BOUNDARY}.toml").write_text(header + scope, encoding="utf-8")
    run_archgate(root, "policy", "freeze", BOUNDARY)
    return guarded


def plant(host: Host, count: int, chance: random.Random) -> list[Plant]:
    """Plant `count` violations of each rule and as many decoys, each in a file of its own; raises SystemExit where
    the host is too small for that."""
    free = sorted(host.modules)
    chance.shuffle(free)
    sorts = (
        (BOUNDARY, DRESSES, _across),
        (CYCLE, DRESSES, _closing),
        (UNRESOLVED, MISSING_DRESSES, _missing),
        ("", DECOYS, _unrelated),
    )
    plants: list[Plant] = []
    for rule, dresses, candidates in sorts:
        edges = list(islice(candidates(host, tuple(free)), count))
        if len(edges) < count:
            raise SystemExit(f"{rule or 'decoys'}: the host has {len(edges)} places to plant in, not {count}")
        plants += [_plant_one(host, rule, edge, dresses, chance) for edge in edges]
        free = [module for module in free if module not in {importer for importer, _ in edges}]
    return plants


def _plant_one(host: Host, rule: str, edge: Edge, dresses: Mapping[str, Dress], chance: random.Random) -> Plant:
    module, imported = host.modules[edge[0]], edge[1]
    dress = chance.choice(sorted(dresses))
    text = dresses[dress](module, imported)
    line = insert(host.root, module, text, chance)
    return Plant(rule=rule, importer=module.name, imported=imported, path=module.path, line=line, dress=dress)


def _across(host: Host, importers: Sequence[str]) -> Iterator[Edge]:
    """New edges over the boundary."""
    targets = [module for module in importers if host.guards(module)]
    sources = [module for module in importers if not host.guards(module)]
    for at, importer in enumerate(sources):
        if (edge := (importer, targets[at % len(targets)])) not in host.edges:
            yield edge


def _closing(host: Host, importers: Sequence[str]) -> Iterator[Edge]:
    """New edges that go back along an edge of the host, none of them over the boundary."""
    back = defaultdict(list)
    for importer, imported in sorted(host.edges):
        if importer in host.modules and importer != imported and not host.guards(importer):
            back[imported].append(importer)
    for importer in importers:
        new = [(importer, imported) for imported in back[importer] if (importer, imported) not in host.edges]
        yield from new[:1]


def _missing(host: Host, importers: Sequence[str]) -> Iterator[Edge]:
    """Imports of modules that are not there, beside the importer."""
    for at, importer in enumerate(importers):
        yield importer, f"{host.modules[importer].package}.planted_{at}"


def _unrelated(host: Host, importers: Sequence[str]) -> Iterator[Edge]:
    """Pairs of modules without an edge."""
    for importer, imported in pairwise(importers):
        if (importer, imported) not in host.edges:
            yield importer, imported


def judge(host: Host, plants: Sequence[Plant]) -> list[Count]:
    """Hold what blocks in `archgate check` on the planted work tree against what was planted."""
    findings = defaultdict(list)
    for finding in ask(host.root, "check", "--base", "HEAD", exits=(1,))["findings"]:
        if finding["blocks"]:
            findings[finding["rule"]].append(finding)
    counts = [
        _by_line(BOUNDARY, "NEW", plants, findings.pop(BOUNDARY, [])),
        _by_line(UNRESOLVED, "UNRESOLVED", plants, findings.pop(UNRESOLVED, [])),
        _by_component(host, plants, findings.pop(CYCLE, [])),
    ]
    strangers = _sorted(_told(finding) for found in findings.values() for finding in found)
    decoys = sum(not planted.rule for planted in plants)
    return [*counts, Count(rule="decoys", planted=decoys, missed=(), invented=strangers)]


def _by_line(rule: str, code: str, plants: Iterable[Plant], findings: Iterable[Finding]) -> Count:
    """Each plant is one finding, with its identity and its line."""
    wanted = {f"{code} {rule}|{it.importer}|{it.imported} {it.path}:{it.line}": it for it in plants if it.rule == rule}
    found = {_told(finding) for finding in findings}
    missed = _sorted(str(wanted[told]) for told in wanted.keys() - found)
    return Count(rule=rule, planted=len(wanted), missed=missed, invented=_sorted(found - wanted.keys()))


def _by_component(host: Host, plants: Iterable[Plant], findings: Iterable[Finding]) -> Count:
    """The components are those that a slow search finds; the changed ones are named by a finding, no others are."""
    before, after = components(host.edges), components(host.edges | set(_edges(host, plants)))
    facts = {frozenset(fact["members"]) for fact in ask(host.root, "facts", CYCLE)["facts"]}
    changed = [members for members, inner in after.items() if before.get(members) != inner]
    named = {frozenset(finding["id"].split("|")[1:]): _told(finding) for finding in findings}
    unnamed = [members for members in changed if not any(name <= members for name in named)]
    invented = [told for name, told in named.items() if not any(name <= members for members in changed)]
    return Count(
        rule=CYCLE,
        planted=len(changed),
        missed=_sorted("no finding for " + _shown(members) for members in unnamed)
        + _sorted("no fact for " + _shown(members) for members in after.keys() - facts),
        invented=_sorted(invented)
        + _sorted("no such component: " + _shown(members) for members in facts - after.keys()),
    )


def _edges(host: Host, plants: Iterable[Plant]) -> Iterator[Edge]:
    """The edges that were planted; importing what is not there still runs the package that it would be in."""
    for planted in plants:
        if planted.rule == UNRESOLVED:
            yield planted.importer, host.modules[planted.importer].package
        elif planted.rule:
            yield planted.importer, planted.imported


def _told(finding: Finding) -> str:
    return f"{finding['code']} {finding['id']} {finding['path']}:{finding['line']}"


def _shown(members: frozenset[str]) -> str:
    few = sorted(members)[:4]
    return f"{', '.join(few)} ({len(members)} modules)"


def _sorted(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(lines))


def run(folder: Path, package: str, count: int, seed: int) -> list[Count]:
    """Plant and count on one host, in a temporary folder; equal arguments plant the same."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="archgate-plant-") as root:
        host = prepare(folder, package, Path(root).resolve(), chance)
        return judge(host, plant(host, count, chance))


def main(argv: Sequence[str] | None = None) -> int:
    """The command; 0 where everything was found and nothing invented."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.plant", description="Plant violations and count.")
    parser.add_argument("--host", type=Path, required=True, help="the folder that holds the package")
    parser.add_argument("--package", required=True)
    parser.add_argument("--count", type=int, default=20, help="plants of each sort (20)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(argv)
    counts = run(given.host.resolve(), given.package, given.count, given.seed)
    for counted in counts:
        missed, invented = len(counted.missed), len(counted.invented)
        print(f"{counted.rule:<16} planted {counted.planted}, missed {missed}, invented {invented}")
        for line in counted.missed:
            print("  missed  ", line)
        for line in counted.invented:
            print("  invented", line)
    return 1 if any(counted.missed or counted.invented for counted in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
