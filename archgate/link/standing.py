"""Whether a use stands in two trees of a host, and only an annotation or another module shows it in one of them."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from archgate.index import flow as f
from archgate.index.flow import Chain
from archgate.index.module import Import
from archgate.link.capability import Capabilities, Cause, Site
from archgate.link.file_flow import FileFlow, Variable
from archgate.link.host import HostIndex
from archgate.link.symbols import ClassValue, Value

Written = tuple[str, str, tuple[str, ...], int, str]
"""A path expression as the source has it: definition, root, operations, sink, and where the sink has a name, that."""


class Standing:
    """Compares one module of a host with its namesake in another tree."""

    def __init__(self, module: str, here: HostIndex, there: HostIndex) -> None:
        self.module = module
        self._here = here.files[module]
        self._there = there.files[module]
        self._other = there

    def is_shown_by_annotation(self, found: Capabilities, at: tuple[int, int, int], site: Site) -> bool:
        """Whether the call stands there too, and all of this module that leads to it but annotations and hands."""
        if not self._stands(at):
            return False
        steps = list(self._steps(found, site))
        return all(self._is_there(cause, with_imports=True) for cause in steps) and any(map(self._is_outer, steps))

    def is_hidden_without_annotation(self, found: Capabilities, at: tuple[int, int, int], site: Site) -> bool:
        """Whether the call stands there too, and what keeps it from being seen is that an annotation is gone."""
        if not self._stands(at):
            return False
        steps = list(self._steps(found, site))
        gone = [cause for cause in steps if self._annotation(cause) and not self._is_written(cause)]
        kept = all(self._is_there(cause, with_imports=False) for cause in steps)
        return bool(gone) and kept and not any(self._is_typed_otherwise(cause) for cause in gone)

    def _steps(self, found: Capabilities, site: Site) -> Iterator[Cause]:
        key: tuple[Variable, Value] | None = (site.variable, site.value)
        seen: set[tuple[Variable, Value]] = set()
        while key is not None and key not in seen:
            seen.add(key)
            cause = found.causes.get(key)
            if cause is None:
                return
            yield cause
            key = (cause.variable, cause.value) if cause.variable is not None and cause.value is not None else None

    def _is_outer(self, cause: Cause) -> bool:
        return cause.module != self.module or self._annotation(cause)

    def _annotation(self, cause: Cause) -> bool:
        return cause.module == self.module and cause.at is not None and self._chain(cause.at).sink == f.ANNOTATED

    def _is_there(self, cause: Cause, with_imports: bool) -> bool:
        if cause.module != self.module or self._annotation(cause):
            return True
        if cause.at is not None:
            return self._is_written(cause)
        if not with_imports or not cause.line:
            return True
        imports = [item for item in self._here.module.index.imports if item.line == cause.line]
        return any(item.guards or _asks(item) in self._imports for item in imports)

    def _is_written(self, cause: Cause) -> bool:
        return cause.at is not None and written(self._here, self._chain(cause.at)) in self._counts[1]

    def _is_typed_otherwise(self, cause: Cause) -> bool:
        """Whether the slot that has lost its annotation is now said to hold something of the host's own."""
        if cause.at is None:
            return False
        slot = self._chain(cause.at).a
        scope, name = self._here.flow.scopes[self._here.scope_of(slot)].name, self._here.strings_of(slot)
        for number, row in enumerate(self._there.flow.scopes):
            other = self._there.find(number, name)
            if row.name == scope and other is not None:
                held = self._other.symbols.held(self._there.variable(other))
                if any(isinstance(symbol, ClassValue) for symbol in held):
                    return True
        return False

    def _stands(self, at: tuple[int, int, int]) -> bool:
        here, there = self._counts
        text = written(self._here, self._chain(at[:2]))
        return there[text] >= here[text]

    def _chain(self, at: tuple[int, ...]) -> Chain:
        return self._here.chains(at[0])[at[1]]

    @cached_property
    def _counts(self) -> "tuple[Counter[Written], Counter[Written]]":
        return _count(self._here), _count(self._there)

    @cached_property
    def _imports(self) -> frozenset[tuple[str, int, str, str]]:
        return frozenset(map(_asks, self._there.module.index.imports))


def written(file: FileFlow, chain: Chain) -> Written:
    """A path expression as the source has it."""
    operations = tuple(
        "()" if one <= f.CALL else f".{file.strings[one // 2]}" if one >= 0 and not one & 1 else str(one)
        for one in chain.operations
    )
    named = file.strings_of(chain.a) if chain.sink in f.LEADING and chain.a >= 0 else ""
    return file.definition(chain), file.strings_of(chain.root), operations, chain.sink, named


def _count(file: FileFlow) -> "Counter[Written]":
    return Counter(written(file, chain) for root in file.flow.chains for chain in file.chains(root))


def _asks(item: Import) -> tuple[str, int, str, str]:
    return item.module, item.level, item.name, item.bound
