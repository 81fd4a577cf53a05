"""Expressions other than calls, each read once."""

import ast
from typing import Any

from archgate.index import flow as f
from archgate.index.tracing.calls import Calls
from archgate.index.tracing.record import Values


class Expressions(Calls):
    """Reads expressions."""

    def _name(self, node: ast.Name) -> Values:
        slot = self.slots.read(self.frame, node.id)
        self.mentions.add(slot)
        return (slot, (), self.line or node.lineno)

    def _attribute(self, node: ast.Attribute) -> Values:
        value = self.value(node.value)
        if value is None:
            return None
        strings = self.strings
        return self.step(value, 2 * strings.setdefault(node.attr, len(strings)), node.lineno)

    def _constant(self, _: ast.Constant) -> Values:
        return None

    def _subscript(self, node: ast.Subscript) -> Values:
        key = node.slice
        name = self.global_name(node)
        if name:
            return (self.slots.read(self.slots.module, name), (), self.line or node.lineno)
        if self.is_typing(node):
            return self.type_of(node)
        value = self.value(node.value)
        self.visit(key)
        return value if isinstance(key, ast.Slice) else self.step(value, self.element(key), node.lineno)

    def _if_else(self, node: ast.IfExp) -> Values:
        self.visit(node.test)
        return self.joined([self.value(node.body), self.value(node.orelse)])

    def _either(self, node: ast.BoolOp) -> Values:
        return self.joined([self.value(value) for value in node.values])

    def _compare(self, node: ast.Compare) -> Values:
        self.visit(node.left)
        for other in node.comparators:
            if type(other) is not ast.Constant:
                self.visit(other)
        return None

    def _both(self, node: ast.BinOp) -> Values:
        value = self.joined([self.value(node.left), self.value(node.right)])
        if isinstance(node.op, ast.BitOr):
            return value
        self.emit(value, f.EVALUATED)
        return None

    def _operand(self, node: ast.UnaryOp) -> Values:
        self.visit(node.operand)
        return None

    def _formatted(self, node: ast.FormattedValue) -> Values:
        self.visit(node.value)
        self.visit(node.format_spec)
        return None

    def _walrus(self, node: ast.NamedExpr) -> Values:
        frame = self.frame
        while frame.kind == f.INNER and frame.parent is not None:
            frame = frame.parent
        slot = self.slots.bind(frame, node.target.id)
        self.emit(self.value(node.value), f.BOUND, slot)
        return (slot, (), node.lineno)

    def _await(self, node: ast.Await | ast.Starred) -> Values:
        return self.value(node.value)

    def _display(self, node: ast.Tuple | ast.List | ast.Set) -> Values:
        slot = -1
        for number, element in enumerate(node.elts):
            if type(element) is ast.Constant:
                continue
            value = self.value(element)
            if value is None:
                continue
            if slot < 0:
                slot = self.slots.temporary()
            if isinstance(element, ast.Starred):
                self.emit(self.step(value, f.ITERATE, node.lineno), f.CONTAINED, slot, -1)
            else:
                key = -1 if isinstance(node, ast.Set) else self.string(str(number))
                self.emit(value, f.CONTAINED, slot, key)
        return None if slot < 0 else (slot, (), node.lineno)

    def _dict(self, node: ast.Dict) -> Values:
        slot = -1
        for key, element in zip(node.keys, node.values, strict=True):
            if key is not None and type(key) is not ast.Constant:
                self.visit(key)
            if type(element) is ast.Constant:
                continue
            value = self.value(element)
            if value is None:
                continue
            if slot < 0:
                slot = self.slots.temporary()
            if key is None:
                self.emit(value, f.BOUND, slot)
            else:
                self.emit(value, f.CONTAINED, slot, self.key(key))
        return None if slot < 0 else (slot, (), node.lineno)

    def _comprehension(self, node: Any) -> Values:
        first = self.value(node.generators[0].iter)
        slot = self.slots.temporary()
        with self.within(self.slots.open(f.INNER, "", self.frame)):
            for number, generator in enumerate(node.generators):
                source = first if number == 0 else self.value(generator.iter)
                self.assign(generator.target, self.step(source, f.ITERATE, node.lineno))
                for test in generator.ifs:
                    self.visit(test)
            if isinstance(node, ast.DictComp):
                self.visit(node.key)
            element = node.value if isinstance(node, ast.DictComp) else node.elt
            self.emit(self.value(element), f.CONTAINED, slot, -1)
        return (slot, (), node.lineno)

    def _joined_text(self, node: ast.JoinedStr) -> Values:
        before, self.line = self.line, self.line or node.lineno
        for part in node.values:
            if type(part) is not ast.Constant:
                self.visit(part)
        self.line = before
        return None
