"""A host with a roadmap in a real repository that has a real remote, told commit by commit."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.gate.repository import Repository
from tests.roadmap.documents import rows

FILES = {
    "archgate.toml": 'packages = ["app"]\nbase = ["origin/main"]\n',
    ".gitignore": ".archgate/\n",
    "app/__init__.py": "",
    "app/main.py": "import app.bell\n\n\ndef run():\n    return app.bell.ring()\n",
    "app/bell.py": "def ring():\n    return 1\n",
    "app/compat/__init__.py": "from app.bell import ring\n",
    "tests/test_bell.py": "def test_ring():\n    assert True\n",
}
HEAD = 'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "docs/roadmap.md"\n'


@dataclass
class Verdict:
    """What `leaf gate` said."""

    exit: int
    report: dict[str, Any]
    text: str

    def __getitem__(self, condition: str) -> str:
        return str(self.row(condition)["verdict"])

    def row(self, condition: str) -> dict[str, Any]:
        return next(dict(one) for one in self.report["conditions"] if one["id"] == condition)

    def evidence(self, condition: str) -> str:
        return "\n".join(self.row(condition)["evidence"])


@dataclass
class Story:
    """The repository `origin` with its work tree."""

    repository: Repository

    def write(self, files: Mapping[str, str | None]) -> None:
        for path, content in files.items():
            if content is None:
                self.repository.delete(path)
            else:
                self.repository.write(path, content)

    def commit(self, files: Mapping[str, str | None] = {}, message: str = "change") -> str:
        self.write(files)
        return self.repository.commit(message)

    def push(self) -> None:
        self.repository.git("push", "--quiet", "origin", "HEAD")

    def land(self) -> None:
        """What there is becomes base: the protected branch has it."""
        self.repository.git("push", "--quiet", "origin", "HEAD:main")

    def gate(self, leaf: str = "S1-L1", *arguments: str) -> Verdict:
        run = self.repository.archgate("leaf", "gate", leaf, "--format", "json", *arguments)
        assert run.report is not None, run
        return Verdict(run.exit, run.report, run.stdout)


def law(*needs: str, head: str = "", **leaf: str) -> dict[str, str]:
    """The roadmap's policy: VERIFIED needs `needs`; `leaf` are the keys of S1-L1 with their values as written."""
    text = HEAD + head + "\n[needs]\nVERIFIED = [" + ", ".join(f'"{one}"' for one in needs) + "]\n"
    keys = "".join(f"{key} = {value}\n" for key, value in leaf.items())
    return {"policies/roadmap.toml": text + (f'\n[[leaf]]\nid = "S1-L1"\n{keys}' if leaf else "")}


def plan(*lines: str) -> dict[str, str]:
    """The document with a row a line."""
    return {"docs/roadmap.md": rows(*lines)}


def begin(folder: Path, files: Mapping[str, str | None]) -> Story:
    """The story's first commit, pushed as `main`; the work goes on on the branch `work`."""
    root, home, remote = folder / "host", folder / "home", folder / "origin.git"
    for one in (root, home, remote):
        one.mkdir(parents=True)
    Repository(remote, home).git("init", "--quiet", "--bare", "--template=")
    repository = Repository(root, home)
    repository.git("init", "--quiet", "--template=")
    repository.git("remote", "add", "origin", str(remote))
    story = Story(repository)
    story.commit({**FILES, **files}, "the host")
    repository.git("push", "--quiet", "--set-upstream", "origin", "HEAD:main")
    repository.git("checkout", "--quiet", "-b", "work")
    return story
