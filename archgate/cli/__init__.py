"""Commands: arguments and output, nothing else; one module a command."""

from archgate.cli.command_line import main

__all__ = ["main"]
