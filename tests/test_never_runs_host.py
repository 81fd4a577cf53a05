"""The host's code is never imported or run, whatever its files are called and from wherever archgate is started."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hosts.builder import Files, Host, block, build, clean_environment, configuration, policy, write

DEPENDENCIES = [
    "archgate_py",
    "annotated_doc",
    "click",
    "grimp",
    "joblib",
    "markdown_it",
    "mdurl",
    "msgspec",
    "numpy",
    "packaging",
    "platformdirs",
    "pygments",
    "rich",
    "rustworkx",
    "shellingham",
    "tomli",
    "tomlkit",
    "typer",
    "typing_extensions",
    "_distutils_hack",
    "pytest",
    "conftest",
    "sitecustomize",
    "usercustomize",
    "setup",
    "manage",
]
"""What archgate imports, what that imports, and what a Python process may look for by itself."""

MODULES = 300

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


class Trap:
    """A host whose every module would leave a file when it is run, in a folder outside of the host."""

    def __init__(self, folder: Path, names: list[str]) -> None:
        """Write the host, with traps called `names` at its root, and commit it."""
        self.marks = folder / "marks"
        self.marks.mkdir(parents=True)
        self.names = names
        self.host: Host = build(folder, {**self._app(), **self._root(), **self._law()}, git=True)

    def trap(self, path: str) -> str:
        """Source that leaves a file named after the path, and then does what a failed import does."""
        mark = str(self.marks / path.replace("/", "-"))
        return f"open({mark!r}, 'w').close()\nraise ImportError('the host runs')\n"

    def _app(self) -> Files:
        files = {f"app/m{n:03}.py": f"from app import m{(n + 1) % MODULES:03}\n" for n in range(MODULES)}
        files |= {"app/__init__.py": "", "app/__main__.py": "", "app/conftest.py": "", "app/0001-script.py": ""}
        padding = "".join(f"x{n} = 'padding that makes several processes worth starting'\n" for n in range(150))
        return {path: line + padding + self.trap(path) for path, line in files.items()}

    def _root(self) -> Files:
        files = {f"{name}.py": self.trap(f"{name}.py") for name in self.names}
        return files | {f"tests/{name}.py": self.trap(f"tests/{name}.py") for name in ("conftest", "test_x")}

    def _law(self) -> Files:
        entry = block("debt", from_="app.m001", to="app.m002")
        scope = {"from": ["app.m001", "app.m005"], "to": ["app.m002"]}
        return {
            "archgate.toml": configuration("app", apart=["tests/**", "*.py"]),
            "policies/edge.toml": policy("boundary", "edge", scope, entry),
            "policies/loops.toml": policy("cycle", "loops", {}),
        }

    def sprung(self) -> list[str]:
        """The files that were run since the last time that it was asked."""
        names = sorted(path.name for path in self.marks.iterdir())
        for name in names:
            (self.marks / name).unlink()
        return names


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


def run(trap: Trap, *command: str, cwd: Path | None = None) -> None:
    """Run a command at the host's root: it must end as archgate ends, and no trap may have been sprung."""
    environment = clean_environment(trap.host.home)
    assert "PYTHONPATH" not in environment
    done = subprocess.run(
        command, cwd=cwd or trap.host.root, env=environment, capture_output=True, text=True, check=False
    )
    trap.host.git("checkout", "-q", "--", ".")
    trap.host.git("clean", "-q", "-f", "-d", "policies")
    assert trap.sprung() == []
    assert done.returncode in (0, 1, 2, 3), done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    assert "No module named" not in done.stderr, "archgate must be installed beside the interpreter that runs the tests"


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


@pytest.mark.parametrize("folder", ["app", "tests"])
@pytest.mark.parametrize("launcher", ["script", "module"])
def test_from_a_folder_below_the_root(folder: str, launcher: str, trapped_for_python_m: Trap) -> None:
    command = [str(SCRIPT)] if launcher == "script" else [sys.executable, "-m", "archgate"]
    run(trapped_for_python_m, *command, "check", cwd=trapped_for_python_m.host.root / folder)


@pytest.mark.parametrize("launcher", ["script", "module"])
def test_init_runs_nothing(launcher: str, tmp_path: Path) -> None:
    taken = started_before_archgate(tmp_path / "probe")
    trap = Trap(tmp_path / "trap", [name for name in ALL_NAMES if name not in taken])
    trap.host.git("rm", "-q", "-r", "archgate.toml", "policies")
    trap.host.commit()
    run(trap, *([str(SCRIPT)] if launcher == "script" else [sys.executable, "-m", "archgate"]), "init")


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
