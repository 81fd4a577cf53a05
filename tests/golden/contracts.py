"""The contracts of an import-linter configuration as rules of archgate, and both tools asked about the same trees.

Run: python -m tests.golden.contracts FOLDER [--violations N]

FOLDER holds an `.importlinter` and the root package (below `src` or beside it). It is copied; import lines are
planted one at a time at random places, until N of them break something; for every plant each contract must be broken
exactly where its rule is red.
import-linter is in the extra `bench`.
"""

import argparse
import configparser
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import archgate

SOURCE = str(Path(archgate.__file__).parents[1])
EDGES = ["eager", "lazy", "typing"]
"""What grimp reads: imports under TYPE_CHECKING too, and no strings."""


class Contract(NamedTuple):
    """A contract: the name that import-linter prints, and its options with lists split."""

    rule: str
    name: str
    options: Mapping[str, list[str]]

    @property
    def type(self) -> str:
        return self.options["type"][0]


def read_contracts(text: str) -> tuple[str, list[Contract]]:
    """The root package and the contracts of an `.importlinter`."""
    parser = configparser.ConfigParser()
    parser.read_string(text)
    contracts = []
    for section in parser.sections():
        if section.startswith("importlinter:contract:"):
            options = {key: _lines(value) for key, value in parser[section].items()}
            rule = f"contract-{section.removeprefix('importlinter:contract:').replace('_', '-')}"
            contracts.append(Contract(rule, parser[section]["name"], options))
    return parser["importlinter"]["root_package"], contracts


def _lines(value: str) -> list[str]:
    return [line.strip() for line in value.splitlines() if line.strip()]


def translated(contract: Contract) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Rule, kind and scope of what a contract comes to; `protected` comes to a rule for each protected module."""
    given, rule = contract.options, contract.rule
    if contract.type == "layers":
        scope = {"layers": given["layers"], "containers": given.get("containers", []), "edges": EDGES}
        exhaustive = given.get("exhaustive", ["false"])[0].lower() == "true"
        yield rule, "layers", {**scope, "exhaustive": exhaustive, "beside": given.get("exhaustive_ignores", [])}
    elif contract.type == "independence":
        yield rule, "layers", {"layers": [" | ".join(given["modules"])], "exhaustive": False, "edges": EDGES}
    elif contract.type == "forbidden":
        direct = given.get("allow_indirect_imports", ["false"])[0].lower() == "true"
        sides = {"from": given["source_modules"], "to": given["forbidden_modules"]}
        yield rule, "boundary", {**sides, "edges": EDGES, "indirect": "ignored" if direct else "explained"}
    elif contract.type == "acyclic_siblings":
        yield rule, "cycle", {"modules": given["ancestors"], "between": "siblings", "edges": EDGES}
    else:
        for number, module in enumerate(given["protected_modules"]):
            yield f"{rule}-{number}", "boundary", {"from": ["**"], "to": [module], "edges": EDGES}


def owners(contract: Contract, rule: str) -> list[str]:
    """Who may do by design what the rule forbids."""
    if contract.type != "protected":
        return []
    protected = contract.options["protected_modules"][int(rule.rpartition("-")[2])]
    return [f"{module}.**" for module in sorted({protected, *contract.options["allowed_importers"]})]


def policy(rule: str, kind: str, scope: Mapping[str, Any], allowed: list[str]) -> str:
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in scope.items() if value != [])
    blocks = [f'\n[[owner]]\nmodule = "{module}"\nreason = "The contract allows it to."\n' for module in allowed]
    return f'schema = 1\nrule = "{rule}"\nkind = "{kind}"\n\n[scope]\n{lines}{"".join(blocks)}'


class Bench:
    """A copy of a package under both tools."""

    def __init__(self, folder: Path, copy: Path) -> None:
        self.copy = copy
        text = (folder / ".importlinter").read_text(encoding="utf-8")
        original, _ = read_contracts(text)
        # Under a name of its own, the copy is in nobody's way: import-linter may be the package that is looked at.
        self.root = f"{original}_host"
        (copy / ".importlinter").write_text(re.sub(rf"(?m)(?<!^\[)\b{original}\b", self.root, text), encoding="utf-8")
        _, self.contracts = read_contracts((copy / ".importlinter").read_text(encoding="utf-8"))
        prefix = "src/" if (folder / "src" / original).is_dir() else ""
        self.package = copy / f"{prefix}{self.root}"
        shutil.copytree(folder / f"{prefix}{original}", self.package)
        for path in self.package.rglob("*.py"):
            source = path.read_bytes()
            path.write_bytes(re.sub(rb"\b%b\b" % original.encode(), self.root.encode(), source))
        self.rules = {name: contract for contract in self.contracts for name, _, _ in translated(contract)}
        (copy / "policies").mkdir()
        for contract in self.contracts:
            for rule, kind, scope in translated(contract):
                text = policy(rule, kind, scope, owners(contract, rule))
                (copy / "policies" / f"{rule}.toml").write_text(text, encoding="utf-8")
        (copy / "archgate.toml").write_text(f'packages = ["{prefix}{self.root}"]\n', encoding="utf-8")

    def ask(self, *argv: str) -> tuple[int, str]:
        """Run a command in the copy, with the package on the path; its exit code and what it says."""
        path = os.pathsep.join([SOURCE, str(self.package.parent)])
        environment = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(self.copy / "cache")}
        done = subprocess.run(argv, cwd=self.copy, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def settle(self) -> int:
        """Freeze what the clean tree shows: what `ignore_imports` takes out of the other tool's graph. How many."""
        before = self.red()
        for rule in sorted(before):
            code, said = self.ask(sys.executable, "-m", "archgate", "policy", "freeze", rule)
            assert code == 0, said
        frozen = (self.copy / "policies").glob("*.toml")
        return sum(path.read_text(encoding="utf-8").count("[[debt]]") for path in frozen)

    def red(self) -> set[str]:
        """The rules that archgate blocks."""
        _, said = self.ask(sys.executable, "-m", "archgate", "check", "--format", "json")
        report = msgspec.json.decode(said[: said.rindex("}") + 1])
        assert report["exit"] in (0, 1), said
        return {one["rule"] for one in report["rules"] if one["findings"] and one["rule"] in self.rules}

    def broken(self) -> set[str]:
        """The names of the contracts that import-linter finds broken."""
        script = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
        code, said = self.ask(sys.executable, "-c", script)
        assert code in (0, 1), said
        found = {one.name for one in self.contracts if f"{one.name} BROKEN" in " ".join(said.split())}
        assert bool(code) == bool(found), said
        return found

    def compare(self) -> tuple[set[str], set[str]]:
        """The contracts that archgate objects to, and those that import-linter does."""
        return {self.rules[rule].name for rule in self.red()}, self.broken()


def plants(bench: Bench, seed: int) -> Iterator[tuple[Path, str]]:
    """Random files of the package, each with an import line of a random module of it, without end."""
    choice = random.Random(seed)
    files = sorted(path for path in bench.package.rglob("*.py") if path.stem.isidentifier())
    while True:
        importer, imported = choice.sample(files, 2)
        parts = imported.relative_to(bench.package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield importer, f"import {name}"


def try_plants(bench: Bench, violations: int, seed: int) -> int:
    """Plant until so many plants broke a contract; how often the tools differed."""
    planted = broken = wrong = 0
    for path, line in plants(bench, seed):
        before = path.read_bytes()
        path.write_bytes(before + b"\n" + line.encode() + b"\n")
        ours, theirs = bench.compare()
        path.write_bytes(before)
        planted, broken = planted + 1, broken + bool(theirs)
        if ours != theirs:
            wrong += 1
            print(f"{path.relative_to(bench.copy)} + {line}: archgate {sorted(ours)}, import-linter {sorted(theirs)}")
        if broken == violations:
            break
    print(f"{planted} plants, {broken} of them break a contract, {wrong} differences")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--violations", type=int, default=30)
    parser.add_argument("--seed", type=int, default=4)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as copy:
        bench = Bench(given.folder, Path(copy))
        print(f"{bench.root}: {len(bench.contracts)} contracts, {bench.settle()} ignored imports frozen")
        ours, theirs = bench.compare()
        print(f"clean: {'equal' if ours == theirs else 'DIFFERENT'}, broken {sorted(theirs)}", flush=True)
        return int(ours != theirs or try_plants(bench, given.violations, given.seed) > 0)


if __name__ == "__main__":
    sys.exit(main())
