"""Dependencies as they are written, taken apart: leaves, parents, stages, none, all."""

import re

from archgate.roadmap.document import Term
from archgate.roadmap.identifiers import canonical, is_leaf, is_stage
from archgate.roadmap.vocabulary import Vocabulary

_SEPARATORS = re.compile(r"[,，、;；\n]+")
_JOINTS = re.compile(r"\s+(?:and|&|\+|和|与|及)\s+|\s*[&+和与及]\s*|\s+", re.IGNORECASE)
_STAGE_WORD = re.compile(r"^(?:stage|phase|leaf|阶段|叶子)\s*", re.IGNORECASE)
_AROUND = "`'\"()（）[]。."


def dependency_terms(text: str, vocabulary: Vocabulary) -> tuple[Term, ...]:
    """The dependencies in a cell. Whether a leaf's id is a parent's, and whether it exists, is not known here."""
    pieces = [piece.strip() for piece in _SEPARATORS.split(text)]
    return tuple(term for piece in pieces if piece for term in _terms(piece, vocabulary))


def _terms(piece: str, vocabulary: Vocabulary) -> list[Term]:
    whole = _term(piece, vocabulary)
    if whole.kind != "unknown":
        return [whole]
    parts = [_term(part, vocabulary) for part in _JOINTS.split(piece) if part]
    known = len(parts) > 1 and all(part.kind in ("leaf", "stage") for part in parts)
    return parts if known else [_with_title(piece) or whole]


def _term(text: str, vocabulary: Vocabulary) -> Term:
    meaning = vocabulary.means(text, "none", "all") or ("none" if text.strip(" -–—―") == "" else "")
    if meaning == "none":
        return Term(text, "none")
    if meaning == "all":
        return Term(text, "all")
    name = canonical(_STAGE_WORD.sub("", text.strip(_AROUND)).strip(_AROUND)).removesuffix(".*")
    if is_leaf(name):
        return Term(text, "leaf", name)
    return Term(text, "stage", name) if is_stage(name) else Term(text, "unknown", name)


def _with_title(text: str) -> Term | None:
    """A leaf or stage that is named with its title."""
    word, *others = [canonical(match) for match in re.findall(r"[\w.\-‐-―－]+", text)] or [""]
    if any(is_leaf(other) or is_stage(other) for other in others):
        return None  # a range, or a sentence: nobody should guess which of them is meant
    if is_leaf(word):
        return Term(text, "leaf", word)
    return Term(text, "stage", word) if is_stage(word) else None
