"""States that ask for evidence which the document does not have."""

import re
from collections.abc import Iterator
from typing import Final

from archgate.roadmap.document import Evidence, Leaf, Roadmap, Section
from archgate.roadmap.remark import Remark

CODE: Final = "EVIDENCE_MISSING"
_CAUSE = re.compile(r"block|wait|https?://|(?<!\w)#\d+|阻塞|等待|受阻|待", re.IGNORECASE)
"""What a row that gives the cause of a block has in it."""


def evidence_asked(roadmap: Roadmap) -> Iterator[Remark]:
    """Leaves that are BLOCKED without a cause, VERIFIED without a way to see it, DELIVERED without a commit."""
    for leaf in roadmap.leaves:
        section = leaf.section or Section("", 0)
        if leaf.state == "BLOCKED" and not _has_cause(leaf, section):
            message = f"{leaf.id} is BLOCKED, and nothing says by what"
            yield Remark(
                leaf.line, CODE, leaf.id, "blocked", message, "say by what in its section, after `Blocked by:`"
            )
        elif leaf.state == "VERIFIED" and not section.commands and not section.records:
            lacks = "its section has" if leaf.section else "it has no section with"
            message = f"{leaf.id} is VERIFIED, and {lacks} {'neither ' if leaf.section else ''}acceptance commands "
            message += "nor a verification record" if leaf.section else "or a verification record"
            yield Remark(leaf.line, CODE, leaf.id, "verified", message, "write down what was run, and what came of it")
        elif leaf.state in ("DELIVERED", "COMPLETE") and not (leaf.evidence.commits or section.evidence.commits):
            message = f"{leaf.id} is {leaf.state}, and no commit id is recorded for it"
            yield Remark(leaf.line, CODE, leaf.id, "commit", message, "record the ids of its commits in its row")


def _has_cause(leaf: Leaf, section: Section) -> bool:
    proofs = (leaf.evidence, section.evidence)
    aside = leaf.claim.word.casefold().replace("blocked", "").strip(" `*_:：—-()（）")
    return bool(section.blocked_by or any(proof != Evidence() for proof in proofs) or aside or _CAUSE.search(leaf.done))
