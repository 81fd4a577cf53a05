"""BASELINE_ONLY and TESTS_ONLY: a leaf of code whose change has no code in it."""

import ast
import re
from collections.abc import Iterator
from typing import Literal

from archgate.gate.finding import Finding
from archgate.host.configuration import OWN_FILE, PYPROJECT
from archgate.roadmap.false_completion.change import Change
from archgate.roadmap.territory import is_test

Substance = Literal["code", "tests", "paper"]
"""What a changed file is worth: `paper` is what says and records, and makes nothing run."""

_WRITTEN = (".md", ".rst", ".txt", ".adoc", ".org", ".pdf", ".png", ".svg", ".drawio", ".csv", ".lock")
_RECORDS = re.compile(r"baselines?|fixtures?|snapshots?|allow_?lists?|ignore_?lists?|known_?issues|ratchets?|goldens?")
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
        message = f"{leaf} changed nothing but tests: {_some(tests)}"
        yield change.finding("TESTS_ONLY", leaf, "tests", message, path=tests[0], line=1)
    elif not tests and change.kind != "governance":
        message = f"{leaf} changed nothing that runs: {_some(paper)}"
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
    words = [part.rpartition(".")[0] or part for part in path.lower().split("/")]
    return name.lower().endswith(_WRITTEN) or any(
        _RECORDS.fullmatch(piece) for word in words for piece in (word, *re.split(r"[-_.]", word))
    )


def _meaning(change: Change, path: str, *, now: bool) -> str:
    """What a file means, without comments, layout and docstrings; "" for none, its bytes where it cannot be parsed."""
    tree = change.now if now else change.before
    module = change.parsed(tree, path)
    if module is None:
        return repr(change.read(tree, path) or b"")[3:-1]
    return "\n".join(ast.dump(one) for one in _stripped(module).body)


def _stripped(module: ast.Module) -> ast.Module:
    copy = ast.parse(ast.unparse(module))
    for node in ast.walk(copy):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
            body[:] = kept or ([] if isinstance(node, ast.Module) else [ast.Pass()])
    return copy


def _some(paths: list[str]) -> str:
    return ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
