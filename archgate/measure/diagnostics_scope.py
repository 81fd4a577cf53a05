"""The scope of a rule of diagnostics: which tool is asked, how, and which of its rows count."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from archgate.facts.kind import Complaint, ScopeKey

Level = Literal["error", "none", "note", "warning"]
ToolName = Literal["mypy", "pylint", "ruff", "sarif"]
MOST_SECONDS = 7 * 24 * 60 * 60
"""How long a scope may let a tool run."""


class DiagnosticsScope(Struct, frozen=True, forbid_unknown_fields=True):
    """The tool that is asked, how, and which of its rows count.

    `modules` and `codes` choose rows (no codes: all), `frontier` the modules that must have none. `isolated`, `select`,
    `target` and `preview` are ruff's: the rules that the policy names, in place of the host's own configuration.
    `config` is mypy's and pylint's: the configuration to use, where it is not the one that they find; `plugins` is the
    code that such a configuration may have them run. `files` are reports below the root, of whose results those of
    `levels` count. `seconds` is how long the tool may take.
    """

    tool: ToolName
    modules: tuple[str, ...] = ("**",)
    codes: tuple[str, ...] = ()
    frontier: tuple[str, ...] = ()
    isolated: bool = False
    select: tuple[str, ...] = ()
    target: str = ""
    preview: bool = False
    config: str = ""
    plugins: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    levels: tuple[Level, ...] = ("error", "warning")
    seconds: int = 600


_KEYS: Mapping[ToolName, tuple[str, ...]] = {
    "mypy": ("config", "plugins"),
    "pylint": ("config", "plugins"),
    "sarif": ("files", "levels"),
    "ruff": ("isolated", "select", "target", "preview"),
}
"""The keys of a scope that concern one tool only."""


def faults_of(scope: DiagnosticsScope) -> list[Complaint]:
    """What is wrong with a scope: keys that are another tool's, keys that contradict one another, numbers."""
    return [*_misplaced(scope), *_contradictory(scope)]


def _misplaced(scope: DiagnosticsScope) -> Iterator[Complaint]:
    """Keys of other tools."""
    standard = DiagnosticsScope(tool=scope.tool)
    for key in dict.fromkeys(key for keys in _KEYS.values() for key in keys):
        if key not in _KEYS[scope.tool] and getattr(scope, key) != getattr(standard, key):
            tools = " and ".join(tool for tool, keys in _KEYS.items() if key in keys)
            yield ScopeKey(key), f"[scope] `{key}` is nothing to {scope.tool}: it is for {tools}; take it out"


def _contradictory(scope: DiagnosticsScope) -> Iterator[Complaint]:
    if scope.tool == "ruff":
        yield from _mixed(scope)
    if scope.tool == "sarif" and not scope.files:
        yield None, '[scope] names no report: write `files = ["reports/bandit.sarif"]`'
    if not 1 <= scope.seconds <= MOST_SECONDS:
        yield ScopeKey("seconds"), f"[scope] `seconds` must be a whole number from 1 to {MOST_SECONDS}"


def _mixed(scope: DiagnosticsScope) -> Iterator[Complaint]:
    """Rules of ruff that the policy names beside the host's own, or does not name in their place."""
    if scope.isolated and not scope.select:
        yield None, '[scope] `isolated` takes the rules from `select`, which is missing: name them, as `["E", "F"]`'
    for key in () if scope.isolated else ("select", "target", "preview"):
        if getattr(scope, key):
            fix = f"write `isolated = true`, or take `{key}` out"
            yield ScopeKey(key), f"[scope] `{key}` would mix with the host's own configuration: {fix}"
