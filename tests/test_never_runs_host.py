"""The host's code is never imported or run, whatever its files are called and from wherever archgate is started."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hosts.builder import clean_environment, configuration, write
from tests.traps import REFUSED, TOOLS, Trap, WholeTrap

DEPENDENCIES = [
    "archgate_py",
    "annotated_doc",
    "astroid",
    "click",
    "coverage",
    "grimp",
    "joblib",
    "libcst",
    "markdown_it",
    "mdurl",
    "msgspec",
    "mypy",
    "mypyc",
    "numpy",
    "packaging",
    "pathspec",
    "platformdirs",
    "pygments",
    "pylint",
    "rich",
    "ruff",
    "rustworkx",
    "shellingham",
    "tomli",
    "tomlkit",
    "typer",
    "typing_extensions",
    "yaml",
    "_distutils_hack",
    "pytest",
    "conftest",
    "sitecustomize",
    "usercustomize",
    "setup",
    "manage",
]
"""What archgate imports, what that imports, and what a Python process may look for by itself."""

COMMANDS: list[tuple[str, ...]] = [
    ("--version",),
    ("--help",),
    ("check",),
    ("check", "--format", "json"),
    ("check", "--processes", "4", "--no-cache"),
    ("facts", "imports", "--external", "--implied"),
    ("facts", "imports", "--rev", "HEAD", "--format", "json"),
    ("facts", "cycles"),
    ("facts", "edge", "--format", "csv"),
    ("facts", "unresolved"),
    ("debt",),
    ("debt", "--by", "package", "--rev", "HEAD"),
    ("explain", "edge|app.m001|app.m002"),
    ("doctor",),
    ("policy", "lint"),
    ("policy", "fmt"),
    ("policy", "shrink"),
    ("policy", "freeze", "loops"),
    ("policy", "widen"),
    ("policy", "move", "app.m001", "app.m003"),
]

MARK = "size|app.m001:f|arguments"

STATING: list[tuple[str, ...]] = [
    *(("facts", rule) for rule in WholeTrap.RULES),
    ("facts", "ruff", "--rev", "HEAD~1", "--no-cache"),
    ("facts", "uses"),
    ("trend",),
    ("trend", "--facts"),
    ("roadmap", "lint"),
    ("roadmap", "status"),
    ("roadmap", "graph", "--format", "dot"),
    ("leaf", "list"),
    ("leaf", "next"),
    ("leaf", "show", "S1-L1"),
    ("leaf", "retire", "S1-L1", "--everywhere"),
    ("docs", "write"),
    ("explain", MARK),
    ("schema", "policy"),
]
"""Commands of the whole trap that must succeed, so that it is known that they looked."""

JUDGING: list[tuple[str, ...]] = [
    ("check", "--base", "HEAD~1", "--no-cache"),
    *(("check", "--rule", tool) for tool in TOOLS),
    ("check", "--format", "sarif"),
    ("check", "--merged", "--base", "HEAD~1"),
    ("docs", "verify"),
    ("fixture", "verify"),
    ("fixture", "write"),
    ("fixture", "rebase", "--base", "HEAD~1"),
    ("leaf", "gate", "S1-L1", "--base", "HEAD~1"),
    ("leaf", "retire", "S1-L1", "--write"),
    ("policy", "move", "--detect", "--base", "HEAD~1"),
    ("policy", "shrink", "--base", "HEAD~1"),
    ("doctor",),
]
"""Commands of the whole trap that have something to say against it."""


def started_before_archgate(folder: Path) -> set[str]:
    """The modules that `python -m` itself imports from the current folder before a first line of the named module."""
    write(folder, {"probe.py": "import sys\nprint(*{name.partition('.')[0] for name in sys.modules})\n"})
    done = subprocess.run([sys.executable, "-m", "probe"], cwd=folder, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


ALL_NAMES = sorted(set(sys.stdlib_module_names) | set(DEPENDENCIES))
SCRIPT = Path(sys.executable).with_name("archgate.exe" if sys.platform == "win32" else "archgate")
"""The console script, which the installation puts beside the interpreter."""


@pytest.fixture(scope="module")
def trapped(tmp_path_factory: pytest.TempPathFactory) -> Trap:
    """The host with a trap for every name there is."""
    return Trap(tmp_path_factory.mktemp("all"), ALL_NAMES)


@pytest.fixture(scope="module")
def trapped_for_python_m(tmp_path_factory: pytest.TempPathFactory) -> Trap:
    """The host without the names that Python looks for in the current folder before archgate has a say."""
    taken = started_before_archgate(tmp_path_factory.mktemp("probe"))
    return Trap(tmp_path_factory.mktemp("most"), [name for name in ALL_NAMES if name not in taken])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> WholeTrap:
    """The small host with a rule of every kind, without the names that mypy refuses or Python looks for early."""
    taken = started_before_archgate(tmp_path_factory.mktemp("probe"))
    names = [name for name in ALL_NAMES if name not in taken and name not in REFUSED]
    return WholeTrap(tmp_path_factory.mktemp("whole"), names)


def run(trap: Trap, *command: str, cwd: Path | None = None) -> int:
    """The exit code of a command at the host's root: it must end as archgate ends, and no trap may have been sprung."""
    environment = clean_environment(trap.host.home)
    assert "PYTHONPATH" not in environment
    done = subprocess.run(
        command, cwd=cwd or trap.host.root, env=environment, capture_output=True, text=True, check=False
    )
    trap.reset()
    assert trap.sprung() == []
    assert done.returncode in (0, 1, 2, 3), done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    assert "No module named" not in done.stderr, "archgate must be installed beside the interpreter that runs the tests"
    return done.returncode


def test_a_trap_springs(tmp_path: Path) -> None:
    trap = Trap(tmp_path, ["typer"])
    subprocess.run([sys.executable, "-c", "import typer"], cwd=trap.host.root, check=False, capture_output=True)
    subprocess.run([sys.executable, "-c", "import app"], cwd=trap.host.root, check=False, capture_output=True)
    assert trap.sprung() == ["app-__init__.py", "typer.py"]


@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
def test_the_console_script(argv: tuple[str, ...], trapped: Trap) -> None:
    run(trapped, str(SCRIPT), *argv)


@pytest.mark.parametrize("argv", COMMANDS[2:6], ids=" ".join)
def test_python_m_on_a_safe_path(argv: tuple[str, ...], trapped: Trap) -> None:
    run(trapped, sys.executable, "-P", "-m", "archgate", *argv)


@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
def test_python_m(argv: tuple[str, ...], trapped_for_python_m: Trap) -> None:
    run(trapped_for_python_m, sys.executable, "-m", "archgate", *argv)


@pytest.mark.parametrize("argv", STATING, ids=" ".join)
def test_every_kind_and_tool_looks_at_the_host(argv: tuple[str, ...], whole: WholeTrap) -> None:
    assert run(whole, str(SCRIPT), *argv) == 0


@pytest.mark.parametrize("argv", JUDGING, ids=" ".join)
def test_every_judge_and_writer(argv: tuple[str, ...], whole: WholeTrap) -> None:
    assert run(whole, str(SCRIPT), *argv) in (0, 1, 3)


@pytest.mark.parametrize("argv", [*STATING[::2], *JUDGING[1::4]], ids=" ".join)
def test_every_kind_and_tool_by_python_m(argv: tuple[str, ...], whole: WholeTrap) -> None:
    run(whole, sys.executable, "-m", "archgate", *argv)


def test_tools_in_a_host_that_has_a_file_for_every_name(tmp_path: Path) -> None:
    trap = WholeTrap(tmp_path, ["typer"])
    write(trap.host.root, {f"{name}.py": trap.trap(f"{name}.py") for name in ALL_NAMES})
    trap.host.commit()
    said = {tool: run(trap, str(SCRIPT), "facts", tool, "--no-cache") for tool in TOOLS}
    assert said["ruff"] == 0
    assert said.get("mypy", 3) == 3


@pytest.mark.parametrize("folder", ["app", "tests"])
@pytest.mark.parametrize("launcher", ["script", "module"])
def test_from_a_folder_below_the_root(folder: str, launcher: str, trapped_for_python_m: Trap) -> None:
    command = [str(SCRIPT)] if launcher == "script" else [sys.executable, "-m", "archgate"]
    run(trapped_for_python_m, *command, "check", cwd=trapped_for_python_m.host.root / folder)


@pytest.mark.parametrize("launcher", ["script", "module"])
def test_init_runs_nothing(launcher: str, tmp_path: Path) -> None:
    taken = started_before_archgate(tmp_path / "probe")
    names = [name for name in ALL_NAMES if name not in taken and name not in REFUSED]
    trap = Trap(tmp_path / "trap", names, modules=9, padding=1)
    trap.host.git("rm", "-q", "-r", "archgate.toml", "policies")
    trap.host.commit()
    asked = ["--with", "ruff", "--with", "mypy"]
    assert (
        run(trap, *([str(SCRIPT)] if launcher == "script" else [sys.executable, "-m", "archgate"]), "init", *asked) == 0
    )


@pytest.mark.parametrize("folder", ["json", "typer", "multiprocessing", "archgate_plugins", "sqlite3"])
def test_packages_at_the_root_are_traps_too(folder: str, tmp_path: Path) -> None:
    trap = Trap(tmp_path, [])
    for name in ("__init__", "main", "pool", "dbapi2", "decoder"):
        write(trap.host.root, {f"{folder}/{name}.py": trap.trap(f"{folder}/{name}.py")})
    run(trap, str(SCRIPT), "check", "--processes", "4", "--no-cache")
    run(trap, sys.executable, "-m", "archgate", "check", "--processes", "4", "--no-cache")


def test_hooks_and_programs_of_the_repository_are_not_run(tmp_path: Path) -> None:
    trap = Trap(tmp_path, [])
    hook = f"#!/bin/sh\ntouch {trap.marks}/$(basename $0)\n"
    for name in ("post-checkout", "pre-commit", "post-index-change", "reference-transaction", "fsmonitor", "program"):
        path = trap.host.root / ".git/hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(hook)
        path.chmod(0o755)
    program = str(trap.host.root / ".git/hooks/program")
    for key in ("core.fsmonitor", "diff.external", "core.pager", "pager.log", "diff.x.textconv", "core.editor"):
        trap.host.git("config", key, program)
    write(trap.host.root, {".gitattributes": "*.py diff=x\n", "app/m007.py": "x = 1\n"})
    for argv in COMMANDS:
        environment = clean_environment(trap.host.home)
        command = [sys.executable, "-P", "-m", "archgate", *argv]
        subprocess.run(command, cwd=trap.host.root, env=environment, capture_output=True, check=False)
        assert trap.sprung() == [], argv


def test_the_host_may_be_called_like_archgate(tmp_path: Path) -> None:
    trap = Trap(tmp_path, [])
    shutil.move(trap.host.root / "app", trap.host.root / "archgate")
    write(trap.host.root, {"archgate.toml": configuration("archgate", apart=["tests/**"])})
    shutil.rmtree(trap.host.root / "policies")
    run(trap, str(SCRIPT), "facts", "imports")
    run(trap, sys.executable, "-P", "-m", "archgate", "facts", "imports")
