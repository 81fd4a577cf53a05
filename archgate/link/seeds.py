"""Where following starts: imports of targets, builtins that are targets, symbols of the host that are."""

from archgate.index import flow as f
from archgate.index.module import Import
from archgate.link.capability import Cause, Site
from archgate.link.file_flow import FileFlow
from archgate.link.reference import Reference
from archgate.link.target import Path
from archgate.link.ties import Ties


class Seeds(Ties):
    """Finds the modules that have to do with a target by themselves."""

    def _concerned(self) -> list[str]:
        """The modules that import a target from outside, or mention one that is a builtin."""
        found = [
            module
            for root in self.targets.roots
            for module, reference in self.host.external_roots.get(root, ())
            if self._may_lead(module, reference)
        ]
        names = self.targets.by_name
        found += [
            name for name, module in self.host.modules.items() if any(one in names for one in module.index.watched)
        ]
        return sorted(set(found))

    def _may_lead(self, module: str, reference: Reference) -> bool:
        taken = reference.name if reference.name != "*" else ""
        path = self.targets.start(f"{reference.target}.{taken}" if taken else reference.target)
        if path is None and not taken:
            # `import a.b` makes all of `a` known.
            path = self.targets.start(reference.target.partition(".")[0])
        if path is None or path.target:
            return path is not None
        return any(one in self._flow_of(module) for one in self.targets.following(path.text))

    def _seed_host_targets(self) -> None:
        for target in self.targets.by_name:
            if not self.host.names.is_first_party(target) or "." not in target:
                continue
            module, name = target, ""
            while module and module not in self.files:
                module, _, last = module.rpartition(".")
                name = f"{last}.{name}" if name else last
            if not module:
                continue
            if name and "." not in name:
                self._add((module, name), Path(target, ""), Cause(module, 0, None, None))
            elif not name:
                for importer, _ in self.host.importers.get(module, ()):
                    self._tie_all(importer, module)

    def _open(self, module: str) -> None:
        """Read what a module imports from outside the host."""
        file = self.files[module]
        for row in file.flow.imports:
            item = file.module.index.imports[row.ordinal]
            if not item.level and item.module.partition(".")[0] in self.targets.roots:
                self._tie(file, row, item)
        self._tie_stars_of_targets(file)
        names = self.targets.by_name
        if _GETATTR in names and _GETATTR in file.module.index.watched:
            self._search_libraries(file)
            for row in file.flow.imports:
                self._tie(file, row, file.module.index.imports[row.ordinal])
        for slot in file.flow.unbound:
            name = file.strings_of(slot)
            if name in names and name in _WATCHED:
                self._add(file.variable(slot), Path(name, ""), Cause(module, 0, None, None))

    def _search_libraries(self, file: FileFlow) -> None:
        """A computed attribute of a module that is not the host's, and so is followed nowhere else."""
        found = [(root, number, chain) for root in file.flow.chains for number, chain in enumerate(file.chains(root))]
        for root, number, chain in found:
            if chain.sink == f.SEARCHED and all(one >= 0 and not one & 1 for one in chain.operations):
                below = "".join(f".{file.strings[one // 2]}" for one in chain.operations)
                for row in file.imports_at.get(chain.root, ()):
                    item = file.module.index.imports[row.ordinal]
                    dotted = f"{item.bound}{below}"
                    aliased = item.bound != item.module.partition(".")[0]
                    whole = not below if aliased else f"{item.module}.".startswith(f"{dotted}.")
                    if not item.name and whole and not self.host.names.is_first_party(item.module):
                        path, variable = Path(_GETATTR, ""), file.variable(chain.root)
                        self._use(file, chain, (root, number, -1), path, "()", variable, path)

    def _tie_stars_of_targets(self, file: FileFlow) -> None:
        for item in file.module.index.imports:
            if item.name == "*" and not item.level and not self._is_typing(file, item):
                dotted = self.host.names.absolute(file.module, item)
                if dotted is not None and not self.host.names.is_first_party(dotted):
                    self._star_of_target(file, item, dotted)

    def _star_of_target(self, file: FileFlow, item: Import, dotted: str) -> None:
        path = self.targets.start(dotted)
        if path is None:
            return
        if path.target and self.targets.by_name[path.target].foothold:
            self.footholds[file.name, path.target][item.line] = Site(item.line, (file.name, "*"), path)
        self._bring(file, path, Cause(file.name, item.line, None, None), set())

    def _bring(self, file: FileFlow, path: Path, cause: Cause, seen: set[str]) -> None:
        """Names that only a star can have brought, in the file that has it and in those that take them from there."""
        if file.name in seen:
            return
        seen.add(file.name)
        for slot in file.flow.unbound:
            self._bring_name(file, file.strings_of(slot), path, cause)
        for importer, reference in self.host.importers.get(file.name, ()):
            if reference.name == "*":
                self._bring(self.files[importer], path, cause, seen)
            elif reference.name and reference.name not in file.module.own_names | file.module.bindings.keys():
                self._bring_name(file, reference.name, path, cause)

    def _bring_name(self, file: FileFlow, name: str, path: Path, cause: Cause) -> None:
        found = self.targets.attribute(path, name)
        if found is not None and name not in _WATCHED:
            self._add((file.name, name), found, cause)

    def _tie_all(self, importer: str, module: str) -> None:
        """Tie the modules that a module imports, as far as they lead to another one."""
        file = self.files[importer]
        for row in file.flow.imports:
            item = file.module.index.imports[row.ordinal]
            dotted = self.host.names.absolute(file.module, item) or ""
            full = f"{dotted}.{item.name}" if item.name else dotted
            if full == module or (not item.name and f"{full}.".startswith(f"{module}.")):
                self._tie(file, row, item)


_WATCHED = frozenset(("__import__", "eval", "exec", "getattr", "super"))
_GETATTR = "getattr"
