"""Which names a star import may bind."""

from archgate.link.names import Names

ANY = "*"
"""Stands among the names of a module for those that a module without readable source may add."""


class Stars:
    """What each module of the host hands on to a star import of it."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._exported: dict[str, frozenset[str]] = {}

    def exported(self, module: str) -> frozenset[str]:
        """The names that a star import of a host module may bind, `ANY` among them.

        That is its `__all__`, else what it binds without an underscore; where `__all__` is computed, all that it binds.
        """
        if module not in self._exported:
            self._exported[module] = frozenset(self._gathered(module))
        return self._exported[module]

    def may_bind(self, module: str, name: str) -> bool:
        """Whether `from module import *` may bind the name; of a module without readable source, any public one."""
        if module in self._names.modules:
            exported = self.exported(module)
            return name in exported or (ANY in exported and not name.startswith("_"))
        missing = self._names.is_first_party(module) and module not in self._names.known
        return not missing and not name.startswith("_")

    def _gathered(self, module: str) -> set[str]:
        found: set[str] = set()
        seen: set[str] = set()
        stack = [module]
        while stack:
            at = stack.pop()
            source = self._names.modules.get(at)
            if at in seen:
                continue
            seen.add(at)
            if source is None:
                found.add(ANY)
            elif source.index.exports is not None:
                found.update(source.index.exports)
            else:
                bound = {*source.own_names, *source.bindings}
                found |= bound if source.index.computed else {name for name in bound if not name.startswith("_")}
                stack += filter(None, (self._names.absolute(source, item) for item in source.stars))
        return found
