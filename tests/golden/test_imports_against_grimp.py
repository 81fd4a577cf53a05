"""The import edges of real packages, held against those that grimp finds with its own parser and its own resolution.

Every edge must be on both sides, but for what the two tell differently on purpose. Each of these classes is checked
where it is taken out, so that nothing else slips through with it:

- *dynamic imports*: grimp reads no strings.
- *namespace folders*: Python imports what lies in a folder without `__init__.py`; below a regular package grimp does
  not look there.
- *opaque modules*: an import of an extension module goes to that module here, and to its parent in grimp, which sees
  only `.py` files.
- *file names that are no identifiers*: such a file is named by its path here, and like a module in grimp.
- *imports of itself*: a module that imports itself is an edge in grimp only.
- *missing modules*: an import of what is not there runs the packages above it. Here that is an edge to the nearest
  package that exists, in grimp only where that is the direct parent.
- *syntax of a newer Python*: grimp has a parser of its own and reads what the running Python cannot.

`ARCHGATE_GOLDEN_HOSTS=path:package,...` adds packages that lie below `path`, as in a site-packages folder.
"""

import ast
import importlib.util
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import grimp
import pytest

from tests.golden.hosts import OPAQUE, ask, configure, copy_host

INSTALLED = ("_pytest", "grimp", "hypothesis", "numpy", "packaging", "pluggy", "pygments", "rich", "typer")
"""Here for the tests anyway; `numpy` has namespace folders and extension modules, `rich` odd file names."""

Edge = tuple[str, str]
Fact: TypeAlias = dict[str, Any]


def _hosts() -> list[tuple[Path, str]]:
    """The folder and the name of each package."""
    named = [entry.rpartition(":") for entry in os.environ.get("ARCHGATE_GOLDEN_HOSTS", "").split(",") if entry]
    return [*((_folder(name), name) for name in INSTALLED), *((Path(path), name) for path, _, name in named)]


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parents[1]


@pytest.mark.parametrize(("folder", "package"), [pytest.param(*host, id=host[1]) for host in _hosts()])
def test_the_edges_are_those_that_grimp_finds(
    folder: Path, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_host(folder / package, tmp_path)
    configure(tmp_path, package)
    monkeypatch.syspath_prepend(folder)
    facts = ask(tmp_path, "facts", "imports", exits=(0, 3))["facts"]
    assert facts
    for without_typing in (False, True):
        graph = grimp.build_graph(package, exclude_type_checking_imports=without_typing, cache_dir=None)
        uncounted = {"dynamic", "typing"} if without_typing else {"dynamic"}
        ours = _in_grimps_terms((fact for fact in facts if set(fact["kinds"]) - uncounted), tmp_path, graph.modules)
        found = {(importer, imported) for importer in graph.modules for imported in _imported_by(graph, importer)}
        assert [edge for edge in sorted(found - ours.keys()) if _parses(edge[0], tmp_path)] == []
        assert [edge for edge in sorted(ours.keys() - found) if not _is_above_missing(edge, ours[edge], tmp_path)] == []


def _imported_by(graph: grimp.ImportGraph, importer: str) -> Iterator[str]:
    """What a module imports according to grimp, but for itself."""
    return (imported for imported in graph.find_modules_directly_imported_by(importer) if imported != importer)


def _in_grimps_terms(facts: Iterable[Fact], root: Path, modules: Collection[str]) -> dict[Edge, Fact]:
    """The facts by the edges that grimp makes of them."""
    told = {}
    for fact in facts:
        importer, imported = _module(fact["subject"]), fact["object"]
        if imported not in modules and _is_opaque(imported, root):
            imported = imported.rpartition(".")[0]
        strangers = [module for module in (importer, imported) if module not in modules]
        assert all(_is_in_namespace_folder(module, root) for module in strangers)
        if not strangers and importer != imported:
            told[importer, imported] = fact
    return told


def _module(subject: str) -> str:
    """What grimp calls a file that is named by its path."""
    return subject.removesuffix(".py").replace("/", ".") if subject.endswith(".py") else subject


def _is_opaque(module: str, root: Path) -> bool:
    parent, _, name = module.rpartition(".")
    files = root.joinpath(*parent.split(".")).glob(f"{name}.*")
    return any(file.suffix in OPAQUE for file in files)


def _is_in_namespace_folder(module: str, root: Path) -> bool:
    parts = module.split(".")
    folders = (root.joinpath(*parts[:depth]) for depth in range(1, len(parts) + 1))
    return any(folder.is_dir() and not (folder / "__init__.py").exists() for folder in folders)


def _parses(module: str, root: Path) -> bool:
    """Whether the running Python can read the module."""
    path = root.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_name(f"{path.name}.py")
    try:
        ast.parse(file.read_bytes())
    except SyntaxError:
        return False
    return True


def _is_above_missing(edge: Edge, fact: Fact, root: Path) -> bool:
    """Whether a statement behind the edge asks for something more than one level below the imported module."""
    return any(
        any(name.startswith(f"{edge[1]}.") and name.count(".") > edge[1].count(".") + 1 for name in names)
        for names in (_names(root / place["path"], place["line"], edge[0]) for place in fact["places"])
    )


def _names(file: Path, line: int, module: str) -> list[str]:
    """The dotted names that the import statement on that line asks for."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    names = []
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import) and node.lineno == line:
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.lineno == line:
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            names += [f"{base}.{alias.name}" for alias in node.names]
    return names
