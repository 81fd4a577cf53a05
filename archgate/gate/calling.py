"""How a file of a CI service or a hook calls the gate, and what would keep a red gate from counting there.

No YAML reader is at work: wired files are of many kinds (workflows, hooks, Makefiles, Jenkinsfiles), and all that is
looked for are lines and, for the keys of YAML, their indentation.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

_CALL = re.compile(
    r"""\barchgate\b["']?(?:[\s,"']+-[^\s,"']+(?:[\s,"']+\d+)?)*[\s,"']+check\b"""
    r"""|\buses:\s*["']?[^\s"'@]*archgate[^\s"'@]*/actions/check\b"""
)
_ACTION = re.compile(r"(/actions/check)@[^\s\"']+")
"""archgate's own action with its revision, which may change: the version is the business of `requires`."""
_TALK = re.compile(r"^\s*(?:-\s+)?(?:name|displayName|label|title|description|key|id)\s*:|\b(?:echo|printf)\s")
_COMMENT = re.compile(r"(?:^|\s)#.*$|^\s*//.*$")
_KEY = re.compile(r"^(\s*(?:-\s+)?)([\w-]+)\s*:(?:\s+(.*?))?\s*$")
_CHECKOUT = re.compile(r"""\buses:\s*["']?actions/checkout@""")
_DEPTH = re.compile(r"""\s*fetch-depth:\s*["']?(\d+)""")

_AFTERWARDS = re.compile(r"^(\s*)after_script\s*:")
"""What a GitLab job runs when its outcome stands already, whatever comes of it."""

_FORGIVING = ("continue-on-error", "continueOnError", "allow_failure", "soft_fail")
_SKIPPING = {"if": ("false", "${{ false }}", "${{false}}"), "when": ("never", "manual"), "condition": ("false",)}

_FAILS = re.compile(r"\bexit\s+(?!0\b)\S|\breturn\s+[1-9]|\bfalse\b")
_PASSES = re.compile(r";\s*(?:true|:|exit\s+0)(?:\s|$)|(?<!&)&\s*$")
_PIPE = re.compile(r"(?<!\|)\|(?!\|)")


class Call(Struct, frozen=True):
    """A line that calls the gate: its number, and its text with continued lines and without comments."""

    line: int
    text: str


class Obstacle(Struct, frozen=True, order=True):
    """What keeps a call from failing the job: the line, and what stands there."""

    line: int
    message: str


def calls_of(text: str) -> list[Call]:
    """The calls of `archgate check` in a file, in their order; comments, names of steps and `echo` are none.

    Nor are those of an `after_script`, which no job fails by.
    """
    calls = []
    lines = [_COMMENT.sub("", line) for line in text.splitlines()]
    afterwards = _afterwards(lines)
    for number, line in enumerate(lines):
        if number in afterwards:
            continue
        end = _end_of_command(lines, number)
        joined = " ".join(part.strip().rstrip("\\").strip() for part in lines[number:end])
        match = _CALL.search(joined)
        if "archgate" in line and match and not _TALK.search(joined[: match.start()]):
            calls.append(Call(line=number + 1, text=_ACTION.sub(r"\1", joined)))
    return calls


def _afterwards(lines: list[str]) -> set[int]:
    """The indices of the lines of every `after_script`."""
    found: set[int] = set()
    for number, line in enumerate(lines):
        if match := _AFTERWARDS.match(line):
            indent = len(match[1])
            end = number + 1
            while end < len(lines) and (
                _depth(lines[end]) > indent or (_depth(lines[end]) == indent and lines[end].lstrip().startswith("- "))
            ):
                end += 1
            found |= set(range(number, end))
    return found


def _end_of_command(lines: list[str], start: int) -> int:
    """The index behind a command that a trailing `\\`, `&&` or `||`, or a leading `||`, carries on."""
    end = start + 1
    while end < len(lines) and (
        lines[end - 1].rstrip().endswith(("\\", "&&", "||")) or lines[end].lstrip().startswith("||")
    ):
        end += 1
    return end


def obstacles_to(call: Call, text: str) -> list[Obstacle]:
    """What would let the job pass although this call of the file `text` fails, or keep it from running, by line."""
    lines = text.splitlines()
    swallowed = [Obstacle(call.line, message) for message in _swallowed(call, lines)]
    return sorted(swallowed + list(_forgiven(call, lines)))


def _swallowed(call: Call, lines: list[str]) -> Iterator[str]:
    match = _CALL.search(call.text)
    tail = call.text[match.end() :] if match else ""
    _, otherwise, alternative = tail.partition("||")
    if otherwise and not _FAILS.search(alternative):
        yield f"`|| {alternative.strip()}` swallows the exit code"
    if _PASSES.search(tail):
        yield "what follows the call swallows its exit code"
    if _PIPE.search(tail) and not any("pipefail" in line or "shell: bash" in line for line in lines):
        yield "the pipe swallows the exit code: there is no `set -o pipefail`"
    switches = [line.split()[1] for line in lines[: call.line - 1] if re.match(r"\s*set\s+[-+]\w*e", line)]
    if switches and switches[-1].startswith("+"):
        yield "`set +e` stands before the call"


def _forgiven(call: Call, lines: list[str]) -> Iterator[Obstacle]:
    for number, line in enumerate(lines):
        match = _KEY.match(_COMMENT.sub("", line))
        if not match or call.line - 1 not in _block(lines, number, len(match[1])):
            continue
        key, value = match[2], (match[3] or "").strip("\"'")
        if key in _FORGIVING and value.lower() != "false":
            yield Obstacle(number + 1, f"`{line.strip().removeprefix('- ')}` forgives a failure")
        elif value in _SKIPPING.get(key, ()):
            yield Obstacle(number + 1, f"`{line.strip().removeprefix('- ')}` keeps the call from running")


def _block(lines: list[str], number: int, indent: int) -> range:
    """The lines of the YAML mapping that holds a key at this line and indentation, the line that opens it included."""
    start = number
    while start and _depth(lines[start]) >= indent:
        start -= 1
    end = number + 1
    while end < len(lines) and _depth(lines[end]) >= indent:
        end += 1
    return range(start, end)


def _depth(line: str) -> float:
    """How far a line is indented; an empty one belongs to whatever is around it."""
    return len(line) - len(line.lstrip()) if line.strip() else float("inf")


def checkout_depth(call: Call, text: str) -> int | None:
    """How many commits the last `actions/checkout` before the call fetches (0: all); None where there is none."""
    lines = text.splitlines()
    uses = [number for number in range(call.line - 1) if _CHECKOUT.search(lines[number])]
    if not uses:
        return None
    indent = lines[uses[-1]].index("uses:")
    depths = [_DEPTH.match(lines[number]) for number in _block(lines, uses[-1], indent)]
    return next((int(depth[1]) for depth in depths if depth), 1)
