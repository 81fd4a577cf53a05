"""Whether a test asserts anything, by reading it: an assertion that can fail, in code that can run, in a test that is
neither skipped nor expected to fail. Assertions in helpers of the tests count, through any number of hands.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from archgate.host.tree import Tree
from archgate.roadmap.runnable import Definition, Function, blocks, called, dotted, header, nodes, statements, truth

_EXPECTS = frozenset(("raises", "warns", "deprecated_call", "fail", "assertRaises", "assertRaisesRegex", "assertWarns"))
_OF_MOCKS = ("assert_called", "assert_any_call", "assert_has_", "assert_not_", "assert_awaited", "assert_any_await")
_SWALLOWS = frozenset(("AssertionError", "Exception", "BaseException", ""))
_LEFT_OUT = ("skip", "xfail", "expectedFailure", "skip_all")


class TestFile:
    """One file of tests, parsed; `tree` is where the modules that it imports are looked for."""

    def __init__(self, path: str, module: ast.Module, files: "TestFiles") -> None:
        self.path = path
        self.module = module
        self._files = files

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """The functions and classes of the module by qualified name; the last of a name counts."""
        return dict(_definitions(self.module.body, ""))

    @cached_property
    def imports(self) -> Mapping[str, tuple[str, str]]:
        """For each imported name the path of the file it may come from and its name there ("": the file itself)."""
        found: dict[str, tuple[str, str]] = {}
        for node in ast.walk(self.module):
            if isinstance(node, ast.ImportFrom):
                base = self._base(node)
                for alias in node.names:
                    name = alias.asname or alias.name
                    inner = self._files.find(f"{base}/{alias.name}" if base else alias.name)
                    found[name] = (inner, "") if inner else (self._files.find(base), alias.name)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    found[alias.asname or alias.name] = (self._files.find(alias.name.replace(".", "/")), "")
        return found

    def _base(self, node: ast.ImportFrom) -> str:
        module = (node.module or "").replace(".", "/")
        if not node.level:
            return module
        folders = self.path.split("/")[: -node.level]
        return "/".join([*folders, module] if module else folders)

    def names_of(self, name: str) -> list[str]:
        """The qualified names of the tests that a name may mean: whole, or without the class around it."""
        return [one for one in self.definitions if one == name or one.endswith(f".{name}")]

    def value_of(self, name: str) -> ast.expr | None:
        """What a module-level name is assigned, where it is once."""
        values = [
            statement.value
            for statement in self.module.body
            if isinstance(statement, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
        ]
        return values[0] if len(values) == 1 else None


class TestFiles:
    """The Python files of a tree, each parsed when it is first asked for."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._parsed: dict[str, TestFile | None] = {}

    @cached_property
    def paths(self) -> list[str]:
        """Every Python file."""
        return sorted(path for path, file in self._tree.paths().items() if path.endswith(".py") and not file.unjudged)

    @cached_property
    def tests(self) -> list[str]:
        """Those that look like tests, by name or folder."""
        return [path for path in self.paths if is_test_path(path)]

    @cached_property
    def _bytes(self) -> Mapping[str, bytes]:
        """The bytes of the tests that can be read."""
        contents = {path: one for path, one in self._tree.contents(self.tests) if not one.error}
        stored = self._tree.load([one.key for one in contents.values() if one.data is None])
        return {path: stored[one.key] if one.data is None else one.data for path, one in contents.items()}

    def find(self, module: str) -> str:
        """The path of a module given with `/` for dots, from the root or from a folder of source; "" if none."""
        if not module:
            return ""
        wanted = (f"{module}.py", f"{module}/__init__.py")
        return next(
            (path for path in self.paths if path in wanted or path.endswith(tuple(f"/{w}" for w in wanted))), ""
        )

    def naming(self, name: str) -> list[TestFile]:
        """The files of tests in which a name occurs."""
        found = [path for path in self.tests if name.encode() in (self._bytes.get(path) or b"")]
        return [file for path in found if (file := self.file(path))]

    def file(self, path: str) -> TestFile | None:
        """A file, parsed; None where it is not there or cannot be."""
        if path not in self._parsed:
            self._parsed[path] = self._parse(path) if path in self._tree.paths() else None
        return self._parsed[path]

    def _parse(self, path: str) -> TestFile | None:
        data = self._bytes.get(path) if path in self._bytes else self._tree.read(path)
        try:
            return None if data is None else TestFile(path, ast.parse(data), self)
        except (SyntaxError, ValueError, RecursionError):
            return None


def is_test_path(path: str) -> bool:
    """Whether a path is one of tests: `test_x.py`, `x_test.py`, `conftest.py`, or in a folder `tests` or `test`."""
    *folders, name = path.split("/")
    stem = name.removesuffix(".py")
    return (
        stem.startswith("test_")
        or stem.endswith("_test")
        or name in ("conftest.py", "tests.py")
        or ("tests" in folders or "test" in folders)
    )


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


def _definitions(body: Sequence[ast.stmt], before: str) -> Iterator[tuple[str, Definition]]:
    for statement in statements(body):
        if isinstance(statement, Definition):
            yield before + statement.name, statement
            yield from _definitions(statement.body, f"{before}{statement.name}.")
        else:
            for block in blocks(statement):
                yield from _definitions(block, before)


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
                if truth(statement.test) is None:
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
            other = self._files.file(path) if path and is_test_path(path) else None
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
