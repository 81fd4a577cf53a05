"""Patterns for what people name in configuration and policies: selectors of modules, globs of paths."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from archgate.host.naming import is_word

_ANY_FOLDERS = "(?:[^/]+/)*"
_CODE_SUFFIX = re.compile(r"(/__init__)?\.pyw?$")


class Selector(Struct, frozen=True, order=True):
    """A set of modules. `app.chain` is that module and all below it, `=app.chain` just it.

    Between the dots, `*` is any one segment and `**` any number of them, none included.
    """

    text: str

    @classmethod
    def parse(cls, text: str) -> "Selector":
        """The selector that a text stands for. Raises `ValueError` with what is wrong with it."""
        fault = selector_fault(text)
        if fault:
            raise ValueError(fault)
        return cls(text)

    @property
    def root(self) -> str:
        """The first segment."""
        return self.text.lstrip("=").split(".", 1)[0]

    def matches(self, module: str) -> bool:
        """Whether it takes in a module, by its dotted name; a file named by its path is found at that place."""
        return _pattern(self.text).fullmatch("." + (_dotted(module) if "/" in module else module)) is not None


def selector_fault(text: str) -> str:
    """What is wrong with the text of a selector, "" if nothing."""
    for segment in text.removeprefix("=").split("."):
        if not segment:
            return f"`{text}` has an empty segment" if text.removeprefix("=") else "a selector is empty"
        if segment not in ("*", "**") and not is_word(segment):
            return f"`{segment}` in `{text}` is neither a name nor `*` nor `**`"
    return ""


def covers(wide: str, narrow: str) -> bool:
    """Whether it can be proved from the texts alone that `wide` matches every module that `narrow` matches.

    Sound, not complete: where the proof is not simple the answer is `False`. Raises `ValueError` for a bad selector.
    """
    return _absorbs(_segments(Selector.parse(wide).text), _segments(Selector.parse(narrow).text))


def path_matches(glob: str, path: str) -> bool:
    """Whether a glob matches a whole path: `**` is any number of folders, `*` and `?` stay within a segment."""
    return _globs((glob,)).fullmatch(path) is not None


def any_path_matches(globs: Iterable[str], path: str) -> bool:
    """Whether one of the globs matches the path."""
    return _globs(tuple(globs)).fullmatch(path) is not None


def takes_folder(globs: Collection[str], folder: str) -> bool:
    """Whether one of the globs matches every path below the folder, as `folder/**` does."""
    above = [folder, *(folder[:at] for at, letter in enumerate(folder) if letter == "/")]
    stems = [glob.removesuffix("/**") for glob in globs if glob.endswith("/**")]
    return "**" in globs or any(path_matches(stem, path) for stem in stems for path in above)


def _segments(text: str) -> tuple[str, ...]:
    below = () if text.startswith("=") else ("**",)
    return (*text.removeprefix("=").split("."), *below)


def _absorbs(wide: Sequence[str], narrow: Sequence[str]) -> bool:
    """Whether the wide segments match the narrow ones read as letters, of which `**` is only matched by `**`."""
    reached = _skip_any(wide, {0})
    for segment in narrow:
        step = {at + (wide[at] != "**") for at in reached if at < len(wide) and _takes(wide[at], segment)}
        reached = _skip_any(wide, step)
    return len(wide) in reached


def _skip_any(wide: Sequence[str], reached: set[int]) -> set[int]:
    for at in range(len(wide)):
        if at in reached and wide[at] == "**":
            reached.add(at + 1)
    return reached


def _takes(wide: str, narrow: str) -> bool:
    return wide in ("**", narrow) or (wide == "*" and narrow != "**")


def _dotted(path: str) -> str:
    """A path read as a module's name; a dot inside a segment becomes a character that no name has."""
    return ".".join(part.replace(".", "/") for part in _CODE_SUFFIX.sub("", path).split("/"))


@lru_cache(maxsize=4096)
def _pattern(text: str) -> re.Pattern[str]:
    parts = []
    for segment in _segments(text):
        if segment == "**":
            parts.append(r"(?:\.[^.]+)*")
        else:
            parts.append(r"\.[^.]+" if segment == "*" else r"\." + re.escape(segment))
    return re.compile("".join(parts))


@lru_cache(maxsize=256)
def _globs(globs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_glob, globs)) or r"(?!)")


def _glob(glob: str) -> str:
    """The regular expression of one glob."""
    parts = []
    for segment in glob.split("/"):
        if segment == "**":
            parts.append(_ANY_FOLDERS)
        else:
            letters = {"*": "[^/]*", "?": "[^/]"}
            parts.append("".join(letters.get(letter) or re.escape(letter) for letter in segment) + "/")
    joined = "".join(parts)
    return joined + "[^/]+" if parts[-1] == _ANY_FOLDERS else joined.removesuffix("/")
