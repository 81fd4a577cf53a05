"""The cyclomatic complexity of real packages, held against what the command `radon cc --show-closures` prints.

Every number that it prints must be ours, and every definition that it leaves out must be a class in a function, or
stand in one: of these it never speaks. For a class it prints the average of its methods, which follows from ours.

`ARCHGATE_GOLDEN_HOSTS=path:package,...` adds packages that lie below `path`, as in a site-packages folder.
"""

import ast
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from archgate.index.module import Definition, ModuleIndex
from archgate.index.parse import index_source

INSTALLED = ("_pytest", "hypothesis", "packaging")
"""Here for the tests anyway."""

Block: TypeAlias = dict[str, Any]


def folders() -> list[Path]:
    """The folder of each package."""
    named = [entry.rpartition(":") for entry in os.environ.get("ARCHGATE_GOLDEN_HOSTS", "").split(",") if entry]
    specs = [find_spec(name) for name in INSTALLED]
    return [*(Path(one.origin).parent for one in specs if one and one.origin), *(Path(a) / b for a, _, b in named)]


@pytest.mark.parametrize("folder", [pytest.param(folder, id=folder.name) for folder in folders()])
def test_every_complexity_is_the_one_that_radon_prints(folder: Path, tmp_path: Path) -> None:
    printed = _printed(folder, tmp_path)
    compared = 0
    for path in sorted(folder.rglob("*.py")):
        data = path.read_bytes()
        index = index_source(data)
        if not isinstance(index, ModuleIndex):
            continue
        theirs = {block["lineno"]: block["complexity"] for block in _all(printed.get(str(path), []))}
        ours = {one.end - one.lines + 1: _as_printed(one) for one in index.definitions}
        assert {line: number for line, number in ours.items() if line in theirs} == theirs, path
        assert ours.keys() - theirs.keys() == _below_classes_in_functions(data), path
        compared += len(theirs)
    assert compared


def _printed(folder: Path, elsewhere: Path) -> dict[str, list[Block]]:
    command = [sys.executable, "-W", "ignore", "-m", "radon", "cc", "--json", "--show-closures", str(folder)]
    done = subprocess.run(command, cwd=elsewhere, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return {path: blocks for path, blocks in json.loads(done.stdout).items() if isinstance(blocks, list)}


def _all(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        for inner in ("methods", "closures", "inner_classes"):
            yield from _all(block.get(inner, ()))


def _as_printed(one: Definition) -> int:
    """Of a class the average of its methods, one more if it has several."""
    return one.cyclomatic // one.methods + (one.methods > 1) if one.methods else one.cyclomatic


def _below_classes_in_functions(data: bytes) -> set[int]:
    """The lines of the definitions that radon leaves out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stack: list[tuple[ast.AST, str]] = [(ast.parse(data), "")]
    found = set()
    while stack:
        node, where = stack.pop()
        if isinstance(node, ast.ClassDef):
            where = "left out" if where else ""
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            where = where or "function"
        if where == "left out" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.lineno)
        stack.extend((child, where) for child in ast.iter_child_nodes(node))
    return found
