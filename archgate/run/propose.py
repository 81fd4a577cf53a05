"""The rules that `init` proposes for a host: what every host should hold, and what its own tools measure already."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from archgate.facts.complexity import SENSIBLE
from archgate.facts.tool_settings import settings_tables
from archgate.host.configuration import Configuration
from archgate.host.errors import InputError, invalid
from archgate.host.phrases import meant_or_listed
from archgate.host.tree import Tree
from archgate.link.host import HostIndex
from archgate.measure import known_kinds
from archgate.policy.document import Policy
from archgate.policy.fixture import fixture_path

EGRESS = "egress"
CLIENTS = ("database_broker", "raw_transport", "vendor_sdk")
"""The groups of targets that only adapters should use."""

SETTINGS = {
    "ruff": ("ruff.toml", ".ruff.toml", "pyproject.toml"),
    "mypy": ("mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg"),
}
"""Where a host says that it uses a tool, at its root."""

REPORTS = ("coverage.json", "coverage.xml")
"""What a coverage report is called."""

ASKED = ("coverage", "mypy", "ruff")
"""What has a rule of its own where a host uses it already, or when it is asked for."""

RULES = {"mypy": "types", "ruff": "lint"}
"""The rules that ask a tool. None is called `ruff`: a `ruff.toml` anywhere is what ruff takes for configuration."""


class Proposal(Struct, frozen=True):
    """A policy without entries. `is_asked`: a person wants it, so that what cannot be measured is an error."""

    policy: Policy
    is_asked: bool = True


def proposed(host: HostIndex, tree: Tree, configuration: Configuration, asked: Sequence[str]) -> Sequence[Proposal]:
    """The rules for a host, and those of `ASKED` that are asked for. Raises InputError for another name."""
    for rule in asked:
        if rule not in ASKED:
            raise invalid(f"`{rule}` is no rule that can be asked for", meant_or_listed(rule, ASKED))
    roots = tuple(sorted(host.universe.roots))
    make = _Maker(configuration)
    found = [Proposal(policy) for policy in _always(make, roots)]
    used = {rule: _uses(tree, rule) for rule in ASKED}
    policies = {
        "ruff": make(RULES["ruff"], "diagnostics", "No more of what ruff says", tool="ruff", modules=roots),
        "mypy": make(RULES["mypy"], "diagnostics", "No more of what mypy says", tool="mypy", modules=roots),
        "coverage": make(
            "coverage", "coverage", "What is tested stays tested", report=used["coverage"] or REPORTS[0], packages=roots
        ),
    }
    return found + [Proposal(policies[rule], rule in asked) for rule in ASKED if rule in asked or used[rule]]


class _Maker:
    """Makes policies for a configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration

    def __call__(self, rule: str, kind: str, title: str, **scope: Any) -> Policy:
        path = f"{self.configuration.policies}/{rule}.toml"
        fixture = fixture_path(self.configuration, rule) if known_kinds()[kind].marked else ""
        return Policy(path, rule, kind, title, known_kinds()[kind].Scope(**scope), fixture=fixture)


def _always(make: _Maker, roots: tuple[str, ...]) -> Iterator[Policy]:
    yield make("host-cycles", "cycle", "No modules import one another in a circle", modules=roots)
    yield make("unresolved", "unresolved", "Every first-party import reaches the host")
    clients = "Network and databases only through adapters"
    yield make(EGRESS, "capability", clients, modules=roots, groups=CLIENTS)
    yield make("opaque", "capability", "No more code that cannot be seen through", modules=roots, groups=("opaque",))
    sizes = "Functions, classes and files that a person can hold in mind"
    yield make("complexity", "complexity", sizes, modules=roots, **SENSIBLE)
    yield make("suppressions", "suppressions", "No more passing over what tools say", modules=roots)


def _uses(tree: Tree, rule: str) -> str:
    """The file that shows that a host has a tool or a report, "" where none does."""
    if rule == "coverage":
        return next((name for name in REPORTS if tree.read(name) is not None), "")
    return next((name for name in SETTINGS[rule] if _configures(tree, name, rule)), "")


def _configures(tree: Tree, name: str, tool: str) -> bool:
    data = tree.read(name)
    if data is None:
        return False
    try:
        return any(found == tool for found, _, _ in settings_tables(name, data))
    except InputError:
        return False
