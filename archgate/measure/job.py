"""What an adapter is given to do, and what every adapter can do."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from archgate.host.bench import Bench
from archgate.host.contents import TreeFile
from archgate.host.universe import Universe
from archgate.measure.diagnostics_scope import DiagnosticsScope
from archgate.measure.executable import Tool
from archgate.measure.export import raw_name
from archgate.measure.fault import Unmeasured
from archgate.measure.process import Outcome
from archgate.measure.readings import Reading
from archgate.measure.strictness import Strictness


class Job(Struct, frozen=True):
    """The scope of a rule of the kind `diagnostics`, the bench to measure on, and the host's files.

    `unreadable` are sources that archgate cannot read either, so that there is no verdict in any case.
    """

    scope: DiagnosticsScope
    bench: Bench
    universe: Universe
    unreadable: frozenset[str] = frozenset()

    def sources(self) -> dict[str, TreeFile]:
        """The sources of the host by path, without those that cannot be read."""
        files = self.bench.tree.paths()
        return {path: files[path] for path in self.universe.sources if path in files and path not in self.unreadable}


class Adapter(Protocol):
    """What a tool needs to be asked, and what it says, understood. Every method raises `Unmeasured`."""

    @property
    def name(self) -> str:
        """The tool's name, as a scope has it in `tool`."""
        ...

    def tool(self, job: Job) -> Tool:
        """The tool that would run."""
        ...

    def configuration(self, job: Job) -> Mapping[str, Any]:
        """All that configures the tool for this host, in a canonical form."""
        ...

    def python(self, job: Job) -> str:
        """The version of Python (`3.11`) by which it reads the sources, "" where that makes no difference."""
        ...

    def inputs(self, job: Job) -> Mapping[str, Any]:
        """What the reading hangs on beside the configuration and the host's sources, in a canonical form."""
        ...

    def strictness(self, job: Job) -> Mapping[str, Strictness]:
        """What the configuration asks for, by folder; nothing where that is not known."""
        ...

    def read(self, job: Job, tool: Tool) -> Reading:
        """What the tool says."""
        ...


def names_below(folder: Path, sources: Mapping[str, TreeFile]) -> dict[str, str]:
    """The sources by their absolute names on disk, as tools take and give them."""
    base = os.fsencode(folder)
    return {os.fsdecode(os.path.join(base, raw_name(file))): path for path, file in sources.items()}


def on_disk(said: str) -> str:
    """A file's name as a tool prints it, in UTF-8, as this process has it, whatever its locale."""
    return os.fsdecode(said.encode("utf-8", "surrogateescape"))


def list_in_file(folder: Path, name: str, lines: Sequence[str]) -> Path:
    """A file in `folder` with an argument a line. Raises `Unmeasured` for one with a line break in it."""
    odd = next((line for line in lines if "\n" in line or "\r" in line), None)
    if odd is not None:
        raise Unmeasured(f"cannot be given a file whose name has a line break: {odd!r}")
    path = folder / name
    try:
        path.write_bytes(b"".join(os.fsencode(line) + b"\n" for line in lines))
    except OSError as error:
        raise Unmeasured(f"{path} cannot be written: {error.strerror}") from None
    return path


def failed(outcome: Outcome) -> Unmeasured:
    """The error for a tool that did not do its work."""
    how = f"was ended by signal {-outcome.status}" if outcome.status < 0 else f"ended with status {outcome.status}"
    return Unmeasured(f"{how}: {outcome.words or 'it says nothing'}")
