"""Where a line of a source belongs: the innermost definition around it."""

from archgate.link.host import HostIndex

MODULE_LEVEL = "<module>"
"""What stands for the definition where there is none."""


def subject_of(host: HostIndex, module: str, line: int) -> str:
    """`module:definition` of a line (from 1) of a module; the innermost definition, decorators included."""
    around = [one for one in host.modules[module].index.definitions if one.line <= line <= one.end]
    innermost = max(around, key=lambda one: (one.line, -one.end), default=None)
    return f"{module}:{innermost.name if innermost else MODULE_LEVEL}"
