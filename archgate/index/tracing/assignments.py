"""Assignments: which variables, attributes and elements hold a value."""

import ast
from collections.abc import Sequence

from archgate.index import flow as f
from archgate.index.bindings import paired
from archgate.index.tracing.annotations import Annotations
from archgate.index.tracing.record import Value, Values

_DISPLAYS = (ast.Tuple, ast.List)


class Assignments(Annotations):
    """Reads assignments of all kinds."""

    def assign(self, target: ast.expr, value: Values) -> None:
        """Bind a target to a value; it is noted once wherever the target takes it."""
        if isinstance(target, ast.Name):
            self.emit(value, f.BOUND, self.slots.bind(self.frame, target.id))
        elif isinstance(target, ast.Attribute):
            self._assign_attribute(target, value)
        elif isinstance(target, _DISPLAYS):
            self._unpack(target.elts, value, target.lineno)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, value)
        elif isinstance(target, ast.Subscript):
            name = self.global_name(target)
            if name:
                self.emit(value, f.BOUND, self.slots.bind(self.slots.module, name))
                return
            self.visit(target)
            if self._is_own(target.value):
                self.assign_element(target.value, value, self.key(target.slice))
            else:
                self.emit(value, f.EVALUATED)

    def assign_element(self, container: ast.expr, value: Values, key: int) -> None:
        """Bind a variable to a container that holds a value, beside whatever else it is bound to."""
        if value is None:
            return
        slot = self.slots.temporary()
        self.emit(value, f.CONTAINED, slot, key)
        if isinstance(container, ast.Attribute):
            self._assign_attribute(container, (slot, (), container.lineno))
        elif isinstance(container, ast.Name):
            self.emit((slot, (), container.lineno), f.BOUND, self.slots.read(self.frame, container.id))

    def _assign_attribute(self, target: ast.Attribute, value: Values) -> None:
        owner = target.value
        if isinstance(owner, ast.Name):
            holder = self.slots.receiver(self.frame, owner.id)
            if holder is not None:
                self.emit(value, f.BOUND, self.slots.bind(holder, target.attr))
                return
        base = self.one(self.value(owner), target.lineno)
        if base is None or value is None:
            self.emit(base, f.EVALUATED)
            self.emit(value, f.EVALUATED)
            return
        slot = self.slots.temporary()
        self.emit(base, f.BOUND, slot)
        self.emit(value, f.STORED, slot, self.string(target.attr))

    def _unpack(self, targets: Sequence[ast.expr], value: Values, line: int) -> None:
        single = self.held(value, line)
        starred = False
        for number, target in enumerate(targets):
            if isinstance(target, ast.Starred):
                starred = True
                self.assign(target.value, self._rest_of(single, line))
            else:
                key = f.ITERATE if starred else 2 * self.string(str(number)) + 1
                self.assign(target, self.step(single, key, line))

    def _rest_of(self, value: Value | None, line: int) -> Value | None:
        """What a star takes of a value: a list of its elements."""
        if value is None:
            return None
        slot = self.slots.temporary()
        self.emit(self.step(value, f.ITERATE, line), f.CONTAINED, slot, -1)
        return (slot, (), line)

    def _assign(self, node: ast.Assign) -> None:
        self._assign_one(node.targets, node.value)

    def _assign_one(self, targets: Sequence[ast.expr], given: ast.expr) -> None:
        pairs = paired(targets[0], given) if len(targets) == 1 else None
        if pairs is not None:
            for one, inner in pairs:
                self._assign_one([one], inner)
            return
        value = self.value(given)
        if len(targets) > 1:
            value = self.held(value, given.lineno)
        for target in targets:
            self.assign(target, value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        slot = self._slot_of(node.target)
        self.annotate(node.annotation, slot)
        if node.value is not None and self.is_alias(node.annotation):
            self.assign(node.target, self.type_of(node.value))
        elif node.value is not None:
            self.assign(node.target, self.value(node.value))

    def _slot_of(self, target: ast.expr) -> int:
        if isinstance(target, ast.Name):
            return self.slots.bind(self.frame, target.id)
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            holder = self.slots.receiver(self.frame, target.value.id)
            if holder is not None:
                return self.slots.bind(holder, target.attr)
        return -1

    def _augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, (ast.Name, ast.Attribute)):
            self.assign(node.target, self.value(node.value))
        else:
            self.visit(node.target)
            self.visit(node.value)

    def _is_own(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute):
            node = node.value
            return isinstance(node, ast.Name) and self.slots.receiver(self.frame, node.id) is not None
        return isinstance(node, ast.Name)
