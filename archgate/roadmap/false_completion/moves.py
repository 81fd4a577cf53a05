"""MOVE_ONLY: the same definitions under another path, no edge changed and no fact gone."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

from archgate.gate.finding import Finding
from archgate.gate.measured import measure
from archgate.host.naming import is_at_or_below
from archgate.host.tree import Tree
from archgate.link.host import HostIndex
from archgate.roadmap.false_completion.change import Change
from archgate.roadmap.false_completion.substance import worth_of
from archgate.roadmap.live_code import Function, dotted

Said = tuple[str, str, bool]
"""A statement: the group of modules that it stands in, what it says once names of moved modules are made equal, and
whether it is a constant, which by itself does nothing.
"""
_LITERAL = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop, ast.expr_context)


def only_moved(change: Change) -> Iterator[Finding]:
    """The one finding about a change whose code is the same as before, elsewhere."""
    code = [path for path in sorted(change.paths) if worth_of(change, path) == "code"]
    if not code or not all(change.is_source(path) for path in code):
        return
    groups = _groups(change, code)
    moved = {name: group for name, group in groups.items() if name != group}
    if not moved or not _says_the_same(change, code, groups):
        return
    if _edges(change.host_before, groups) != _edges(change.host, groups) or _has_fewer_facts(change):
        return
    old, new = sorted(moved)[0], sorted(moved)[-1]
    ways = ", ".join(sorted(set(moved.values())))
    path = change.host.path(new) if new in change.host.modules else code[0]
    message = f"{change.trial.leaf.id} only moved code ({ways}): the same definitions, no changed edge, no fact gone"
    yield change.finding("MOVE_ONLY", old, new, message, path=path, line=1)


def _groups(change: Change, code: list[str]) -> Mapping[str, str]:
    """For each changed module the name of the group of modules among which definitions went to and fro."""
    before, now = _definitions(change.host_before, change, code), _definitions(change.host, change, code)
    group: dict[str, str] = {}

    def root(name: str) -> str:
        while group.setdefault(name, name) != name:
            name = group[name]
        return name

    for name in {*before, *now}:
        gone, come = before.get(name, set()) - now.get(name, set()), now.get(name, set()) - before.get(name, set())
        for one in gone:
            for other in come:
                group[root(max(one, other))] = root(min(one, other))
    members: dict[str, list[str]] = {}
    for name in group:
        members.setdefault(root(name), []).append(name)
    return {name: "+".join(sorted(names)) for names in members.values() for name in names}


def _definitions(host: HostIndex, change: Change, code: list[str]) -> dict[str, set[str]]:
    """The changed modules of a host by the module-level definitions that they have."""
    found: dict[str, set[str]] = {}
    for module in change.modules(host, code).values():
        for one in host.modules[module].index.definitions:
            if "." not in one.name:
                found.setdefault(one.name, set()).add(module)
    return found


def _says_the_same(change: Change, code: list[str], groups: Mapping[str, str]) -> bool:
    """Whether every statement is there as before; constants may have come, since those that were there use none."""
    before, now = (_said(change, tree, code, groups) for tree in (change.before, change.now))
    return before <= now and all(is_constant for *_, is_constant in now - before)


def _said(change: Change, tree: Tree, code: list[str], groups: Mapping[str, str]) -> Counter[Said]:
    """Every statement of the changed files, imports aside, by the group that it stands in."""
    host = change.host_before if tree is change.before else change.host
    found: Counter[Said] = Counter()
    for path, module in change.modules(host, code).items():
        parsed = change.parsed(tree, path)
        if parsed is None:
            continue
        plain = _Plain(host, module, parsed, groups)
        for statement in parsed.body:
            if not isinstance(statement, ast.Import | ast.ImportFrom) and not _is_text(statement):
                found[groups.get(module, module), plain.print(statement), _is_constant(statement)] += 1
    return found


def _is_constant(statement: ast.stmt) -> bool:
    """Whether a statement gives names to a literal, or does nothing at all."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return all(isinstance(one, ast.Name) for one in targets) and all(
            isinstance(node, _LITERAL) for node in ast.walk(statement.value or ast.Constant(None))
        )
    return isinstance(statement, ast.Pass)


def _is_text(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign) and dotted(statement.targets[0]) == "__all__":
        return True
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class _Plain(ast.NodeTransformer):
    """Makes the names of moved modules equal, whatever they are imported as, and drops imports and docstrings."""

    def __init__(self, host: HostIndex, module: str, tree: ast.Module, groups: Mapping[str, str]) -> None:
        self._groups = groups
        self._bound: dict[str, str] = {}
        source = host.modules[module]
        for item in source.index.imports:
            base = host.names.absolute(source, item)
            if item.bound and base:
                whole = f"{base}.{item.name}" if item.name else base
                self._bound[item.bound] = whole if item.name or item.bound != base.partition(".")[0] else item.bound
        for one in tree.body:
            if isinstance(one, Function | ast.ClassDef):
                self._bound.setdefault(one.name, f"{module}.{one.name}")

    def print(self, statement: ast.stmt) -> str:
        """What a statement says."""
        copy = ast.parse(ast.unparse(statement))
        return ast.dump(self.visit(copy))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name, as what it stands for."""
        return ast.Name(self._named(node.id), node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A chain of attributes, as what it stands for."""
        chain = dotted(node)
        return ast.Name(self._named(chain), node.ctx) if chain else self.generic_visit(node)

    def visit_Import(self, _: ast.Import) -> ast.AST:
        """An import in a definition."""
        return ast.Pass()

    def visit_ImportFrom(self, _: ast.ImportFrom) -> ast.AST:
        """An import in a definition."""
        return ast.Pass()

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A text that names a moved module."""
        return ast.Constant(self._grouped(node.value)) if isinstance(node.value, str) else node

    def _named(self, chain: str) -> str:
        first, _, rest = chain.partition(".")
        whole = self._bound.get(first, first)
        return self._grouped(f"{whole}.{rest}" if rest else whole)

    def _grouped(self, name: str) -> str:
        for module in sorted(self._groups, key=len, reverse=True):
            if is_at_or_below(name, module):
                return self._groups[module] + name[len(module) :]
        return name


def _edges(host: HostIndex, groups: Mapping[str, str]) -> frozenset[tuple[str, str, str]]:
    """The imports between groups of modules and the others."""
    found = set()
    for importer, references in host.references.items():
        for one in references:
            ends = groups.get(importer, importer), groups.get(one.target, one.target)
            if ends[0] != ends[1]:
                found.add((*ends, one.kind))
    return frozenset(found)


def _has_fewer_facts(change: Change) -> bool:
    """Whether some rule shows less now than before the leaf."""
    case = change.trial.case
    for rule, policy in case.rules().items():
        kind = case.kinds[policy.kind]
        view = case.hosts.view(change.before, change.configuration, change.now, kind.trusts(policy.scope))
        before = sum(fact.amount for fact in measure(policy, kind, view).facts)
        if sum(fact.amount for fact in case.under_head(rule).facts) < before:
            return True
    return False
