"""What is read of a SARIF 2.1.0 file: the runs of tools, with their results, locations and what they say went wrong."""

from typing import Literal

from msgspec import Struct

Level = Literal["none", "note", "warning", "error"]


class Text(Struct, frozen=True):
    """A message."""

    text: str = ""


class Location(Struct, rename="camel"):
    """An artifact: its URI, the name of the URI that this is relative to, or its place among the run's artifacts."""

    uri: str = ""
    uri_base_id: str = ""
    index: int = -1


class Region(Struct, rename="camel"):
    """Lines, from 1."""

    start_line: int = 0


class Physical(Struct, rename="camel"):
    """A place in an artifact."""

    artifact_location: Location | None = None
    region: Region | None = None


class Place(Struct, rename="camel"):
    """Where a result stands."""

    physical_location: Physical | None = None


class Settings(Struct):
    """How a rule is set."""

    level: Level = "warning"


class Rule(Struct, rename="camel"):
    """A rule of a tool."""

    id: str
    default_configuration: Settings | None = None


class RuleReference(Struct):
    """The rule of a result."""

    id: str = ""
    index: int = -1


class Result(Struct, rename="camel"):
    """One observation. `kind` says whether it is a fault, `baseline_state` whether it is there any more."""

    rule_id: str = ""
    rule_index: int = -1
    rule: RuleReference | None = None
    kind: str = "fail"
    level: Level | None = None
    baseline_state: str = ""
    locations: list[Place] = []


class Notification(Struct):
    """What a tool says of its own work."""

    message: Text = Text()
    level: Level = "warning"


class Invocation(Struct, rename="camel"):
    """How a tool ran."""

    execution_successful: bool = True
    tool_execution_notifications: list[Notification] = []
    tool_configuration_notifications: list[Notification] = []


class Driver(Struct, rename="camel"):
    """The tool itself."""

    name: str
    version: str = ""
    semantic_version: str = ""
    rules: list[Rule] = []


class Named(Struct):
    """What holds the tool."""

    driver: Driver


class Artifact(Struct):
    """A file that was looked at."""

    location: Location | None = None
    hashes: dict[str, str] = {}


class Run(Struct, rename="camel"):
    """One run of one tool; `results` are missing where it did not come to any."""

    tool: Named
    results: list[Result] | None = None
    invocations: list[Invocation] = []
    artifacts: list[Artifact] = []
    original_uri_base_ids: dict[str, Location] = {}


class Log(Struct):
    """A SARIF file."""

    version: str
    runs: list[Run]
