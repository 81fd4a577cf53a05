"""Whether a test asserts anything, by reading it: an assertion that can fail, in code that can run, in a test that is
neither skipped nor expected to fail. Assertions in helpers of the tests count, through any number of hands.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from archgate.roadmap.live_code import Definition, Function, blocks, called, dotted, header, nodes, statements, truth
from archgate.roadmap.suite import TestFile, TestFiles
from archgate.roadmap.territory import is_test

_EXPECTS = frozenset(("raises", "warns", "deprecated_call", "fail", "assertRaises", "assertRaisesRegex", "assertWarns"))
_OF_MOCKS = ("assert_called", "assert_any_call", "assert_has_", "assert_not_", "assert_awaited", "assert_any_await")
_SWALLOWS = frozenset(("AssertionError", "Exception", "BaseException", ""))
_FIXED = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)
"""What a local name keeps, whatever is done with it; a list may be filled."""
_DISPLAYS = (ast.List, ast.Set, ast.Dict)
_COMPARING = (*_FIXED, *_DISPLAYS, ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop, ast.BinOp, ast.operator)
_LEFT_OUT = ("skip", "xfail", "expectedFailure", "skip_all")


def why_not(file: TestFile, name: str, files: TestFiles) -> str:
    """Why the test with a qualified name proves nothing; "" where it asserts."""
    test = file.definitions[name]
    if isinstance(test, ast.ClassDef):
        return "is a class, and names no test in it"
    around = [one for outer in _outer(name) if (one := file.definitions.get(outer))]
    if any(isinstance(one, Function) for one in around):
        return "is defined inside a function, where it is not collected"
    if any(_has_constructor(one) for one in around):
        return "is in a class with `__init__`, which is not collected"
    marks = [mark for one in (test, *around) for mark in one.decorator_list] + _module_marks(file)
    if any("fixture" in called(mark).split(".") for mark in test.decorator_list):
        return "is a fixture"
    for mark in marks:
        if _leaves_out(mark):
            return f"is not counted: {called(mark).rpartition('.')[2]}"
        if _is_empty(mark, file):
            return "is parametrized with nothing"
    return "" if _Search(files).asserts(file, test, name) else "asserts nothing"


def _outer(name: str) -> Iterator[str]:
    parts = name.split(".")
    yield from (".".join(parts[:at]) for at in range(1, len(parts)))


def _has_constructor(one: Definition) -> bool:
    return isinstance(one, ast.ClassDef) and any(
        isinstance(inner, Function) and inner.name == "__init__" for inner in one.body
    )


def _module_marks(file: TestFile) -> list[ast.expr]:
    value = file.value_of("pytestmark")
    marks = list(value.elts) if isinstance(value, ast.List | ast.Tuple) else [value] if value else []
    skips = [one.value for one in file.module.body if isinstance(one, ast.Expr) and called(one.value) == "pytest.skip"]
    return [*marks, *skips]


def _leaves_out(mark: ast.expr) -> bool:
    name = called(mark).rpartition(".")[2]
    if name in ("skipif", "skipIf") and isinstance(mark, ast.Call) and mark.args:
        return truth(mark.args[0]) is True
    if name == "skipUnless" and isinstance(mark, ast.Call) and mark.args:
        return truth(mark.args[0]) is False
    return name in _LEFT_OUT


def _is_empty(mark: ast.expr, file: TestFile) -> bool:
    """Whether a mark parametrizes with no value that is run."""
    if not isinstance(mark, ast.Call) or called(mark).rpartition(".")[2] != "parametrize":
        return False
    given = [*mark.args[1:2], *(word.value for word in mark.keywords if word.arg == "argvalues")]
    values = next(iter(given), None)
    if isinstance(values, ast.Name):
        values = file.value_of(values.id)
    if isinstance(values, ast.Call) and called(values) in ("list", "tuple", "set", "dict", "range") and not values.args:
        return True
    if not isinstance(values, ast.List | ast.Tuple | ast.Set | ast.Dict):
        return False
    elements = values.keys if isinstance(values, ast.Dict) else values.elts
    return all(isinstance(one, ast.Call) and any(map(_leaves_out, _marks(one))) for one in elements)


def _marks(param: ast.Call) -> Iterator[ast.expr]:
    for word in param.keywords:
        if word.arg == "marks":
            yield from word.value.elts if isinstance(word.value, ast.List | ast.Tuple) else [word.value]


class _Search:
    """Looks for an assertion in a function and in what it calls; nothing is looked at twice."""

    def __init__(self, files: TestFiles) -> None:
        self._files = files
        self._seen: set[tuple[str, str]] = set()

    def asserts(self, file: TestFile, function: Function, name: str) -> bool:
        """Whether a function of a file asserts."""
        if (file.path, name) in self._seen:
            return False
        self._seen.add((file.path, name))
        return self._block(file, name, function.body)

    def _block(self, file: TestFile, name: str, body: Sequence[ast.stmt]) -> bool:
        for statement in statements(body):
            if isinstance(statement, Function | ast.ClassDef):
                continue
            if isinstance(statement, ast.Assert):
                if truth(statement.test) is None and not _is_fixed(statement.test, file.definitions[name]):
                    return True
            elif isinstance(statement, ast.Raise) and called(statement.exc or ast.Pass()) == "AssertionError":
                return True
            if any(self._expression(file, name, node) for node in header(statement)):
                return True
            if any(self._block(file, name, block) for block in _unswallowed(statement)):
                return True
        return False

    def _expression(self, file: TestFile, name: str, node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return False
        target = dotted(node.func)
        last = target.rpartition(".")[2] or (node.func.attr if isinstance(node.func, ast.Attribute) else "")
        handed = [argument for argument in node.args if isinstance(argument, ast.Name)]
        if any(self._called(file, name, argument.id) for argument in handed):
            return True
        known = self._known(file, name, target)
        if known:
            return any(self.asserts(*one) for one in known)
        if last in _EXPECTS or last.startswith(_OF_MOCKS):
            return True
        return last.lower().startswith("assert") and not _is_constant(node)

    def _called(self, file: TestFile, name: str, target: str) -> bool:
        return any(self.asserts(*one) for one in self._known(file, name, target))

    def _known(self, file: TestFile, name: str, target: str) -> list[tuple[TestFile, Function, str]]:
        """The functions of the tests that a called name may be."""
        if not target:
            return []
        first, _, rest = target.partition(".")
        if first in ("self", "cls"):
            found = self._methods(file, name.rpartition(".")[0], rest)
        elif f"{name}.{target}" in file.definitions:
            found = [(file, f"{name}.{target}")]
        elif target in file.definitions:
            found = [(file, target)]
        else:
            found = list(self._imported(file, target))
        return [
            (place, function, at)
            for place, at in found
            if isinstance(function := place.definitions.get(at), ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    def _imported(self, file: TestFile, target: str) -> Iterator[tuple[TestFile, str]]:
        parts = target.split(".")
        for at in range(len(parts), 0, -1):
            path, inner = file.imports.get(".".join(parts[:at]), ("", ""))
            other = self._files.file(path) if path and is_test(path) else None
            if other:
                yield other, ".".join(filter(None, (inner, *parts[at:])))
                return

    def _methods(self, file: TestFile, owner: str, method: str, depth: int = 0) -> list[tuple[TestFile, str]]:
        """A method of a class of the tests, or of the classes it is made from."""
        if f"{owner}.{method}" in file.definitions:
            return [(file, f"{owner}.{method}")]
        found = file.definitions.get(owner)
        if not isinstance(found, ast.ClassDef) or depth > 8:
            return []
        places: list[tuple[TestFile, str]] = []
        for base in map(dotted, found.bases):
            above = [(file, base)] if base in file.definitions else list(self._imported(file, base)) if base else []
            for place, name in above:
                places += self._methods(place, name, method, depth + 1)
        return places


def _unswallowed(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks of a statement whose failed assertions are not caught by it."""
    if isinstance(statement, ast.Try) and any(_swallows(handler) for handler in statement.handlers):
        return [block for block in blocks(statement) if block is not statement.body]
    if isinstance(statement, ast.With) and any(_suppresses(one.context_expr) for one in statement.items):
        return []
    return blocks(statement)


def _swallows(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    again = any(isinstance(node, ast.Raise | ast.Assert | ast.Call) for node in nodes(handler.body))
    return any(dotted(one) in _SWALLOWS and (one is None or dotted(one)) for one in caught) and not again


def _suppresses(context: ast.expr) -> bool:
    if not isinstance(context, ast.Call) or called(context).rpartition(".")[2] != "suppress":
        return False
    return any(dotted(argument) in _SWALLOWS for argument in context.args)


def _is_constant(call: ast.Call) -> bool:
    """Whether an assertion is made of constants alone, or compares a name with itself."""
    if not call.args:
        return False
    names = [dotted(argument) for argument in call.args]
    return all(isinstance(argument, ast.Constant) for argument in call.args) or (
        len(names) == 2 and bool(names[0]) and names[0] == names[1]
    )


def _is_fixed(test: ast.expr, function: ast.AST) -> bool:
    """Whether an assertion reads literals alone, also by way of local names that are given nothing else."""
    given: dict[str, list[ast.expr | None]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    given.setdefault(target.id, []).append(node.value)
    stored = Counter(n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    taken = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}

    def is_literal(value: ast.expr | None) -> bool:
        return value is not None and all(isinstance(node, _FIXED) for node in ast.walk(value))

    def is_local(name: str) -> bool:
        values = given.get(name, [])
        return name not in taken and len(values) == stored[name] > 0 and all(map(is_literal, values))

    return all(
        is_local(node.id) if isinstance(node, ast.Name) else isinstance(node, _COMPARING) for node in ast.walk(test)
    )
