"""`archgate policy merge`: git's merge driver for policies."""

import os
from collections.abc import Sequence
from pathlib import Path

from archgate.facts import known_kinds
from archgate.policy.merge import merge_policies, merge_whole
from archgate.policy.roadmap_terms import ROADMAP


def merge_files(base: Path, ours: Path, theirs: Path, path: str) -> Sequence[str]:
    """Merge three versions of the policy `path` into the file `ours`, and give the conflicts left in it."""
    versions = (base.read_bytes(), ours.read_bytes(), theirs.read_bytes())
    if path.endswith(f"{ROADMAP}.toml"):
        merged, conflicts = merge_whole(*versions)
    else:
        merged, conflicts = merge_policies(path, versions[0], versions[1], versions[2], known_kinds())
    partial = ours.with_name(f"{ours.name}.partial")
    partial.write_bytes(merged)
    os.replace(partial, ours)
    return conflicts
