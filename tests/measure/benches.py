"""Small hosts on a bench: written, linked and measured in this process, by the real tools or by made-up ones."""

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from archgate.facts.fact import Fact
from archgate.facts.view import View
from archgate.host.bench import Bench
from archgate.host.configuration import read_configuration
from archgate.host.git import Git
from archgate.host.tree import CommitTree, DiskTree, Tree
from archgate.host.universe import survey
from archgate.index.build import index_files
from archgate.index.cache import NoCache
from archgate.link.host import HostIndex, link
from archgate.measure.diagnostics import Diagnostics
from archgate.measure.diagnostics_scope import DiagnosticsScope as Scope
from tests.host.repository import write

KIND = Diagnostics()
HOST = {"archgate.toml": 'packages = ["app"]\napart = ["tests/**", "setup.py"]\n', "app/__init__.py": ""}


def made(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """The root of a host with package `app`, which has these files."""
    write(folder, {**HOST, **files})
    return folder


def linked(tree: Tree) -> HostIndex:
    """The host that a tree holds."""
    configuration = read_configuration(tree)
    universe = survey(tree, configuration)
    return link(universe, index_files(tree, sorted(universe.sources), NoCache(), processes=1))


def view_of(
    root: Path,
    *,
    tree: Tree | None = None,
    settings: Tree | None = None,
    trusted: tuple[str, ...] = (),
    cached: bool = True,
) -> View:
    """The work tree of a host on a bench, or another tree, or with the settings of another."""
    git = Git.find(root)
    disk = DiskTree(root, git)
    tree = tree or disk
    scratch = git.common_dir / "archgate" if git else root.parent / f"{root.name}-scratch"
    bench = Bench(tree, settings or disk, root, scratch, frozenset(trusted), cached)
    return View(linked(tree), bench=bench)


def commit_tree(root: Path, oid: str) -> CommitTree:
    """The tree of a commit of a host."""
    git = Git.find(root)
    assert git is not None
    return CommitTree(git, oid)


def counts(view: View, scope: Scope) -> dict[str, int]:
    """The facts as `subject|object: amount`; what keeps them from being whole fails the test."""
    assert KIND.unmeasured(view, scope) == ""
    return {f"{fact.subject}|{fact.object}": fact.parts[""] for fact in KIND.measure(view, scope)}


def fault(view: View, scope: Scope) -> str:
    """Why there is no measure; that there is a fact all the same fails the test."""
    assert not KIND.measure(view, scope)
    return KIND.unmeasured(view, scope)


def lines(facts: list[Fact]) -> dict[str, list[str]]:
    """The places of facts, as `path:line`."""
    return {fact.subject: [f"{place.path}:{place.line}" for place in fact.places] for fact in facts}


def fake(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, body: str) -> Path:
    """A program in place of a tool: Python, which has `sys` and the arguments; `--version` is answered."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    version = f'if "--version" in sys.argv:\n    print("{name} 9.9.9"); sys.exit()\n'
    head = f"#!{sys.executable}\nimport os, sys, time\n{version}"
    program.write_text(head + body + "\n", "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr("sysconfig.get_path", lambda *_: str(folder))
    monkeypatch.setenv("PATH", os.environ["PATH"])
    return program


def only(found: Mapping[str, Any]) -> Any:
    """The one value of a mapping."""
    [value] = found.values()
    return value
