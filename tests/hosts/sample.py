"""The hosts and policies that several tables start from."""

from pathlib import Path

from .builder import Files, Host, Run, arrow, block, build, policy

TC = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "
"""What stands before a typing import."""

RING: Files = {"app/a.py": "import app.b", "app/b.py": "import app.a"}
RING_OF_THREE: Files = {"app/a.py": "import app.b", "app/b.py": "import app.m", "app/m.py": "import app.a"}

LAYERS: Files = dict.fromkeys(
    (
        "app/__init__.py",
        "app/core/__init__.py",
        "app/core/x.py",
        "app/core/y.py",
        "app/facade.py",
        "app/adapters/__init__.py",
        "app/adapters/http.py",
        "app/adapters/system/__init__.py",
        "app/adapters/system/rust.py",
        "app/adaptersx.py",
        "app/adapters_more/__init__.py",
        "app/adapters_more/x.py",
        "app/corex.py",
    ),
    "",
)
"""A host with a core, adapters, and modules whose names only begin like theirs."""

COMMANDS = [
    ("check",),
    ("check", "--format", "json"),
    ("facts", "imports"),
    ("facts", "unresolved", "--format", "json"),
    ("debt",),
    ("policy", "lint"),
    ("policy", "shrink"),
    ("explain", "unresolved|app.m|app.nothere"),
]
"""One of each sort of command."""

EDGE = block("debt", from_="app.m", to="app.a")
LATER = block("debt", from_="app.m", to="app.b")
GOOD = policy("boundary", "edge", {"from": ["app.m"], "to": ["app.a", "app.b"]}, EDGE)
"""A policy without a fault; it holds where `app.m` imports `app.a`. Its debt stands in line 10."""


def cycles(*blocks: str, **scope: object) -> Files:
    """The policy `loops`, of kind cycle."""
    return {"policies/loops.toml": policy("cycle", "loops", scope, *blocks)}


def layered(folder: Path, files: Files | str, *blocks: str, **scope: object) -> Host:
    """The layered host with a boundary `adapter-edge` from core to adapters; a text is that of `app/core/x.py`."""
    files = {"app/core/x.py": files} if isinstance(files, str) else files
    given = {"from": ["app.core"], "to": ["app.adapters"], **{key.rstrip("_"): value for key, value in scope.items()}}
    frozen = {"policies/adapter-edge.toml": policy("boundary", "adapter-edge", given, *blocks)}
    return build(folder, {**LAYERS, **frozen, **files})


def crossings(folder: Path, files: Files | str, **scope: object) -> set[str]:
    """The facts of a boundary without entries; where only `app.core.x` imports, what it imports."""
    return {
        arrow(fact).removeprefix("app.core.x -> ") for fact in layered(folder, files, **scope).facts("adapter-edge")
    }


def faults(run: Run, code: str = "INVALID") -> list[str]:
    """What is told under the code, one text a fault: its line and those indented below it. Never a traceback."""
    assert "Traceback" not in run.said, run
    told: list[str] = []
    for line in run.said.splitlines():
        if line.startswith(f"{code}  "):
            told.append(line)
        elif told and line.startswith(" "):
            told[-1] += "\n" + line
    return told
