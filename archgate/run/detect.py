"""`archgate policy move --detect`: the moves that git's pairing of files suggests, for people to decide."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from archgate.gate.case import Case
from archgate.host.errors import invalid
from archgate.policy.moves import is_under
from archgate.report.proposals import Proposal
from archgate.run.move import move_draft
from archgate.run.opening import Options, open_case, stand
from archgate.run.writing import trial

Pairs = Mapping[str, Sequence[str]]
"""Each vanished module with the modules that took its place."""


def detect(options: Options) -> Sequence[Proposal]:
    """Each move that the change suggests, is not decided, and that some rule speaks of; nothing is written.

    Raises InputError where there is no base that anything could have moved from.
    """
    with stand(options) as ground:
        case = open_case(ground, options)
        if case.base_law is None:
            raise invalid("there is no base, so nothing can have moved since", "name one: --base REF")
        pairs = _by_package(case, _pairs(case))
        return [found for old, new in sorted(pairs.items()) for found in _proposal(case, old, new)]


def _pairs(case: Case) -> Pairs:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for new, former in case.fate.former.items():
        for old in former:
            if not case.moves.went(old, new):
                found[old].add(new)
    return {old: sorted(new) for old, new in found.items()}


def _by_package(case: Case, pairs: Pairs) -> Pairs:
    """The pairs, those of a package that moved whole as one."""
    return dict(_package(case, old, new[0]) if len(new) == 1 else (old, new) for old, new in pairs.items())


def _package(case: Case, old: str, new: str) -> tuple[str, Sequence[str]]:
    """The outermost package around `old` that has gone, with all that was in it, to one around `new`."""
    before, now = old.split("."), new.split(".")
    alike = 0
    while alike < min(len(before), len(now)) - 1 and before[-1 - alike] == now[-1 - alike]:
        alike += 1
    for dropped in range(alike, 0, -1):
        outer, place = ".".join(before[:-dropped]), ".".join(now[:-dropped])
        if _went_whole(case, outer, place):
            return outer, [place]
    return old, [new]


def _went_whole(case: Case, old: str, new: str) -> bool:
    known = case.host.names.known
    held = [source.module for source in case.base_sources.values() if is_under(source.module, old)]
    return all(module not in known and new + module[len(old) :] in known for module in held)


def _proposal(case: Case, old: str, new: Sequence[str]) -> Iterator[Proposal]:
    draft = move_draft(case, old, new)
    concerned = tuple(rule for rule, policy in sorted(draft.policies.items()) if policy != case.law.policies[rule])
    if concerned:
        yield Proposal(old, tuple(new), concerned, trial(case, draft))
