"""Where a tool is found: in the environment in which archgate runs, else on PATH, and never inside the host."""

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from archgate.host.bench import Bench
from archgate.measure.fault import Unmeasured
from archgate.measure.process import Call, run, search_path

_FILE = "tools.json"
_SECONDS = 30.0
_Known = dict[str, tuple[int, int, str]]
"""Versions by program, with the size and the time of change (ns) of the file that said so. A program is the bytes of
its path in hexadecimal, as a path need not be text."""


class Tool(Struct, frozen=True):
    """How a tool is started, and its version."""

    command: tuple[str, ...]
    version: str


def find_module(name: str, bench: Bench) -> Tool:
    """A tool that is a Python package of archgate's environment, else a program. Raises `Unmeasured`."""
    from importlib.metadata import distributions

    own = [path for path in sys.path if os.path.isabs(path) and _is_trusted(Path(path), bench.root.resolve())]
    for found in distributions(name=name, path=own):
        return Tool((sys.executable, "-I", "-m", name), found.version)
    return find_program(name, bench)


def find_program(name: str, bench: Bench) -> Tool:
    """A tool that is a program: beside the Python that runs archgate, else on PATH. Raises `Unmeasured`."""
    for folder in _folders(bench.root):
        program = shutil.which(name, path=str(folder))
        if program is not None and _is_trusted(Path(program), bench.root.resolve()):
            return Tool((program,), _version(program, bench))
    raise Unmeasured("is not installed; install it where archgate is installed")


def home_of(bench: Bench) -> Path:
    """An empty folder of archgate's own, where tools look up what their user has set. Raises `Unmeasured`."""
    home = bench.scratch / "home"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unmeasured(f"{bench.scratch} cannot be written: {error.strerror}") from None
    return home


def _folders(root: Path) -> Iterator[Path]:
    yield Path(sysconfig.get_path("scripts"))
    yield from search_path(root, os.environ)


def _is_trusted(path: Path, root: Path) -> bool:
    """Whether a path is outside the host, or in the environment from which archgate itself runs."""
    environment = Path(sys.prefix)
    if path.is_relative_to(environment) and environment.resolve() != root:
        return True
    return not path.is_relative_to(root) and not path.resolve().is_relative_to(root)


def _version(program: str, bench: Bench) -> str:
    """What the program says of its version; asked anew only when its file is another."""
    at = os.stat(program)
    known = _read_known(bench)
    key = os.fsencode(program).hex()
    size, changed, version = known.get(key, (0, 0, ""))
    if (size, changed) == (at.st_size, at.st_mtime_ns):
        return version
    home = home_of(bench)
    said = run(Call((program, "--version"), home, home, bench.root, _SECONDS))
    version = _number(said.stdout.decode("utf-8", "replace"))
    if said.status or not version:
        raise Unmeasured(f"({program}) ends `--version` with status {said.status}: {said.words}")
    _write_known(bench, {**known, key: (at.st_size, at.st_mtime_ns, version)})
    return version


def _number(text: str) -> str:
    """The first word of a text that begins with a digit."""
    return next((word for word in text.split() if word[0].isdigit()), "")


def _read_known(bench: Bench) -> _Known:
    try:
        return msgspec.json.decode((bench.scratch / _FILE).read_bytes(), type=_Known)
    except (OSError, msgspec.MsgspecError):
        return {}


def _write_known(bench: Bench, known: _Known) -> None:
    from archgate.measure.readings import write_whole

    write_whole(bench.scratch / _FILE, msgspec.json.encode(known))
