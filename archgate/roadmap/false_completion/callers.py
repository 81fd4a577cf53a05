"""NO_CALLER: what a leaf adds and no canonical code comes to."""

import ast
from collections.abc import Iterator, Mapping, Sequence

from archgate.gate.finding import Finding
from archgate.host.phrases import some
from archgate.index.module import Definition
from archgate.link.host import HostIndex
from archgate.roadmap.false_completion.change import Change
from archgate.roadmap.false_completion.foreign import foreign_bases
from archgate.roadmap.false_completion.liveness import Liveness
from archgate.roadmap.false_completion.mentions import Mentions, Node
from archgate.roadmap.live_code import Function, called

_DATA = frozenset(("dataclass", "define", "frozen", "attrs", "s", "dataclass_json"))
_DATA_BASES = frozenset(("Struct", "BaseModel", "TypedDict", "NamedTuple", "BaseSettings"))
_MOST = 3


def uncalled(change: Change) -> Iterator[Finding]:
    """Each function, class and method that is new, stands in canonical code and is reached by none.

    Where there was no host before the leaf, nothing could come to what is new, and nothing is said.
    """
    if not change.host_before.modules:
        return
    new = frozenset(new_nodes(change))
    asked = [node for node in sorted(new) if _is_asked(change, node)]
    if not asked:
        return
    liveness = Liveness(change, new)
    dead = {node for node in asked if node not in liveness.live and _is_told(liveness, node)}
    below = {node: _below(liveness, node, dead) for node in sorted(dead)}
    for root in _roots(liveness, dead, below):
        yield _finding(change, liveness, root, below[root] - {root})


def _is_told(liveness: Liveness, node: Node) -> bool:
    file = liveness.files.get(node[0])
    owner = (node[0], node[1].rpartition(".")[0])
    if file is None or node[1] not in file.defined or (owner[1] and owner not in liveness.live):
        return False
    return not _is_of_interface(file, node[1])


def _below(liveness: Liveness, root: Node, dead: set[Node]) -> set[Node]:
    """A dead node and the dead ones that it comes to."""
    found, waiting = {root}, [root]
    while waiting:
        above = waiting.pop()
        for node in dead - found:
            if any(_is_part(one, above) for one in liveness.namers(node)):
                found.add(node)
                waiting.append(node)
    return found


def _is_part(node: Node, whole: Node) -> bool:
    return node == whole or (node[0] == whole[0] and node[1].startswith(f"{whole[1]}."))


def _roots(liveness: Liveness, dead: set[Node], below: Mapping[Node, set[Node]]) -> list[Node]:
    """The dead nodes that no other one comes to, one of each circle, and every Protocol and ABC among them."""
    covered: set[Node] = set()
    roots = []
    alone = [node for node in sorted(dead) if not any(node in below[one] for one in dead - {node})]
    for node in [*alone, *sorted(dead)]:
        if node not in covered or (node not in roots and _is_abstract(liveness, node)):
            roots.append(node)
            covered |= below[node]
    return sorted(roots)


def _is_abstract(liveness: Liveness, node: Node) -> bool:
    return _sort(liveness.host, node, liveness.files[node[0]].defined[node[1]].syntax) in ("Protocol", "ABC")


def new_nodes(change: Change) -> Iterator[Node]:
    """The definitions, names and modules of changed files that were not there before, here or elsewhere."""
    left = _vanished(change)
    for _, module in sorted(change.modules(change.host, change.paths).items()):
        old = change.host_before.modules.get(module)
        known = _names(change.host_before, module) if old else frozenset()
        now = _names(change.host, module)
        added = [name for name in sorted(now - known) if name not in left]
        yield from ((module, name) for name in added)
        if old is None and (not now or len(added) == len(now)):
            yield (module, "")


def _vanished(change: Change) -> frozenset[str]:
    """The names that changed files no longer have: what has one of them elsewhere has moved."""
    found: set[str] = set()
    for module in change.modules(change.host_before, change.paths).values():
        now = _names(change.host, module) if module in change.host.modules else frozenset()
        found |= {one.name for one in _definitions(change.host_before, module)} - now
    return frozenset(found)


def _names(host: HostIndex, module: str) -> frozenset[str]:
    return frozenset(one.name for one in _definitions(host, module)) | frozenset(host.modules[module].index.names)


def _definitions(host: HostIndex, module: str) -> Sequence[Definition]:
    return host.modules[module].index.definitions


def _is_asked(change: Change, node: Node) -> bool:
    """Whether a new node is a definition that canonical code should come to."""
    module, name = node
    kinds = {one.name: one.kind for one in _definitions(change.host, module)}
    if name not in kinds or not change.territory.is_canonical(module):
        return False
    owner = name.rpartition(".")[0]
    return not owner or kinds.get(owner) == "class"


def _is_of_interface(file: Mentions, name: str) -> bool:
    """Whether a method only says what others are to have: of a protocol, or abstract."""
    owner = file.defined.get(name.rpartition(".")[0])
    syntax = file.defined[name].syntax
    if any("abstract" in called(one) or called(one).endswith("overload") for one in syntax.decorator_list):
        return True
    if owner is None or not isinstance(owner.syntax, ast.ClassDef):
        return False
    bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in owner.syntax.bases]
    return "Protocol" in bases


def _finding(change: Change, liveness: Liveness, node: Node, below: set[Node]) -> Finding:
    module, name = node
    syntax = liveness.files[module].defined[name].syntax
    sort = _sort(change.host, node, syntax)
    line = min([syntax.lineno, *(one.lineno for one in syntax.decorator_list)])
    message = f"{sort} {module}:{name} is new, and {_why(liveness, node)}"
    if below:
        message += f"; only through it come {_some(below)}"
    return change.finding("NO_CALLER", f"{module}:{name}", sort, message, path=change.host.path(module), line=line)


def _why(liveness: Liveness, node: Node) -> str:
    by = liveness.namers(node) - liveness.live
    return f"only what nothing comes to names it: {_some(by)}" if by else "no canonical code comes to it"


def _some(nodes: set[Node]) -> str:
    shown = [f"{module}:{name}" if name else module for module, name in sorted(nodes)]
    return some(shown, _MOST)


def _sort(host: HostIndex, node: Node, syntax: Function | ast.ClassDef) -> str:
    """What a definition is, in the words of those who speak of abstractions."""
    if isinstance(syntax, Function):
        return "method" if "." in node[1] else "function"
    names = {base.rpartition(".")[2] for base in foreign_bases(host, node)}
    if "Protocol" in names:
        return "Protocol"
    if names & _DATA_BASES or any(called(one).rpartition(".")[2] in _DATA for one in syntax.decorator_list):
        return "DTO"
    if "ABC" in names or any(word.arg == "metaclass" for word in syntax.keywords):
        return "ABC"
    return "class"
