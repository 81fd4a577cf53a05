"""How values flow through one file: its scopes, their variables, and every path expression with where its value goes.

Knows no policy and no other file. `ModuleIndex.flow` holds it encoded, so that only those who follow values decode it.
"""

from typing import Literal

import msgspec
from msgspec import Struct

Sink = Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

EVALUATED: Sink = 0
"""The value is used for nothing that is followed; its calls are uses."""
BOUND: Sink = 1
"""Assigned to slot `a`."""
PASSED: Sink = 2
"""An argument of call `a`: at position `b`, or by the keyword `strings[-b - 1]`."""
RETURNED: Sink = 3
"""Returned or yielded into slot `a`."""
CONTAINED: Sink = 4
"""An element of the container that slot `a` holds, under the key `strings[b]`; -1: under any."""
INHERITED: Sink = 5
"""A base of the class with scope `a`."""
STORED: Sink = 6
"""Assigned to the attribute `strings[b]` of what slot `a` holds."""
ANNOTATED: Sink = 7
"""The annotation of slot `a`, which holds an instance of it."""
RAISED: Sink = 8
"""Raised: making the exception is no use."""
SEARCHED: Sink = 9
"""The first argument of a `getattr` whose second is not constant."""
HANDED: Sink = 10
"""As `PASSED`, of a value that is noted as passed already: to a function that the call it was passed to runs."""
SPREAD: Sink = 11
"""A container whose elements are arguments of call `a`: from position `b` on; -1: those that its keys name."""

LEADING = frozenset((BOUND, RETURNED, ANNOTATED))
"""The sinks that are slots which then hold the value."""
GIVING = frozenset((PASSED, HANDED, SPREAD))
"""The sinks that are arguments of a call."""

SUBSCRIPT, ITERATE, ENTER, INSTANCE = -1, -2, -3, -4
"""Operations: an element under any key, each element, what `with` gives, an instance of the class.

Even numbers from 0 read the attribute `strings[n // 2]`, odd ones the element under the constant key
`strings[n // 2]`; numbers from `CALL` down are calls: call `CALL - n` of the file.
"""
CALL = -10

MODULE, CLASS, FUNCTION, INNER = 0, 1, 2, 3
"""What opens a scope; `INNER`: a comprehension. A lambda is a function."""

PROPERTY, STATIC, OF_CLASS = 1, 2, 4
"""Flags of a function: called by reading it; without receiver; with the class as receiver."""


class Chain(Struct, frozen=True, array_like=True, gc=False):
    """One path expression: the slot that it starts from, the operations on it, and the sink of its value.

    `definition` is the scope (module, class or named function) that it belongs to.
    """

    root: int
    sink: Sink
    a: int
    b: int
    line: int
    definition: int
    operations: tuple[int, ...]


class ScopeRow(Struct, frozen=True, array_like=True, gc=False):
    """A scope: its kind, the scope around it, its qualified name (a lambda has its definition's), its definition."""

    kind: int
    parent: int
    name: str
    definition: int


class FunctionRow(Struct, frozen=True, array_like=True, gc=False):
    """A function: its scope, the slot that holds it, the slot of what it returns, its parameters in order.

    `positional` are slots; `named` pairs keyword-only names with slots. `receiver`: the first parameter is the instance
    (or class) of the class that the function stands in. `rest` and `others` are the containers that `*args` and
    `**kwargs` hold, -1 where there is none.
    """

    scope: int
    slot: int
    returned: int
    positional: tuple[int, ...]
    named: tuple[int, ...]
    flags: int = 0
    rest: int = -1
    others: int = -1


class ClassRow(Struct, frozen=True, array_like=True, gc=False):
    """A class: its scope, the slot that holds it, and its annotated fields in order, as slots."""

    scope: int
    slot: int
    fields: tuple[int, ...]


class Imported(Struct, frozen=True, array_like=True, gc=False):
    """A slot bound by an import: `ordinal` counts in `ModuleIndex.imports`.

    `whole`: it holds the module that the import names, not the first segment's. `foothold`: the name is mentioned
    elsewhere than in annotations, `except`, `raise` and `isinstance`, or nowhere.
    """

    slot: int
    ordinal: int
    whole: bool
    foothold: bool


class Flow(Struct, frozen=True, array_like=True, gc=False):
    """All of one file; what is not always needed stays encoded, with a function of this module to decode it.

    `names` are the slots of module-level names; `slot_scopes` and `slot_names` give each slot's scope and the string
    that is its name (-1: a temporary one). `unbound` are slots of module-level names that nothing in the file binds:
    builtins, and what a star brings. `keys` gives, for calls of `get` and the like, the string that is the
    constant key. `chains` holds the paths by root.
    """

    strings: tuple[str, ...]
    scopes: tuple[ScopeRow, ...]
    names: dict[str, int]
    slot_scopes: tuple[int, ...]
    slot_names: tuple[int, ...]
    functions: msgspec.Raw
    classes: msgspec.Raw
    imports: tuple[Imported, ...]
    unbound: tuple[int, ...]
    keys: dict[int, int]
    calls: msgspec.Raw
    chains: dict[int, bytes]
    sources: msgspec.Raw


_FUNCTIONS = msgspec.msgpack.Decoder(tuple[FunctionRow, ...])
_CLASSES = msgspec.msgpack.Decoder(tuple[ClassRow, ...])
_CALLS = msgspec.msgpack.Decoder(tuple[tuple[int, ...], ...])
_SOURCES = msgspec.msgpack.Decoder(dict[int, tuple[int, ...]])
_CHAINS = msgspec.msgpack.Decoder(tuple[Chain, ...])
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Flow)


def encode(flow: Flow) -> bytes:
    """The flow as msgpack."""
    return _ENCODER.encode(flow)


def decode(data: bytes) -> Flow:
    """The flow that was encoded."""
    return _DECODER.decode(data)


def raw(value: object) -> msgspec.Raw:
    """A part of a flow that stays encoded."""
    return msgspec.Raw(_ENCODER.encode(value))


def functions_of(flow: Flow) -> tuple[FunctionRow, ...]:
    """The functions of a file."""
    return _FUNCTIONS.decode(flow.functions)


def classes_of(flow: Flow) -> tuple[ClassRow, ...]:
    """The classes of a file."""
    return _CLASSES.decode(flow.classes)


def calls_of(flow: Flow) -> tuple[tuple[int, ...], ...]:
    """What each call whose arguments are followed calls: a slot and operations; () for other calls."""
    return _CALLS.decode(flow.calls)


def sources_of(flow: Flow) -> dict[int, tuple[int, ...]]:
    """For each slot the roots of the paths that lead into it."""
    return _SOURCES.decode(flow.sources)


def encode_chains(chains: list[Chain]) -> bytes:
    """Chains of one root as they stand in a flow."""
    return _ENCODER.encode(chains)


def decode_chains(data: bytes) -> tuple[Chain, ...]:
    """The chains that were encoded."""
    return _CHAINS.decode(data)


def encoded_string(text: str) -> bytes:
    """How a string stands in an encoded flow, so that it can be looked for without decoding."""
    return _ENCODER.encode(text)
