"""What a text gives as proof: commit ids, counts of tests, numbers of CI runs."""

import re

from archgate.roadmap.document import Evidence, Passes

_QUOTED = re.compile(r"`([0-9a-fA-F]{7,40})`")
_BARE = re.compile(r"(?<![\w/.-])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w-])")
_LINKED = re.compile(r"/commit/([0-9a-f]{7,40})\b")
_RUN = re.compile(r"/runs/(\d{6,})|(?<![\w.,])(\d{9,})(?![\w,]|\.\d)")
_PASSED = re.compile(r"(\d[\d,]*)\s*(?:passed|通过)", re.IGNORECASE)
_BESIDE = {
    "failed": re.compile(r"(\d[\d,]*)\s*(?:failed|失败)", re.IGNORECASE),
    "skipped": re.compile(r"(\d[\d,]*)\s*(?:skipped|跳过)", re.IGNORECASE),
}
RUN_DIGITS = 10
"""Digits from which on a number is that of a CI run: commit ids that long hold letters."""


def evidence_in(raw: str) -> Evidence:
    """The evidence in a piece of Markdown, in its order. An id of digits alone is a commit's only in backticks."""
    quoted = [match.group(1).lower() for match in _QUOTED.finditer(raw)]
    commits = [text for text in quoted if not _is_number(text)]
    commits += [match.group(1) for match in _LINKED.finditer(raw)]
    rest = _QUOTED.sub(lambda match: match.group(1) if _is_number(match.group(1)) else " ", raw)
    commits += [match.group() for match in _BARE.finditer(rest)]
    runs = [match.group(1) or match.group(2) for match in _RUN.finditer(rest)]
    return Evidence(tuple(dict.fromkeys(commits)), tuple(_passes(rest)), tuple(dict.fromkeys(runs)))


def joined(parts: list[Evidence]) -> Evidence:
    """Several pieces of evidence as one."""
    return Evidence(
        tuple(dict.fromkeys(one for part in parts for one in part.commits)),
        tuple(one for part in parts for one in part.passes),
        tuple(dict.fromkeys(one for part in parts for one in part.runs)),
    )


def _is_number(text: str) -> bool:
    return text.isdigit() and RUN_DIGITS <= len(text) < 40


def _passes(text: str) -> list[Passes]:
    """The counts of tests; failures and skips count with the passes before them."""
    found = list(_PASSED.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)][: len(found)]
    return [
        Passes(_number(match.group(1)), **{name: _beside(name, text[match.end() : end]) for name in _BESIDE})
        for match, end in zip(found, ends, strict=True)
    ]


def _beside(name: str, text: str) -> int:
    match = _BESIDE[name].search(text)
    return _number(match.group(1)) if match else 0


def _number(text: str) -> int:
    return int(text.replace(",", "")[:12] or 0)
