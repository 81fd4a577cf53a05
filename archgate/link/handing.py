"""Module-level names from hand to hand: whoever can read one is tied to it when it first holds something."""

from archgate.index.flow import encoded_string
from archgate.link.seeds import Seeds


class Handing(Seeds):
    """Ties importers to the names and modules that they take."""

    def _wake(self, module: str, name: str) -> None:
        """Tie a module-level name to whoever can read it: by importing it, or the module."""
        sought = encoded_string(name)
        for importer in self.host.takers(module).get(name, ()):
            self._tie_name(importer, module, name)
        for importer in self.host.takers(module).get("*", ()):
            self._tie_star(importer, module, name)
        self._tie_module(module, sought, set())
        parent, _, last = module.rpartition(".")
        segment = encoded_string(last)
        while parent:
            for importer in self.host.takers(parent).get("", ()):
                encoded = self._flow_of(importer)
                if sought in encoded and segment in encoded:
                    self._tie_all(importer, parent)
            parent = parent.rpartition(".")[0]

    def _tie_name(self, importer: str, module: str, name: str) -> None:
        file = self.files[importer]
        for row in file.flow.imports:
            item = file.module.index.imports[row.ordinal]
            if item.name == name and self.host.names.absolute(file.module, item) == module:
                self._tie(file, row, item)

    def _tie_star(self, importer: str, module: str, name: str) -> None:
        file = self.files[importer]
        defined = any(one.name == name for one in file.module.index.definitions)
        if defined or name not in self.host.exports.exported(module):
            return
        for item in file.module.stars:
            if self.host.names.absolute(file.module, item) == module:
                self._tie_variables((module, name), (importer, name), item.line, self._is_typing(file, item))

    def _tie_module(self, module: str, sought: bytes, seen: set[str]) -> None:
        """Tie a module to whoever imports it, or takes it from the hands of another, and mentions what is sought."""
        if module in seen:
            return
        seen.add(module)
        for importer in self.host.takers(module).get("", ()):
            if sought in self._flow_of(importer):
                self._tie_all(importer, module)
            if self.host.takers(importer):
                for item in self.host.modules[importer].index.imports:
                    if item.bound and not item.definition and module.endswith(item.name or item.module):
                        self._hand_on(importer, item.bound, sought)

    def _hand_on(self, module: str, name: str, sought: bytes) -> None:
        for importer in self.host.takers(module).get(name, ()):
            if sought in self._flow_of(importer):
                self._tie_name(importer, module, name)
