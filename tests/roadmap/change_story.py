"""A small host with a roadmap on its protected branch, and changes to it told step by step."""

from collections.abc import Mapping
from pathlib import Path

from tests.gate.repository import Repository, Run
from tests.gate.sample import decision
from tests.gate.steps import Step, replace, write

DOCUMENT = "docs/roadmap.md"
POLICY = "policies/roadmap.toml"
EDGE = "policies/edge.toml"
REASON = "Known since the beginning, it goes with its leaf."

BELLS = """
### S1-L1 Bells

**Status:** `ACTIVE`

**Outcome**

All bells ring on time.

**Acceptance**

```sh
pytest tests/bells
pytest tests/chimes --strict
```

| Injection point | Expected result |
|---|---|
| power fails | the hour is rung later |
| clock stops | nothing rings |
"""
PLAN = f"""# The tower

## Stop conditions

- [ ] every bell rings
- [ ] nothing takes a

### S1: Ringing

Exit conditions: the bells ring; the keys turn.

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S1-L1 Bells | ACTIVE | none | every bell rings at the hour |
| S1-L2 Keys | PLANNED | S1-L1 | each clock has a key |
{BELLS}
### S2: Time

Exit conditions: no drift.

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S2-L1 Drift | PLANNED | S1 | no clock drifts |
"""
ROADMAP = """schema = 1
rule = "roadmap"
kind = "roadmap"
document = "docs/roadmap.md"
remote = "origin"
branch = "main"

[[leaf]]
id = "S1-L1"
owns = ["app/pkg/**"]
retires = ["app.b"]
adopts = [{ symbol = "app.pkg.c", from = ["app.m"] }]
rules = ["edge"]
full_suite = true
proves = ["pytest tests/bells"]

[[stage]]
id = "S1"
conditions = [{ rule = "edge", at_most = 2 }]

[[stop]]
text = "nothing takes a"
conditions = [{ rule = "edge" }]

[needs]
VERIFIED = ["acceptance"]
DELIVERED = ["acceptance", "delivered"]
COMPLETE = ["acceptance", "delivered"]
"""
FROZEN = f"""schema = 1
rule = "edge"
kind = "boundary"
title = "Nothing takes a"

[scope]
from = ["app"]
to = ["app.a"]

[[debt]]
from = "app.b"
to = "app.a"
owner = "core"
reason = "{REASON}"

[[debt]]
from = "app.m"
to = "app.a"
leaf = "S1-L2"
owner = "core"
reason = "{REASON}"
"""
FILES: Mapping[str, str] = {
    "archgate.toml": 'packages = ["app"]\nbase = ["origin/main"]\n',
    "app/__init__.py": "",
    "app/a.py": "",
    "app/b.py": "import app.a\n",
    "app/m.py": "import app.a\n",
    "app/pkg/__init__.py": "",
    "app/pkg/c.py": "",
    DOCUMENT: PLAN,
    POLICY: ROADMAP,
    EDGE: FROZEN,
}
SOURCE = write("app/pkg/c.py", "VALUE = 1\n")
"""A change of host source."""


def begin(folder: Path, files: Mapping[str, str] = FILES) -> Repository:
    """The host on `main`, which `origin/main` shows too, and the branch `work` on top."""
    root, home = folder / "host", folder / "home"
    root.mkdir()
    home.mkdir()
    repository = Repository(root=root, home=home)
    repository.git("init", "--quiet", "--template=")
    for path, content in files.items():
        repository.write(path, content)
    repository.commit("the tower")
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    repository.git("checkout", "--quiet", "-b", "work")
    return repository


def said(*changes: tuple[str, str]) -> Step:
    """Words of the document replaced."""

    def step(repository: Repository) -> None:
        for old, new in changes:
            replace(DOCUMENT, old, new)(repository)

    return step


def asked(*changes: tuple[str, str]) -> Step:
    """Words of the roadmap's policy replaced."""

    def step(repository: Repository) -> None:
        for old, new in changes:
            replace(POLICY, old, new)(repository)

    return step


def decided(kind: str, subject: str, **more: object) -> Step:
    """A decision that is new with the change."""
    name = "".join(letter if letter.isalnum() else "-" for letter in f"{kind}-{subject}".lower())[:60]
    return write(f"policies/decisions/{name}.toml", decision(kind, subject, **more))


def blocking(run: Run) -> list[str]:
    """What blocks, as `CODE id` without the rule, sorted."""
    return sorted(f"{one['code']} {one['id'].removeprefix('roadmap|')}" for one in run.blocking)
