"""The three-way merge of policy files, for git's merge driver."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from archgate.policy.comments import Remarks, remarks_of
from archgate.policy.document import Assign, Block, BlockKey, Owner, Policy, key_of
from archgate.policy.layout import block_lines, header_lines, join_paragraphs, scope_lines
from archgate.policy.reader import Reading, examine
from archgate.policy.reconcile import Conflict, reconcile, three_way

if TYPE_CHECKING:
    from archgate.facts.kind import Kind


class Side(Struct, frozen=True):
    """One of the three versions: its policy (None: there is no file), and the blocks by key without line numbers."""

    policy: Policy | None
    remarks: Remarks
    blocks: Mapping[BlockKey, Block]


NO_FILE = Side(None, Remarks(), {})


def merge_policies(
    path: str, base: bytes, ours: bytes, theirs: bytes, kinds: Mapping[str, "Kind"]
) -> tuple[bytes, list[str]]:
    """The policy file `path` (relative to the root) merged from three versions, and the conflicts left in it.

    Blocks, and the parts of their entries, that either side has dropped are gone. What is new on one side alone is a
    conflict, as is whatever both sides have changed differently. Conflicts stand in the bytes between git's markers; a
    version that cannot be read, or a merge that would be invalid, makes the whole file one conflict. `base` is empty
    where both sides have added the file.
    """
    if ours == theirs:
        return ours, []
    versions = [base, ours, theirs] if base.strip() else [ours, theirs]
    readings = [examine(path, data, kinds) for data in versions]
    faults = [str(problem) for reading in readings for problem in reading.problems.incurable()]
    if faults:
        return whole_file(ours, theirs), faults
    sides = [_side(reading, kinds) for reading in readings]
    if len({side.policy.kind for side in sides if side.policy}) > 1:
        return whole_file(ours, theirs), ["the versions are of different kinds"]
    merge = _Merge(sides[0] if len(sides) == 3 else NO_FILE, sides[-2], sides[-1], kinds)
    merged = merge.run()
    faults = [] if merge.conflicts else [str(problem) for problem in examine(path, merged, kinds).problems.found]
    return (whole_file(ours, theirs), faults) if faults else (merged, merge.conflicts)


def merge_whole(base: bytes, ours: bytes, theirs: bytes) -> tuple[bytes, list[str]]:
    """A file that is not made of entries: the version that one side alone has changed, else one conflict of it all."""
    try:
        return three_way(base, ours, theirs, "the file"), []
    except Conflict as conflict:
        return whole_file(ours, theirs), [str(conflict)]


def _side(reading: Reading, kinds: Mapping[str, "Kind"]) -> Side:
    policy, source = reading.policy, reading.source
    if policy is None or source is None:
        return NO_FILE
    kind = kinds[policy.kind]
    blocks = {key_of(block, kind): block for block in policy.placeless().blocks()}
    return Side(policy, remarks_of(source, policy, kind), blocks)


class _Merge:
    """A merge under way; `conflicts` says what people must decide, paragraph by paragraph."""

    def __init__(self, base: Side, ours: Side, theirs: Side, kinds: Mapping[str, "Kind"]) -> None:
        self.base, self.ours, self.theirs = base, ours, theirs
        self.conflicts: list[str] = []
        self.remarks = _merge_remarks(base.remarks, ours.remarks, theirs.remarks)
        self.policies = [side.policy for side in (base, ours, theirs)]
        self.kind = kinds[next(policy.kind for policy in self.policies if policy)]

    def run(self) -> bytes:
        """The merged file."""
        header = self._part("the header", lambda policy: (policy.rule, policy.title), header_lines)
        scope = self._part("[scope]", lambda policy: policy.scope, scope_lines)
        keys = sorted(self.base.blocks.keys() | self.ours.blocks.keys() | self.theirs.blocks.keys())
        return join_paragraphs([header, scope, *map(self._block, keys), list(self.remarks.end)])

    def _part(
        self, name: str, said_by: Callable[[Policy], object], lines: Callable[[Policy, Remarks], list[str]]
    ) -> list[str]:
        """A part that is taken whole from the side that has changed it."""
        base, ours, theirs = (said_by(policy) if policy else None for policy in self.policies)
        _, mine, other = self.policies
        assert mine is not None
        assert other is not None
        try:
            chosen = mine if three_way(base, ours, theirs, name) == ours else other
        except Conflict as conflict:
            self.conflicts.append(str(conflict))
            return _marked(lines(mine, self.ours.remarks), lines(other, self.theirs.remarks))
        return lines(chosen, self.remarks)

    def _block(self, key: BlockKey) -> list[str]:
        base, ours, theirs = (side.blocks.get(key) for side in (self.base, self.ours, self.theirs))
        try:
            if self._has_landed(key):
                return self._lines(key, ours or theirs, self.remarks)
            merged = reconcile(base, ours, theirs, self.kind)
            self._let_kind_check(merged)
        except Conflict as conflict:
            self.conflicts.append(f"{key} {conflict}")
            return _marked(
                self._lines(key, ours, self.ours.remarks),
                self._lines(key, theirs, self.theirs.remarks),
            )
        return self._lines(key, merged, self.remarks)

    def _has_landed(self, key: BlockKey) -> bool:
        """Whether one side has dropped the mark of a planned block, which the other has left as it was."""
        sides = [side for side in (self.ours, self.theirs) if key in side.blocks]
        if key.planned or key in self.base.blocks or len(sides) != 1:
            return False
        other = self.theirs if sides[0] is self.ours else self.ours
        planned = [old for old in self.base.blocks if old[:2] == key[:2] and old not in sides[0].blocks]
        return any(other.blocks.get(old) == self.base.blocks[old] for old in planned)

    def _let_kind_check(self, merged: Block | None) -> None:
        policy = self.ours.policy
        if merged is None or isinstance(merged, Assign | Owner) or policy is None:
            return
        for entry, message in self.kind.check(policy.scope, [merged.entry]):
            if entry is not None:
                raise Conflict(f"would be invalid: {message}")

    def _lines(self, key: BlockKey, block: Block | None, remarks: Remarks) -> list[str]:
        return block_lines(block, remarks.blocks.get(key, ())) if block is not None else []


def _merge_remarks(base: Remarks, ours: Remarks, theirs: Remarks) -> Remarks:
    keys = base.blocks.keys() | ours.blocks.keys() | theirs.blocks.keys()
    return Remarks(
        top=_merge_comments(base.top, ours.top, theirs.top),
        scope=_merge_comments(base.scope, ours.scope, theirs.scope),
        blocks={
            key: _merge_comments(*(side.blocks.get(key, ()) for side in (base, ours, theirs))) for key in sorted(keys)
        },
        end=_merge_comments(base.end, ours.end, theirs.end),
        scope_keys=ours.scope_keys | theirs.scope_keys,
    )


def _merge_comments(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> tuple[str, ...]:
    """Comments never conflict: where both sides have changed them, theirs that are new come after ours."""
    try:
        return tuple(three_way(base, ours, theirs, ""))
    except Conflict:
        return (*ours, *(line for line in theirs if line not in ours and line not in base))


def _marked(ours: list[str], theirs: list[str]) -> list[str]:
    return ["<<<<<<< ours", *ours, "=======", *theirs, ">>>>>>> theirs"]


def whole_file(ours: bytes, theirs: bytes) -> bytes:
    """Two versions of a file as one conflict between git's markers."""
    texts = [text if not text or text.endswith(b"\n") else text + b"\n" for text in (ours, theirs)]
    return b"<<<<<<< ours\n%b=======\n%b>>>>>>> theirs\n" % (texts[0], texts[1])
