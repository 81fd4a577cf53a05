"""What `init` set up, as text."""

from msgspec import Struct

from archgate.host.configuration import Configuration
from archgate.host.phrases import number_of
from archgate.policy.document import Policy
from archgate.report.plain import document


class Founded(Struct, frozen=True):
    """What `init` wrote, and what it found on the way that people should know."""

    written: tuple[str, ...]
    configuration: Configuration
    policies: tuple[Policy, ...]
    notes: tuple[str, ...]


def render(founded: Founded) -> str:
    """The lists found, the rules proposed with what was frozen, the files written, and what to do next."""
    configuration = founded.configuration
    lines = [f"packages  {', '.join(configuration.packages)}"]
    lines += [f"{name:<9} {', '.join(values)}" for name, values in _lists(founded) if values]
    lines += [f"rule      {policy.rule}: {_state(policy)}" for policy in founded.policies]
    lines += [f"wrote     {path}" for path in founded.written]
    lines += [f"note      {note}" for note in founded.notes]
    lines += ["next      give each entry a reason and a leaf, commit, then run: archgate check"]
    return document(lines)


def _state(policy: Policy) -> str:
    return (
        f"{number_of(len(policy.debts), 'mark')} in {policy.fixture}"
        if policy.fixture
        else f"{number_of(len(policy.debts), 'entry', 'entries')} frozen, unreviewed"
    )


def _lists(founded: Founded) -> list[tuple[str, tuple[str, ...]]]:
    configuration = founded.configuration
    return [("exclude", configuration.exclude), ("apart", configuration.apart), ("base", configuration.base)]
