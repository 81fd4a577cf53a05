"""Finding out what an unknown repository is made of: its root packages, and what stands beside them."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

SOURCES = (".py", ".pyw")
# fmt: off
BESIDE = frozenset((
    "bench", "benchmark", "benchmarks", "bin", "build", "ci", "demo", "demos", "dev", "devel", "dist", "doc",
    "docs", "docker", "etc", "example", "examples", "hack", "integration_tests", "misc", "notebooks", "packaging",
    "recipes", "requirements", "samples", "script", "scripts", "setup", "site-packages", "spec", "t", "test",
    "testing", "tests", "tool", "tools", "tutorial", "tutorials", "typings",
))
# fmt: on
"""Names of folders that stand beside a product and are rarely part of it."""
VENDORED = frozenset({"_vendor", "_vendored", "vendor", "vendored", "third_party", "_third_party"})
"""Names of folders that hold other people's code."""
SOURCE_FOLDERS = frozenset({"src", "lib", "python", "source"})
"""Names of folders that hold root packages without being one."""


class Layout(Struct, frozen=True):
    """Lists for the configuration: folders of root packages, and globs of what is excluded or apart."""

    packages: tuple[str, ...]
    exclude: tuple[str, ...]
    apart: tuple[str, ...]


def discover(paths: Iterable[str]) -> Layout:
    """The layout of a tree with these paths; no packages where there is no Python code."""
    sources = sorted(path for path in paths if path.endswith(SOURCES))
    packages = _packages(sources)
    inside = [path for path in sources if _holder(path, packages)]
    vendored = {folder for path in inside for folder in _vendored(path, _holder(path, packages))}
    apart = {_beside(path, packages) for path in sources if not _holder(path, packages)}
    return Layout(
        packages=tuple(packages),
        exclude=tuple(glob_of(f"{folder}/**") for folder in sorted(vendored)),
        apart=tuple(sorted(map(glob_of, apart))),
    )


def glob_of(path: str) -> str:
    """The glob of a path (or of all below one): what no glob may say is any character."""
    return path.replace("[", "?")


def _packages(sources: Sequence[str]) -> list[str]:
    """Folders of root packages: of each module name the one nearest to the root."""
    regular = {str(PurePosixPath(path).parent) for path in sources if path.endswith("/__init__.py")}
    tops = [folder for folder in regular if str(PurePosixPath(folder).parent) not in regular and _is_product(folder)]
    found = _first_of_name(tops) or _first_of_name(_folders_at_root(sources)) or _modules_at_root(sources)
    return sorted(found)


def _first_of_name(folders: Iterable[str]) -> list[str]:
    by_name: dict[str, str] = {}
    for folder in sorted(folders, key=lambda one: (one.count("/"), one)):
        by_name.setdefault(PurePosixPath(folder).name, folder)
    return list(by_name.values())


def _is_product(folder: str) -> bool:
    parts = PurePosixPath(folder).parts
    private = (*parts[:-1], parts[-1].removeprefix("_"))
    if not parts[-1].isidentifier() or any(part.startswith((".", "_")) for part in private):
        return False
    if any(part.lower() in BESIDE or part.lower() in VENDORED for part in parts):
        return False
    return (
        all(part in SOURCE_FOLDERS or not part.isidentifier() or "-" in part for part in parts[:-1]) or len(parts) == 1
    )


def _folders_at_root(sources: Sequence[str]) -> Iterator[str]:
    """Folders without `__init__.py` that hold code: namespace packages, where there are no regular ones."""
    for path in sources:
        parts = PurePosixPath(path).parts
        depth = 1 if parts[0] in SOURCE_FOLDERS else 0
        folder = "/".join(parts[: depth + 1])
        if len(parts) > depth + 1 and _is_product(folder):
            yield folder


def _modules_at_root(sources: Sequence[str]) -> list[str]:
    """Modules at the root, where there is nothing else to govern."""
    return [path for path in sources if "/" not in path and path not in ("setup.py", "conftest.py", "noxfile.py")]


def _holder(path: str, packages: Sequence[str]) -> str:
    return next((one for one in packages if path == one or path.startswith(f"{one}/")), "")


def _vendored(path: str, package: str) -> Iterator[str]:
    parts = PurePosixPath(path).parts
    for depth in range(len(PurePosixPath(package).parts), len(parts) - 1):
        if parts[depth].lower() in VENDORED:
            yield "/".join(parts[: depth + 1])
            return


def _beside(path: str, packages: Sequence[str]) -> str:
    """The widest folder around a file that holds no package, as a glob; the file itself where there is none."""
    parts = PurePosixPath(path).parts
    for depth in range(1, len(parts)):
        folder = "/".join(parts[:depth])
        if not any(package == folder or package.startswith(f"{folder}/") for package in packages):
            return f"{folder}/**"
    return path
