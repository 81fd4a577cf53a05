"""What each name of an import statement binds, and what it takes from now on."""

from collections.abc import Iterator

from msgspec import Struct

from archgate.index.module import Import
from archgate.link.module import Module
from archgate.roadmap.retiring.meaning import Meaning, Taken
from archgate.roadmap.retiring.reading import Syntax
from archgate.roadmap.retiring.syntax import ImportName, ImportSite


class Binding(Struct, frozen=True):
    """One name of an import statement.

    `module` is absolute, "" where a relative import climbs out of the root package; `name` is "" for `import a.b` and
    `*` for a star. `bound` is the name that it binds, "" for a star; `aliased` whether by `as`. `target` is what it
    takes from now on, None where that does not change; `written` is where it stands, None for a star.
    """

    site: ImportSite
    written: ImportName | None
    module: str
    name: str
    bound: str
    aliased: bool
    target: Taken | None

    @property
    def start(self) -> int:
        """The offset of the name, or of the statement for a star."""
        return self.written.start if self.written else self.site.start

    @property
    def end(self) -> int:
        """The offset behind the name, or behind the statement for a star."""
        return self.written.end if self.written else self.site.end

    @property
    def is_plain(self) -> bool:
        """Whether it is `import a.b` without `as`, which binds the first segment only."""
        return not self.name and not self.aliased

    @property
    def renames(self) -> bool:
        """Whether the name that it binds could change with what it takes."""
        return self.target is not None and bool(self.name) and self.bound == self.name != self.target.name

    def modules(self, meaning: Meaning) -> frozenset[str]:
        """The modules that the bound name may be."""
        if not self.name:
            return frozenset({self.module if self.aliased else self.module.partition(".")[0]})
        return meaning.modules_of(self.module, self.name)


def bindings_of(syntax: Syntax, module: Module, meaning: Meaning) -> list[Binding]:
    """Every name of every import statement of a file, in source order."""
    return [binding for site in syntax.imports for binding in _of_site(site, module, meaning)]


def _of_site(site: ImportSite, module: Module, meaning: Meaning) -> Iterator[Binding]:
    if site.module is None:
        for one in site.names:
            yield _plain(site, one, meaning)
        return
    if not site.names:
        yield Binding(site, None, _absolute(site, "*", module, meaning), "*", "", False, None)
    for one in site.names:
        name = one.name.name
        dotted = _absolute(site, name, module, meaning)
        target = meaning.taken(dotted, name) if dotted else None
        if target is None and dotted and _is_astray(site, dotted, module, meaning):
            target = Taken(dotted, name)
        yield Binding(site, one, dotted, name, _as(one) or name, bool(one.alias), target)


def _plain(site: ImportSite, one: ImportName, meaning: Meaning) -> Binding:
    """A name of `import a.b`."""
    dotted = meaning.names.canonical(one.name.name)
    new = meaning.module(dotted)
    parent, _, last = new.rpartition(".")
    target = Taken(parent, last) if new else None
    return Binding(site, one, dotted, "", _as(one) or one.name.name.partition(".")[0], bool(one.alias), target)


def _absolute(site: ImportSite, name: str, module: Module, meaning: Meaning) -> str:
    return meaning.absolute(module, site.module.name if site.module else "", site.level, name) or ""


def _is_astray(site: ImportSite, dotted: str, module: Module, meaning: Meaning) -> bool:
    """Whether a relative import stands in a file that has moved, and is right at its old place only."""
    written = site.module.name if site.module else ""
    return bool(site.level) and dotted != meaning.names.absolute(
        module, Import(written, site.level, "", "", 0, "eager")
    )


def _as(one: ImportName) -> str:
    return one.alias.name if one.alias else ""
