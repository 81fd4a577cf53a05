"""What classes and decorators of others mean: those that only describe, and those by which others find a definition."""

import builtins
import sys
from collections.abc import Iterator

from archgate.link.hierarchy import Class
from archgate.link.host import HostIndex

_DESCRIBING = frozenset(("attr", "attrs", "pydantic", "pydantic_core", "msgspec", "typing_extensions", "mashumaro"))
"""Distributions whose bases and decorators say what a class is, and call nothing."""
_STANDARD = frozenset(("object", "Protocol", "Generic", "ABC", "NamedTuple", "TypedDict", "Enum"))


def foreign_bases(host: HostIndex, owner: Class) -> Iterator[str]:
    """The dotted names of the bases of a class, and of those it is made from, that are no classes of the host."""
    for module_name, name in host.hierarchy.ancestors(owner):
        module = host.modules.get(module_name)
        for bases in (written for one, written in module.index.bases if one == name) if module else ():
            for base in bases:
                yield from _foreign(host, module_name, base)


def _foreign(host: HostIndex, module: str, base: str) -> Iterator[str]:
    first, _, rest = base.partition(".")
    for origin in sorted(host.exports.origins(module, first)):
        if origin.module not in host.modules:
            yield ".".join(filter(None, (origin.module, origin.name, rest)))
        elif origin.module == module and not host.exports.binds(module, first):
            yield f"builtins.{base}"


def is_standard(dotted: str) -> bool:
    """Whether a name comes from Python itself."""
    root = dotted.partition(".")[0]
    return root in sys.stdlib_module_names or root == "builtins" or hasattr(builtins, dotted)


def is_inert(dotted: str) -> bool:
    """Whether a base only describes a class, so that a method need not be there for it."""
    return dotted.rpartition(".")[2] in _STANDARD or is_describing(dotted)


def is_describing(dotted: str) -> bool:
    """Whether a name belongs to what says of a definition what it is, and registers nothing."""
    return dotted.partition(".")[0] in _DESCRIBING


def registers(dotted: str) -> bool:
    """Whether a base or decorator of others may be what finds a definition: a framework's, or `register` of Python."""
    if is_describing(dotted):
        return False
    return not is_standard(dotted) or dotted.rpartition(".")[2] == "register"
