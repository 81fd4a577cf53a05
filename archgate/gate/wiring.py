"""The lines of a CI file that call the gate, and those that would let it fail in vain."""

import re

_CALL = re.compile(r"\barchgate(\.exe)?\s+(check|fixture|policy|roadmap|leaf|docs)\b")
_SOFTENER = re.compile(
    r"continue-on-error\s*:\s*(?!false\b)|allow_failure\s*:\s*(?!false\b)|\|\|\s*(true|:|exit\s+0)\b|^if\s*:\s*false\b|^when\s*:\s*(manual|never)\b"
)


def calls_of_gate(data: bytes) -> list[str]:
    """The lines, stripped, that run a verdict of archgate; comments are none."""
    return [line for line in _lines(data) if _CALL.search(line)]


def softeners(data: bytes) -> list[str]:
    """The lines, stripped, that make a failing step pass."""
    return [line for line in _lines(data) if _SOFTENER.search(line)]


def _lines(data: bytes) -> list[str]:
    stripped = (line.strip() for line in data.decode("utf-8", "replace").splitlines())
    return [line for line in stripped if line and not line.startswith("#")]
