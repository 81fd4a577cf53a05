"""`archgate policy merge` and `fixture merge`: git's merge drivers."""

import os
from collections.abc import Sequence
from pathlib import Path

from archgate.measure import known_kinds
from archgate.policy.merge import merge_policies, merge_whole
from archgate.policy.merge_fixture import merge_fixtures
from archgate.policy.roadmap_terms import ROADMAP


def merge_files(base: Path, ours: Path, theirs: Path, path: str) -> Sequence[str]:
    """Merge three versions of the policy `path` into the file `ours`, and give the conflicts left in it."""
    versions = (base.read_bytes(), ours.read_bytes(), theirs.read_bytes())
    if path.endswith(f"{ROADMAP}.toml"):
        merged, conflicts = merge_whole(*versions)
    else:
        merged, conflicts = merge_policies(path, versions[0], versions[1], versions[2], known_kinds())
    _write(ours, merged)
    return conflicts


def merge_fixture_files(base: Path, ours: Path, theirs: Path, path: str) -> Sequence[str]:
    """Merge three versions of the fixture `path` into the file `ours`, and give the conflicts left in it."""
    merged, conflicts = merge_fixtures(path, base.read_bytes(), ours.read_bytes(), theirs.read_bytes())
    _write(ours, merged)
    return conflicts


def _write(ours: Path, merged: bytes) -> None:
    partial = ours.with_name(f"{ours.name}.partial")
    partial.write_bytes(merged)
    os.replace(partial, ours)
