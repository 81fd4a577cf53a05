"""Which code comes to which: definitions that name one another, and module bodies that imports run."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from archgate.index import flow as f
from archgate.index.flow import Chain
from archgate.index.mentions import Mentions
from archgate.index.module import Import
from archgate.link.host import HostIndex
from archgate.link.symbols import ClassValue, Function

Node = tuple[str, str]
"""A module and the qualified name of a definition in it, or of another name that it binds; "" is its body."""


class Reach:
    """All that one entry point comes to: a module with everything in it, or one definition (`module:definition`).

    What reached code names is reached, by what the source says and by what flows through it. Of a reached class those
    methods are that have a name which reached code reads on anything, or that Python or a base from outside may call.
    The body of a module runs where reached code imports the module or one of its definitions is reached; it reaches
    what it names, and no other definition. What a decorator registers is an entry point of its own. `mentions` gives
    those of a module. `back` gives for each node reached the one that it was reached from first.
    """

    def __init__(self, host: HostIndex, mentions: Callable[[str], Mentions], entry: str) -> None:
        self._host = host
        self._mentions = mentions
        self.back: dict[Node, Node | None] = {}
        self._callers: defaultdict[Node, set[Node]] = defaultdict(set)
        self._queue: deque[Node] = deque()
        self._chains: dict[str, Mapping[str, list[Chain]]] = {}
        self._names = _Names(host)
        self._read: set[str] = set()
        self._waiting: defaultdict[str, list[tuple[Node, Node]]] = defaultdict(list)
        module, _, definition = entry.partition(":")
        self._take((module, definition), None)
        if not definition and module in host.modules:
            for one in host.modules[module].index.definitions:
                self._take((module, one.name), None)
        while self._queue:
            self._expand(self._queue.popleft())

    def callers(self, node: Node) -> list[Node]:
        """The reached nodes that name one, sorted, without what is part of it."""
        return sorted(one for one in self._callers[node] if not _is_part(one, node))

    def users(self, module: str) -> list[Node]:
        """The reached nodes of other modules that name something of a module, sorted."""
        return sorted(
            {one for node, users in self._callers.items() if node[0] == module for one in users if one[0] != module}
        )

    def way(self, node: Node) -> list[Node]:
        """The way from the entry point to a reached node, both included."""
        way: list[Node] = []
        step: Node | None = node
        while step is not None:
            way.append(step)
            step = self.back.get(step)
        return way[::-1]

    def _take(self, node: Node, source: Node | None) -> None:
        if node not in self.back and node[0] in self._host.modules:
            self.back[node] = source
            self._queue.append(node)
            self._take((node[0], ""), node)

    def _expand(self, node: Node) -> None:
        module, definition = node
        for other in sorted({*self._mentioned(node), *self._flowing(node)}):
            self._callers[other].add(node)
            self._take(other, node)
        for target in self._imported(node):
            self._take((target, ""), node)
        for text in self._mentions(module).get(definition, ()):
            if text.startswith("."):
                self._read_on_something(text[1:])
        if definition in self._host.hierarchy.classes(module):
            self._members(node)

    def _members(self, node: Node) -> None:
        """Take the members of a class that can be called, and keep the others for when their names are read."""
        module, name = node
        is_open = self._host.hierarchy.has_outer_base(node)
        for one in self._host.modules[module].index.definitions:
            owner, _, last = one.name.rpartition(".")
            if owner == name:
                special = last.startswith("__") and last.endswith("__")
                if is_open or special or one.kind == "class" or last in self._read:
                    self._take((module, one.name), node)
                else:
                    self._waiting[last].append(((module, one.name), node))

    def _read_on_something(self, name: str) -> None:
        self._read.add(name)
        for member, owner in self._waiting.pop(name, ()):
            self._take(member, owner)

    def _mentioned(self, node: Node) -> Iterator[Node]:
        module, definition = node
        for dotted in self._mentions(module).get(definition, ()):
            if not dotted.startswith("."):
                yield from self._names.named(module, definition, dotted)

    def _flowing(self, node: Node) -> Iterator[Node]:
        module, definition = node
        file, symbols = self._host.files[module], self._host.symbols
        for chain in self._chains_of(module).get(definition, ()):
            if chain.sink == f.INHERITED or (chain.sink == f.ANNOTATED and not definition):
                continue
            for length in range(len(chain.operations) + 1):
                for symbol in symbols.of(file, chain.root, chain.operations[:length], chain.definition):
                    if isinstance(symbol, Function):
                        yield (symbol.module, self._host.files[symbol.module].flow.scopes[symbol.scope].name)
                    elif isinstance(symbol, ClassValue):
                        yield symbol.owner

    def _chains_of(self, module: str) -> Mapping[str, list[Chain]]:
        if module not in self._chains:
            file = self._host.files[module]
            found: defaultdict[str, list[Chain]] = defaultdict(list)
            for root in file.flow.chains:
                for chain in file.chains(root):
                    found[file.flow.scopes[chain.definition].name].append(chain)
            self._chains[module] = found
        return self._chains[module]

    def _imported(self, node: Node) -> Iterator[str]:
        """The modules whose bodies the imports of a node run."""
        module, definition = node
        lines = {item.line for item in self._host.modules[module].index.imports if item.definition == definition}
        for reference in self._host.references.get(module, ()):
            if reference.line in lines and reference.kind != "typing":
                yield reference.target
        if not definition and "." in module:
            yield module.rpartition(".")[0]


def _is_part(node: Node, whole: Node) -> bool:
    return node == whole or (node[0] == whole[0] and node[1].startswith(f"{whole[1]}."))


class _Names:
    """What dotted names mean where they are mentioned; all bindings of a name count, whatever hides them."""

    def __init__(self, host: HostIndex) -> None:
        self._host = host

    def named(self, module: str, definition: str, dotted: str) -> Iterator[Node]:
        """The definitions and names that a mention in a definition may mean."""
        first, *attributes = dotted.split(".")
        own = self._definitions(module)
        for scope in _scopes(definition):
            if f"{scope}.{first}" in own:
                yield (module, f"{scope}.{first}")
        for item in self._host.modules[module].index.imports:
            inside = not item.definition or item.definition in _scopes(definition)
            if item.bound == first and item.definition and inside:
                yield from self._through(module, item, attributes)
        yield from self._taken(module, first, attributes)

    def _through(self, module: str, item: Import, attributes: list[str]) -> Iterator[Node]:
        dotted = self._host.names.absolute(self._host.modules[module], item)
        if dotted is None:
            return
        if item.name:
            yield from self._taken(dotted, item.name, attributes)
        else:
            whole = item.bound != dotted.partition(".")[0]
            yield from self._on_module(dotted if whole else item.bound, attributes)

    def _taken(self, module: str, name: str, attributes: list[str]) -> Iterator[Node]:
        if module not in self._host.modules:
            yield from self._on_module(f"{module}.{name}", attributes)
            return
        for origin in sorted(self._host.exports.origins(module, name)):
            if not origin.name:
                yield from self._on_module(origin.module, attributes)
            elif origin.module in self._host.modules and self._host.exports.binds(origin.module, origin.name):
                yield from self._on_name((origin.module, origin.name), attributes)

    def _on_module(self, module: str, attributes: list[str]) -> Iterator[Node]:
        if attributes and module in self._host.names.known:
            yield from self._taken(module, attributes[0], attributes[1:])

    def _on_name(self, node: Node, attributes: list[str]) -> Iterator[Node]:
        yield node
        name = node[1]
        for attribute in attributes:
            name = f"{name}.{attribute}"
            if name not in self._definitions(node[0]):
                break
            yield (node[0], name)

    def _definitions(self, module: str) -> frozenset[str]:
        if module not in self._known:
            definitions = self._host.modules[module].index.definitions
            self._known[module] = frozenset(one.name for one in definitions)
        return self._known[module]

    @cached_property
    def _known(self) -> dict[str, frozenset[str]]:
        return {}


def _scopes(definition: str) -> list[str]:
    """A definition and those around it, the innermost first."""
    parts = definition.split(".") if definition else []
    return [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
