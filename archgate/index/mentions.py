"""Which names each definition of a file mentions: more than flows through it, and cheap enough for a few files."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

Mentions = Mapping[str, frozenset[str]]
"""By the qualified name of a definition ("" the module's body): names, with the attributes read on them (`a.b.c`), and
every attribute that is read on anything (`.c`).

What a definition has beside its body (bases, annotations, defaults) is its own; decorators are of what it stands in.
"""


def mentions_of(source: bytes) -> Mentions:
    """The mentions of a source file; none where it cannot be parsed. Strings and what is bound are no mentions."""
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: defaultdict[str, set[str]] = defaultdict(set)
    stack: list[tuple[ast.AST, str]] = [(module, "")]
    while stack:
        node, definition = stack.pop()
        found[definition].update(_said(node))
        inner = f"{definition}.{node.name}".lstrip(".") if isinstance(node, _DEFINITIONS) else definition
        outside = set(map(id, node.decorator_list)) if isinstance(node, _DEFINITIONS) else set()
        stack += [(child, definition if id(child) in outside else inner) for child in ast.iter_child_nodes(node)]
    return {definition: frozenset(texts) for definition, texts in found.items() if texts}


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _said(node: ast.AST) -> Iterator[str]:
    """What one node mentions; of `a.b.c` each of `a`, `a.b` and the whole comes with its own node."""
    if isinstance(node, ast.Attribute):
        yield f".{node.attr}"
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name) and (parts or isinstance(node.ctx, ast.Load)):
        yield ".".join([node.id, *parts[::-1]])
