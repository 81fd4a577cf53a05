"""Commands: arguments and output, nothing else; one module a command."""

from archgate.cli.main import main

__all__ = ["main"]
