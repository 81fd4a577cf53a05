"""Installed packages as hosts: copied into a folder of their own, and asked about by command."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import archgate

OPAQUE = frozenset({".so", ".pyd", ".pyx"})
"""How the names of files end that can be imported and not read."""

_SOURCES = frozenset({".py", ".pyw"})
_ANNOUNCED = ("BUILDKITE", "CHANGE_", "CI", "GIT", "JENKINS", "SYSTEM_", "TF_BUILD")


def copy_host(package: Path, root: Path) -> None:
    """Copy the Python files of the folder `package` below `root`.

    Extension modules become empty files of the same name: archgate looks at nothing but their names.
    """
    for path in sorted(package.rglob("*")):
        target = root / package.name / path.relative_to(package)
        if path.suffix in _SOURCES:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        elif path.suffix in OPAQUE:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()


def leave_out_unparsable(root: Path) -> None:
    """Delete the files below `root` that the running Python cannot parse: an unreadable host cannot be frozen."""
    for path in sorted(root.rglob("*.py")):
        try:
            ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            path.unlink()


def configure(root: Path, package: str) -> None:
    """Make `package` the one root package, with no rules."""
    (root / "archgate.toml").write_text(f'packages = ["{package}"]\n', encoding="utf-8")


def commit_all(root: Path, message: str) -> None:
    """Commit everything below `root`, which becomes a repository with branch `main` if it is none."""
    if not (root / ".git").exists():
        _git(root, "init", "--quiet", "--initial-branch=main")
    _git(root, "add", "--all", "--force")
    _git(root, "commit", "--quiet", "--allow-empty", f"--message={message}")


def ask(root: Path, *arguments: str, exits: tuple[int, ...] = (0,)) -> Any:
    """What `archgate ARGUMENTS --format json` says in `root`; raises `AssertionError` for any other exit code."""
    return json.loads(run_archgate(root, *arguments, "--format", "json", exits=exits))


def run_archgate(root: Path, *arguments: str, exits: tuple[int, ...] = (0,)) -> str:
    """The output of `archgate ARGUMENTS` in `root`; raises `AssertionError` for an exit code that is not in `exits`."""
    done = subprocess.run(
        [sys.executable, "-m", "archgate", *arguments],
        cwd=root,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode not in exits:
        raise AssertionError(f"archgate {' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def _git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Host", "-c", "user.email=host@example.org", "-c", "commit.gpgsign=false")
    settings = (*identity, "-c", "core.autocrlf=false", "-c", "core.hooksPath=", "-c", "gc.auto=0")
    subprocess.run(["git", *settings, *arguments], cwd=root, env=_environment(), check=True)


def _environment() -> dict[str, str]:
    """This process's environment with this archgate, and without what a CI service or a git hook announces."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_ANNOUNCED)}
    return kept | {"PYTHONPATH": str(Path(archgate.__file__).parents[1])}
