"""JSON as every command prints it: sorted keys in a fixed order, one document, one line end."""

from typing import Any

import msgspec

SCHEMA = 1
"""The version of all JSON outputs."""


def to_json(document: Any) -> str:
    """The document, indented, with a line end. Equal documents give equal text."""
    data = msgspec.json.format(msgspec.json.encode(document), indent=2)
    return data.decode("utf-8") + "\n"
