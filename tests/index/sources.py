"""Short ways to index a source and to say what is expected of it."""

from textwrap import dedent

from archgate.index.module import Import, ModuleIndex
from archgate.index.parse import index_source


def indexed(source: str | bytes) -> ModuleIndex:
    """The index of a source, which must be readable."""
    index = index_source(source if isinstance(source, bytes) else dedent(source).encode())
    assert isinstance(index, ModuleIndex), index
    return index


def told(found: Import) -> str:
    """An import in one line: `eager from ..a import b as c`, `dynamic import a.b`."""
    module = "." * found.level + found.module
    bound = f" as {found.bound}" if found.bound else ""
    return (
        f"{found.time} from {module} import {found.name}{bound}"
        if found.name
        else f"{found.time} import {module}{bound}"
    )
