"""Assertions that hold for whatever is there: that a module, function or class is true, no None, or callable."""

import ast

from archgate.roadmap.live_code import Function, dotted
from archgate.roadmap.suite import TestFile, TestFiles


class Existence:
    """Knows what the names in a function of a test file stand for."""

    def __init__(self, file: TestFile, function: ast.AST, files: TestFiles) -> None:
        self._file = file
        self._files = files
        self._local = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
        self._local |= {
            one.id for one in ast.walk(function) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }

    def is_all(self, test: ast.expr) -> bool:
        """Whether a test asks for nothing but that definitions exist."""
        match test:
            case ast.Name() | ast.Attribute():
                return self._is_definition(dotted(test))
            case ast.Compare(left=left, ops=[ast.IsNot() | ast.NotEq()], comparators=[ast.Constant(value=None)]):
                return self._is_definition(dotted(left))
            case ast.Call(func=ast.Name(id="callable"), args=[asked]):
                return self._is_definition(dotted(asked))
            case ast.BoolOp(op=op, values=values):
                return (any if isinstance(op, ast.Or) else all)(map(self.is_all, values))
        return False

    def _is_definition(self, name: str) -> bool:
        """Whether a name is that of a module, function or class of the tree."""
        first, _, rest = name.partition(".")
        if first in self._local or not first:
            return False
        if first in self._file.definitions:
            return name in self._file.definitions
        path, inner = self._file.imports.get(first, ("", ""))
        whole = ".".join(filter(None, (inner, rest)))
        other = self._files.file(path) if path else None
        return other is not None and (not whole or isinstance(other.definitions.get(whole), Function | ast.ClassDef))
