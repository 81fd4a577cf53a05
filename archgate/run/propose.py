"""The rules that `init` proposes for a host: what every host should hold, and what its own tools measure already."""

from collections.abc import Iterator, Sequence
from typing import Any

from archgate.facts.complexity import SENSIBLE
from archgate.host.configuration import Configuration
from archgate.link.host import HostIndex
from archgate.measure import known_kinds
from archgate.policy.document import Policy
from archgate.policy.fixture import fixture_path

EGRESS = "egress"
CLIENTS = ("database_broker", "raw_transport", "vendor_sdk")
"""The groups of targets that only adapters should use."""


def proposed(host: HostIndex, configuration: Configuration) -> Sequence[Policy]:
    """Policies without entries: cycles, imports that reach nothing, clients, code that hides, and complexity."""
    roots = tuple(sorted(host.universe.roots))
    return list(_policies(roots, configuration))


def _policies(roots: tuple[str, ...], configuration: Configuration) -> Iterator[Policy]:
    def policy(rule: str, kind: str, title: str, **scope: Any) -> Policy:
        path = f"{configuration.policies}/{rule}.toml"
        fixture = fixture_path(configuration, rule) if known_kinds()[kind].marked else ""
        return Policy(path, rule, kind, title, known_kinds()[kind].Scope(**scope), fixture=fixture)

    yield policy("host-cycles", "cycle", "No modules import one another in a circle", modules=roots)
    yield policy("unresolved", "unresolved", "Every first-party import reaches the host")
    clients = "Network and databases only through adapters"
    yield policy(EGRESS, "capability", clients, modules=roots, groups=CLIENTS)
    yield policy("opaque", "capability", "No more code that cannot be seen through", modules=roots, groups=("opaque",))
    sizes = "Functions, classes and files that a person can hold in mind"
    yield policy("complexity", "complexity", sizes, modules=roots, **SENSIBLE)
