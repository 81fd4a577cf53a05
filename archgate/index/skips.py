"""Marks in the code by which tests are left out or may fail, and functions whose types are not checked.

Counted is each mention of one, called or not, as decorator, in `pytestmark` or as an argument:
- `skip`: `pytest.mark.skip`, `pytest.skip`, `unittest.skip`, `unittest.SkipTest`, `self.skipTest`;
- `skipif`: `pytest.mark.skipif`, `pytest.importorskip`, `unittest.skipIf`, `unittest.skipUnless`;
- `xfail`: `pytest.mark.xfail`, `pytest.xfail`, `unittest.expectedFailure`;
- `no-type-check`: `typing.no_type_check`.

Names are followed through the imports of the file and through module-level names that are bound to one of them
(`flaky = pytest.mark.skip("...")`), each use of which counts too.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence

from archgate.index.module import Import
from archgate.index.text import Text

_MARKS = {
    "pytest.mark.skip": "skip",
    "pytest.skip": "skip",
    "pytest.mark.skipif": "skipif",
    "pytest.importorskip": "skipif",
    "pytest.mark.xfail": "xfail",
    "pytest.xfail": "xfail",
    "unittest.skip": "skip",
    "unittest.SkipTest": "skip",
    "unittest.skipIf": "skipif",
    "unittest.skipUnless": "skipif",
    "unittest.expectedFailure": "xfail",
    "typing.no_type_check": "no-type-check",
    "typing_extensions.no_type_check": "no-type-check",
}
_WORDS = ("skip", "SkipTest", "xfail", "expectedFailure", "no_type_check")
_SOURCES = ("pytest", "unittest", "no_type_check", "skipTest")
_SELF = "skipTest"


def skips(module: ast.Module, text: Text, imports: Sequence[Import]) -> list[tuple[str, int]]:
    """Each mention of such a mark with its line, in no order."""
    if not (any(map(text.may_hold, _SOURCES)) and any(map(text.may_hold, _WORDS))):
        return []
    names = {item.bound: _imported(item) for item in imports if item.bound and not item.level}
    bound = {name: sort for node in module.body for name, sort in _bound(node, names)}
    return list(_mentions(module, names, bound))


def _imported(item: Import) -> str:
    """The dotted path that an import binds: `import a.b` binds `a`, unless it is `import a.b as c`."""
    if item.name:
        return f"{item.module}.{item.name}"
    return item.module if item.bound != item.module.partition(".")[0] else item.bound


def _mentions(module: ast.Module, names: Mapping[str, str], bound: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    stack: list[ast.AST] = [module]
    while stack:
        node = stack.pop()
        sort = _sort(node, names, bound)
        if sort:
            yield sort, getattr(node, "lineno", 0)
        else:
            stack.extend(ast.iter_child_nodes(node))


def _sort(node: ast.AST, names: Mapping[str, str], bound: Mapping[str, str]) -> str:
    """What a node mentions, "" where it is no mark."""
    if isinstance(node, ast.Name):
        plain = bound.get(node.id) if isinstance(node.ctx, ast.Load) else None
        return plain or (_MARKS.get(names.get(node.id, ""), "") if isinstance(node.ctx, ast.Load) else "")
    if isinstance(node, ast.Attribute):
        return "skip" if node.attr == _SELF else _MARKS.get(_path(node, names), "")
    return ""


def _path(node: ast.expr, names: Mapping[str, str]) -> str:
    attributes = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    root = names.get(node.id, "") if isinstance(node, ast.Name) else ""
    return ".".join([root, *reversed(attributes)]) if root else ""


def _bound(node: ast.stmt, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The names that a module-level statement binds to a mark."""
    if isinstance(node, ast.Assign):
        value = node.value.func if isinstance(node.value, ast.Call) else node.value
        sort = _sort(value, names, {})
        for target in node.targets if sort else ():
            if isinstance(target, ast.Name) and target.id != "pytestmark":
                yield target.id, sort
