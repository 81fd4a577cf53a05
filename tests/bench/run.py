"""Times archgate and its neighbours on one host, in one run on one machine, and prints the ratios.

    python tests/bench/run.py --host FOLDER [--package NAME] [--repeat N] [--processes N] [--tool ruff] [--tool mypy]

`FOLDER` holds the package `NAME` (by default of the folder's own name), as a site-packages folder does; it is only
read. Those of its Python files that the running Python can parse are copied into a temporary git repository, frozen
there by `archgate init` and committed. Needs `pip install -e ".[dev,bench]"`.

Each row shows the run with the least CPU time out of N: seconds of CPU (children counted), seconds of wall time, and
the peak resident memory of the largest single process. Nothing is asserted: numbers of another machine, or of a busy
one, mean nothing here. With `--tool` the rules that measure with tools are held against the bare tool, and complexity
against radon.
"""

import argparse
import ast
import os
import resource
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from archgate.run.propose import RULES

PARSE = """
import ast, sys, warnings
warnings.simplefilter("ignore")
for path in open(sys.argv[1], encoding="utf-8").read().splitlines():
    with open(path, "rb") as file:
        ast.parse(file.read())
"""
"""What every analysis of Python's syntax tree must at least do."""

CHANGED = 10
"""How many files differ from base in the row that has one."""


@dataclass(frozen=True)
class Cost:
    """What one run of a command took: seconds, seconds, MiB."""

    cpu: float
    wall: float
    peak: float


@dataclass(frozen=True)
class Row:
    """A command to time, what must be done before each run of it, and the exit codes that count as done."""

    name: str
    command: Sequence[str]
    before: Callable[[], None] = lambda: None
    exits: tuple[int, ...] = (0,)


class Bench:
    """The host in its temporary repository."""

    def __init__(self, root: Path, package: str, processes: int, tools: Sequence[str]) -> None:
        self.root = root
        self.tools = tools
        self.package = package
        self.processes = ["--processes", str(processes)]
        self.sources = sorted((root / package).rglob("*.py"))
        self.listing = root.parent / "files.txt"
        self.listing.write_text("\n".join(map(str, self.sources)), encoding="utf-8")

    def freeze(self) -> None:
        """Commit the host, with archgate's policies and the configuration of the others, on `main`."""
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--message=The host")
        asked = [word for tool in self.tools for word in ("--with", tool)]
        subprocess.run(archgate("init", *asked), cwd=self.root, check=True, stdout=subprocess.DEVNULL)
        for name, text in neighbours(self.root, self.package).items():
            (self.root / name).write_text(text, encoding="utf-8")
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--message=Freeze")
        self.git("switch", "--quiet", "--create", "work")

    def clear_cache(self) -> None:
        """As on the first run ever: archgate keeps its cache in git's folder."""
        for path in (self.root / ".git").glob("archgate*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def forget_readings(self) -> None:
        """As if no tool had been asked yet; the index is warm."""
        for path in (self.root / ".git").glob("archgate*/tools"):
            shutil.rmtree(path)

    def change(self) -> None:
        """Ten files that nobody has seen yet, in a commit on `main`'s tip."""
        self.git("reset", "--quiet", "--hard", "main")
        for path in self.sources[:: max(1, len(self.sources) // CHANGED)][:CHANGED]:
            with path.open("ab") as file:
                file.write(f"\n_bench = {time.perf_counter_ns()}\n".encode())
        self.git("commit", "--quiet", "--all", "--message=Ten files")

    def git(self, *arguments: str) -> None:
        """Run git in the repository."""
        identity = ("-c", "user.name=Bench", "-c", "user.email=bench@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True)


def neighbours(root: Path, package: str) -> dict[str, str]:
    """Configuration for import-linter and tach: one contract between children of the package."""
    children = sorted(
        {path.relative_to(root / package).parts[0].removesuffix(".py") for path in (root / package).rglob("*.py")},
        key=lambda child: (-len(list((root / package / child).rglob("*.py"))), child),
    )
    first, second = (f"{package}.{child}" for child in children[:2])
    contract = f"[importlinter:contract:one]\nname = One\ntype = forbidden\nsource_modules = {first}\n"
    contract += f"forbidden_modules = {second}\nallow_indirect_imports = True\n"
    modules = [f'\n[[modules]]\npath = "{package}.{child}"\n' for child in children if child != "__init__"]
    return {
        ".importlinter": f"[importlinter]\nroot_package = {package}\n\n{contract}",
        "tach.toml": f'source_roots = ["."]\nexclude = []\n{"".join(modules)}cannot_depend_on = ["{first}"]\n',
    }


def archgate(*arguments: str) -> list[str]:
    """The command line of archgate under the Python that runs this."""
    return [sys.executable, "-m", "archgate", *arguments]


def script(name: str) -> str:
    """The path of a command installed beside the Python that runs this."""
    return str(Path(sysconfig.get_path("scripts")) / name)


def rows(bench: Bench) -> list[Row]:
    """What is timed; the first is what the others are compared with."""
    check = archgate("check", *bench.processes)
    return [
        Row("ast.parse, one process", [sys.executable, "-c", PARSE, str(bench.listing)]),
        Row("archgate check, cold", check, before=bench.clear_cache, exits=(0, 1)),
        Row("archgate check, warm", check, exits=(0, 1)),
        Row("archgate check --base, 10 files", [*check, "--base", "main"], before=bench.change, exits=(0, 1)),
        Row("lint-imports --no-cache", [script("lint-imports"), "--no-cache"], exits=(0, 1)),
        Row("tach check", [script("tach"), "check"], exits=(0, 1)),
        Row("ruff analyze graph", [script("ruff"), "analyze", "graph", "--quiet", bench.package]),
        Row("archgate --version", archgate("--version")),
        Row("import typer", [sys.executable, "-c", "import typer"]),
    ]


BARE = {
    "ruff": ["ruff", "check", "--no-cache", "--exit-zero", "--ignore-noqa", "--output-format", "json"],
    "mypy": ["mypy", "--no-incremental", "--output", "json"],
}
"""The tools by themselves, doing what archgate has them do."""


def tool_rows(bench: Bench) -> list[Row]:
    """Each tool by itself, and by its rule: asked anew, and with nothing changed; complexity beside radon."""
    found = []
    for tool in bench.tools:
        check = archgate("check", *bench.processes, "--rule", RULES[tool])
        bare = [script(BARE[tool][0]), *BARE[tool][1:], bench.package]
        found += [
            Row(f"{tool}, bare", bare, exits=(0, 1, 2)),
            Row(f"archgate --rule {tool}, asked", check, before=bench.forget_readings, exits=(0, 1)),
            Row(f"archgate --rule {tool}, unchanged", check, exits=(0, 1)),
        ]
    complexity = archgate("check", *bench.processes, "--rule", "complexity")
    return [
        *found,
        Row("radon cc", [script("radon"), "cc", "-s", bench.package]),
        Row("archgate --rule complexity, cold", complexity, before=bench.clear_cache, exits=(0, 1)),
        Row("archgate --rule complexity, warm", complexity, exits=(0, 1)),
    ]


def cost(row: Row, root: Path) -> Cost:
    """Run it once, with its output thrown away; raises SystemExit where it fails."""
    row.before()
    begin = time.perf_counter()
    process = subprocess.Popen(
        row.command, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    told = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in row.exits:
        raise SystemExit(f"{row.name}: exit {process.returncode}\n{told.decode(errors='replace')}")
    return Cost(cpu=used.ru_utime + used.ru_stime, wall=wall, peak=mebibytes(used))


def mebibytes(used: resource.struct_rusage) -> float:
    """The peak resident memory; macOS counts bytes, others KiB."""
    return used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def table(costs: dict[str, Cost], parse: Cost) -> str:
    """One line a row, with the ratio of its CPU time to that of bare parsing."""
    lines = [f"{'':<34}{'CPU s':>8}{'wall s':>8}{'MiB':>7}{'CPU / ast.parse':>17}"]
    lines += [
        f"{name:<34}{one.cpu:>8.2f}{one.wall:>8.2f}{one.peak:>7.0f}{one.cpu / parse.cpu:>16.2f}x"
        for name, one in costs.items()
    ]
    return "\n".join(lines)


def copy_sources(package: Path, target: Path) -> int:
    """Copy the Python files of a package; how many were left out, because the running Python cannot parse them."""
    left = 0
    for path in sorted(package.rglob("*.py")):
        if parses(path):
            copy = target / path.relative_to(package)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        else:
            left += 1
    return left


def parses(path: Path) -> bool:
    """Whether the running Python can read the file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return False
    return True


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Time archgate and its neighbours on one host.")
    parser.add_argument("--host", type=Path, required=True, help="the folder that holds the package")
    parser.add_argument("--package", help="the package's name (the folder's own)")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each, the best of which counts (3)")
    parser.add_argument("--processes", type=int, default=2, help="archgate's processes (2)")
    parser.add_argument("--tool", action="append", choices=sorted(BARE), default=[], help="also by this tool's rule")
    given = parser.parse_args()
    package = given.package or given.host.name
    with tempfile.TemporaryDirectory(prefix="archgate-bench-") as folder:
        root = Path(folder).resolve() / "host"
        if left := copy_sources(given.host / package, root / package):
            print(f"{left} files left out: Python {sys.version.split()[0]} cannot parse them")
        bench = Bench(root, package, given.processes, given.tool)
        bench.freeze()
        print(
            f"{package}: {len(bench.sources)} files, Python {sys.version.split()[0]}, {os.cpu_count()} cores",
            flush=True,
        )
        costs = {
            row.name: min((cost(row, root) for _ in range(given.repeat)), key=lambda one: one.cpu)
            for row in (*rows(bench), *(tool_rows(bench) if given.tool else ()))
        }
    print(table(costs, costs["ast.parse, one process"]))
    startup, typer = costs["archgate --version"], costs["import typer"]
    print(f"archgate --version takes {startup.cpu / typer.cpu:.2f} times the CPU of importing typer")


if __name__ == "__main__":
    main()
