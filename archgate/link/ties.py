"""Imports that bind a variable to what it stands for: a target, a module of the host, another module's variable."""

from archgate.index import flow as f
from archgate.index.flow import Imported
from archgate.index.module import Import
from archgate.link.capability import Cause, Site
from archgate.link.file_flow import FileFlow, Variable
from archgate.link.fixpoint import Fixpoint
from archgate.link.symbols import HostModule, Value, import_sources
from archgate.link.target import Path


class Ties(Fixpoint):
    """Ties variables to what their imports name, and notes the imports that are evidence by themselves."""

    def _tie(self, file: FileFlow, row: Imported, item: Import) -> None:
        variable = file.variable(row.slot)
        typing = self._is_typing(file, item)
        for source in import_sources(self.host.names, file.module, item, row.whole):
            if isinstance(source, str):
                path = self.targets.start(source)
                if path is not None:
                    self._bind_import(file, row, item, variable, path, typing)
            elif isinstance(source, HostModule):
                whole = self.targets.start(source.name) if source.name in self.targets.by_name else None
                if whole is not None:
                    self._bind_import(file, row, item, variable, whole, typing)
                elif not typing:
                    self._add(variable, source, Cause(file.name, item.line, None, None))
            else:
                full = ".".join(map(str, source))
                if full in self.targets.by_name:
                    self._foothold(file, row, item, variable, Path(full, ""), typing)
                self._tie_variables(source, variable, item.line, typing)
                self._reexported_module(source, variable, item.line)
        if not row.whole and not typing:
            self._foothold_below(file, row, item, variable)

    def _is_typing(self, file: FileFlow, item: Import) -> bool:
        return bool(item.guards) and any(self.host.type_checking.holds(file.module, one) for one in item.guards)

    def _reexported_module(self, source: Variable, variable: Variable, line: int) -> None:
        for origin in sorted(self.host.exports.origins(source[0], str(source[1]))):
            if not origin.name and self.host.names.is_first_party(origin.module):
                self._add(variable, HostModule(origin.module), Cause(variable[0], line, None, None))

    def _bind_import(
        self, file: FileFlow, row: Imported, item: Import, variable: Variable, path: Path, typing: bool
    ) -> None:
        cause = Cause(file.name, item.line, None, None)
        if typing:
            self._annotate(file, row.slot, variable, path, cause)
            return
        self._add(variable, path, cause)
        if row.whole:
            self._foothold(file, row, item, variable, path, typing)

    def _foothold(
        self, file: FileFlow, row: Imported, item: Import, variable: Variable, path: Path, typing: bool
    ) -> None:
        if path.target and row.foothold and not typing and self.targets.by_name[path.target].foothold:
            self.footholds[file.name, path.target][item.line] = Site(item.line, variable, path)

    def _foothold_below(self, file: FileFlow, row: Imported, item: Import, variable: Variable) -> None:
        """`import a.b` binds `a`, and is evidence for `a.b`."""
        dotted = self.host.names.absolute(file.module, item) or ""
        if not self.host.names.is_first_party(dotted):
            path = self.targets.start(dotted)
            first = self.targets.start(dotted.partition(".")[0])
            if path is not None and first is not None:
                self._foothold(file, row, item, variable, path, False)
                if path.target and path.target != first.target:
                    self.causes.setdefault((variable, path), Cause(file.name, item.line, None, None))

    def _foothold_through(self, variable: Variable, value: Value, line: int) -> None:
        """Taking a library out of another module's hands is importing it."""
        if not isinstance(value, Path) or not value.target or not value.is_plain:
            return
        file = self.files[variable[0]]
        slot = file.slot_of(variable)
        rows = [row for row in file.imports_at.get(slot, ()) if row.foothold] if slot is not None else []
        if rows and self.targets.by_name[value.target].foothold:
            self.footholds[file.name, value.target][line] = Site(line, variable, value)

    def _annotate(self, file: FileFlow, slot: int, variable: Variable, value: Value, cause: Cause) -> None:
        """What only annotations may see: an import under TYPE_CHECKING."""
        self.causes.setdefault((variable, value), cause)
        for number, chain in enumerate(file.chains(slot)):
            if chain.sink == f.ANNOTATED:
                self._follow(file, (slot, number), 0, value, variable, value)

    def _tie_variables(self, source: Variable, variable: Variable, line: int, typing: bool = False) -> None:
        if typing:
            line = -line
        edge = (variable, line)
        if edge not in self._edges[source]:
            self._edges[source][edge] = None
            for value in list(self._values.get(source, ())):
                self._cross(source, value, variable, line)

    def _cross(self, source: Variable, value: Value, variable: Variable, line: int) -> None:
        if self._stays(source, value):
            return
        cause = Cause(variable[0], abs(line), source, value)
        if line >= 0:
            self._add(variable, value, cause)
            self._foothold_through(variable, value, line)
        else:
            file = self.files[variable[0]]
            slot = file.slot_of(variable)
            if slot is not None:
                self._annotate(file, slot, variable, value, cause)
