"""The edits of import statements."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from archgate.link.module import Module
from archgate.link.names import climb
from archgate.roadmap.retiring.bindings import Binding
from archgate.roadmap.retiring.edits import Edit, Unfit
from archgate.roadmap.retiring.meaning import Taken
from archgate.roadmap.retiring.reading import Syntax
from archgate.roadmap.retiring.renaming import Renaming
from archgate.roadmap.retiring.syntax import ImportSite

_COMMENT = re.compile(r"#[^\r\n]*")
_REST_OF_LINE = re.compile(r"[ \t\f]*,?[ \t\f]*(#[^\r\n]*)?(\r\n?|\n)")


class Statements:
    """Writes the import statements of a file anew, as little of each as it takes."""

    def __init__(self, syntax: Syntax, module: Module, renaming: Renaming) -> None:
        self._syntax = syntax
        self._source = syntax.source
        self._module = module
        self._renaming = renaming

    def edits(self, bindings: Sequence[Binding]) -> Iterator[Edit]:
        """The edits for all statements that `bindings` are of. Raises Unfit where a comment would be lost."""
        for _, group in groupby(bindings, key=lambda one: one.site.start):
            names = list(group)
            if any(one.target is not None for one in names):
                yield from self._statement(names[0].site, names)

    def _statement(self, site: ImportSite, names: Sequence[Binding]) -> Iterator[Edit]:
        modules = {one.target.module if one.target else None for one in names}
        if site.module is None:
            for one in names:
                if one.target is not None and one.written is not None:
                    yield Edit(one.written.name.start, one.written.name.end, one.target.dotted)
        elif len(modules) == 1 and "" not in modules:
            yield self._module_edit(site, names)
            for one in names:
                yield from self._name_edits(one)
        else:
            yield from self._split(site, names)

    def _module_edit(self, site: ImportSite, names: Sequence[Binding]) -> Edit:
        """The edit of what stands between `from` and `import`."""
        target = names[0].target
        assert target is not None
        assert site.module is not None
        text = self._module_text(site, target)
        before = " " if site.tight[0] and not text.startswith(".") else ""
        behind = " " if site.tight[1] and not text.endswith(".") else ""
        return Edit(site.module.start, site.module.end, before + text + behind)

    def _module_text(self, site: ImportSite, target: Taken) -> str:
        """The module as the statement names it: relative as before, where it lies in the same package."""
        level = site.level
        package = climb(self._module.package, level, "") if level else None
        if package is None:
            return target.module
        if target.module == package:
            return "." * level
        if target.module.startswith(f"{package}."):
            return "." * level + target.module[len(package) + 1 :]
        return target.module

    def _name_edits(self, one: Binding) -> Iterator[Edit]:
        if one.target is None or one.written is None:
            return
        new = self._renaming.of(one)
        kept = "" if one.aliased or new or one.target.name == one.bound else f" as {one.bound}"
        text = one.target.name + kept
        if text != one.name:
            yield Edit(one.written.name.start, one.written.name.end, text)
        if new and one.written.alias is not None:
            yield Edit(one.written.alias.start, one.written.alias.end, new)

    def _split(self, site: ImportSite, names: Sequence[Binding]) -> Iterator[Edit]:
        """The names that go get statements of their own before the old one, which keeps the others."""
        going = [one for one in names if one.target is not None]
        statements = list(self._statements(site, going))
        if len(going) == len(names):
            if _COMMENT.search(self._source.piece(site.start, site.end)):
                raise Unfit("the names of an import part, and comments stand between them", self._line(site))
            yield Edit(site.start, site.end, self._joined(site, statements).rstrip("; \t\r\n"))
            return
        removals = list(self._removals(names))
        comments = [text for edit in removals for text in _COMMENT.findall(self._source.piece(edit.start, edit.end))]
        if comments and (not site.alone or len(statements) > 1):
            raise Unfit("the names of an import part, and comments stand between them", self._line(site))
        if comments:
            statements = [f"{statements[0]}  {'  '.join(comments)}"]
        yield Edit(site.start, site.start, self._joined(site, statements))
        yield from removals

    def _line(self, site: ImportSite) -> int:
        return self._source.line(site.start)

    def _joined(self, site: ImportSite, statements: Sequence[str]) -> str:
        """Statements on lines of their own, indented as the old one is; else with semicolons."""
        if not site.alone:
            return "".join(f"{one}; " for one in statements)
        line_start = (
            max(self._source.utf8.rfind(b"\n", 0, site.start), self._source.utf8.rfind(b"\r", 0, site.start)) + 1
        )
        indentation = self._source.piece(line_start, site.start)
        return "".join(f"{one}{self._syntax.newline}{indentation}" for one in statements)

    def _statements(self, site: ImportSite, going: Sequence[Binding]) -> Iterator[str]:
        found: dict[str, list[str]] = {}
        for one in going:
            assert one.target is not None
            name = one.target.name
            bound = self._renaming.of(one) or one.bound
            text = name if name == bound and not one.aliased else f"{name} as {bound}"
            module = self._module_text(site, one.target) if one.target.module else ""
            found.setdefault(module, []).append(text)
        for module, texts in found.items():
            if module:
                yield f"from {module} import {', '.join(texts)}"
            else:
                yield f"import {', '.join(texts)}"

    def _removals(self, names: Sequence[Binding]) -> Iterator[Edit]:
        """The edits that take the names which go out of a statement that keeps others."""
        for at, one in enumerate(names):
            if one.target is None:
                continue
            line = self._own_line(names, at)
            if line is not None:
                yield line
            elif any(other.target is None for other in names[at + 1 :]):
                yield Edit(one.start, names[at + 1].start, "")
            else:
                start = names[at - 1].end
                if "#" in self._source.piece(start, one.end):
                    raise Unfit("the names of an import part, and comments stand between them", self._line(one.site))
                yield Edit(start, one.end, "")

    def _own_line(self, names: Sequence[Binding], at: int) -> Edit | None:
        """The removal of whole lines, where a name has them for itself."""
        one, data = names[at], self._source.utf8
        start = max(data.rfind(b"\n", 0, one.start), data.rfind(b"\r", 0, one.start)) + 1
        if start <= one.site.start or data[start : one.start].strip():
            return None
        rest = _REST_OF_LINE.match(self._source.piece(one.end, one.site.end))
        return Edit(start, one.end + len(rest.group().encode()), "") if rest else None
