"""What a source file asks its tools to pass over: comments (`# noqa`), and marks in the code (`pytest.mark.skip`).

One object a suppression, `sort` or `sort:code`, and the codes of one comment count one each:

| object | written as |
|---|---|
| `noqa`, `noqa:F401` | `# noqa`, `# noqa: F401`, `# ruff: ignore[F401]` |
| `noqa-file`, `noqa-file:F401` | alone on a line: `# ruff: noqa`, `# flake8: noqa: F401`, `# ruff: file-ignore[F401]` |
| `noqa-range:F401` | alone on a line: `# ruff: disable[F401]` |
| `type-ignore`, `type-ignore:arg-type` | `# type: ignore`, `# type: ignore[arg-type]` |
| `type-ignore-file` | `# type: ignore` above the first statement |
| `mypy:ignore-errors`, `mypy:disable-error-code:misc` | `# mypy: ignore-errors`, and what else does not tighten |
| `pyright`, `pyright:reportCall` | `# pyright: ignore`, `# pyright: ignore[reportCall]` |
| `pyright-file:basic`, `pyright-file:reportCall` | `# pyright: basic`, `# pyright: reportCall=false` |
| `no-cover`, `no-branch` | `# pragma: no cover`, `# pragma: no branch` |
| `pylint:no-member` | `# pylint: disable=no-member`, `disable-next` and `disable-msg` too |
| `pylint-file` | `# pylint: skip-file`, `# pylint: disable-all` |
| `nosec`, `nosec:B101` | `# nosec`, `# nosec B101` |
| `skip`, `skipif`, `xfail`, `no-type-check` | see `archgate.index.skips` |

Where tools read one comment in different ways (`# noqa: because` is nothing to ruff, and all to Flake8), the widest
reading counts.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from archgate.index.comments import comments
from archgate.index.module import Import
from archgate.index.skips import skips
from archgate.index.text import Text

Found = tuple[str, int]
"""A suppression and its line."""

_WORDS = (b"noqa", b"ignore", b"mypy", b"pyright", b"pylint", b"ruff", b"pragma", b"nosec")
_MAYBE = re.compile(b"#[^\\n]*?(?:" + b"|".join(_WORDS) + b")")
_CANDIDATE = re.compile(r"#[^\n]*?(?i:noqa|type:\s*ignore|(?:mypy|pyright|pylint|ruff)\s*:|pragma|nosec)")
_LINE_END = re.compile(r"\r\n?")

_NOQA = re.compile(
    r"#\s*(?P<whole>(?:ruff|flake8)\s*[:=]\s*)?noqa(?:\s*:\s*(?P<codes>[A-Z]+\d+(?:[,\s]*[A-Z]+\d+)*))?",
    re.IGNORECASE,
)
_NOQA_CODE = re.compile(r"[A-Z]+\d+")
_RUFF = re.compile(r"#\s*ruff\s*:\s*(?P<how>ignore|file-ignore|disable)\s*\[(?P<codes>[^\]]*)\]")
_RUFF_SORTS = {"ignore": "noqa", "file-ignore": "noqa-file", "disable": "noqa-range"}
_TYPE = re.compile(r"#\s*type:\s*ignore(?![\w-])(?:\s*\[(?P<codes>[^\]]*)\])?")
_MYPY = re.compile(r"# mypy:(?P<options>.*)")
_OPTION = re.compile(r"""(?P<name>[\w-]+)\s*(?:=\s*(?P<value>"[^"]*"|'[^']*'|[^,]*))?""")
_TIGHTENING = re.compile(r"(?:disallow|warn|check|strict|no-implicit|enable|extra-checks|local-partial)(?:-|$)")
_OFF = frozenset(["false", "no", "off", "0", "none", "warning", "information"])
_PYRIGHT = re.compile(r"#\s*pyright:\s*ignore(?![\w-])(?:\s*\[(?P<codes>[^\]]*)\])?")
_PYRIGHT_FILE = re.compile(r"#\s*pyright:(?P<options>.*)")
_PRAGMA = re.compile(r"#\s*pragma[:\s]?\s*no\s*(?P<what>cover|branch)", re.IGNORECASE)
_PYLINT = re.compile(r"\bpylint:\s*(?P<options>[^;#]+)")
_PYLINT_WORD = re.compile(r"[\w-]{2,}")
_NOSEC = re.compile(r"#\s*nosec:?(?P<rest>[^#]*)")
_NOSEC_CODE = re.compile(r"\bB\d+\b|\b[a-z\d]+(?:_[a-z\d]+)+\b")


class Comment(Struct, frozen=True):
    """A comment from its `#` on. `alone`: nothing else is on its line; `first`: no statement comes before it."""

    text: str
    line: int
    alone: bool
    first: bool


def suppressions_of(module: ast.Module, text: Text, imports: Sequence[Import]) -> tuple[Found, ...]:
    """The suppressions of a file, sorted by line. Strings do not count, whatever they hold."""
    found = skips(module, text, imports)
    if _MAYBE.search(text.data.lower()):
        found += [(name, comment.line) for comment in _comments(module, text.source) for name in _named(comment)]
    return tuple(sorted(found, key=lambda one: (one[1], one[0])))


def _comments(module: ast.Module, source: str) -> Iterator[Comment]:
    """The comments of a source in which there may be suppressions, none where the words do not occur."""
    if "\r" in source:
        source = _LINE_END.sub("\n", source)
    places = [found.start() for found in _CANDIDATE.finditer(source)]
    if not places:
        return
    end = source.find("\n", places[-1])
    line, last, begun = 1, 0, _first_line(module)
    for start, stop in comments(source, end if end >= 0 else len(source)):
        written = source[start:stop]
        if _CANDIDATE.match(written):
            line += source.count("\n", last, start)
            last = start
            alone = not source[source.rfind("\n", 0, start) + 1 : start].strip()
            yield Comment(written, line, alone, line < begun)


def _first_line(module: ast.Module) -> float:
    lines = (node.lineno for first in module.body[:1] for node in (first, *getattr(first, "decorator_list", ())))
    return min(lines, default=float("inf"))


def _named(comment: Comment) -> Iterator[str]:
    for read in _READERS:
        yield from read(comment)


def _noqa(comment: Comment) -> Iterator[str]:
    for found in _NOQA.finditer(comment.text):
        if not found["whole"]:
            yield from _each("noqa", _NOQA_CODE.findall((found["codes"] or "").upper()))
        elif comment.alone:
            yield from _each("noqa-file", _NOQA_CODE.findall((found["codes"] or "").upper()))


def _ruff(comment: Comment) -> Iterator[str]:
    for found in _RUFF.finditer(comment.text):
        if comment.alone or found["how"] == "ignore":
            yield from _each(_RUFF_SORTS[found["how"]], _listed(found["codes"]))


def _type(comment: Comment) -> Iterator[str]:
    for found in _TYPE.finditer(comment.text):
        codes = _listed(found["codes"])
        yield from _each("type-ignore-file" if comment.alone and comment.first and not codes else "type-ignore", codes)


def _mypy(comment: Comment) -> Iterator[str]:
    found = _MYPY.match(comment.text)
    options = _options(found) if found and comment.alone else ()
    for name, value in ((name.replace("_", "-"), value) for name, value in options):
        if name == "disable-error-code":
            yield from _each(f"mypy:{name}", _listed(value))
        elif not tightens(name) or value.lower() in _OFF:
            yield f"mypy:{name}"


def tightens(option: str) -> bool:
    """Whether an option of mypy makes it stricter where it is on."""
    return _TIGHTENING.match(option.replace("_", "-")) is not None


def _pyright(comment: Comment) -> Iterator[str]:
    ignored = list(_PYRIGHT.finditer(comment.text))
    for found in ignored:
        yield from _each("pyright", _listed(found["codes"]))
    whole = _PYRIGHT_FILE.match(comment.text)
    for name, value in _options(whole) if whole and comment.alone and not ignored else ():
        if name in ("basic", "standard") or value.lower() in _OFF:
            yield f"pyright-file:{name}"


def _pragma(comment: Comment) -> Iterator[str]:
    return (f"no-{found['what'].lower()}" for found in _PRAGMA.finditer(comment.text))


def _pylint(comment: Comment) -> Iterator[str]:
    for found in _PYLINT.finditer(comment.text):
        disables = False
        for word in _PYLINT_WORD.findall(found["options"]):
            if word in ("skip-file", "disable-all"):
                yield "pylint-file"
            elif word in ("disable", "disable-next", "disable-msg", "enable", "enable-msg"):
                disables = word.startswith("disable")
            elif disables:
                yield f"pylint:{word}"


def _nosec(comment: Comment) -> Iterator[str]:
    for found in _NOSEC.finditer(comment.text):
        yield from _each("nosec", _NOSEC_CODE.findall(found["rest"]))


def _each(sort: str, codes: Iterable[str]) -> Iterator[str]:
    """One object a code; the sort alone where there is none."""
    named = [f"{sort}:{code}" for code in codes]
    return iter(named or [sort])


def _listed(codes: str | None) -> list[str]:
    """Codes between brackets or quotes, in a form that an identity can hold."""
    return [code for part in (codes or "").strip("\"' ").split(",") if (code := "".join(part.split()).replace("|", ""))]


def _options(found: re.Match[str]) -> Iterator[tuple[str, str]]:
    """The options of a comment with their values, "" where an option has none."""
    for option in _OPTION.finditer(found["options"].partition("#")[0]):
        yield option["name"], (option["value"] or "").strip().strip("\"'")


_READERS: tuple[Callable[[Comment], Iterator[str]], ...] = (
    _noqa,
    _ruff,
    _type,
    _mypy,
    _pyright,
    _pragma,
    _pylint,
    _nosec,
)
