"""What the host comes to: from what was there before the leaf, over its mentions, to what the leaf adds."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from archgate.host.selectors import any_path_matches
from archgate.roadmap.false_completion.change import Change
from archgate.roadmap.false_completion.foreign import foreign_bases, is_inert, is_standard, registers
from archgate.roadmap.false_completion.mentions import Defined, Mentions, Node, Sheet
from archgate.roadmap.live_code import called
from archgate.roadmap.territory import is_test

_KEEPING = frozenset(("add", "append", "connect", "insert", "register", "setdefault", "subscribe", "update"))
_LONGEST = 300
"""Characters of a text that may spell a name."""
_CONFIGURING = (".toml", ".cfg", ".ini", ".yaml", ".yml", ".json", ".env", ".sh", ".service", "Procfile", "Dockerfile")


class Liveness:
    """Which of the nodes that are new since before the leaf can be reached; what was there before counts as reached.

    Only files in which a new name occurs are read. Callers are canonical code and files beside the host that are no
    tests, such as scripts.
    """

    def __init__(self, change: Change, new: frozenset[Node]) -> None:
        self.change = change
        self.host = change.host
        self.new = new
        self._words = {name.rpartition(".")[2] for _, name in new} - {""}
        self._words |= {module.rpartition(".")[2] for module, name in new if not name}
        self.live: set[Node] = set()
        self._naming: defaultdict[Node, set[Node]] = defaultdict(set)
        self._typing: defaultdict[Node, set[Node]] = defaultdict(set)
        self._reading: defaultdict[str, set[Node]] = defaultdict(set)
        self._importing: defaultdict[str, set[Node]] = defaultdict(set)
        self._spelled: set[Node] = set()
        self._texts: set[str] = set()
        for file in list(self.files.values())[:1]:
            self._note(file, self._configured())
        self._settle()

    @cached_property
    def files(self) -> Mapping[str, Mentions]:
        """The files of callers that may matter, by module; those beside the host by path."""
        found = {}
        for path in self._callers():
            data = self.change.read(self.change.now, path)
            tree = self.change.parsed(self.change.now, path) if data and self._pattern.search(data) else None
            if tree is not None:
                one = self._read(path, tree)
                found[one.module] = one
        return found

    def _callers(self) -> Iterator[str]:
        outside = self.change.configuration.exclude
        sources = self.host.universe.sources
        for path in sorted(self.change.now.paths()):
            if path in sources:
                if self.change.territory.is_canonical(sources[path].module):
                    yield path
            elif path.endswith((".py", ".pyw")) and not is_test(path) and not any_path_matches(outside, path):
                yield path

    @cached_property
    def _pattern(self) -> re.Pattern[bytes]:
        words = sorted(self._words)
        return re.compile(b"|".join(re.escape(word.encode()) for word in words) or rb"(?!)")

    def _read(self, path: str, tree: ast.Module) -> Mentions:
        source = self.host.universe.sources.get(path)
        module = self.host.modules.get(source.module) if source else None
        if module is None:
            return Mentions(self.host, path, path.rpartition("/")[0].replace("/", "."), tree)
        return Mentions(self.host, module.name, module.package, tree)

    def _configured(self) -> Iterator[str]:
        """What files that configure name, other than the law."""
        law = (f"{self.change.configuration.policies}/", f"{self.change.configuration.fixtures}/", "docs/")
        for path in self.change.now.paths():
            if path.endswith(_CONFIGURING) and not path.startswith(law) and not is_test(path):
                data = self.change.read(self.change.now, path) or b""
                if self._pattern.search(data):
                    yield from re.findall(r"[\w.]+(?::[\w.]+)?", data.decode("utf-8", "replace"))

    def _settle(self) -> None:
        """Mark what is reached until nothing more is."""
        waiting = sorted({(one.module, name) for one in self.files.values() for name in (*one.sheets, *one.defined)})
        for node in waiting:
            sheet = self._sheet(node)
            for named in sheet.names:
                self._naming[named].add(node)
            for named in sheet.typed:
                self._typing[named].add(node)
            for attribute in (*sheet.attributes, *filter(str.isidentifier, sheet.texts)):
                self._reading[attribute].add(node)
            for module in sheet.modules:
                self._importing[module].add(node)
        while True:
            reached = [node for node in waiting if self._is_live(node)]
            if not reached:
                return
            self.live.update(reached)
            for node in reached:
                self._note(self.files[node[0]], self._sheet(node).texts)
            waiting = [node for node in waiting if node not in self.live]

    def _note(self, file: Mentions, texts: Iterable[str]) -> None:
        """Remember what texts of reached code and configuration spell."""
        for text in texts:
            if text not in self._texts and len(text) < _LONGEST:
                self._texts.add(text)
                self._spelled.update(file.spelled(text))

    def _is_live(self, node: Node) -> bool:
        module, name = node
        if node not in self.new:
            return True
        if not name:
            return self._is_imported(module)
        if node in self._spelled:
            return True
        file = self.files[module]
        owner = name.rpartition(".")[0]
        if owner and (module, owner) not in self.live:
            return False
        defined = file.defined.get(name)
        if defined and self._is_registered(file, defined, owner):
            return True
        if not self.live.isdisjoint(self.namers(node)):
            return True
        if owner and isinstance(self._syntax(file, owner), ast.ClassDef):
            return self._is_called(node, owner)
        if defined and isinstance(defined.syntax, ast.ClassDef) and self._has_framework(node):
            return True
        return not owner and _is_hook(name)

    def _is_imported(self, module: str) -> bool:
        file = self.files.get(module)
        if (module, "") in self._spelled or module.endswith("__main__") or (file and file.is_script):
            return True
        if any(one[0] == module for one in self.live):
            return True
        return not self.live.isdisjoint(self._importing[module])

    def _is_registered(self, file: Mentions, defined: Defined, owner: str) -> bool:
        """Whether a decorator hands a definition on: to a framework, to old code, or to new code that keeps it."""
        runs = (file.module, owner) in self.live
        return any(
            registers(one) if isinstance(one, str) else self._is_of_framework(one) or (runs and self._takes(one))
            for one in defined.decorators
        )

    def _takes(self, decorator: Node) -> bool:
        """Whether a decorator of the host may keep what it gets: one that was there before, or that is seen to."""
        syntax = self._syntax_of(decorator)
        return decorator not in self.new or (syntax is not None and keeps(syntax))

    def _is_of_framework(self, node: Node) -> bool:
        """Whether a decorator is an object that a framework made (`app = Celery()`)."""
        file, (first, _, rest) = self.files.get(node[0]), node[1].partition(".")
        return file is not None and bool(rest) and registers(file.made_by.get(first, "builtins.none"))

    def _has_framework(self, node: Node) -> bool:
        return any(registers(base) and not is_standard(base) for base in foreign_bases(self.host, node))

    def _is_called(self, node: Node, owner: str) -> bool:
        """Whether a method is read from anything, or stands for one of a class above or below."""
        module, name = node
        method, of = name.rpartition(".")[2], (module, owner)
        if method.startswith("__") and method.endswith("__"):
            return True
        kin = {*self.host.hierarchy.ancestors(of), *self.host.hierarchy.descendants(of)} - {of}
        if any(self.host.hierarchy.defines(one, method) for one in kin):
            return True
        if any(not _is_plain(base) for base in foreign_bases(self.host, of)):
            return True
        return bool((self._reading[method] & self.live) - {node})

    def namers(self, node: Node) -> set[Node]:
        """The nodes that name a definition, itself and what is in it aside; a class may be named by annotations."""
        found = set(self._naming[node])
        if not isinstance(self._syntax_of(node), ast.FunctionDef | ast.AsyncFunctionDef):
            found |= self._typing[node]
        if "." not in node[1]:
            found |= self._reading[node[1]] if self._naming[node[0], ""] & self.live else set()
        below = f"{node[1]}."
        return {one for one in found if one != node and not (one[0] == node[0] and one[1].startswith(below))}

    def _sheet(self, node: Node) -> Sheet:
        return self.files[node[0]].sheets[node[1]]

    def _syntax(self, file: Mentions, name: str) -> ast.AST | None:
        return file.defined[name].syntax if name in file.defined else None

    def _syntax_of(self, node: Node) -> ast.AST | None:
        return self._syntax(self.files[node[0]], node[1]) if node[0] in self.files else None


def keeps(decorator: ast.AST) -> bool:
    """Whether a decorator puts what it gets somewhere, or hands it to something that does."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            return True
        if isinstance(node, ast.Call) and called(node).rpartition(".")[2].lstrip("_") in _KEEPING:
            return True
    return False


def _is_hook(name: str) -> bool:
    """Whether Python itself calls a function of a module."""
    return name in ("__getattr__", "__dir__")


def _is_plain(dotted: str) -> bool:
    """Whether a base of others calls no methods that somebody may write for it."""
    return is_inert(dotted) or (is_standard(dotted) and dotted.endswith(("Error", "Exception")))
