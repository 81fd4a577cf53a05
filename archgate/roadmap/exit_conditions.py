"""Exit and stop conditions, evaluated: what the policy says makes them true, measured on head under head's law."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from archgate.facts.fact import EDGES, Item
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances, items_of, landed
from archgate.gate.case import Case
from archgate.gate.sight import vacuous
from archgate.host.selectors import Selector
from archgate.policy.roadmap_terms import RoadmapPolicy, StageCondition
from archgate.roadmap.document import Roadmap
from archgate.roadmap.remark import Remark
from archgate.roadmap.unknown_names import stops_meant

Reached = Literal["holds", "fails", "unknown"]


class Evaluated(Struct, frozen=True):
    """An exit condition of `stage`, or ("") a stop condition, and whether it holds; `numbers` say by what."""

    stage: str
    text: str
    line: int
    verdict: Reached = "unknown"
    numbers: str = ""
    ticked: bool = False


class Answer(Struct, frozen=True):
    """What one or several conditions of the policy come to, with their numbers in words."""

    verdict: Reached
    numbers: str


def unevaluated(roadmap: Roadmap) -> list[Evaluated]:
    """Every exit and stop condition of the document, of which nobody has said yet whether it holds."""
    exits = [Evaluated(stage.id, one.text, one.line) for stage in roadmap.stages for one in stage.exits]
    return [*exits, *(Evaluated("", stop.text, stop.line, ticked=stop.ticked) for stop in roadmap.stops)]


def evaluated(case: Case, roadmap: Roadmap, policy: RoadmapPolicy) -> list[Evaluated]:
    """Every exit and stop condition of the document with its verdict; conditions of a stage are all of its exits'."""
    answers = _Answers(case)
    of_stage = {stage.id: answers.of(stage.conditions) for stage in policy.stages}
    exits = [
        _with(Evaluated(stage.id, one.text, one.line), of_stage.get(stage.id, _silent("stage", stage.id)))
        for stage in roadmap.stages
        for one in stage.exits
    ]
    return [*exits, *stops_evaluated(case, roadmap, policy)]


def stops_evaluated(
    case: Case, roadmap: Roadmap, policy: RoadmapPolicy, *, ticked_only: bool = False
) -> Iterator[Evaluated]:
    """The goal's stop conditions with their verdicts; of those that are not ticked only where asked for."""
    answers = _Answers(case)
    meant = {n: stop.conditions for stop in policy.stops for n in stops_meant(roadmap, stop.text)[:1]}
    for number, stop in enumerate(roadmap.stops):
        if stop.ticked or not ticked_only:
            answer = answers.of(meant[number]) if number in meant else _silent("stop", stop.text)
            yield _with(Evaluated("", stop.text, stop.line, ticked=stop.ticked), answer)


def ticked_in_vain(found: Sequence[Evaluated]) -> Iterator[Remark]:
    """Stop conditions that are ticked and do not hold, or of which nobody can say."""
    for one in found:
        if one.ticked and one.verdict == "fails":
            message = f"`{one.text}` is ticked, and it does not hold: {one.numbers}"
            yield Remark(one.line, "ROADMAP", "", f"stop {one.text[:80]}", message, "take the tick out")
        elif one.ticked and one.verdict == "unknown":
            message = f"`{one.text}` is ticked, and nothing shows that it holds: {one.numbers}"
            fix = "take the tick out, or say in a [[stop]] of policies/roadmap.toml what makes it true"
            yield Remark(one.line, "EVIDENCE_MISSING", "", f"stop {one.text[:80]}", message, fix)


def _with(one: Evaluated, answer: Answer) -> Evaluated:
    return Evaluated(one.stage, one.text, one.line, answer.verdict, answer.numbers, one.ticked)


def _silent(block: str, name: str) -> Answer:
    about = f" for {name}" if block == "stage" else ""
    return Answer("unknown", f"the policy has no [[{block}]]{about}")


class _Answers:
    """Answers conditions on one case."""

    def __init__(self, case: Case) -> None:
        self.case = case

    def of(self, conditions: Sequence[StageCondition]) -> Answer:
        """All of the conditions together: they hold where each does, and fail where one does."""
        answers = [self._one(condition) for condition in conditions]
        verdicts = {answer.verdict for answer in answers}
        verdict: Reached = "fails" if "fails" in verdicts else "unknown" if verdicts != {"holds"} else "holds"
        return Answer(verdict, "; ".join(answer.numbers for answer in answers))

    def _one(self, condition: StageCondition) -> Answer:
        lack = self._lack(condition)
        if lack:
            return Answer("unknown", f"{condition.rule}: {lack}")
        number, amount = self._count(condition)
        verdict: Reached = "holds" if number <= condition.at_most else "fails"
        places = f" in {', '.join(condition.modules)}" if condition.modules else ""
        parts = f", amount {amount}" if amount != number else ""
        return Answer(verdict, f"{condition.rule}{places}: {number} of at most {condition.at_most}{parts}")

    def _lack(self, condition: StageCondition) -> str:
        """Why a condition cannot be answered, "" where it can: what examines nothing holds nothing."""
        if condition.rule not in self.case.rules():
            return "there is no such rule"
        measured = self.case.under_head(condition.rule)
        if self.case.host.unreadable:
            return f"{len(self.case.host.unreadable)} files cannot be read"
        if measured.fault:
            return measured.fault
        if not self.case.host.universe.sources or any(vacuous(self.case, measured.policy)):
            return "the rule examines nothing"
        selectors = [Selector.parse(text) for text in condition.modules]
        names = self.case.host.names.known
        empty = next((one.text for one in selectors if not any(map(one.matches, names))), "")
        return f"`{empty}` matches no module" if empty else ""

    def _count(self, condition: StageCondition) -> tuple[int, int]:
        """The facts that need an entry of debt, and their amount: what owners do and what is excepted is none."""
        measured = self.case.under_head(condition.rule)
        accepted = [one for one in landed(allowances(measured.policy, measured.kind)) if one.section == "exception"]
        differences = measured.kind.compare(measured.facts, items_of(accepted))
        selectors = [Selector.parse(text) for text in condition.modules]
        over = [
            one.over
            for one in differences
            if one.over and (not selectors or _is_about(one.item, measured.kind, selectors))
        ]
        return len(over), sum(parts[EDGES] if EDGES in parts else sum(parts.values()) for parts in over)


def _is_about(item: Item, kind: Kind, selectors: Sequence[Selector]) -> bool:
    """Whether one of the selectors takes in the fact's module; of a component, one of its members."""
    members = () if kind.divisible else tuple(part for part in item.parts if part != EDGES)
    modules = {item.subject.partition(":")[0], *members}
    return any(selector.matches(module) for selector in selectors for module in modules)
