"""Commands out of fenced blocks: what a person would type, one by one."""

import re
from collections.abc import Iterator, Sequence

from archgate.roadmap.blocks import Fence
from archgate.roadmap.document import Command

SHELLS = frozenset(("", "bash", "sh", "shell", "zsh", "console", "shell-session", "shellsession", "terminal", "text"))
_HEREDOC = re.compile(r"(?<!<)<<(-?)\s*(?:'([^'\n]+)'|\"([^\"\n]+)\"|\\?([\w.-]+))")
MOST_LINES = 500
"""Lines of one command at the most."""
_PROMPT = re.compile(r"\s*[$%]\s+")


def commands_in(fence: Fence) -> tuple[Command, ...]:
    """The commands of a block of shell; none where it is of another language. Comments are dropped.

    Lines ended by a backslash are joined by a space, heredocs and open quotes keep their lines. Where lines have
    prompts, the others are output.
    """
    words = fence.info.split()
    if words and words[0].lower().strip("{}.") not in SHELLS:
        return ()
    lines = fence.text.split("\n")
    prompted = any(_PROMPT.match(line) for line in lines)
    return tuple(_commands(lines, fence.line, prompted))


def _commands(lines: Sequence[str], first: int, prompted: bool) -> Iterator[Command]:
    at = 0
    while at < len(lines):
        start = at
        prompt = _PROMPT.match(lines[at])
        at += 1
        if prompted and not prompt:
            continue
        text, at = _whole(lines, at, lines[start][prompt.end() :] if prompt else lines[start])
        for end in _heredocs(text):
            body, at = _until(lines, at, end)
            text = "\n".join([text, *body]).rstrip("\n")
        if _continues(text):
            text = text[:-1].rstrip()
        if text:
            yield Command(text, first + start)


def _whole(lines: Sequence[str], at: int, first: str) -> tuple[str, int]:
    """The command that begins with the line `first`, before any heredoc, and the number of the line after it."""
    text, quote = _without_comment(first, "")
    after = at
    while after < len(lines) and after - at < MOST_LINES and (quote or _continues(text)):
        more, quote_after = _without_comment(lines[after], quote)
        text = f"{text}\n{more}" if quote else f"{text.rstrip()[:-1].rstrip()} {more.strip()}"
        quote = quote_after
        after += 1
    return (first.strip(), at) if quote else (text.strip(), after)  # a quote that never closes is an apostrophe


def _continues(text: str) -> bool:
    """Whether the last line ends in a backslash that is not itself escaped."""
    stripped = text.rstrip()
    return (len(stripped) - len(stripped.rstrip("\\"))) % 2 == 1


def _without_comment(line: str, quote: str) -> tuple[str, str]:
    """The line up to its comment, and the quote that is open at its end; `quote` is open at its begin."""
    at = 0
    while at < len(line):
        letter = line[at]
        if letter == "\\" and quote != "'":
            at += 1
        elif quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter == "#" and (at == 0 or line[at - 1] in " \t;&|("):
            return line[:at].rstrip(), ""
        at += 1
    return line.rstrip() if not quote else line, quote


def _heredocs(text: str) -> list[tuple[str, bool]]:
    """The last lines of the heredocs that a command opens, and whether they may be indented by tabs."""
    return [
        (quoted or double or plain, bool(dash))
        for dash, quoted, double, plain in _HEREDOC.findall(text.split("\n")[-1])
    ]


def _until(lines: Sequence[str], at: int, end: tuple[str, bool]) -> tuple[list[str], int]:
    """The lines up to the end of a heredoc, that one included, and the number of the line after."""
    word, tabs = end
    for number in range(at, len(lines)):
        line = lines[number]
        if (line.lstrip("\t") if tabs else line) == word:
            return list(lines[at : number + 1]), number + 1
    return list(lines[at:]), len(lines)
