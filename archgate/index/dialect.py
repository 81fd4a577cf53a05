"""Which Python a file was written for, where the running one cannot parse it.

A version is named only if it is proven: with its new forms written in an older way, and with every string literal
checked by itself, the file must parse. So plain nonsense is never taken for the syntax of a later Python.
"""

import ast
import re
import sys
import warnings
from collections.abc import Callable

from archgate.index.literals import Literal, UnterminatedError, literals

Version = tuple[int, int]

_LONGEST = 2_000_000
_STARS = re.compile(r"(^|[,=])\s*\*{1,2}")
_BRACKETS = re.compile(r"[\[\]]")


def needed_version(data: bytes) -> str:
    """The oldest Python (`3.12`) that can parse a file which the running one cannot; "" if none that is known."""
    if len(data) > _LONGEST:
        return ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            plain, version = _without_strings(data.decode("utf-8-sig").replace("\r\n", "\n"))
        except (UnicodeDecodeError, _NonsenseError, UnterminatedError):
            return ""
        return _oldest(plain, version)


def _oldest(plain: str, version: Version) -> str:
    if version == (0, 0) and _parses(plain):
        return ""
    for since in sorted(_OLDER):
        if since > sys.version_info[:2]:
            plain = _OLDER[since](plain)
            if _parses(plain):
                return ".".join(map(str, max(since, version)))
    return ""


class _NonsenseError(Exception):
    """A string literal that no Python takes."""


def _without_strings(source: str) -> tuple[str, Version]:
    """The source with an empty literal for each string and no comments, and the version that its strings need."""
    pieces: list[str] = []
    strings: list[tuple[str, Literal]] = []
    end = 0
    for found in literals(source):
        start, stop = (found.start, found.end) if isinstance(found, Literal) else found
        pieces.append(source[end:start])
        end = stop
        if isinstance(found, Literal):
            strings.append((source[start:stop], found))
            pieces.append('b""' if "b" in found.prefix else '""')
    return "".join([*pieces, source[end:]]), _strings_version(strings)


def _strings_version(strings: list[tuple[str, Literal]]) -> Version:
    """The version that some literals need, (0, 0) where the running one takes them all. Raises _NonsenseError."""
    if _parses("(" + "".join(f"{string},\n" for string, _ in strings) + ")"):
        return (0, 0)
    return max(_string_version(string, parts) for string, parts in strings)


def _string_version(string: str, parts: Literal) -> Version:
    if _parses(f"({string})"):
        return (0, 0)
    plain = parts.prefix.replace("f", "").replace("t", "")
    if plain == parts.prefix or not _parses(f"({plain}{parts.quote}{parts.text}{parts.quote})"):
        raise _NonsenseError
    return max([(3, 14) if "t" in parts.prefix else (3, 12), *map(_field_version, parts.fields)])


def _field_version(field: str) -> Version:
    bare, version = _without_strings(field)
    if not bare.strip() or not _parses(f"(\n{bare}\n)"):
        raise _NonsenseError
    return version


def _parses(source: str) -> bool:
    try:
        compile(source, "<source>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _older_312(source: str) -> str:
    """Without the brackets of `def f[T]` and `class C[T]`, and without `type X = ...`."""
    return _without_aliases(_without_parameters(source, defaults=False))


def _older_313(source: str) -> str:
    """Without type parameters that have a default."""
    return _without_aliases(_without_parameters(source, defaults=True))


def _older_314(source: str) -> str:
    """With parentheses around the exceptions of `except A, B:`."""
    return re.sub(
        r"^([ \t]*except\*?)[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)+)[ \t]*,?[ \t]*:",
        r"\1 (\2):",
        source,
        flags=re.MULTILINE,
    )


def _older_315(source: str) -> str:
    """Without `lazy` before an import, and without stars on the element of a comprehension."""
    source = re.sub(r"^([ \t]*)lazy[ \t]+(?=import\b|from\b)", r"\1", source, flags=re.MULTILINE)
    return re.sub(r"([\[({]\s*)\*{1,2}(?=[^,\[\](){}]+\bfor\b)", r"\1", source)


def _without_aliases(source: str) -> str:
    return re.sub(r"^([ \t]*)type[ \t]+(?=\w+[ \t]*=)", r"\1", source, flags=re.MULTILINE)


def _without_parameters(source: str, defaults: bool) -> str:
    """The source without the type parameter lists of definitions; those with `defaults` only where this is asked."""
    pieces, end = [], 0
    for head in re.finditer(r"^[ \t]*(?:(?:async[ \t]+)?def|class|type)[ \t]+\w+[ \t]*(?=\[)", source, re.MULTILINE):
        close = _closing(source, head.end())
        if head.end() >= end and _are_parameters(source[head.end() + 1 : close - 1], defaults):
            pieces.append(source[end : head.end()])
            end = close
    return "".join([*pieces, source[end:]])


def _are_parameters(listed: str, defaults: bool) -> bool:
    """Whether a list is one of type parameters: such lists look like those of annotated function parameters."""
    plain = _STARS.sub(r"\1", listed)
    return bool(plain.strip()) and (defaults or "=" not in plain) and _parses(f"def f({plain}): pass")


def _closing(source: str, start: int) -> int:
    """The position after the bracket that closes the one at `start`; 0 if there is none."""
    depth = 0
    for bracket in _BRACKETS.finditer(source, start):
        depth += 1 if bracket[0] == "[" else -1
        if depth == 0:
            return bracket.end()
    return 0


_OLDER: dict[Version, Callable[[str], str]] = {
    (3, 12): _older_312,
    (3, 13): _older_313,
    (3, 14): _older_314,
    (3, 15): _older_315,
}
"""For each version with new statements: what writes them in the older way."""
