"""Arguments: what a call passes to what it calls, and to a function that it was given to run."""

import ast
from collections.abc import Iterator, Sequence

from msgspec import Struct

from archgate.index import flow as f
from archgate.index.flow import Sink
from archgate.index.tracing.assignments import Assignments
from archgate.index.tracing.record import Value, Values

Given = tuple[Values, Sink, int | None]
"""An argument, how it is given, and its place: a position, below 0 a keyword; None behind a star."""


class Runner(Struct, frozen=True):
    """How a call runs a function that it is given: `at` is the function's position, what follows are its arguments.

    `each`: it is run with each element of those. `packed`: they are packed, the positional ones in a tuple, the others
    in a dictionary behind it. By the keywords `target`, `args` and `kwargs` all three can be given too.
    """

    at: int = 0
    each: bool = False
    packed: bool = False
    target: str = ""
    args: str = ""
    kwargs: str = ""


_LATER = (
    "add_task", "call", "call_soon", "call_soon_threadsafe", "callback", "callFromThread", "deferToThread",
    "push_async_callback", "run", "run_in_threadpool", "run_sync", "spawn", "start_soon", "submit", "to_thread",
)  # fmt: skip
_AFTER_ANOTHER = ("call_at", "call_later", "callLater", "run_in_executor")
RUNNERS = {
    **dict.fromkeys(_LATER, Runner()),
    **dict.fromkeys(_AFTER_ANOTHER, Runner(1)),
    **dict.fromkeys(("filter", "imap", "imap_unordered", "map"), Runner(each=True)),
    **dict.fromkeys(("apply", "apply_async"), Runner(packed=True, args="args", kwargs="kwds")),
    **dict.fromkeys(("Process", "Thread"), Runner(1, packed=True, target="target", args="args", kwargs="kwargs")),
    "start_new_thread": Runner(packed=True),
    "Timer": Runner(1, packed=True, target="function", args="args", kwargs="kwargs"),
}
"""The calls that run what they are given, by the last segment of their name; it counts where that is the host's own."""


class Arguments(Assignments):
    """Reads the arguments of calls."""

    def _called(
        self,
        callee: Value | None,
        arguments: Sequence[ast.expr],
        keywords: Sequence[ast.keyword],
        runner: Runner | None = None,
    ) -> Value | None:
        call = self._new_call(callee)
        followed = call if callee is not None else -1
        if runner is None:
            self._pass(followed, arguments, keywords)
        else:
            self._pass_on(followed, arguments, keywords, runner)
        return None if callee is None else (callee[0], (*callee[1], f.CALL - call), callee[2])

    def _new_call(self, callee: Value | None) -> int:
        self.calls.append(() if callee is None else (callee[0], *callee[1]))
        return len(self.calls) - 1

    def _pass(self, call: int, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> None:
        """Read the arguments of a call (-1: of one that is not followed)."""
        for value, sink, place in self._given(arguments, keywords):
            self._give(value, sink, call, place)

    def _pass_on(
        self, call: int, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword], runner: Runner
    ) -> None:
        """Read the arguments of a call that runs one of them."""
        given = [(self.held(value, 0), sink, place) for value, sink, place in self._given(arguments, keywords)]
        for one in given:
            self._give(*one[:2], call, one[2])
        target = self._keyword(runner.target)
        run = next((value for value, sink, place in given if sink == f.PASSED and place in (runner.at, target)), None)
        if run is not None:
            inner = self._new_call(run)
            handed = self._unpacked if runner.packed else self._following
            for value, sink, place in handed(given, runner):
                self._give(value, sink, inner, place)

    def _following(self, given: Sequence[Given], runner: Runner) -> Iterator[Given]:
        """What the function that is run is given: what follows it, and keywords."""
        for value, sink, place in given:
            if place is not None and (place < 0 or place > runner.at):
                element = self.step(value, f.ITERATE, 0) if runner.each else value
                own = place if place < 0 else place - runner.at - 1
                yield element, f.HANDED if sink == f.PASSED else sink, own

    def _unpacked(self, given: Sequence[Given], runner: Runner) -> Iterator[Given]:
        """What the function that is run is given, where that is packed."""
        packed = self._packed(runner)
        for value, _, place in given:
            if place in packed:
                yield value, f.SPREAD, packed[place]

    def _packed(self, runner: Runner) -> dict[int | None, int]:
        """The places of packed arguments, and from where on their elements are arguments: -1 by their keys."""
        named = {self._keyword(name): start for name, start in ((runner.args, 0), (runner.kwargs, -1)) if name}
        return {runner.at + 1: 0, runner.at + 2: -1} | named

    def _keyword(self, name: str) -> int | None:
        return -self.string(name) - 1 if name else None

    def _given(self, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> Iterator[Given]:
        starred = False
        for position, argument in enumerate(arguments):
            place = None if starred else position
            if isinstance(argument, ast.Starred):
                starred = True
                yield self.value(argument.value), f.SPREAD, place
            elif type(argument) is not ast.Constant:
                yield self.value(argument), f.PASSED, place
        for keyword in keywords:
            if keyword.arg is None:
                yield self.value(keyword.value), f.SPREAD, -1
            elif type(keyword.value) is not ast.Constant:
                yield self.value(keyword.value), f.PASSED, -self.string(keyword.arg) - 1

    def _give(self, value: Values, sink: Sink, call: int, place: int | None) -> None:
        if place is None:
            self.emit(value, sink, -1, 0)
        else:
            self.emit(value, sink, call, place)
