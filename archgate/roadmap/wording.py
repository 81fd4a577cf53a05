"""Texts as they are compared: layout is no word, and evidence that came says nothing of what was promised."""

import re
import unicodedata

from archgate.host.selectors import path_matches
from archgate.roadmap.document import Command

_EVIDENCE = re.compile(
    r"(?<![\w/.-])[0-9a-f]{7,40}(?![\w-])|(?:\bCI\s*)?(?<![\w.,])\d{9,}(?![\w,]|\.\d)"
    r"|\d[\d,]*\s*(?:passed|failed|skipped|通过|失败|跳过)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s,，、;；:：/()（）.。+-]+")


def wording(text: str) -> str:
    """A text without layout and width of letters: what two texts that say the same have alike."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def same_promise(old: str, new: str) -> bool:
    """Whether two definitions of done differ in nothing but layout and evidence that came with the new one.

    Evidence are commit ids, counts of tests and numbers of CI runs.
    """
    before, after = wording(old), wording(new)
    known = set(_EVIDENCE.findall(before))
    rest = _EVIDENCE.sub(lambda match: match.group() if match.group() in known else " ", after)
    if before == after or rest == after:
        return before == after
    return _BETWEEN.sub(" ", before).strip() == _BETWEEN.sub(" ", rest).strip()


def command_text(command: Command | str) -> str:
    """A command as it is compared: blanks count only where quotes, escapes or a heredoc may hold them."""
    text = command if isinstance(command, str) else command.text
    return text.strip() if re.search(r"[\"'\n\\]", text) else " ".join(text.split())


def covers_path(wide: str, narrow: str) -> bool:
    """Whether it can be seen from two globs alone that `wide` matches every path that `narrow` matches."""
    if wide in (narrow, "**"):
        return True
    if not set("*?") & set(narrow):
        return path_matches(wide, narrow)
    stem = wide.removesuffix("/**")
    return stem != wide and not set("*?") & set(stem) and narrow.startswith(f"{stem}/")
