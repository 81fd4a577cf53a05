"""The nodes of a concrete syntax tree that a rewriter has to do with, collected without recursion."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst as cst


class Harvest:
    """Nodes in source order. `alone` beside an import: its line holds nothing else."""

    def __init__(self, tree: "cst.CSTNode") -> None:
        self.imports: list[tuple[cst.Import | cst.ImportFrom, bool]] = []
        self.chains: list[cst.Name | cst.Attribute] = []
        self.calls: list[cst.Call] = []
        self.subscripts: list[cst.Subscript] = []
        self.declared: list[cst.Global | cst.Nonlocal] = []
        self.annotations: list[cst.SimpleString] = []
        self.exports: list[cst.BaseExpression] = []
        self.expressions: list[cst.BaseExpression] = []
        self._stack: list[tuple[cst.CSTNode, bool, bool]] = [(tree, False, False)]
        while self._stack:
            node, alone, annotating = self._stack.pop()
            inner = self._take(node, alone, annotating)
            self._stack += [(child, *self._state(node, alone, annotating)) for child in reversed(inner)]

    def _state(self, node: "cst.CSTNode", alone: bool, annotating: bool) -> tuple[bool, bool]:
        """Of the children of a node: whether they stand alone on a line, whether they are part of an annotation."""
        import libcst as cst

        if isinstance(node, cst.SimpleStatementLine):
            return len(node.body) == 1, False
        return alone and not isinstance(node, cst.SimpleStatementSuite), annotating or isinstance(node, cst.Annotation)

    def _take(self, node: "cst.CSTNode", alone: bool, annotating: bool) -> "list[cst.CSTNode]":
        """Collect a node; what of its children is to be looked at."""
        import libcst as cst

        match node:
            case cst.Import() | cst.ImportFrom():
                self.imports.append((node, alone))
                return []
            case cst.Global() | cst.Nonlocal():
                self.declared.append(node)
                return []
            case cst.Name():
                self.chains.append(node)
                return []
            case cst.Attribute():
                if names_of(node):
                    self.chains.append(node)
                return [] if names_of(node) else [node.value]
            case cst.Arg():
                return [node.value]
            case cst.MatchKeywordElement():
                return [node.pattern]
            case cst.Subscript():
                self.subscripts.append(node)
                is_literal = annotating and dotted_name(node.value).rpartition(".")[2] == "Literal"
                return [node.value] if is_literal else list(node.children)
            case cst.SimpleString():
                self.annotations += [node] if annotating else []
                return []
        self._note(node)
        return list(node.children)

    def _note(self, node: "cst.CSTNode") -> None:
        """Collect what is looked at as a whole, besides its children."""
        import libcst as cst

        match node:
            case cst.Call():
                self.calls.append(node)
                owner = node.func.value if isinstance(node.func, cst.Attribute) else None
                self.exports += [argument.value for argument in node.args] if _is_all(owner) else []
            case cst.Expr():
                self.expressions.append(node.value)
            case cst.Assign():
                self.exports += [node.value] if any(_is_all(target.target) for target in node.targets) else []
            case cst.AnnAssign() | cst.AugAssign():
                self.exports += [node.value] if _is_all(node.target) and node.value is not None else []


def strings_in(node: "cst.CSTNode") -> "list[cst.SimpleString]":
    """The string literals in a node, in source order."""
    import libcst as cst

    found: list[cst.SimpleString] = []
    stack: list[cst.CSTNode] = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, cst.SimpleString):
            found.append(one)
        stack += reversed(one.children)
    return found


def names_of(node: "cst.CSTNode | None") -> "list[cst.Name]":
    """The names of `a.b.c`; none for any other expression."""
    import libcst as cst

    found: list[cst.Name] = []
    while isinstance(node, cst.Attribute):
        found.append(node.attr)
        node = node.value
    return [node, *found[::-1]] if isinstance(node, cst.Name) else []


def dotted_name(node: "cst.CSTNode | None") -> str:
    """The text of `a.b.c`; "" for None and any other expression."""
    return ".".join(name.value for name in names_of(node))


def _is_all(node: "cst.CSTNode | None") -> bool:
    return dotted_name(node) == "__all__"
