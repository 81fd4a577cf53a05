"""Files that may have to do with what goes, found before any of them is parsed for rewriting."""

import re
from collections.abc import Iterator

from archgate.index.module import Import, ModuleIndex, Unreadable
from archgate.index.parse import index_source
from archgate.link.module import Module
from archgate.roadmap.retiring.meaning import Meaning
from archgate.roadmap.retiring.retirement import Sight


def is_concerned(module: Module, data: bytes, meaning: Meaning) -> bool:
    """Whether the index of a file says that it refers to what goes, or to a package through which it could."""
    has_word = not data.isascii() or any(word.encode() in data for word in meaning.words)
    for item in module.index.imports:
        dotted = meaning.absolute(module, item.module, item.level, item.name)
        if item.time == "dynamic":
            dotted = meaning.names.absolute(module, item)
        if dotted is None:
            continue
        if meaning.module(dotted) or (item.name == "*" and meaning.stars_of(dotted)):
            return True
        if item.name and item.name != "*" and meaning.taken(dotted, item.name) is not None:
            return True
        if item.level and dotted != meaning.names.absolute(module, item):
            return True
        starts = _starts(item, dotted, meaning)
        if any(map(meaning.goes, starts)) or (has_word and any(map(meaning.leads, starts))):
            return True
    return False


def _starts(item: Import, dotted: str, meaning: Meaning) -> frozenset[str]:
    """The modules that an import may bind, or give."""
    if not item.name or item.time == "dynamic":
        return frozenset({dotted, dotted.partition(".")[0]})
    return meaning.modules_of(dotted, item.name) if item.name != "*" else frozenset()


def strings_of(path: str, data: bytes, meaning: Meaning) -> Iterator[Sight]:
    """The string literals of a file that are the dotted name of what goes, or of something in it."""
    for old in meaning.dotted:
        if old.encode() not in data:
            continue
        pattern = re.compile(rb"""(["'])(%s(?:\.\w+)*)\1""" % re.escape(old.encode()))
        for found in pattern.finditer(data):
            line = data.count(b"\n", 0, found.start()) + 1
            yield Sight(path, line, found[2].decode("utf-8", "replace"))


def is_importer(data: bytes, meaning: Meaning) -> bool:
    """Whether a file outside the host imports what goes, by its absolute name."""
    if not any(old.encode() in data or old.rpartition(".")[2].encode() in data for old in meaning.dotted):
        return False
    index: ModuleIndex | Unreadable = index_source(data)
    if isinstance(index, Unreadable):
        return False
    return any(_asks(item, meaning) for item in index.imports if not item.level)


def _asks(item: Import, meaning: Meaning) -> bool:
    dotted = meaning.names.canonical(item.module)
    named = item.name and item.name != "*" and meaning.taken(dotted, item.name) is not None
    return bool(meaning.module(dotted) or named)
