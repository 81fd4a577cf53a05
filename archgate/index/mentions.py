"""Which names each definition of a file mentions: more than flows through it, and cheap enough for a few files."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

Mentions = Mapping[str, frozenset[str]]
"""By the qualified name of a definition ("" the module's body): names, with the attributes read on them (`a.b.c`)."""


def mentions_of(source: bytes) -> Mentions:
    """The mentions of a source file; none where it cannot be parsed. Strings and what is bound are no mentions."""
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for definition, text in _read(module):
        found[definition].add(text)
    return {definition: frozenset(texts) for definition, texts in found.items()}


def _read(module: ast.Module) -> Iterator[tuple[str, str]]:
    stack: list[tuple[ast.AST, str]] = [(module, "")]
    while stack:
        node, definition = stack.pop()
        dotted = _dotted(node)
        if dotted:
            yield definition, dotted
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{definition}.{node.name}" if definition else node.name
            inside = set(map(id, node.body))
            stack += [(child, inner if id(child) in inside else definition) for child in ast.iter_child_nodes(node)]
        else:
            stack += [(child, definition) for child in ast.iter_child_nodes(node)]


def _dotted(node: ast.AST) -> str:
    """`a.b.c` where a name is read with attributes or without, "" for all else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or (not parts and not isinstance(node.ctx, ast.Load)):
        return ""
    return ".".join([node.id, *parts[::-1]])
