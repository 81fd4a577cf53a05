"""What a check of the gate's wiring comes to."""

from typing import Literal

from msgspec import Struct

State = Literal["ok", "warn", "fail", "by hand"]


class Check(Struct, frozen=True):
    """One thing looked at: what (`name`), how it is, what was seen (`message`), and what mends it (`fix`)."""

    name: str
    state: State
    message: str
    fix: str = ""
