"""Sources that a tool passes over though nothing in its configuration says so: by their folder, or for a stub.

What a configuration excludes is law, and a change of it is seen. That a file is moved into `node_modules`, or gets a
stub beside it, is neither law nor a suppression, and would take all that a tool says of the file out of sight. So each
such source is a row of its own, with a code of archgate's.
"""

from collections.abc import Collection, Iterator

from archgate.measure.readings import Reading, Row

NOT_EXAMINED = "not-examined"
"""The code of such a row."""

_FOLDERS = frozenset(
    [
        *("__pycache__", "__pypackages__", "_build", "buck-out", "build", "dist", "node_modules", "site-packages"),
        *("venv", "CVS"),
    ]
)
"""The folders that ruff, mypy or pylint pass over by themselves, beside those that begin with a dot."""


def unexamined(reading: Reading, files: Collection[str]) -> Iterator[Row]:
    """A row, with line 0, for each source that is kept from a tool by its place, or by a stub among `files`."""
    for path in reading.excluded:
        *folders, _ = path.split("/")
        if f"{path}i" in files or any(folder.startswith(".") or folder in _FOLDERS for folder in folders):
            yield Row(path, 0, NOT_EXAMINED)
