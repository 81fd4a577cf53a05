"""A finding: one disagreement between facts, law and base, with its cause and its cure."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from archgate.facts.fact import Fact, Item, identity
from archgate.gate.codes import CODES
from archgate.host.errors import Problem


class Finding(Struct, frozen=True, order=True):
    """What is wrong (`code`, `message`), about what (`rule`, `id`, `subject`, `object`), where, and what to do (`fix`).

    `blocks` says whether it makes the exit code other than 0. `origin` is `inherited` where base shows it too.
    """

    code: str
    blocks: bool
    origin: Literal["change", "inherited"]
    rule: str
    id: str
    subject: str
    object: str
    path: str
    line: int
    message: str
    fix: str
    leaf: str = ""
    owner: str = ""


def finding_about(
    code: str,
    rule: str,
    item: Item,
    message: str,
    *,
    fix: str = "",
    path: str = "",
    line: int = 0,
    leaf: str = "",
    owner: str = "",
) -> Finding:
    """The finding for an item of a rule; its place is the fact's first where none is given."""
    if not path and isinstance(item, Fact) and item.places:
        path, line = item.places[0].path, item.places[0].line
    name = identity(rule, item)
    row = CODES[code]
    return Finding(
        code=code,
        blocks=bool(row.exit),
        origin="change",
        rule=rule,
        id=name,
        subject=item.subject,
        object=item.object,
        path=path,
        line=line,
        message=message,
        fix=fix or row.cure,
        leaf=leaf,
        owner=owner,
    )


def finding_of_law(
    code: str, rule: str, subject: str, value: str, message: str, *, path: str = "", line: int = 0, fix: str = ""
) -> Finding:
    """The finding about a piece of law: `rule|subject|value`."""
    item = Item(subject, value, {})
    return finding_about(code, rule, item, message, fix=fix, path=path, line=line)


def findings_of(problems: Iterable[Problem]) -> list[Finding]:
    """Problems of the input as findings."""
    return [
        Finding(
            code=problem.code,
            blocks=True,
            origin="change",
            rule="",
            id="",
            subject=problem.path,
            object="",
            path=problem.path,
            line=problem.line,
            message=problem.message,
            fix=problem.fix or CODES[problem.code].cure,
        )
        for problem in problems
    ]
