"""What `policies/roadmap.toml` asks of each leaf, against base: it may ask for more, not for less."""

from collections.abc import Iterator
from typing import Final

from archgate.host.phrases import some
from archgate.policy.roadmap_terms import LeafTerms
from archgate.roadmap.compared import Compared
from archgate.roadmap.ratchet_leaves import cure
from archgate.roadmap.remark import Remark
from archgate.roadmap.wording import command_text, covers_path

CODE: Final = "LEAF_RESCOPED"
Lost = Iterator[tuple[str, str]]


def terms_weakened(compared: Compared) -> Iterator[Remark]:
    """What base's policy asks of a leaf and head's does not. Remarks are about head's policy."""
    for old in compared.before.policy.leaves:
        if old.id in compared.decided.rescoped or compared.heirs.get(old.id) == ():
            continue  # decided, or told as dropped
        now = _in_its_place(compared, old)
        for about, message in (*_lost(old, now), *_widened(old, now)):
            if f"roadmap|{old.id}|{about}" not in compared.decided.rescoped:
                yield Remark(now[0].line, CODE, old.id, about, message, cure(old.id))


def _in_its_place(compared: Compared, old: LeafTerms) -> tuple[LeafTerms, ...]:
    """Head's terms of the leaves in the place of one of base's; a parent and its children keep its terms together."""
    policy, heirs = compared.after.policy, compared.heirs.get(old.id, ())
    names = [heir.id for heir in heirs] or [compared.decided.renamed.get(old.id, old.id)]
    return tuple(policy.leaf(name) for name in names)


def _lost(old: LeafTerms, now: tuple[LeafTerms, ...]) -> Lost:
    """Every single thing that nobody is asked for any more."""
    for name in ("retires", "rules"):
        kept = {text for terms in now for text in getattr(terms, name)}
        for text in getattr(old, name):
            if text not in kept:
                yield f"{name} {text}", f"`{name}` of {old.id} has lost `{text}`"
    proven = {command_text(text) for terms in now for text in terms.proves}
    for text in old.proves:
        if command_text(text) not in proven:
            yield f"proves {text}", f"`proves` of {old.id} has lost `{text}`"
    for one in old.adopts:
        entries = {
            entry for terms in now for other in terms.adopts if other.symbol == one.symbol for entry in other.entries
        }
        lost = tuple(entry for entry in one.entries if entry not in entries)
        if lost or not any(other.symbol == one.symbol for terms in now for other in terms.adopts):
            yield f"adopts {one.symbol}", f"`adopts` of {old.id} no longer asks for {one.symbol} from {some(lost)}"


def _widened(old: LeafTerms, now: tuple[LeafTerms, ...]) -> Lost:
    if old.owns and not any(terms.owns for terms in now):
        yield "owns", f"`owns` of {old.id} is gone, so that any path would do after it"
    for terms in now:
        if old.owns and terms.owns:
            for glob in terms.owns:
                if not any(covers_path(wide, glob) for wide in old.owns):
                    yield f"owns {glob}", f"`owns` of {terms.id} takes `{glob}`, which lies outside of base's"
        if terms.kind != old.kind:
            yield "kind", f"`kind` of {terms.id} was `{old.kind}` and is `{terms.kind}`"
        if old.full_suite and not terms.full_suite:
            yield "full_suite", f"`full_suite` of {terms.id} is no longer asked for"
