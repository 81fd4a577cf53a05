"""The files of a host's tests, read and never run: their definitions, and where their imports lead."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from archgate.host.tree import Tree
from archgate.roadmap.live_code import Definition, blocks, statements
from archgate.roadmap.territory import is_test


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
        return [path for path in self.paths if is_test(path)]

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


def _definitions(body: Sequence[ast.stmt], before: str) -> Iterator[tuple[str, Definition]]:
    for statement in statements(body):
        if isinstance(statement, Definition):
            yield before + statement.name, statement
            yield from _definitions(statement.body, f"{before}{statement.name}.")
        else:
            for block in blocks(statement):
                yield from _definitions(block, before)
