"""Ids of stages and leaves: `S1`, `S1-L1`, `S1-L1.4`, `S0-L2.4b`, or `P3` for a phase."""

import re
import unicodedata

STAGE = r"[A-Z]{1,4}\d{1,4}"
LEAF = rf"{STAGE}-[A-Z]{{1,4}}\d{{1,6}}[a-z]?(?:\.\d{{1,6}}[a-z]?)*"
_STAGE = re.compile(STAGE)
_LEAF = re.compile(LEAF)
_AT_START = re.compile(rf"({LEAF})(?![\w.-]*\w)")
_STAGE_HEADING = re.compile(
    rf"(?:stage|phase|阶段)?\s*({STAGE})(?:\s*[:：.、—–-]\s*|\s+|$)(.*)", re.IGNORECASE | re.DOTALL
)
_DASHES = re.compile(r"[‐‑‒–—―−－]")
_JOINTS = re.compile(r"^\s*(?:[/,，、;；&+]|and|和|与|及)\s*", re.IGNORECASE)


def canonical(text: str) -> str:
    """An id as it is compared: plain hyphens and letters of one width, capitals save for a last letter as in `.4b`."""
    plain = _DASHES.sub("-", unicodedata.normalize("NFKC", text)).strip()
    return re.sub(r"[A-Za-z]+(?=\d)", lambda match: match.group().upper(), plain)


def is_leaf(text: str) -> bool:
    """Whether a canonical id is that of a leaf or of a parent of leaves."""
    return _LEAF.fullmatch(text) is not None


def is_stage(text: str) -> bool:
    """Whether a canonical id is that of a stage."""
    return _STAGE.fullmatch(text) is not None


def leading_leaves(text: str) -> tuple[tuple[str, ...], str]:
    """The ids that a heading or cell begins with (several where a section is about several), and the title after."""
    ids: list[str] = []
    rest = text.strip()
    while True:
        joint = _JOINTS.match(rest) if ids else None
        after = rest[joint.end() :] if joint else rest
        found = _leaf_at_start(after) if joint or not ids else None
        if found is None:
            return tuple(ids), rest.lstrip(" :：.、—–-").strip()
        name, rest = found
        ids.append(name)


def _leaf_at_start(text: str) -> tuple[str, str] | None:
    word = re.match(r"[^\s:：,，、;；/&+()（）\[\]]+", text)
    if word is None:
        return None
    match = _AT_START.match(canonical(word.group()))
    if match is None or match.end() != len(canonical(word.group())):
        return None
    return match.group(1), text[word.end() :].strip()


def stage_heading(text: str) -> tuple[str, str] | None:
    """The id and title of a heading that may be a stage's."""
    match = _STAGE_HEADING.fullmatch(_DASHES.sub("-", text.strip()))
    if match is None or match.group(1).upper() != match.group(1):
        return None
    return match.group(1), match.group(2).strip()


def stage_of(leaf: str) -> str:
    """The stage that a leaf's id begins with."""
    return leaf.partition("-")[0]
