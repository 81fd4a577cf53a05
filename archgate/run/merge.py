"""`archgate policy merge`: git's merge driver for policies."""

import os
from collections.abc import Sequence
from pathlib import Path

from archgate.measure import known_kinds
from archgate.policy.merge import merge_policies


def merge_files(base: Path, ours: Path, theirs: Path, path: str) -> Sequence[str]:
    """Merge three versions of the policy `path` into the file `ours`, and give the conflicts left in it."""
    versions = [file.read_bytes() for file in (base, ours, theirs)]
    merged, conflicts = merge_policies(path, versions[0], versions[1], versions[2], known_kinds())
    partial = ours.with_name(f"{ours.name}.partial")
    partial.write_bytes(merged)
    os.replace(partial, ours)
    return conflicts
