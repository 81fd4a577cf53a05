"""The page of each code: when it comes, what to do step by step, and an example."""

from collections.abc import Mapping

from msgspec import Struct


class Page(Struct, frozen=True):
    """What is said of a code beside its meaning: when it comes, the ways out in the order to try, an example."""

    when: str
    ways: tuple[str, ...]
    example: str


_TO_MOVE = "if the code only moved, say where it went: archgate policy move OLD NEW"
_WITHOUT_SOURCE = "freeze it in a change without host source"
_TO_LOOSEN = (
    "in a change that touches nothing but the law, bring policies/decisions/NAME.toml with "
    'kind = "loosen" and the id of the finding as subject'
)
_NOTHING = ("nothing: it is told, and blocks nothing",)

PAGES: Mapping[str, Page] = {
    "NEW": Page(
        "A fact of the work tree has no [[debt]], [[exception]] or [[owner]] in the policy of its rule.",
        (
            "take it out of the code; the finding names the lines",
            _TO_MOVE,
            "if it is right for good, add an [[exception]] with its reason, in a change without host source",
        ),
        "app.chain.feed has an entry for app.adapters.http, and now imports app.adapters.mail too.",
    ),
    "GREW": Page(
        "A fact has an entry, and there is more of it than the entry allows.",
        ("take out what was added; the finding names it", _TO_MOVE),
        "The cycle `core` is frozen with 3 modules and 3 edges, and a fourth module now imports its way in.",
    ),
    "STALE": Page(
        "The fact of an entry is gone: debt was paid off, or its module has another name.",
        ("if it was paid off: archgate policy shrink", _TO_MOVE),
        "app.chain.feed no longer imports app.adapters.http, and its [[debt]] still stands.",
    ),
    "SHRUNK": Page(
        "There is less of a fact than its entry allows, or what a `planned` block waited for has come.",
        ("archgate policy shrink",),
        "The cycle `core` is frozen with 5 edges, and one of its imports was taken out.",
    ),
    "SWAPPED": Page(
        "Beside NEW and STALE of one rule whose totals are equal: one debt was traded for another.",
        ("take what is new out of the code", _TO_MOVE, "for what is gone: archgate policy shrink"),
        "app.chain.feed drops app.adapters.store and takes app.adapters.clock instead.",
    ),
    "LAUNDERED": Page(
        "The policies of the work tree allow the fact, those of base do not: an entry, owner or scope changed with it.",
        (
            "take the violation out of the code, and the change of the law with it",
            _TO_MOVE,
            f"if the code is old and only the law sees more now, {_WITHOUT_SOURCE}: archgate policy widen",
            "if it is right for good, add the [[exception]] in a change without host source, and merge that first",
        ),
        "One change adds an import of app.adapters.clock and a [[debt]] that lists it.",
    ),
    "REOPENED": Page(
        "As LAUNDERED, and an earlier commit of base had the entry: it was paid off, and comes back.",
        (
            "take it out of the code again",
            "if the change takes one commit back whole: archgate policy revert COMMIT",
        ),
        "A month ago app.chain.feed stopped importing app.adapters.http, and this change imports it again.",
    ),
    "LOOSENED": Page(
        "The law of the work tree sees or forbids less than base's: a narrower scope, a deleted rule, a longer "
        "`exclude`, a workflow that no longer calls the gate.",
        (
            "restore what the finding names",
            f"or {_TO_LOOSEN}",
        ),
        'exclude = ["app/old/**"] is new, and app/old/ holds modules that base governs.',
    ),
    "REASSIGNED": Page(
        "A [[debt]] names another leaf than at base.",
        ("restore the leaf", "or, in a change without host source: archgate policy reassign ID --leaf LEAF"),
        'leaf = "S2-L7" became leaf = "S4-L1", so that S2 could end.',
    ),
    "DIMMED": Page(
        "A call stands unchanged, and what it calls can no longer be seen: an annotation or an import went.",
        ("restore what made it visible", "or take the call out too"),
        "`def load(client: httpx.Client)` lost its annotation, and `client.get()` is still there.",
    ),
    "UNCLAIMED": Page(
        "A .py file that git knows lies in none of `packages`, `exclude` and `apart`.",
        ("name its folder in one of the three lists", "if it should not be there at all, delete or ignore it"),
        "scripts/load.py is new, and the configuration says nothing of scripts/.",
    ),
    "UNRESOLVED": Page(
        "An import of one of the host's own modules reaches nothing, or reaches code outside of `packages`.",
        (
            "correct the import, or remove it",
            "if another distribution or a build step brings it, name it in `provided` of policies/unresolved.toml",
            f"that loosens the law, so {_TO_LOOSEN}",
        ),
        "`from app.legacy import run`, and app/legacy.py was deleted.",
    ),
    "ROADMAP": Page(
        "The document has a leaf twice, a dependency on nothing, leaves that wait for one another in a circle, a word "
        "that is no state, a row without an id; a stop condition is ticked and does not hold; debt came that no leaf "
        "removes; or base had an exit or stop condition, or a stricter bound, that this change takes away.",
        (
            "mend the named line",
            "if the document speaks another language, give its words in [words] of policies/roadmap.toml",
            "what base had and should go needs a `rescope` decision with the id of the finding, without host source",
        ),
        "S2-L4 depends on S2-L5, and S2-L5 on S2, of which S2-L4 is a leaf.",
    ),
    "LEAF_STATE": Page(
        "A leaf has begun before what it depends on, its table and its section differ, a parent is ahead of its "
        "children, more leaves are ACTIVE than may be, one is BLOCKED while another can be begun, one is DELIVERED "
        "and debt is bound to it still; or this change takes a state back that base had.",
        (
            "take the state back to what holds",
            "or bring first what it stands on: archgate leaf next",
            'a state that falls back needs policies/decisions/NAME.toml with kind = "fall-back" and the leaf\'s id',
            "for how many may be ACTIVE, and what satisfies a dependency, see policies/roadmap.toml",
        ),
        "S2-L4 is VERIFIED, and S2-L3, on which it depends, is PLANNED.",
    ),
    "LEAF_RESCOPED": Page(
        "A leaf of base is gone, stands in another stage or under another title; an acceptance command, a row of a "
        "matrix, a dependency, or something that the policy asks of it went; `owns` is wider; or its definition of "
        "done changed after it was ACTIVE. Layout and markup are no change, more may always be asked.",
        (
            "restore what the finding names",
            'or bring policies/decisions/NAME.toml with kind = "rescope" (or "drop-leaf") and the leaf as subject',
            "that counts in a change without host source",
            'for another id: kind = "rename", the old id as subject and the new one in `to`',
        ),
        "`pytest tests/bells` among the acceptance commands of S1-L2 became `pytest tests/bells || true`.",
    ),
    "EVIDENCE_MISSING": Page(
        "A leaf is VERIFIED with neither acceptance commands nor a record of what was run, or becomes VERIFIED "
        "without both; DELIVERED without a commit id, or with one that git does not know, that is not on the remote "
        "branch or that touches nothing the leaf owns; BLOCKED and nothing says by what; a stop condition is ticked "
        "and nothing shows that it holds.",
        (
            "VERIFIED: give its section a heading Acceptance with the commands, and a dated Verification record",
            "DELIVERED: write the ids of its commits into its row, once they are pushed",
            "BLOCKED: say by what in its section, after `Blocked by:`",
            "a ticked stop condition: say in a [[stop]] of policies/roadmap.toml what makes it true",
        ),
        "S1-L3 is DELIVERED, and its row says: merged last week.",
    ),
    "BASELINE_ONLY": Page(
        "What a leaf of kind `code` changed is the law, baselines, fixtures and documents, or comments in the code.",
        (
            "deliver the code, or take the state back to ACTIVE",
            'a leaf that is about the law alone says kind = "governance" in policies/roadmap.toml, at base',
        ),
        "S1-L3 is to take the feed behind its port, and its commits changed fixtures/egress.json.",
    ),
    "NO_CALLER": Page(
        "A function or class that the leaf adds is reached from no code that was there before it, from no script, "
        "registration or entry point; imports, `__all__`, tests, dead branches and other new code that nothing "
        "reaches are no callers.",
        (
            "let the real callers go through it",
            "if it is not needed, take it out",
            "if something finds it by its name, write that name out (`app.jobs:run`) where it is configured",
        ),
        "app.ports.Feed is a new Protocol, and app.chain.feed still makes its own client.",
    ),
    "TODO_LEFT": Page(
        "A comment such as TODO or FIXME, `raise NotImplementedError`, or a body that is only `pass` or `...` is new "
        "in what the leaf owns. Abstract and overridden methods, protocols and overloads are not meant.",
        ("do what is left to do", "or take the unfinished part out, into a leaf of its own"),
        "def cancel(self): ...  # TODO: with the next leaf",
    ),
    "TESTS_ONLY": Page(
        "What a leaf of kind `code` changed is tests, and perhaps documents.",
        (
            "deliver the code that makes the tests mean something",
            'a leaf that is about tests alone says kind = "tests" in policies/roadmap.toml, at base',
        ),
        "S1-L3 adds tests/test_feed.py, which passes with the old code.",
    ),
    "MOVE_ONLY": Page(
        "The same definitions stand under a new path, every import leads where it led before, and no rule has fewer "
        "facts.",
        (
            "take out the dependency that the leaf is about",
            "a leaf that is no more than a move belongs to the leaf which gives it a reason",
        ),
        "app/helper/http.py became app/adapters/http.py, and app.chain.feed imports it as before.",
    ),
    "OLD_DOOR": Page(
        "A name that the leaf retires, or whose definition it moved, is still bound in its old module.",
        (
            "take the old export out: archgate leaf retire helps with its users",
            "if plugins need it, let it live in a root that `compat` of policies/roadmap.toml names",
        ),
        "app.helper.http holds no more than `from app.adapters.http import Client`.",
    ),
    "DEBT_ACCEPTED": Page(
        "Since the leaf began an entry, exception or mark came or grew, and what it allows was not in the code then.",
        (
            "take the new debt out of the code",
            "if code only moved, let the entry move with it: archgate policy move OLD NEW",
        ),
        "fixtures/complexity.json gained a mark for the new Feed.refresh.",
    ),
    "INVALID": Page(
        "The command line, the configuration or a policy cannot be used as it is.",
        ("mend the named line", "for order and layout: archgate policy fmt"),
        'policies/edge.toml:4 says titel = "...", and the key is `title`.',
    ),
    "VACUOUS": Page(
        "A selector or an owner matches no module, so that the rule would hold whatever happens.",
        ("correct its spelling", "if what it named moved: archgate policy move OLD NEW", "if it is gone, remove it"),
        'from = ["app.cahin"], and the package is app.chain.',
    ),
    "DECISION_INVALID": Page(
        "A file in policies/decisions/ is no decision that can be understood.",
        ("mend the named line", "or delete the file and let the command write it: archgate policy move, revert, ..."),
        'kind = "move" with subject = "app.feed" and to = ["app"].',
    ),
    "UNREADABLE": Page(
        "A source file cannot be read, decoded or parsed: what it does cannot be judged.",
        (
            "mend the file",
            "if its syntax is newer, run archgate with the Python that the message names",
            "if it is no source of the host, name it in `exclude`",
        ),
        "app/feed.py uses syntax of Python 3.14, and archgate runs on 3.11.",
    ),
    "UNMEASURED": Page(
        "A measure gave nothing where it should have (no file to examine, every fact gone with nothing changed), or "
        "the marks of a rule were measured by another tool, version or configuration than its facts.",
        (
            "look at what the message names",
            "see what is measured at all: archgate facts imports",
            "for marks of another version: archgate fixture rebase, in a change without host source",
        ),
        'exclude = ["app/**"] leaves no file of the only package.',
    ),
    "BASE_UNKNOWN": Page(
        "The commit to judge against was named, configured or announced by the CI, and this clone does not have it.",
        (
            "fetch it; in CI let the checkout fetch the whole history (fetch-depth: 0)",
            "or name another: archgate check --base REF",
        ),
        'base = ["origin/main"] in a clone of depth 1.',
    ),
    "INHERITED": Page(
        "Base shows it too, under its own law: this change did not bring it.",
        ("on a change nothing: it blocks none", "on the protected branch itself it blocks: mend it there"),
        "A module was merged over a red gate, and every later change sees its import.",
    ),
    "BEHIND": Page(
        "The tip of base has paid off debt that this branch, cut off earlier, still lists.",
        ("merge or rebase, and the entry goes",),
        "main dropped the entry of app.chain.feed yesterday; the branch is a week old.",
    ),
    "MOVED": Page(
        "A `move` decision, or a rename inside one file, explains that a fact has another name.",
        _NOTHING,
        "app.chain.feed became app.chain.rows, and its one import went along.",
    ),
    "WIDENED": Page(
        "An entry is new because the law sees more; base's own tree shows the fact.",
        _NOTHING,
        'from = ["app.chain"] became from = ["app"], and old imports of app.web were frozen.',
    ),
    "RESOLVED": Page(
        "A call that stands unchanged is newly seen for what it is.",
        _NOTHING,
        "An annotation was added, so that `client.get()` is known to be httpx.",
    ),
    "PLANNED": Page(
        "The code for which base has a `planned` exception or owner is there, and the mark was dropped.",
        _NOTHING,
        'planned = "S2-L7" let app.probe open sockets; the probe has landed.',
    ),
    "REVERTED": Page(
        "A `revert` decision takes a commit back, and git proves that it is nothing but that.",
        _NOTHING,
        "The port of app.chain.feed broke production; the commit was taken back with its entry.",
    ),
}
"""Every code of `archgate.gate.codes` with its page."""
