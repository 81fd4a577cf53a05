"""Who mentions what in one file: for each definition, and for what runs on import, the names that it comes to."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from msgspec import Struct, field

from archgate.link.host import HostIndex
from archgate.link.names import climb
from archgate.roadmap.live_code import Function, blocks, called, dotted, header, nodes, statements

Node = tuple[str, str]
"""A module and the qualified name of a definition in it, "" for what runs when it is imported."""
Import = tuple[str, str]
"""What an import takes: a module, and the name out of it, "" for the module itself."""


class Sheet(Struct):
    """What one definition comes to when it runs: definitions by name (and modules, where they are handed on as values),
    definitions by annotations alone, attributes of anything, modules that it imports, and texts.
    """

    names: set[Node] = field(default_factory=set)
    typed: set[Node] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)


class Defined(Struct):
    """A definition of the file: its syntax, and what its decorators are (definitions of the host or dotted names)."""

    syntax: Function | ast.ClassDef
    decorators: list[Node | str]


class _Frame(Struct):
    """A function around, by its name: the names that it reads, and those that it binds, by what."""

    place: str
    read: set[str]
    bound: set[str]
    imports: Mapping[str, list[Import]]
    definitions: dict[str, str]


class Mentions:
    """One file read. `module` is its name in the host, or its path where it is no module of it.

    `sheets` are by definition, "" for what runs on import; `made_by` gives the dotted name of what others' code has
    made a name of the module. `is_script`: it runs when it is called as a script.
    """

    def __init__(self, host: HostIndex, module: str, package: str, tree: ast.Module) -> None:
        self.module = module
        self.sheets: dict[str, Sheet] = {"": Sheet()}
        self.defined: dict[str, Defined] = {}
        self.made_by: dict[str, str] = {}
        self.is_script = False
        self._host = host
        self._package = package
        self._frames: list[_Frame] = []
        self._inner: set[ast.AST] = set()
        self._around: dict[str, str] = {}
        self._imports = dict(self._bound_imports(_within(tree.body)))
        self._stars = [one for one, name in self._taken(_within(tree.body)) if name == "*"]
        self._own = {name for statement in _within(tree.body) for name in _binds(statement)}
        self._block(tree.body, "", module_level=True)

    def _block(self, body: Sequence[ast.stmt], place: str, *, module_level: bool = False) -> None:
        for statement in statements(body):
            if isinstance(statement, Function):
                self._function(statement, place)
            elif isinstance(statement, ast.ClassDef):
                self._class(statement, place)
            elif isinstance(statement, ast.Import | ast.ImportFrom):
                self._run_imports(statement, place)
            else:
                at = _alias(statement) if module_level else ""
                self._made(statement)
                self._say(statement, at or place)
                self.is_script |= module_level and _is_main_guard(statement)
                for block in blocks(statement):
                    self._block(block, place, module_level=module_level)

    def _made(self, statement: ast.stmt) -> None:
        """Remember what others' code has made a name of the module."""
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call) and not self._frames:
            maker = called(statement.value)
            for target in statement.targets if maker and not self._resolved(maker) else ():
                self.made_by[dotted(target)] = self._outside(maker)

    def _say(self, statement: ast.stmt, place: str) -> None:
        sheet = self._sheet(place)
        annotation = statement.annotation if isinstance(statement, ast.AnnAssign) else None
        passed_over = set(ast.walk(annotation)) if annotation else set()
        if self._is_idle(statement, place):
            return
        for node in header(statement):
            if node not in passed_over:
                self._mention(node, sheet, sheet.names)
        if annotation:
            self._annotate(annotation, sheet)

    def _is_idle(self, statement: ast.stmt, place: str) -> bool:
        """Whether a statement only says a name, or gives it to a local that nothing reads."""
        if isinstance(statement, ast.Expr):
            return isinstance(statement.value, ast.Constant | ast.Name) or bool(self._resolved(dotted(statement.value)))
        if isinstance(statement, ast.Assign | ast.AnnAssign) and self._frames and self._frames[-1].place == place:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            unread = all(isinstance(one, ast.Name) and one.id not in self._frames[-1].read for one in targets)
            return unread and (statement.value is None or bool(dotted(statement.value)))
        return False

    def _mention(self, node: ast.AST, sheet: Sheet, into: set[Node]) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            sheet.texts.add(node.value)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store) and node not in self._inner:
            into.update(self._resolved(node.id))
        elif isinstance(node, ast.Attribute):
            if not isinstance(node.ctx, ast.Store):
                sheet.attributes.add(node.attr)
            if dotted(node) and node not in self._inner:
                into.update(self._resolved(dotted(node)))
                self._inner.update(ast.walk(node))
        elif isinstance(node, ast.Call) and called(node).rpartition(".")[2] == "cast" and node.args:
            self._annotate(node.args[0], sheet)

    def _annotate(self, annotation: ast.expr, sheet: Sheet) -> None:
        for node in ast.walk(annotation):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                try:
                    inner = ast.parse(node.value, mode="eval").body
                except (SyntaxError, ValueError):
                    continue
                for one in ast.walk(inner):
                    self._mention(one, Sheet(), sheet.typed)
            else:
                self._mention(node, sheet, sheet.typed)

    def _function(self, function: Function, place: str) -> None:
        name = self._define(function, place)
        arguments = function.args
        for default in [*arguments.defaults, *filter(None, arguments.kw_defaults)]:
            for node in ast.walk(default):
                self._mention(node, self._sheet(place), self._sheet(place).names)
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for annotation in [*(one.annotation for one in every if one), function.returns]:
            if annotation:
                self._annotate(annotation, self._sheet(name))
        inside = list(_within(function.body))
        bound = {one.arg for one in every if one} | {text for statement in inside for text in _stored(statement)}
        below = {one.name: f"{name}.{one.name}" for one in inside if isinstance(one, Function | ast.ClassDef)}
        around, self._around = self._around, {}
        with self._frame(_Frame(name, _read(function), bound, dict(self._bound_imports(inside)), below)):
            self._block(function.body, name)
        self._around = around

    def _class(self, one: ast.ClassDef, place: str) -> None:
        name = self._define(one, place)
        for part in [*one.bases, *(word.value for word in one.keywords)]:
            for node in ast.walk(part):
                self._mention(node, self._sheet(name), self._sheet(name).names)
        around = self._around
        self._around = {inner.name: f"{name}.{inner.name}" for inner in one.body if isinstance(inner, Function)}
        self._block(one.body, name)
        self._around = around

    def _define(self, syntax: Function | ast.ClassDef, place: str) -> str:
        name = f"{place}.{syntax.name}" if place else syntax.name
        self._sheet(name)
        found: list[Node | str] = []
        for decorator in syntax.decorator_list:
            for node in ast.walk(decorator):
                self._mention(node, self._sheet(place), self._sheet(place).names)
            found += self._resolved(called(decorator)) or [self._outside(called(decorator))]
        self.defined[name] = Defined(syntax, found)
        return name

    def _sheet(self, place: str) -> Sheet:
        return self.sheets.setdefault(place, Sheet())

    @contextmanager
    def _frame(self, frame: _Frame) -> Iterator[None]:
        self._frames.append(frame)
        yield
        self._frames.pop()

    def _resolved(self, text: str) -> list[Node]:
        """The definitions of the host that a dotted name may be; [] for what is local or of others."""
        first, _, rest = text.partition(".")
        if first in self._around:
            return [(self.module, self._around[first])]
        for frame in reversed(self._frames):
            if first in frame.imports:
                return self._followed(frame.imports[first], rest)
            if first in frame.definitions:
                return [(self.module, frame.definitions[first])]
            if first in frame.bound:
                return []
        found = self._followed(self._imports.get(first, ()), rest)
        if first in self._own:
            found += [(self.module, f"{first}.{rest}"), (self.module, first)] if rest else [(self.module, first)]
        for star in self._stars if first not in self._imports and first not in self._own else ():
            if first in self._host.exports.exported(star):
                found += self._followed([(star, first)], rest)
        return found

    def spelled(self, text: str) -> list[Node]:
        """The definitions and modules of the host that a text names from the root (`app.jobs:run`, `app.jobs.run`)."""
        module, _, name = text.partition(":")
        if not module.replace(".", "_").isidentifier() or "." not in f"{module}.{name}".strip("."):
            return []
        return self._followed(
            [(module.partition(".")[0], "")], ".".join(filter(None, (module.partition(".")[2], name)))
        )

    def _outside(self, text: str) -> str:
        """The dotted name that a decorator has outside of the host."""
        first, _, rest = text.partition(".")
        frames = [frame.imports for frame in reversed(self._frames)]
        for imports in [*frames, self._imports]:
            for module, name in imports.get(first, ()):
                return ".".join(filter(None, (module, name, rest)))
        return f"builtins.{text}"

    def _followed(self, taken: Sequence[Import], rest: str) -> list[Node]:
        found: list[Node] = []
        for start, name in taken:
            module = start
            steps = [*filter(None, (name, *rest.split(".")))]
            while steps and f"{module}.{steps[0]}" in self._host.names.known:
                if module in self._host.modules and self._host.exports.binds(module, steps[0]):
                    break
                module = f"{module}.{steps.pop(0)}"
            if not steps:
                found.append((module, ""))
            if not steps or module not in self._host.names.known:
                continue
            for origin in sorted(self._host.exports.origins(module, steps[0])):
                if origin.name:
                    below = ".".join((origin.name, *steps[1:]))
                    found += dict.fromkeys(((origin.module, below), (origin.module, origin.name)))
                elif steps[1:]:
                    found += self._followed([(origin.module, "")], ".".join(steps[1:]))
        return found

    def _run_imports(self, statement: ast.Import | ast.ImportFrom, place: str) -> None:
        modules = self._sheet(place).modules
        for module, name in self._taken([statement]):
            parts = module.split(".")
            modules.update(".".join(parts[:at]) for at in range(1, len(parts) + 1))
            if name and name != "*":
                modules.add(f"{module}.{name}")

    def _taken(self, body: Sequence[ast.AST] | Iterator[ast.AST]) -> Iterator[Import]:
        for statement in body:
            yield from (one for _, one in self._names_of(statement))

    def _bound_imports(self, body: Sequence[ast.AST] | Iterator[ast.AST]) -> Iterator[tuple[str, list[Import]]]:
        found: dict[str, list[Import]] = {}
        for statement in body:
            for name, one in self._names_of(statement):
                found.setdefault(name, []).append(one)
        yield from found.items()

    def _names_of(self, statement: ast.AST) -> Iterator[tuple[str, Import]]:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                whole = self._host.names.canonical(alias.name)
                yield (
                    (alias.asname, (whole, ""))
                    if alias.asname
                    else (
                        alias.name.partition(".")[0],
                        (alias.name.partition(".")[0], ""),
                    )
                )
                if not alias.asname:
                    yield "", (whole, "")
        elif isinstance(statement, ast.ImportFrom):
            base = (
                climb(self._package, statement.level, statement.module or "") if statement.level else statement.module
            )
            for alias in statement.names if base else ():
                yield alias.asname or alias.name, (self._host.names.canonical(base or ""), alias.name)


def _within(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """All nodes of a body, without those in functions and classes in it (which are given themselves)."""
    stack: list[ast.AST] = list(body)
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, Function | ast.ClassDef):
            stack += node.decorator_list
        elif not isinstance(node, ast.Lambda):
            stack += ast.iter_child_nodes(node)


def _read(function: Function) -> set[str]:
    """The names that a function reads, or has from around it."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            found.update(node.names)
    return found


def _binds(node: ast.AST) -> Iterator[str]:
    if isinstance(node, Function | ast.ClassDef):
        yield node.name
    yield from _stored(node)


def _stored(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name


def _alias(statement: ast.stmt) -> str:
    """The one name that a statement of a module gives to something without running anything; "" for others."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target, value = statement.target, statement.value
    else:
        return ""
    runs = any(isinstance(node, ast.Call | ast.Await) for node in nodes([ast.Expr(value)]))
    return target.id if isinstance(target, ast.Name) and not runs else ""


def _is_main_guard(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.If) or not isinstance(statement.test, ast.Compare):
        return False
    parts = [statement.test.left, *statement.test.comparators]
    texts = {one.value for one in parts if isinstance(one, ast.Constant)}
    return "__main__" in texts and any(dotted(one) == "__name__" for one in parts)
