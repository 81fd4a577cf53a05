"""What `init` set up, as text."""

from archgate.report.plain import document
from archgate.run.init import Founded


def render(founded: Founded) -> str:
    """The lists found, the rules proposed with what was frozen, the files written, and what to do next."""
    configuration = founded.configuration
    lines = [f"packages  {', '.join(configuration.packages)}"]
    lines += [f"{name:<9} {', '.join(values)}" for name, values in _lists(founded) if values]
    lines += [f"rule      {policy.rule}: {len(policy.debts)} entries frozen, unreviewed" for policy in founded.policies]
    lines += [f"wrote     {path}" for path in founded.written]
    lines += [f"note      {note}" for note in founded.notes]
    lines += ["next      give each entry a reason and a leaf, commit, then run: archgate check"]
    return document(lines)


def _lists(founded: Founded) -> list[tuple[str, tuple[str, ...]]]:
    configuration = founded.configuration
    return [("exclude", configuration.exclude), ("apart", configuration.apart), ("base", configuration.base)]
