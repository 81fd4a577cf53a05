"""What a rewrite changes, as git shows it."""

import difflib
from collections.abc import Iterator, Sequence

from archgate.roadmap.retiring.retirement import Rewrite

_BARE = "\\ No newline at end of file"


def diff_lines(rewrites: Sequence[Rewrite]) -> Iterator[str]:
    """The unified diff of all files, in their order, without line ends."""
    for rewrite in rewrites:
        yield f"diff --git a/{rewrite.path} b/{rewrite.path}"
        before, after = _lines(rewrite.before), _lines(rewrite.after)
        for line in difflib.unified_diff(before, after, f"a/{rewrite.path}", f"b/{rewrite.path}", lineterm="\n"):
            yield line.removesuffix("\n")
            if not line.endswith("\n"):
                yield _BARE


def _lines(data: bytes) -> list[str]:
    """The lines as git counts them; what is no UTF-8 is shown escaped."""
    text = data.decode("utf-8", "backslashreplace")
    return [f"{line}\n" for line in text.split("\n")[:-1]] + ([text.rpartition("\n")[2]] if text[-1:] != "\n" else [])
