"""The page of each code: how it comes about, and what the ways out are, with their commands."""

from collections.abc import Mapping

_ENTRY_GOES = (
    "An entry must say what the code does, no more: else it would allow the old debt to come back unseen.",
    "archgate policy shrink RULE writes what is left.",
)
_TOLD = "It is told and blocks nothing."

PAGES: Mapping[str, tuple[str, ...]] = {
    "NEW": (
        "Facts of the work tree are held against the entries of its own policies; this one has none.",
        "Take it out of the code. `archgate explain ID` shows the imports that make it and what is around them.",
        "An entry added beside it in the same change is LAUNDERED: base's law does not have it.",
        "If the code only moved: archgate policy move OLD NEW. If it is meant to stay: an [[exception]] with a reason,",
        "in a change without host source.",
    ),
    "GREW": (
        "The entry is there, and the code does more than it says: one more use, member or edge.",
        "Take the addition out. For a cycle the finding names what joined and the edges that pulled it in.",
    ),
    "STALE": _ENTRY_GOES,
    "SHRUNK": (
        *_ENTRY_GOES,
        "Where an entry was planned, its code has landed: shrink drops the mark and writes the exact uses.",
    ),
    "SWAPPED": (
        "Told beside NEW and STALE of one rule when as much came as went.",
        "Undo what is new, or show that it only moved: archgate policy move OLD NEW. Then: archgate policy shrink",
    ),
    "LAUNDERED": (
        "Head's own law allows it, and that of the protected revision does not: a violation came with its own entry,",
        "or with a narrower scope, a deleted rule, a renamed one, a file moved into `exclude`.",
        "Take the violation out. Ways to have it admitted, each in the open:",
        "  it only moved: archgate policy move OLD NEW",
        "  it is a commit taken back: archgate policy revert COMMIT",
        "  it is accepted for good: an [[exception]] in a change without host source, or `planned` ahead of the code",
        "  the rule newly sees what base's tree had: archgate policy widen, in a change without host source",
    ),
    "REOPENED": (
        "An ancestor of base had an entry for it, which was paid off since.",
        "Take it out. If the change that paid it off is itself taken back: archgate policy revert COMMIT",
    ),
    "LOOSENED": (
        "A difference between base's law and head's that does not provably tighten: a selector gone, an owner gained",
        "with host source, a layer moved, a wired line that calls the gate no longer, another `base`.",
        'Restore it. Or decide it: policies/decisions/NAME.toml with kind = "loosen", the finding as subject (its id),',
        "and a reason, in a change that touches nothing but the law.",
    ),
    "REASSIGNED": (
        "Debt is bound to the leaf that base binds it to. Binding what was unbound is free.",
        "Otherwise, in a change without host source: archgate policy reassign ID... --leaf LEAF",
    ),
    "DIMMED": (
        "The call stands as it stood, and what made it visible (an annotation, a default) has gone.",
        "Restore that. Debt is paid off by taking the call away, not by hiding it.",
    ),
    "UNCLAIMED": (
        "Every Python file that git knows is in `packages`, in `exclude` or in `apart`; this one is in none.",
        "Name its folder there. What is new in `exclude` or `apart` must hold no file that base governs.",
    ),
    "UNRESOLVED": (
        "An import of one of the host's own modules that is not there, that climbs out of the root package, or that",
        "leads into `exclude` or `apart`.",
        "Mend it; or name what another distribution or a build step brings in `provided` of policies/unresolved.toml.",
    ),
    "INVALID": (
        "A file of the law cannot be read as what it is. The message names file, line and the nearest known word.",
        "archgate policy lint tells all of them; archgate policy fmt mends order and layout.",
    ),
    "VACUOUS": (
        "A selector, an owner or a layer names modules that are not there, so the rule says less than it seems to.",
        "Correct the name, or take it out together with the code; a layer that may be missing is written `(name)`.",
    ),
    "DECISION_INVALID": (
        "A file in policies/decisions has an unknown kind, an unknown key, or lacks its subject.",
        "archgate policy move, revert and reassign write valid ones.",
    ),
    "UNREADABLE": (
        "A source that cannot be read or parsed may hold anything, so there is no verdict.",
        "Mend it; newer syntax is read with a newer Python. `exclude` only what is not the host's.",
    ),
    "UNMEASURED": ("A tool that measures did not run or did not answer as it should.", "The message has what it said."),
    "BASE_UNKNOWN": (
        "A base was named, by --base, the CI service or the configuration, and this clone cannot see it.",
        "The message has the command that fetches it. In GitHub's checkout: fetch-depth: 0",
    ),
    "INHERITED": (
        "Base's own tree and law show it too, so it is not this change's. It blocks on the protected branch itself.",
    ),
    "BEHIND": (_TOLD, "Rebase or merge the protected branch, and the entry goes."),
    "MOVED": (_TOLD, "A `move` decision, or a rename inside one file, accounts for it."),
    "WIDENED": (_TOLD, "Base's tree shows it too, under the wider law."),
    "RESOLVED": (_TOLD, "The call was there before; an annotation or a default made it visible."),
    "PLANNED": (_TOLD, "Base has approved it ahead of its code, and the mark is gone."),
    "REVERTED": (_TOLD, "Git's reverse of the named commit gives this tree exactly."),
}
"""By code, lines of text; each names its own way out."""
