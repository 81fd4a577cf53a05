"""Names in strings: `__all__`, and what import functions are asked for."""

from collections.abc import Iterator

from archgate.link.module import Module
from archgate.roadmap.retiring.edits import Edit
from archgate.roadmap.retiring.meaning import Meaning
from archgate.roadmap.retiring.reading import Syntax
from archgate.roadmap.retiring.renaming import Renaming
from archgate.roadmap.retiring.syntax import Call, Text
from archgate.roadmap.retiring.uses import Fault


def listed_edits(syntax: Syntax, renaming: Renaming) -> Iterator[Edit]:
    """The names in `__all__` that are renamed."""
    new = {renamed.old: renamed.new for renamed in renaming if renamed.is_global}
    for text in syntax.listed if new else ():
        if text.value in new and text.plain:
            yield Edit(text.start, text.end, new[text.value])


def unlisted(syntax: Syntax, module: Module, renaming: Renaming) -> Iterator[Fault]:
    """The renamed names that `__all__` has, or may have, by no string of its own."""
    listed = {text.value for text in syntax.listed if text.plain}
    for renamed in renaming:
        exported = renamed.old in (module.index.exports or ())
        if renamed.is_global and renamed.old not in listed and (exported or module.index.computed):
            yield 0, f"`__all__` is put together, and `{renamed.old}` in it would have to be `{renamed.new}`"


class DynamicImports:
    """Imports by call, as the index has found them."""

    def __init__(self, syntax: Syntax, module: Module, meaning: Meaning) -> None:
        self._syntax = syntax
        self._meaning = meaning
        self._asked = [item for item in module.index.imports if item.time == "dynamic"]
        self._module = module
        self.edits: list[Edit] = []
        self.faults: list[Fault] = []

    def read(self) -> None:
        """Fill `edits` and `faults`."""
        for item in self._asked:
            dotted = self._meaning.names.absolute(self._module, item)
            if dotted is None or not self._meaning.goes(dotted):
                continue
            new, calls = self._meaning.module(dotted), self._calls(item.line)
            texts = [(call, text) for call in calls for text in _texts(call) if text.value == dotted]
            at = calls[0].start if calls else 0
            if not new:
                self.faults.append((at, f"imports `{dotted}` by a call; what is read on it cannot be told"))
            elif not texts or not all(_is_simple(call, text) for call, text in texts):
                self.faults.append((at, f"imports `{dotted}` by a name that is put together, or by `__import__`"))
            else:
                self.edits += [Edit(text.start, text.end, new) for _, text in texts]

    def _calls(self, line: int) -> list[Call]:
        return [call for call in self._syntax.calls if call.line == line]


def _texts(call: Call) -> list[Text]:
    return [text for argument in call.arguments for text in argument.texts]


def _is_simple(call: Call, text: Text) -> bool:
    return text.plain and call.name.rpartition(".")[2] != "__import__"
