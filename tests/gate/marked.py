"""A sample host whose debt stands in fixtures, and what the tables about marks need of each kind that has them.

`app.feed` has two functions over the limits, `app.queue` one and a class with a large method; `app.plan` is clean.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from archgate.version import ANALYSIS
from tests.gate.repository import Repository
from tests.gate.sample import Block, configuration, pairs, policy
from tests.gate.steps import Step, append, replace

CONFIGURATION = "pyproject.toml"
FEED, QUEUE, PLAN = "app/feed.py", "app/queue.py", "app/plan.py"
SIZE, SIZE_MARKS = "policies/size.toml", "fixtures/size.json"
RULER = {"tool": "archgate", "version": str(ANALYSIS)}

Marks = Mapping[str, int]


def lines(n: int, indent: int = 4) -> str:
    """`n` statements."""
    return f"{' ' * indent}x = 1\n" * n


def function(name: str, n: int, indent: int = 0) -> str:
    """A function of `n` statements."""
    return f"{' ' * indent}def {name}():\n{lines(n, indent + 4)}"


def file(*definitions: str) -> str:
    return "\n\n".join(definitions)


def fixture(marks: Marks, rule: str = "size", ruler: Mapping[str, str] = RULER) -> str:
    """The canonical bytes of a fixture, written by hand."""

    def table(values: Mapping[str, object]) -> str:
        rows = ",\n".join(f"    {json.dumps(k, ensure_ascii=False)}: {json.dumps(v)}" for k, v in values.items())
        return "{\n" + rows + "\n  }" if values else "{}"

    head = f'{{\n  "schema": 1,\n  "rule": {json.dumps(rule)},\n'
    return f'{head}  "measured_by": {table(ruler)},\n  "marks": {table(dict(sorted(marks.items())))}\n}}\n'


def marks_of(repository: Repository, path: str = SIZE_MARKS) -> dict[str, int]:
    found: dict[str, int] = json.loads(repository.read(path))["marks"]
    return found


LIMITS: Mapping[str, object] = {"modules": ["app"], "statements": 10, "arguments": 3}


def size(
    limits: Mapping[str, object] = LIMITS,
    exceptions: Sequence[Block] = (),
    assigns: Sequence[Block] = (),
    rule: str = "size",
) -> str:
    """The complexity policy."""
    head, *rest = policy(rule, "complexity", limits, [("exception", list(exceptions))]).split("\n[[exception]]", 1)
    blocks = [f"\n[[assign]]\n{pairs(one)}" for one in assigns]
    return head + "".join(blocks) + "".join(f"\n[[exception]]{one}" for one in rest)


def excepted(identity: str, amount: int) -> Block:
    return {"identity": identity, "amount": amount, "reason": "Generated from the protocol, and not written by hand."}


LOAD, PARSE, DRAIN = "app.feed:load|statements", "app.feed:parse|statements", "app.queue:drain|statements"
TAKE = "app.queue:Queue.take|statements"
MARKS: Marks = {LOAD: 40, PARSE: 30, DRAIN: 20, TAKE: 15}

SOURCES = {
    "app/__init__.py": "",
    FEED: file(function("load", 40), function("parse", 30), function("tiny", 3)),
    QUEUE: file(function("drain", 20), "class Queue:\n" + function("take", 15, indent=4)),
    PLAN: file(function("plan", 4), function("replan", 5)),
    "README.md": "# The sample host\n",
}


def configured(**changes: object) -> str:
    """The configuration with some keys changed."""
    return configuration(**{"packages": ["app"], "apart": None, "wired": None, **changes})


LAW = {
    CONFIGURATION: configured(),
    SIZE: size(),
    SIZE_MARKS: fixture(MARKS),
}


@dataclass(frozen=True)
class Sample:
    """A kind with marks in the sample host: its files, and steps that mean the same for each kind.

    `violate` adds a fact, `violation` with `amount`, where base has none; `grow` makes `known` larger, to `grown`;
    `pay` removes `paid` from the code; `looser` is the policy with another limit, under which there is no debt at all;
    `law` gives the policy with exceptions.
    """

    kind: str
    rule: str
    policy: str
    fixture: str
    marks: Marks
    violate: Step
    violation: str
    amount: int
    known: str
    grow: Step
    grown: int
    paid: str
    pay: Step
    looser: str
    law: Callable[[Sequence[Block]], str]

    def written(self, changes: Mapping[str, int | None], ruler: Mapping[str, str] = RULER) -> str:
        """The fixture with some marks changed; a value of None leaves one out."""
        marks = {name: value for name, value in {**self.marks, **changes}.items() if value is not None}
        return fixture(marks, self.rule, ruler)


def cut(name: str, before: int, after: int, path: str = FEED) -> Step:
    """A function of the sample with fewer or more statements."""
    return replace(path, function(name, before), function(name, after))


COMPLEXITY = Sample(
    kind="complexity",
    rule="size",
    policy=SIZE,
    fixture=SIZE_MARKS,
    marks=MARKS,
    violate=append(PLAN, "\n\n" + function("sprawl", 25)),
    violation="app.plan:sprawl|statements",
    amount=25,
    known=LOAD,
    grow=cut("load", 40, 41),
    grown=41,
    paid=DRAIN,
    pay=replace(QUEUE, function("drain", 20), function("drain", 5)),
    looser=size({**LIMITS, "statements": 50}),
    law=lambda exceptions: size(exceptions=exceptions),
)
SAMPLES = (COMPLEXITY,)
"""The kinds that the general tables are run for."""
