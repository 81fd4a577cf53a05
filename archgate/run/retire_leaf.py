"""`archgate leaf retire ID`: what a leaf retires is rewritten, in the files that it owns, to what it adopts."""

from archgate.host.errors import invalid
from archgate.host.phrases import meant_or_listed
from archgate.policy.roadmap_terms import LeafTerms, RoadmapPolicy
from archgate.roadmap.replacing import replacements
from archgate.roadmap.retiring.retirement import Retirement
from archgate.run.opening import Options
from archgate.run.retire import retire
from archgate.run.roadmap import roadmap_of


def retire_leaf(options: Options, name: str, *, write: bool = False, everywhere: bool = False) -> Retirement:
    """Retire what a leaf retires, in what it owns or (`everywhere`) wherever it is used; written only with `write`.

    Raises InputError for a leaf of which the policy says nothing, or where it is not said what takes a name's place.
    """
    _, policy = roadmap_of(options)
    terms = _terms(policy, name)
    return retire(options, replacements(terms, policy.path), None if everywhere else terms.owns, write=write)


def _terms(policy: RoadmapPolicy, name: str) -> LeafTerms:
    known = {terms.id: terms for terms in policy.leaves}
    if name not in known:
        raise invalid(f"there is no [[leaf]] for `{name}`", meant_or_listed(name, list(known)), policy.path)
    return known[name]
