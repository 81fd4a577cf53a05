"""What takes the place of what a leaf retires."""

from collections.abc import Sequence

from archgate.host.errors import InputError, Problem
from archgate.policy.roadmap_terms import Adoption, LeafTerms

Replacement = tuple[str, str]
"""What goes and what stays, each a `module` or `module:symbol`."""


def replacements(terms: LeafTerms, path: str) -> list[Replacement]:
    """What stays for each name that a leaf retires: what says so (`replaces`), else what has its last name, else the
    only one that is adopted. `path` is that of the policy that has the terms.

    Raises InputError for each retired name for which none of these decides.
    """
    found, problems = [], []
    for old in terms.retires:
        fitting = _fitting(old, terms)
        if len(fitting) == 1:
            found.append((old, fitting[0].symbol))
        else:
            problems.append(_undecided(terms, path, old, fitting))
    if not terms.retires:
        problems.append(Problem(path, terms.line, "INVALID", f"{terms.id} retires nothing", "name it in `retires`"))
    if problems:
        raise InputError(problems)
    return found


def _fitting(old: str, terms: LeafTerms) -> Sequence[Adoption]:
    told = [one for one in terms.adopts if one.replaces == old]
    if told:
        return told
    free = [one for one in terms.adopts if not one.replaces]
    return [one for one in free if _last(one.symbol) == _last(old)] or (free if len(terms.retires) == 1 else [])


def _last(name: str) -> str:
    return name.replace(":", ".").rpartition(".")[2]


def _undecided(terms: LeafTerms, path: str, old: str, fitting: Sequence[Adoption]) -> Problem:
    names = ", ".join(one.symbol for one in fitting)
    why = f"{names} may all take its place" if fitting else "nothing that the leaf adopts takes its place"
    fix = f'say which in `adopts`: {{ symbol = "...", from = [...], replaces = "{old}" }}'
    return Problem(path, terms.line, "INVALID", f"{terms.id} retires `{old}`, and {why}", fix)
