"""Where archgate keeps what is its own: outside the work tree, so that it cannot be committed."""

import hashlib
from pathlib import Path

from archgate.host.git import Git


def own_folder(root: Path, git: Git | None) -> Path:
    """The folder for the cache and the lock: in git's common folder, else in the user's cache folder, by root."""
    if git is not None:
        return git.common_dir / "archgate"
    from platformdirs import user_cache_path

    digest = hashlib.sha256(str(root.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return user_cache_path("archgate", appauthor=False) / digest


def cache_folder(root: Path, git: Git | None) -> Path:
    """Where the index cache lives."""
    return own_folder(root, git) / "cache"


def lock_path(root: Path, git: Git | None) -> Path:
    """The lock that writers of policies and fixtures hold."""
    return own_folder(root, git) / "write.lock"
