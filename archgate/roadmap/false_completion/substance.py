"""BASELINE_ONLY and TESTS_ONLY: a leaf of code whose change has no code in it."""

import ast
import re
from collections.abc import Iterator
from typing import Literal

from archgate.gate.finding import Finding
from archgate.host.configuration import OWN_FILE, PYPROJECT
from archgate.host.phrases import some
from archgate.roadmap.false_completion.change import Change
from archgate.roadmap.live_code import dotted
from archgate.roadmap.territory import is_test

Substance = Literal["code", "tests", "paper"]
"""What a changed file is worth: `paper` is what says and records, and makes nothing run."""

_WRITTEN = (".md", ".rst", ".txt", ".adoc", ".org", ".pdf", ".png", ".svg", ".drawio", ".csv", ".lock")
_RECORDS = re.compile(r"baselines?|fixtures?|snapshots?|allow_?lists?|ignore_?lists?|known_?issues|ratchets?|goldens?")
_DATA = (".json", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".xml", ".csv")
_OF_DEBT = frozenset(("debt", "debts", "exceptions", "exemptions", "marks", "suppressions", "violations", "waivers"))
_NAMES = frozenset(("LICENSE", "NOTICE", "AUTHORS", "CODEOWNERS", ".gitignore", ".gitattributes", ".editorconfig"))


def substance(change: Change) -> Iterator[Finding]:
    """The one finding about a change without code; none where the leaf is of a kind that has none."""
    worth = {path: worth_of(change, path) for path in sorted(change.paths)}
    if "code" in worth.values():
        return
    tests = [path for path, one in worth.items() if one == "tests"]
    paper = [path for path, one in worth.items() if one == "paper"]
    leaf = change.trial.leaf.id
    if tests and not (change.kind == "tests" or (change.kind == "governance" and paper)):
        message = f"{leaf} changed nothing but tests: {some(tests, 3)}"
        yield change.finding("TESTS_ONLY", leaf, "tests", message, path=tests[0], line=1)
    elif not tests and change.kind != "governance":
        message = f"{leaf} changed nothing that runs: {some(paper, 3)}"
        yield change.finding("BASELINE_ONLY", leaf, "baseline", message, path=paper[0], line=1)


def worth_of(change: Change, path: str) -> Substance:
    """What a changed file is worth: tests and records by their names, code where it says something else than before."""
    if is_test(path):
        return "tests"
    if _is_record(change, path):
        return "paper"
    if path.endswith((".py", ".pyw")):
        return "code" if _meaning(change, path, now=True) != _meaning(change, path, now=False) else "paper"
    return "code"


def _is_record(change: Change, path: str) -> bool:
    """Whether a file says or records something, by its place and name."""
    configuration, name = change.configuration, path.rpartition("/")[2]
    if path.startswith((f"{configuration.policies}/", f"{configuration.fixtures}/", "docs/", "doc/")):
        return True
    if path in (change.trial.roadmap.path, PYPROJECT, OWN_FILE) or name in _NAMES:
        return True
    if name.lower().endswith(_WRITTEN):
        return True
    return _is_called_record(path) and not (path.endswith((".py", ".pyw")) and _has_code(change, path))


def _is_called_record(path: str) -> bool:
    """Whether a part of a path says that records are kept there."""
    words = [part.rpartition(".")[0] or part for part in path.lower().split("/")]
    pieces = {piece for word in words for piece in (word, *re.split(r"[-_.]", word))}
    return any(map(_RECORDS.fullmatch, pieces)) or (path.endswith(_DATA) and not _OF_DEBT.isdisjoint(pieces))


def _has_code(change: Change, path: str) -> bool:
    """Whether a Python file has, or had, more than values."""
    modules = [change.parsed(tree, path) for tree in (change.before, change.now)]
    values = ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign | ast.Expr
    return any(not isinstance(one, values) for module in modules if module for one in module.body)


def _meaning(change: Change, path: str, *, now: bool) -> str:
    """What a file means, without comments, layout, docstrings, the order of imports and what it says of itself.

    "" for no file, its bytes where it cannot be parsed.
    """
    tree = change.now if now else change.before
    module = change.parsed(tree, path)
    if module is None:
        return repr(change.read(tree, path) or b"")[3:-1]
    body = [one for one in _stripped(module).body if not _is_about_itself(one)]
    imports = sorted(ast.dump(one) for one in body if isinstance(one, ast.Import | ast.ImportFrom))
    return "\n".join([*imports, *(ast.dump(one) for one in body if not isinstance(one, ast.Import | ast.ImportFrom))])


def _is_about_itself(statement: ast.stmt) -> bool:
    """Whether a statement says something of its module, as its version or what it exports."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    name = dotted(statement.targets[0])
    return name.startswith("__") and name.endswith("__")


def _stripped(module: ast.Module) -> ast.Module:
    copy = ast.parse(ast.unparse(module))
    for node in ast.walk(copy):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
            body[:] = kept or ([] if isinstance(node, ast.Module) else [ast.Pass()])
    return copy
