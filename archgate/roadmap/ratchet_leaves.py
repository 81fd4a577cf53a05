"""Leaves against base: none goes or is re-scoped without a decision; more may always be asked of one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from archgate.host.phrases import some
from archgate.roadmap.compared import Compared
from archgate.roadmap.dependencies import Dependencies
from archgate.roadmap.document import Leaf, Parent, Section
from archgate.roadmap.readiness import has_reached
from archgate.roadmap.remark import Remark
from archgate.roadmap.wording import command_text, same_promise, wording

CODE: Final = "LEAF_RESCOPED"
Row = tuple[str, ...]
BEARING = 2
"""The cells of a matrix's row that say what must be shown, and where; those after them may be filled in."""
SHORT = 80


def leaves_rescoped(compared: Compared) -> Iterator[Remark]:
    """What base's leaves have lost. Remarks are about head's document."""
    for old in compared.before.roadmap.leaves:
        if compared.heirs[old.id]:
            for remark in _rescoped(compared, old):
                if not _is_decided(compared, remark):
                    yield remark
        elif old.id not in compared.decided.dropped:
            yield _dropped(old)
    for parent in compared.before.roadmap.parents:
        yield from (one for one in _of_parent(compared, parent) if not _is_decided(compared, one))


def cure(leaf: str) -> str:
    """How a leaf may be re-scoped."""
    return (
        f"restore it, or decide it in a change without host source: a `rescope` decision with subject '{leaf}' "
        "in policies/decisions/"
    )


def _is_decided(compared: Compared, remark: Remark) -> bool:
    names = {remark.leaf, f"roadmap|{remark.leaf}|{remark.about}"}
    return bool(names & compared.decided.rescoped)


def _dropped(old: Leaf) -> Remark:
    message = f"{old.id} was {old.claim.word or 'without a state'} at base, and the document no longer has it"
    fix = (
        f"restore its row; or decide it: a `drop-leaf` decision with subject '{old.id}' in a change without host "
        "source, or where it has another id now, a `rename` with subject and `to`"
    )
    return Remark(0, CODE, old.id, "leaf", message, fix)


def _rescoped(compared: Compared, old: Leaf) -> Iterator[Remark]:
    heirs = compared.heirs[old.id]
    for heir in heirs:
        if heir.stage != old.stage and old.id not in compared.decided.renamed:
            yield _remark(old, heir, "stage", f"{old.id} stood in stage {old.stage} and stands in {heir.stage}")
    if not heirs[0].id.startswith(f"{old.id}.") and wording(heirs[0].title) != wording(old.title):
        yield _remark(old, heirs[0], "title", f"{old.id} was `{old.title}` and is called `{heirs[0].title}`")
    if _is_fixed(old, heirs):
        yield from _promises(compared, old)
    if old.section:
        yield from _kept(old.id, heirs[0].line, old.section, compared.sections(old))
    yield from _dependencies(compared, old)


def _of_parent(compared: Compared, parent: Parent) -> Iterator[Remark]:
    """What the section of a parent asked for and neither its own nor one of its leaves' does."""
    now = [one for one in compared.after.roadmap.parents if one.id == parent.id]
    holders: list[Parent | Leaf] = [*now, *compared.after.roadmap.children(parent.id)]
    if parent.section and holders:
        sections = [one.section for one in holders if one.section]
        yield from _kept(parent.id, holders[0].line, parent.section, sections)


def _remark(old: Leaf, heir: Leaf, about: str, message: str) -> Remark:
    return Remark(heir.line, CODE, old.id, about, message, cure(old.id))


def _is_fixed(old: Leaf, heirs: Iterable[Leaf]) -> bool:
    """Whether what the leaf promises may no longer change: it had begun, or is claimed to be done."""
    begun = old.state == "BLOCKED" or has_reached(old.state, "ACTIVE")
    return begun or any(has_reached(heir.state, "VERIFIED") for heir in heirs)


def _promises(compared: Compared, old: Leaf) -> Iterator[Remark]:
    heirs, sections = compared.heirs[old.id], compared.sections(old)
    now = [*(heir.done for heir in heirs), *(one.text for one in compared.after.roadmap.parents if one.id == old.id)]
    if not any(same_promise(old.done, text) for text in now) and not _gave_way(old, heirs):
        message = f"the definition of done of {old.id} was `{_short(old.done)}` and is `{_short(heirs[0].done)}`"
        yield _remark(old, heirs[0], "done", message)
    for name in ("outcome", "ownership", "excluded"):
        said = getattr(old.section, name) if old.section else ""
        if said and not any(same_promise(said, getattr(section, name)) for section in sections):
            yield _remark(old, heirs[0], name, f"`{name}` of {old.id} has changed since it began")


def _gave_way(old: Leaf, heirs: tuple[Leaf, ...]) -> bool:
    """Whether the definition of done gave way to the evidence of a delivery: it names commits that base did not."""
    return not has_reached(old.state, "DELIVERED") and all(
        has_reached(heir.state, "DELIVERED") and set(heir.evidence.commits) - set(old.evidence.commits)
        for heir in heirs
    )


def _kept(name: str, line: int, old: Section, now: Sequence[Section]) -> Iterator[Remark]:
    """What a section of base asked for and head's sections in its place do not."""
    for about, message in (*_commands(name, old, now), *_rows(name, old, now)):
        yield Remark(line, CODE, name, about, message, cure(name))


def _commands(name: str, old: Section, sections: Sequence[Section]) -> Iterator[tuple[str, str]]:
    """Acceptance commands that are gone, or are no longer what they were."""
    then = [command_text(one) for one in old.commands]
    now = {command_text(one) for section in sections for one in section.commands}
    came = [text for text in sorted(now) if text not in then]
    for text in dict.fromkeys(text for text in then if text not in now):
        kin = next((other for other in came if other.startswith(text.split()[0])), "")
        what = f"was changed to `{_short(kin)}`" if kin else "was dropped"
        yield f"acceptance {_short(text)}", f"the acceptance command `{_short(text)}` of {name} {what}"


def _rows(name: str, old: Section, sections: Sequence[Section]) -> Iterator[tuple[str, str]]:
    """Rows of the acceptance and failure matrices that are gone, or ask for something else."""
    now = [row for section in sections for row in _all_rows(section)]
    for kind, cells in _all_rows(old):
        asked = tuple(cell for cell in cells[:BEARING] if cell)
        if asked and not any(kind == other and _holds(row, asked) for other, row in now):
            message = f"the {kind} matrix of {name} has lost the row `{_short(' | '.join(asked))}`"
            yield f"{kind} {_short(asked[0])}", message


def _all_rows(section: Section) -> list[tuple[str, Row]]:
    return [
        (matrix.kind, tuple(map(wording, row.cells)))
        for matrix in section.matrices
        if matrix.kind != "other"
        for row in matrix.rows
    ]


def _holds(row: Row, asked: Row) -> bool:
    left = list(row)
    for cell in asked:
        if cell not in left:
            return False
        left.remove(cell)
    return True


def _dependencies(compared: Compared, old: Leaf) -> Iterator[Remark]:
    """Leaves that a leaf of base waited for, and that its heirs can begin without."""
    found = compared.after.dependencies
    for heir in compared.heirs[old.id]:
        wanted = [one.id for name in compared.before.dependencies.of[old.id] for one in compared.heirs[name]]
        missing = {*wanted} - {*found.of[heir.id], heir.id}
        missing -= _reached(found, heir.id) if missing else set()
        lost = tuple(name for name in dict.fromkeys(wanted) if name in missing)
        if lost:
            message = f"{heir.id} no longer depends on {some(lost)}"
            yield Remark(heir.line, CODE, old.id, "depends", message, cure(old.id))


def _reached(found: Dependencies, name: str) -> set[str]:
    """Every leaf that one depends on, directly or by others."""
    reached: set[str] = set()
    ahead = [name]
    while ahead:
        fresh = [other for other in found.of[ahead.pop()] if other not in reached]
        reached.update(fresh)
        ahead += fresh
    return reached


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHORT else f"{line[:SHORT]}..."
