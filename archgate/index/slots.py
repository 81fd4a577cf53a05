"""The variables of one file: a slot for each name of each scope, found as Python's own scope tables find them."""

from collections.abc import Iterator

from archgate.index.flow import CLASS, FUNCTION, INNER, MODULE, ScopeRow


class Frame:
    """A scope while its code is read. Whether a name is its own is only known at its end.

    `receiver` is the name of the first parameter of a method, `holder` the class whose instances (or which itself) it
    holds. `paths` are the names that imports bind, with the dotted paths that they were imported as.
    """

    __slots__ = (
        "bound", "definition", "early", "globals", "holder", "kind", "name", "nonlocals", "number", "parent", "paths",
        "receiver", "returned", "slots", "yielded",
    )  # fmt: skip

    def __init__(self, number: int, kind: int, name: str, parent: "Frame | None") -> None:
        self.number = number
        self.kind = kind
        self.name = name
        self.parent = parent
        self.definition = number
        self.slots: dict[str, int] = {}
        self.bound: set[str] = set()
        self.early: set[str] = set()  # names that a class's body reads before it binds them
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.paths: dict[str, str] = {}
        self.receiver = ""
        self.holder: Frame | None = None
        self.returned = -1
        self.yielded = -1


class Slots:
    """Every slot of a file. Slots are handed out before it is known whose they are; `settle` says so at the end."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.scope_of: list[int] = []
        self.name_of: list[str] = []
        self.shadows: list[tuple[int, int]] = []  # `session = session` in a class: outer slot, slot of the class
        self.module = self.open(MODULE, "", None)

    def open(self, kind: int, name: str, parent: Frame | None) -> Frame:
        """A new scope in `parent`; comprehensions and lambdas (without a name) belong to the definition around."""
        frame = Frame(len(self.frames), kind, name, parent)
        if parent is not None:
            if not name:
                frame.definition = parent.definition
            prefix = self.frames[parent.definition].name
            frame.name = f"{prefix}.{name}" if prefix and name else name or prefix
        self.frames.append(frame)
        return frame

    def read(self, frame: Frame, name: str) -> int:
        """The slot of a name that is used in a scope."""
        slot = frame.slots.get(name)
        if frame.kind == CLASS and name not in frame.bound:
            frame.early.add(name)
        if slot is None:
            if name in frame.globals:
                frame = self.module
                slot = frame.slots.get(name)
            slot = self._new(frame, name) if slot is None else slot
        return slot

    def bind(self, frame: Frame, name: str) -> int:
        """The slot of a name that a scope binds."""
        if name in frame.globals:
            frame = self.module
        if name not in frame.nonlocals:
            frame.bound.add(name)
        return self.read(frame, name)

    def temporary(self) -> int:
        """A slot for a value without a name."""
        self.scope_of.append(0)
        self.name_of.append("")
        return len(self.name_of) - 1

    def path(self, frame: Frame | None, name: str) -> str:
        """The dotted path that a name was imported as, as far as the file has been read; "" for other names.

        A builtin's path is its name with `builtins.` in front.
        """
        first = frame
        while frame is not None:
            if name in frame.bound and (frame is first or frame.kind != CLASS):
                return frame.paths.get(name, "")
            frame = frame.parent
        return f"builtins.{name}"

    def receiver(self, frame: Frame | None, name: str) -> Frame | None:
        """The class whose instance a name holds because it is the first parameter of a method around."""
        while frame is not None and name not in frame.bound:
            frame = frame.parent
        return frame.holder if frame is not None and frame.receiver == name else None

    def settle(self) -> list[int]:
        """For each slot the one that Python would find; equal for slots of one variable."""
        home = list(range(len(self.name_of)))
        for frame in self.frames[1:]:
            for name, slot in list(frame.slots.items()):
                if name not in frame.bound:
                    owner = self._owner(frame, name)
                    home[slot] = owner.slots[name] if name in owner.slots else self._late(home, owner, name)
                elif name in frame.early:
                    owner = self._owner(frame, name)
                    self.shadows.append(
                        (owner.slots[name] if name in owner.slots else self._late(home, owner, name), slot)
                    )
        return home

    def rows(self) -> Iterator[ScopeRow]:
        """The scopes as they are kept."""
        for frame in self.frames:
            parent = frame.parent.number if frame.parent else -1
            yield ScopeRow(frame.kind, parent, frame.name, frame.definition)

    def _owner(self, frame: Frame, name: str) -> Frame:
        outer = frame.parent
        while outer is not None and outer.parent is not None:
            if name in outer.bound and (outer.kind in (FUNCTION, INNER)):
                return outer
            if name in outer.globals:
                break
            outer = outer.parent
        return self.module

    def _late(self, home: list[int], owner: Frame, name: str) -> int:
        home.append(len(home))
        return self._new(owner, name)

    def _new(self, frame: Frame, name: str) -> int:
        slot = len(self.name_of)
        frame.slots[name] = slot
        self.scope_of.append(frame.number)
        self.name_of.append(name)
        return slot
