"""The sample host of the gate's tests: a small code base whose debt is frozen, and its policies as functions.

`app.chain` must not reach `app.adapters` (two debts), `app.core` has one component of three modules, `app.legacy`
imports what is not there. `app.chain.plan`, `app.core.delta`, `app.web` and `jobs.nightly` are clean; `app.tools` uses
an adapter where no rule forbids it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Block = dict[str, Any]

CONFIGURATION = "pyproject.toml"
WORKFLOW = ".github/workflows/ci.yml"
EDGE = "policies/adapter-edge.toml"
CYCLE = "policies/host-cycles.toml"
UNRESOLVED = "policies/unresolved.toml"

FEED, QUEUE, PLAN = "app/chain/feed.py", "app/chain/queue.py", "app/chain/plan.py"
IMPORT_STORE = "from app.adapters.store import Store\n"
IMPORT_MAIL = "from app.adapters.mail import send\n"
IMPORT_CLOCK = "from app.adapters.clock import now\n"

FEED_BODY = '''

class Feed:
    """Loads what the chain works on."""

    def load(self, key):
        return [row.strip() for row in Store().rows(key) if row]

    def latest(self, key):
        rows = self.load(key)
        return rows[-1] if rows else None


def merge_rows(left, right):
    seen = dict.fromkeys(left)
    seen.update(dict.fromkeys(right))
    return sorted(seen)


def split_rows(rows, size):
    return [rows[start : start + size] for start in range(0, len(rows), size)]
'''
QUEUE_BODY = '''

class Queue:
    """Keeps jobs until somebody takes them."""

    def __init__(self):
        self.jobs = []

    def put(self, job):
        self.jobs.append(job)
        send("put", job)

    def take(self):
        return self.jobs.pop(0)


def drain(queue):
    while queue.jobs:
        yield queue.take()
'''
PLAN_BODY = '''"""Plans, without any adapter."""


def plan(rows):
    return {"rows": rows, "steps": len(rows)}


def replan(old, rows):
    return {**old, "rows": rows}
'''

SOURCES = {
    "app/__init__.py": "",
    "app/adapters/__init__.py": "",
    "app/adapters/store.py": "class Store:\n    def rows(self, key):\n        return [key]\n",
    "app/adapters/mail.py": "def send(kind, message):\n    return kind, message\n",
    "app/adapters/clock.py": "def now():\n    return 0\n",
    "app/chain/__init__.py": "",
    FEED: IMPORT_STORE + FEED_BODY,
    QUEUE: IMPORT_MAIL + QUEUE_BODY,
    PLAN: PLAN_BODY,
    "app/core/__init__.py": "",
    "app/core/alpha.py": "from app.core import beta\n\nNAME = 'alpha'\n\n\ndef first():\n    return beta\n",
    "app/core/beta.py": "from app.core import gamma\n\nNAME = 'beta'\n\n\ndef second():\n    return gamma\n",
    "app/core/gamma.py": "from app.core import alpha\n\nNAME = 'gamma'\n\n\ndef third():\n    return alpha\n",
    "app/core/delta.py": "from app.core import alpha\n\nNAME = 'delta'\n\n\ndef fourth():\n    return alpha\n",
    "app/legacy.py": "import app.gone\n\n\ndef run():\n    return app.gone\n",
    "app/tools.py": IMPORT_CLOCK
    + "\n\ndef stamp():\n    return now()\n\n\ndef label(text):\n    return f'{stamp()} {text}'\n",
    "app/web.py": "from app.chain import plan\n\n\ndef index():\n    return plan.plan([])\n",
    "jobs/__init__.py": "",
    "jobs/nightly.py": "from app.chain import plan\n\n\ndef nightly():\n    return plan.plan([1])\n",
    "tests/test_plan.py": "from app.chain.plan import plan\n\n\ndef test_plan():\n    assert plan([]) == {}\n",
    "README.md": "# The sample host\n",
}

WORKFLOW_TEXT = """name: ci
on: [pull_request]
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - run: archgate check
      - run: pytest
"""

FEED_STORE = {"from": "app.chain.feed", "to": "app.adapters.store"}
QUEUE_MAIL = {"from": "app.chain.queue", "to": "app.adapters.mail"}
PLAN_CLOCK = {"from": "app.chain.plan", "to": "app.adapters.clock"}
PLAN_MAIL = {"from": "app.chain.plan", "to": "app.adapters.mail"}
TOOLS_CLOCK = {"from": "app.tools", "to": "app.adapters.clock"}
LEGACY_GONE = {"from": "app.legacy", "to": "app.gone"}
STORE, MAIL, CLOCK = "app.adapters.store", "app.adapters.mail", "app.adapters.clock"
STORE_ID = "adapter-edge|app.chain.feed|app.adapters.store"
CLOCK_ID = "adapter-edge|app.chain.plan|app.adapters.clock"
CORE_ID = "host-cycles|app.core.alpha|app.core.beta"
WEB_ID = "host-cycles|app.web|jobs.nightly"
CORE = ("app.core.alpha", "app.core.beta", "app.core.gamma")
EDGE_DEBTS = (FEED_STORE, QUEUE_MAIL)
REASON = "The adapter is still reached directly; a port replaces it."


def entry(importer: str, imported: str) -> Block:
    return {"from": importer, "to": imported}


def toml(value: object) -> str:
    """A TOML value of one line, for strings, numbers and lists of strings."""
    return json.dumps(value, ensure_ascii=False)


def pairs(table: Mapping[str, object]) -> str:
    return "".join(f"{key} = {toml(value)}\n" for key, value in table.items())


def policy(rule: str, kind: str, scope: Mapping[str, object], blocks: Iterable[tuple[str, Sequence[Block]]]) -> str:
    """A policy file in canonical order; `blocks` are the names of arrays of tables with their tables."""
    header = pairs({"schema": 1, "rule": rule, "kind": kind, "title": f"The rule {rule}"})
    parts = [header, "[scope]\n" + pairs(scope)] if scope else [header]
    for name, tables in blocks:
        parts += [f"[[{name}]]\n{pairs(table)}" for table in sorted(tables, key=identity)]
    return "\n".join(parts)


def identity(block: Block) -> list[str]:
    return [str(block[key]) for key in ("module", "id", "from", "to") if key in block]


def debt(entry: Mapping[str, object], leaf: str = "", owner: str = "app", reason: str = REASON) -> Block:
    return {**entry, **({"leaf": leaf} if leaf else {}), "owner": owner, "reason": reason}


def accepted(entry: Mapping[str, object], planned: str = "", reason: str = REASON) -> Block:
    return {**entry, **({"planned": planned} if planned else {}), "reason": reason}


def boundary(
    debts: Sequence[Mapping[str, object]] = EDGE_DEBTS,
    exceptions: Sequence[Block] = (),
    owners: Sequence[str | Block] = (),
    rule: str = "adapter-edge",
    importers: Sequence[str] = ("app.chain",),
    targets: Sequence[str] = ("app.adapters",),
    edges: Sequence[str] = (),
) -> str:
    """The boundary policy; debts are entries or whole blocks, owners are module selectors or whole blocks."""
    scope: dict[str, object] = {"from": list(importers), "to": list(targets)}
    if edges:
        scope["edges"] = list(edges)
    return policy(
        rule,
        "boundary",
        scope,
        [
            ("owner", [accepted({"module": one}) if isinstance(one, str) else one for one in owners]),
            ("debt", [dict(one) if "reason" in one else debt(one) for one in debts]),
            ("exception", exceptions),
        ],
    )


def component(modules: Sequence[str] = CORE, edges: int = 3, id: str = "core") -> Block:  # noqa: A002
    return {"id": id, "modules": sorted(modules), "edges": edges}


def cycles(
    debts: Sequence[Block] = (component(),), exceptions: Sequence[Block] = (), scope: Mapping[str, object] | None = None
) -> str:
    return policy(
        "host-cycles",
        "cycle",
        scope or {},
        [("debt", [debt(entry) for entry in debts]), ("exception", exceptions)],
    )


def unresolved(
    debts: Sequence[Mapping[str, object]] = (LEGACY_GONE,),
    exceptions: Sequence[Block] = (),
    provided: Sequence[str] = (),
) -> str:
    scope = {"provided": list(provided)} if provided else {}
    return policy(
        "unresolved", "unresolved", scope, [("debt", [debt(entry) for entry in debts]), ("exception", exceptions)]
    )


CONFIGURED: dict[str, object] = {
    "packages": ["app", "jobs"],
    "apart": ["tests/**"],
    "base": ["origin/main"],
    "requires": ">=0.1",
    "wired": [WORKFLOW],
}


def configuration(table: str = "tool.archgate", **changes: object) -> str:
    """The configuration with some keys changed; a value of None leaves the key out."""
    settings = {key: value for key, value in {**CONFIGURED, **changes}.items() if value is not None}
    return (f"[{table}]\n" if table else "") + pairs(settings)


def decision(kind: str, subject: object, **more: object) -> str:
    return pairs({"schema": 1, "kind": kind, "subject": subject, "reason": REASON, "owner": "app", **more})


LAW = {
    CONFIGURATION: configuration(),
    WORKFLOW: WORKFLOW_TEXT,
    EDGE: boundary(),
    CYCLE: cycles(),
    UNRESOLVED: unresolved(),
}
FILES = {**SOURCES, **LAW}
