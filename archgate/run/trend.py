"""`archgate trend`: debt and facts of each commit, from the laws and the trees that git has."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from archgate.gate.assignment import is_of_leaf
from archgate.gate.case import rules_of
from archgate.gate.past_facts import PastFacts, Seen
from archgate.gate.past_law import NOTHING, Amount, PastLaws
from archgate.host.chronicle import Commit, begins_cut_off, chronicle
from archgate.host.errors import invalid
from archgate.host.git import Git
from archgate.host.phrases import meant_or_listed
from archgate.host.tree import CommitTree
from archgate.measure import known_kinds
from archgate.policy.law import Law
from archgate.report.sparkline import spread
from archgate.report.trend import Moment, Trend
from archgate.run.opening import Ground, Options, stand

MEASURED = 20
"""At how many commits facts are measured, evenly spaced, unless all are asked for: it takes longer than the rest."""
BEGINS = "the history of this clone begins here (shallow)"
Owed = Mapping[str, Mapping[str, Amount]]
"""Debt by rule and leaf."""


class Choice(Struct, frozen=True):
    """What is asked for: one rule; the debt of one leaf, or of a parent's children; the commits after `since`, and
    every `every`th of them; with `facts` those of all rules at all commits."""

    rule: str = ""
    leaf: str = ""
    since: str = ""
    every: int = 1
    facts: bool = False


def trend(options: Options, choice: Choice) -> Trend:
    """Debt under each commit's own law, and facts under the newest law, over the first-parent history of HEAD.

    Facts are not measured for a leaf, since only debt is bound to one. Raises InputError where there is no history, and
    for a revision, rule or leaf that it does not know.
    """
    if choice.leaf and choice.facts:
        raise invalid("facts are bound to no leaf", "leave out --facts or --leaf")
    with stand(replace(options, recall=True)) as ground:
        git = _git(ground)
        commits = thinned(_commits(git, choice.since), choice.every)
        looked = _Look(ground, git, choice)
        # The newest first: its law is the one that all facts are counted by.
        measured = frozenset(range(len(commits)) if choice.facts else spread(len(commits), MEASURED))
        moments = [looked.at(commits[at], measure=at in measured) for at in reversed(range(len(commits)))][::-1]
        if begins_cut_off(git, commits[0].oid):
            moments[0] = replace(moments[0], note=_joined(BEGINS, moments[0].note))
    looked.check()
    rules = sorted({rule for one in moments for rule in {**(one.debt or {}), **(one.facts or {})}})
    return Trend(tuple(rules), tuple(moments), choice.leaf, _hint(len(measured), len(commits), looked.left_out))


def thinned(commits: Sequence[Commit], every: int) -> list[Commit]:
    """Every `every`th commit, counted from the oldest, and the newest."""
    return [commit for at, commit in enumerate(commits) if at % every == 0 or at == len(commits) - 1]


def _git(ground: Ground) -> Git:
    if ground.git is None or ground.git.resolve("HEAD") is None:
        lack = "git repository" if ground.git is None else "commit"
        raise invalid(f"a trend is read from the history, and there is no {lack} here", "commit first")
    return ground.git


def _commits(git: Git, since: str) -> list[Commit]:
    start = git.resolve(since) if since else ""
    if start is None:
        fix = "name a commit, branch or tag of this repository"
        more = "; its history is cut off (shallow): git fetch --unshallow" if git.is_shallow() else ""
        raise invalid(f"there is no revision `{since}`", fix + more)
    return chronicle(git, "HEAD", start)


class _Look:
    """Looks at one commit after another, and remembers which rules and leaves there were."""

    def __init__(self, ground: Ground, git: Git, choice: Choice) -> None:
        self._hosts = ground.hosts
        self._git = git
        self._choice = choice
        self._laws = PastLaws(known_kinds())
        self._facts: PastFacts | None = None
        self._rules: set[str] = set()
        self._leaves: set[str] = set()

    def at(self, commit: Commit, *, measure: bool) -> Moment:
        """What a commit owed and, with `measure`, what its tree shows."""
        tree = CommitTree(self._git, commit.oid)
        said = self._laws.read(tree)
        debt = None
        if said.law is not None:
            owed = self._laws.owed(said.law)
            self._rules.update(owed)
            self._leaves.update(leaf for leaves in owed.values() for leaf in leaves if leaf)
            debt = _debt(owed, self._choice)
            self._facts = self._facts or self._ruler(said.law)
        seen = self._facts.look(tree) if self._facts and measure and not self._choice.leaf else Seen(None)
        return Moment(commit.oid, commit.date, commit.subject, debt, seen.counts, _joined(said.note, seen.note))

    def _ruler(self, law: Law) -> PastFacts:
        rules = rules_of(law, known_kinds())
        self._rules.update(rules)
        wanted = {rule: policy for rule, policy in rules.items() if self._choice.rule in ("", rule)}
        return PastFacts(self._hosts, law.configuration, wanted, known_kinds(), whole=self._choice.facts)

    @property
    def left_out(self) -> Sequence[str] | None:
        """The rules whose facts were not measured because that takes long; None where no facts were asked for."""
        return self._facts.left_out if self._facts and not self._choice.leaf else None

    def check(self) -> None:
        """Raise InputError for a rule or leaf that none of the commits has."""
        rule, leaf = self._choice.rule, self._choice.leaf
        if rule and rule not in self._rules:
            raise invalid(f"no commit looked at has a rule `{rule}`", meant_or_listed(rule, sorted(self._rules)))
        if leaf and not any(is_of_leaf(one, leaf) for one in self._leaves):
            message = f"no debt of the commits looked at is bound to leaf `{leaf}`"
            raise invalid(message, meant_or_listed(leaf, sorted(self._leaves)))


def _debt(owed: Owed, choice: Choice) -> dict[str, Amount]:
    return {
        rule: sum((one for leaf, one in leaves.items() if not choice.leaf or is_of_leaf(leaf, choice.leaf)), NOTHING)
        for rule, leaves in owed.items()
        if choice.rule in ("", rule)
    }


def _hint(measured: int, commits: int, left_out: Sequence[str] | None) -> str:
    """What of the facts was left out because it takes long, "" where nothing was."""
    if left_out is None:
        return ""
    some = f"measured at {measured} of {commits} commits" if measured < commits else ""
    without = f"those of {', '.join(left_out)} at none" if left_out else ""
    said = ", ".join(filter(None, (some, without)))
    return f"facts: {said}; all with --facts, which takes longer" if said else ""


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))
