"""A temporary folder for what archgate lets git write: indexes and objects, so that the repository stays untouched."""

import shutil
import tempfile
import weakref
from pathlib import Path


class Scratch:
    """A folder that goes when this object goes, or the process ends; `objects` is the repository's object folder."""

    def __init__(self, objects: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="archgate-git-"))
        (self.folder / "objects").mkdir()
        self._objects = objects
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def variables(self) -> dict[str, str]:
        """The environment under which git writes objects here and still reads the repository's."""
        quoted = str(self._objects).replace("\\", "\\\\").replace('"', '\\"')
        return {
            "GIT_OBJECT_DIRECTORY": str(self.folder / "objects"),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": f'"{quoted}"',
        }

    def new_index(self) -> dict[str, str]:
        """The environment under which git uses a new, empty index of its own."""
        return {"GIT_INDEX_FILE": str(Path(tempfile.mkdtemp(prefix="index-", dir=self.folder), "index"))}
