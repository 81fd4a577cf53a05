"""The roadmap as a whole against base: its document, its bounds, exit conditions and stop conditions."""

from collections.abc import Iterable, Iterator
from typing import Final

from archgate.host.selectors import covers
from archgate.policy.roadmap_terms import ROADMAP, STATES, RoadmapHeader, RoadmapPolicy, StageCondition
from archgate.roadmap.compared import Compared
from archgate.roadmap.remark import Remark, RoadmapCode
from archgate.roadmap.vocabulary import folded
from archgate.roadmap.wording import wording

CODE: Final[RoadmapCode] = "ROADMAP"
SHORT = 80
STOP = "stop"
"""What stands for a leaf in remarks about the goal's stop conditions."""


def conditions_lost(compared: Compared) -> Iterator[Remark]:
    """Exit, start and stop conditions that base's document has and head's has not. Remarks are about the document."""
    before, after = compared.before.roadmap, compared.after.roadmap
    stages = {stage.id: stage for stage in after.stages}
    for stage in before.stages:
        now = stages.get(stage.id)
        exits = [one.text for one in now.exits] if now else []
        line = now.line if now else 0
        yield from _texts(stage.id, "exit", line, [one.text for one in stage.exits], exits)
    yield from _texts("start", "", 0, [one.text for one in before.start], [one.text for one in after.start])
    yield from _texts(STOP, "", 0, [one.text for one in before.stops], [one.text for one in after.stops])


def policy_weakened(compared: Compared) -> Iterator[Remark]:
    """What head's policy says of the roadmap as a whole and is weaker than base's. Remarks are about the policy."""
    before, after = compared.before.policy, compared.after.policy
    for about, message in (*_header(before.header, after.header), *_needs(before, after)):
        yield _remark(after.lines.get(about.split()[0], 0), "", about, message)
    stages = {stage.id: stage.conditions for stage in after.stages}
    for stage in before.stages:
        yield from _weaker(stage.id, "conditions", stage.conditions, stages.get(stage.id, ()))
    for stop in before.stops:
        same = [other.conditions for other in after.stops if _alike(stop.text, other.text)]
        yield from _weaker(STOP, f"conditions {_short(stop.text)}", stop.conditions, same[0] if same else ())


def _remark(line: int, subject: str, about: str, message: str) -> Remark:
    name = f"{ROADMAP}|{subject}|{about}"
    fix = f"restore it, or decide it in a change without host source: a `rescope` decision with subject '{name}'"
    return Remark(line, CODE, subject, about, message, fix)


def _texts(subject: str, what: str, line: int, old: Iterable[str], new: Iterable[str]) -> Iterator[Remark]:
    kept = {wording(text) for text in new}
    for text in old:
        if wording(text) not in kept:
            about = " ".join(filter(None, (what, _short(text))))
            message = f"the condition `{_short(text)}` ({what or subject}) was dropped or changed"
            yield _remark(line, subject, about, message)


def _header(old: RoadmapHeader, new: RoadmapHeader) -> Iterator[tuple[str, str]]:
    if old.document != new.document:
        yield f"document {new.document}", f"`document` pointed to {old.document} and points to {new.document}"
    for name in ("remote", "branch", "suite"):
        then, now = getattr(old, name), getattr(new, name)
        if then and then != now:
            yield name, f"`{name}` was `{then}` and is `{now}`"
    if new.max_active > old.max_active:
        yield "max_active", f"`max_active` was {old.max_active} and is {new.max_active}"
    if STATES.index(new.satisfies) < STATES.index(old.satisfies):
        yield "satisfies", f"`satisfies` was {old.satisfies} and is {new.satisfies}"
    for selector in new.compat:
        if not any(covers(wide, selector) for wide in old.compat):
            yield f"compat {selector}", f"`compat` takes `{selector}` in"


def _needs(old: RoadmapPolicy, new: RoadmapPolicy) -> Iterator[tuple[str, str]]:
    for state in ("VERIFIED", "DELIVERED", "COMPLETE"):
        for condition in old.needs.of(state):
            if condition not in new.needs.of(state):
                yield f"needs {state} {condition}", f"{state} no longer needs `{condition}`"


def _weaker(
    subject: str, about: str, old: tuple[StageCondition, ...], new: tuple[StageCondition, ...]
) -> Iterator[Remark]:
    for one in old:
        if not any(_is_as_strict(one, other) for other in new):
            places = ", ".join(one.modules) or "all modules"
            message = f"it no longer asks for at most {one.at_most} of `{one.rule}` in {places}"
            yield _remark(0, subject, f"{about} {one.rule}", message)


def _is_as_strict(old: StageCondition, new: StageCondition) -> bool:
    """Whether what `new` asks for implies `old`: the same rule, in no fewer modules, at most as many."""
    wide = not new.modules or (bool(old.modules) and all(_covered(one, new.modules) for one in old.modules))
    return old.rule == new.rule and new.at_most <= old.at_most and wide


def _covered(selector: str, by: Iterable[str]) -> bool:
    return any(covers(wide, selector) for wide in by)


def _alike(one: str, other: str) -> bool:
    """Whether two texts of `[[stop]]` mean the same condition: either may be the beginning of the other."""
    first, second = folded(one), folded(other)
    return first.startswith(second) or second.startswith(first)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHORT else f"{line[:SHORT]}..."
