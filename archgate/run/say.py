"""What is said beside the result: on stderr, so that stdout carries results alone."""

import sys

from archgate.host.printable import printable


def say(text: str) -> None:
    """One line on stderr."""
    sys.stderr.write(f"archgate: {printable(text)}\n")
