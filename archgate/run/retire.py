"""`archgate leaf retire ID`: the host's imports and uses of what goes, rewritten to what stays."""

from collections.abc import Sequence

from msgspec.structs import replace

from archgate.host.configuration import read_configuration
from archgate.host.tree import DiskTree
from archgate.policy.store import Change, write_files
from archgate.roadmap.retiring.plan import plan
from archgate.roadmap.retiring.replacement import read_replacements
from archgate.roadmap.retiring.retirement import Retirement
from archgate.run.opening import Options, stand
from archgate.run.places import lock_path


def retire(
    options: Options, replacements: Sequence[tuple[str, str]], owned: Sequence[str] | None, *, write: bool = False
) -> Retirement:
    """Rewrite the work tree from each old name to its new one, in files that the globs `owned` match (None: all).

    A name is `module` or `module:symbol`. With `write` all files are written or none; none if anything is refused.
    Raises InputError for names that are none, for replacements that are not there, and where the disk refuses.
    """
    asked = read_replacements(replacements)
    with stand(options) as ground:
        tree = DiskTree(ground.root, ground.git)
        configuration = read_configuration(tree)
        host = ground.hosts.linked(tree, configuration)
        found = plan(tree, configuration, host, asked, owned)
        if not write or found.refused or not found.rewrites:
            return found
        changes = [Change(one.path, one.before, one.after) for one in found.rewrites]
        write_files(ground.root, changes, lock_path(ground.root, ground.git))
        return replace(found, written=True)
