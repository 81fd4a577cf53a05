"""OLD_DOOR: the old place of what a leaf retires or moves still lets it be imported, outside of the compat roots."""

import ast
from collections.abc import Collection, Iterator

from archgate.gate.finding import Finding
from archgate.host.naming import is_at_or_below
from archgate.link.exports import Origin
from archgate.roadmap.false_completion.change import Change
from archgate.roadmap.false_completion.mentions import Mentions, Node
from archgate.roadmap.live_code import Function, called, dotted

_MODULES = frozenset(("sys.modules", "modules"))


def old_doors(change: Change) -> Iterator[Finding]:
    """Each name that is bound in its old place yet."""
    told: set[Node] = set()
    for retired in change.trial.terms.retires:
        module, _, symbol = retired.partition(":")
        for finding in _retired(change, module, symbol):
            told.add((finding.subject, finding.object))
            yield finding
    for finding in _moved(change):
        if (finding.subject, finding.object) not in told:
            yield finding


def _retired(change: Change, module: str, symbol: str) -> Iterator[Finding]:
    """Where a retired module or symbol stands yet, or is handed on from."""
    yield from _retired_symbol(change, module, symbol) if symbol else _retired_module(change, module)


def _retired_module(change: Change, module: str) -> Iterator[Finding]:
    leaf = change.trial.leaf.id
    for name in sorted(change.host.modules):
        if is_at_or_below(name, module) and change.territory.is_canonical(name):
            yield _door(change, name, "", f"{name}, which {leaf} retires, is still there", 1)
    for other, line in _put_back(change, module):
        yield _door(change, other, module, f"{other} puts {module}, which {leaf} retires, into `sys.modules`", line)


def _retired_symbol(change: Change, module: str, symbol: str) -> Iterator[Finding]:
    host, leaf = change.host, change.trial.leaf.id
    if module in host.modules and change.territory.is_canonical(module):
        name = symbol.partition(".")[0]
        defined = {one.name for one in host.modules[module].index.definitions}
        if symbol in defined or ("." not in symbol and host.exports.binds(module, name)):
            line = _line(change, module, symbol)
            yield _door(change, module, symbol, f"{module}:{symbol}, which {leaf} retires, is still there", line)
        elif "__getattr__" in defined:
            line = _line(change, module, "__getattr__")
            yield _door(change, module, symbol, f"{module} still serves {symbol} by its `__getattr__`", line)
    for other in sorted(host.modules):
        if other != module and change.territory.is_canonical(other):
            for name in _handed_on(change, other, Origin(module, symbol)):
                message = f"{other} still hands on {module}:{symbol}, which {leaf} retires"
                yield _door(change, other, name, message, _line(change, other, name))


def _put_back(change: Change, retired: str) -> Iterator[tuple[str, int]]:
    """The canonical modules that make Python find a module under its old name, each with the line."""
    host = change.host
    for module in sorted(host.modules):
        path = host.path(module)
        data = change.read(change.now, path) or b""
        if b"sys" in data and retired.encode() in data and change.territory.is_canonical(module):
            for node in ast.walk(change.parsed(change.now, path) or ast.Module([], [])):
                if any(is_at_or_below(name, retired) for name in _registered(node)):
                    yield module, getattr(node, "lineno", 1)


def _registered(node: ast.AST) -> Iterator[str]:
    """The names under which an expression puts something into `sys.modules`."""
    keys: list[ast.expr] = []
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and dotted(node.value) in _MODULES:
        keys = [node.slice]
    elif isinstance(node, ast.Call) and called(node) in {f"{one}.setdefault" for one in _MODULES}:
        keys = node.args[:1]
    yield from (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


def _handed_on(change: Change, module: str, origin: Origin) -> list[str]:
    found = change.host.modules[module]
    if "." in origin.name or not any(origin.name in (item.name, item.bound) for item in found.index.imports):
        return []
    return [name for name in sorted(found.bindings) if origin in change.host.exports.origins(module, name)]


def _moved(change: Change) -> Iterator[Finding]:
    """Names whose definition went to another module while the old one binds them and does not use them itself."""
    for module in change.modules(change.host_before, change.paths).values():
        if module in change.host.modules and change.territory.is_canonical(module):
            now = {one.name for one in change.host.modules[module].index.definitions}
            for one in change.host_before.modules[module].index.definitions:
                if "." not in one.name and _is_door(change, module, one.name, defined=one.name in now):
                    line = _line(change, module, one.name)
                    message = f"{one.name} went elsewhere, and {module} still hands it on"
                    yield _door(change, module, one.name, message, line)
                elif one.name not in now and _is_served(change, module, one.name, now):
                    line = _line(change, module, "__getattr__")
                    message = f"{one.name} went elsewhere, and {module} serves it by its new `__getattr__`"
                    yield _door(change, module, one.name, message, line)


def _is_door(change: Change, module: str, name: str, *, defined: bool) -> bool:
    """Whether a name that a module defined only leads to a new definition of it: by import, alias or forwarding."""
    targets = _targets(change, module, name, defined=defined)
    return any(_is_new_home(change, module, name, target) for target in targets)


def _is_served(change: Change, module: str, name: str, now: Collection[str]) -> bool:
    """Whether a module has come to answer for names that it lacks, and a changed one newly has this name."""
    had = any(one.name == "__getattr__" for one in change.host_before.modules[module].index.definitions)
    if had or "__getattr__" not in now or "." in name:
        return False
    others = change.modules(change.host, change.paths).values()
    defining = [one for one in others if any(d.name == name for d in change.host.modules[one].index.definitions)]
    return any(_is_new_home(change, module, name, (one, name)) for one in defining)


def _targets(change: Change, module: str, name: str, *, defined: bool) -> list[Node]:
    file, tree = _mentions(change, module), change.parsed(change.now, change.host.path(module))
    if file is None or tree is None:
        return []
    if defined:
        syntax = file.defined[name].syntax if name in file.defined else None
        return sorted(file.sheets[name].names) if syntax is not None and _forwards(syntax) else []
    if name in file.sheets:
        return sorted(file.sheets[name].names)
    used = any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))
    if used or not change.host.exports.binds(module, name):
        return []
    return [(one.module, one.name) for one in sorted(change.host.exports.origins(module, name))]


def _forwards(definition: Function | ast.ClassDef) -> bool:
    """Whether a function does nothing but call another one, or a class nothing but be made from another one."""
    body = [one for one in definition.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    body = [one for one in body if not isinstance(one, ast.Import | ast.ImportFrom)]
    if isinstance(definition, ast.ClassDef):
        return all(isinstance(one, ast.Pass) for one in body)
    if len(body) != 1 or not isinstance(body[0], ast.Return | ast.Expr):
        return False
    value = body[0].value.value if isinstance(body[0].value, ast.Await) else body[0].value
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name | ast.Attribute)


def _is_new_home(change: Change, module: str, name: str, target: Node) -> bool:
    """Whether a definition of the same name is in another module, and was not before the leaf."""
    other, found = target
    if other == module or found != name or other not in change.host.modules:
        return False
    before = change.host_before.modules.get(other)
    return before is None or all(one.name != name for one in before.index.definitions)


def _mentions(change: Change, module: str) -> Mentions | None:
    source = change.host.modules[module]
    tree = change.parsed(change.now, source.path)
    return Mentions(change.host, module, source.package, tree) if tree else None


def _line(change: Change, module: str, name: str) -> int:
    """The line at which a module defines or binds a name."""
    index = change.host.modules[module].index
    lines = [one.line for one in index.definitions if one.name == name]
    lines += [item.line for item in index.imports if item.bound == name]
    if not lines:
        tree = change.parsed(change.now, change.host.path(module))
        targets = (node for node in ast.walk(tree) if isinstance(node, ast.Name)) if tree else ()
        lines = [node.lineno for node in targets if node.id == name and isinstance(node.ctx, ast.Store)]
    return min(lines, default=1)


def _door(change: Change, module: str, symbol: str, message: str, line: int) -> Finding:
    return change.finding("OLD_DOOR", module, symbol, message, path=change.host.path(module), line=line)
