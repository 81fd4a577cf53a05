"""Hosts whose every module leaves a file when it is run: large ones with few rules, small ones with all there are."""

import importlib.util
import json
from pathlib import Path

from tests.hosts.builder import Files, Host, block, build, configuration, policy, write

MANY = 300
FEW = 9

REFUSED = ["_typeshed", "abc", "builtins", "mypy_extensions", "sys", "types", "typing", "typing_extensions"]
"""Where a host has one of these, mypy refuses to look at it; as where it has what Python imports first of all."""

PACKAGES = ("ruff", "markdown_it", "astroid")
"""Packages at the root of a whole trap that are called like what the tools and the readers of documents are."""

TOOLS = [name for name in ("mypy", "pylint", "ruff") if importlib.util.find_spec(name) or name == "ruff"]
"""The tools that are asked: pylint only where it is installed."""

ISOLATED = {"isolated": True, "select": ["E", "F", "I"]}
PYLINT = "[MAIN]\nenable=all\n"
MYPY = "[mypy]\nstrict = true\n"


class Trap:
    """A host whose every module would leave a file when it is run, in a folder outside of the host."""

    def __init__(self, folder: Path, names: list[str], *, modules: int = MANY, padding: int = 150) -> None:
        """Write the host, with traps called `names` at its root, and commit it."""
        self.marks = folder / "marks"
        self.marks.mkdir(parents=True)
        self.names = names
        self.modules = modules
        self.padding = padding
        self.host: Host = build(folder, {**self._app(), **self._root(), **self.law()}, git=True)

    def trap(self, path: str) -> str:
        """Source that leaves a file named after the path, and then does what a failed import does."""
        mark = str(self.marks / path.replace("/", "-"))
        return f"open({mark!r}, 'w').close()\nraise ImportError('the host runs')\n"

    def law(self) -> Files:
        """The configuration, and the rules that need nothing but the index."""
        entry = block("debt", from_="app.m001", to="app.m002")
        scope = {"from": ["app.m001", "app.m005"], "to": ["app.m002"]}
        return {
            "archgate.toml": configuration("app", apart=["tests/**", "*.py", *(f"{name}/**" for name in PACKAGES)]),
            "policies/edge.toml": policy("boundary", "edge", scope, entry),
            "policies/loops.toml": policy("cycle", "loops", {}),
        }

    def sprung(self) -> list[str]:
        """The files that were run since the last time that it was asked."""
        names = sorted(path.name for path in self.marks.iterdir())
        for name in names:
            (self.marks / name).unlink()
        return names

    def reset(self) -> None:
        """Take back what a command has written into the work tree."""
        self.host.git("checkout", "-q", "--", ".")
        self.host.git("clean", "-q", "-f", "-d", "policies", "fixtures", "docs")

    def _app(self) -> Files:
        names = [f"app/m{n:03}.py" for n in range(self.modules)]
        files = {name: f"from app import m{(n + 1) % self.modules:03}\n" for n, name in enumerate(names)}
        files |= {"app/__init__.py": "", "app/__main__.py": "", "app/conftest.py": "", "app/0001-script.py": ""}
        padding = f"x{{}} = {'padding that makes several processes worth starting'!r}\n"
        lines = "".join(padding.format(n) for n in range(self.padding))
        return {path: line + lines + self.trap(path) for path, line in files.items()}

    def _root(self) -> Files:
        files = {f"{name}.py": self.trap(f"{name}.py") for name in self.names}
        return files | {f"tests/{name}.py": self.trap(f"tests/{name}.py") for name in ("conftest", "test_x")}


class WholeTrap(Trap):
    """A small trap with a rule of every kind, each frozen, a roadmap, a quoted figure and two commits."""

    RULES = ("size", "hushed", "doors", "covered", "tiers", "reach", *TOOLS)

    def __init__(self, folder: Path, names: list[str]) -> None:
        super().__init__(folder, names, modules=FEW, padding=1)
        write(self.host.root, {**self._packages(), **self._bodies(), **self._rules(), **self._roadmap()})
        self.host.commit("rules")
        for rule in self.RULES:
            done = self.host.run("policy", "freeze", rule)
            assert done.exit == 0, done
        self.host.commit("frozen")
        write(self.host.root, {"app/m007.py": f"import requests\n\n\ndef f(a): return a\n{self.trap('app/m007.py')}"})
        write(self.host.root, {"app/m008.py": f"def f(a, b): return requests.get(a, b)\n{self.trap('app/m008.py')}"})
        self.host.commit("less and more")

    def _packages(self) -> Files:
        names = [f"{name}/{part}.py" for name in PACKAGES for part in ("__init__", "__main__")]
        return {path: self.trap(path) for path in names}

    def _bodies(self) -> Files:
        """Modules in which every rule finds something."""
        body = "import os, requests\n\n\ndef f(a, b):\n    return requests.get(a, b), eval(a)  # type: ignore\n"
        files = {f"app/m{n:03}.py": f"from app.old import load\n{body}" for n in range(1, 5)}
        files |= {"app/old.py": "def load(): ...\n", "app/new.py": "def load(): ...\n"}
        files |= {f"app/{door}.py": 'from app.new import load\n__all__ = ["load"]\n' for door in ("left", "right")}
        return {path: text + self.trap(path) for path, text in files.items()}

    def _rules(self) -> Files:
        rules = {
            "size": policy("complexity", "size", {"arguments": 1}),
            "hushed": policy("suppressions", "hushed", {}),
            "doors": policy("exports", "doors", {}),
            "covered": policy("coverage", "covered", {"packages": ["app.new"]}),
            "tiers": policy("layers", "tiers", {"layers": ["app.old", "app.m001"], "exhaustive": False}),
            "reach": policy("capability", "reach", {"groups": ["opaque"], "targets": ["requests"]}),
            **{tool: policy("diagnostics", tool, {"tool": tool}) for tool in TOOLS},
            "ruff": policy("diagnostics", "ruff", {"tool": "ruff", **ISOLATED}),
        }
        files = {f"policies/{rule}.toml": text for rule, text in rules.items()}
        return files | {"coverage.json": self._coverage(), "mypy.ini": MYPY, "pylintrc": PYLINT}

    def _coverage(self) -> str:
        summary = {"covered_lines": 2, "num_statements": 3}
        lines = {"executed_lines": [1, 2], "missing_lines": [3], "excluded_lines": []}
        files = {"app/new.py": {**lines, "summary": summary}}
        return json.dumps({"meta": {"format": 3, "version": "7.17.5", "branch_coverage": False}, "files": files})

    def _roadmap(self) -> Files:
        head = 'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "docs/roadmap.md"\n\n'
        leaf = '[[leaf]]\nid = "S1-L1"\nowns = ["app/*.py"]\nretires = ["app.old"]\n'
        adopts = 'adopts = [{ symbol = "app.new", from = ["app.m001"] }]\nproves = ["python tests/test_x.py"]\n'
        return {"policies/roadmap.toml": head + leaf + adopts, "docs/roadmap.md": DOCUMENT, "docs/figures.md": FIGURES}


DOCUMENT = """\
# Rebuild

### S1: Loading

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S1-L1 One loader | `ACTIVE` | none | the old module is gone |
| S1-L2 The rest | `PLANNED` | S1-L1 | nothing is left |

### S1-L1 One loader

**Acceptance**

    python tests/test_x.py
    python -m pytest tests
"""
FIGURES = "There are <!-- archgate: facts imports -->0<!-- /archgate --> imports.\n"
