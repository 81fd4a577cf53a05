"""Where the comments of Python source stand, found without parsing, and so that no string passes for one."""

import re

from archgate.index.literals import UnterminatedError, literals

_FORMATTED = r"(?:(?<=[fF])|(?<=[fF][rR]))"
_PLAIN = r"(?<![fF])(?<![fF][rR])"
_SKIPPED = "|".join(
    [
        r"[^\#\"']++",
        _PLAIN + r'"""(?:[^"\\]|\\.|"(?!""))*+"""',
        _PLAIN + r"'''(?:[^'\\]|\\.|'(?!''))*+'''",
        _PLAIN + r'"(?!"")(?:[^"\\\n]|\\.)*+"',
        _PLAIN + r"'(?!'')(?:[^'\\\n]|\\.)*+'",
        _FORMATTED + r'"""(?:[^"\\{}]|\\[^{}]|"(?!"")|\{\{|\}\}|\{[^{}"\']*\})*+"""',
        _FORMATTED + r"'''(?:[^'\\{}]|\\[^{}]|'(?!'')|\{\{|\}\}|\{[^{}\"']*\})*+'''",
        _FORMATTED + r'"(?!"")(?:[^"\\\n{}]|\\[^{}]|\{\{|\}\}|\{[^{}"\n]*\})*+"',
        _FORMATTED + r"'(?!'')(?:[^'\\\n{}]|\\[^{}]|\{\{|\}\}|\{[^{}'\n]*\})*+'",
    ]
)
_COMMENT = re.compile(rf"(?:{_SKIPPED})*+(?P<comment>\#[^\n]*)?", re.DOTALL)
"""All up to a comment and the comment, or up to a formatted string in which another one may stand."""

_ANY = re.compile(r"#[^\n]*")

Span = tuple[int, int]


def comments(source: str, end: int) -> list[Span]:
    """Start and end of each comment of valid source with `\\n` at its line ends that begins before `end`, in order.

    Where strings cannot be told apart, all that follows a `#` on its line is taken for one.
    """
    found, at = [], 0
    while at < end:
        read = _COMMENT.match(source, at, end)
        at = read.end() if read else end
        if not read or not read["comment"]:
            break
        found.append(read.span("comment"))
    return _comments_by_literals(source) if source[at:end].strip() else found


def _comments_by_literals(source: str) -> list[Span]:
    try:
        return [found for found in literals(source) if isinstance(found, tuple)]
    except UnterminatedError:
        return [found.span() for found in _ANY.finditer(source)]
