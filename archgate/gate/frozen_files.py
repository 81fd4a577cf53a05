"""How git treats frozen files: the same bytes everywhere, and branches that merge by archgate's own merge."""

from archgate.gate.checkup import Check
from archgate.host.configuration import Configuration
from archgate.host.git import Git, GitError

ATTRIBUTES = (
    "{policies}/*.toml text eol=lf merge=archgate",
    "{policies}/decisions/*.toml text eol=lf",
    "{fixtures}/*.json text eol=lf merge=archgate-fixtures",
)
"""The lines of `.gitattributes` for frozen files; the folders are to be filled in."""
DRIVERS = {
    "archgate": ("{policies}/*.toml", "archgate policy merge %O %A %B %P"),
    "archgate-fixtures": ("{fixtures}/*.json", "archgate fixture merge %O %A %B %P"),
}
"""The merge drivers: what each merges, and what git should run for it."""


def attribute_lines(configuration: Configuration) -> list[str]:
    """The lines that `.gitattributes` beside the configuration should have."""
    return [line.format(policies=configuration.policies, fixtures=configuration.fixtures) for line in ATTRIBUTES]


def line_ends(git: Git | None, configuration: Configuration) -> Check:
    """Whether git checks frozen files out with LF, wherever that is said."""
    if git is None:
        return Check("line ends", "ok", "no git here, so nothing converts them")
    lacking = [line for line in attribute_lines(configuration) if not _keeps_line_ends(git, line.split(" ")[0])]
    if not lacking:
        return Check("line ends", "ok", "git keeps policies and fixtures with LF")
    message = "git may convert the line ends of frozen files"
    return Check("line ends", "warn", message, f"add to .gitattributes: {'; '.join(lacking)}")


def merge_driver(git: Git | None, configuration: Configuration) -> Check:
    """Whether git merges policies and fixtures by archgate: the attribute travels, the driver is each clone's."""
    if git is None:
        return Check("merge driver", "ok", "no git here, so nothing is merged")
    folders = {"policies": configuration.policies, "fixtures": configuration.fixtures}
    asked = [(name, pattern.format(**folders), command) for name, (pattern, command) in DRIVERS.items()]
    faults = [fault for name, pattern, command in asked if (fault := _driver_fault(git, pattern, name, command))]
    if faults:
        messages, fixes = zip(*faults, strict=True)
        return Check("merge driver", "warn", "; ".join(dict.fromkeys(messages)), "; ".join(fixes))
    found = (f"`{_attribute(git, pattern, 'merge')}`" for _, pattern, _ in asked)
    return Check("merge driver", "ok", f"policies and fixtures are merged by {' and '.join(found)}")


def _driver_fault(git: Git, pattern: str, name: str, command: str) -> tuple[str, str] | None:
    """What keeps git from merging files by archgate, and what to do; None where nothing does."""
    driver = _attribute(git, pattern, "merge")
    if driver in ("unspecified", "set", "unset"):
        fix = f"add to .gitattributes: {pattern} merge={name}"
        return "two branches that each pay off debt will conflict", fix
    if not _setting(git, f"merge.{driver}.driver"):
        message = f".gitattributes asks for `{driver}`, which this clone has not set up"
        return message, f"run in each clone: git config merge.{driver}.driver '{command}'"
    return None


def _keeps_line_ends(git: Git, pattern: str) -> bool:
    return _attribute(git, pattern, "eol") == "lf" or _attribute(git, pattern, "text") == "unset"


def _attribute(git: Git, pattern: str, name: str) -> str:
    """The value that a file of such a name has for an attribute of git's."""
    answer = git.run("check-attr", "-z", name, "--", pattern.replace("*", "example")).split(b"\0")
    return answer[2].decode("utf-8", "replace")


def _setting(git: Git, name: str) -> str:
    try:
        return git.run("config", "--get", name).decode("utf-8", "replace").strip()
    except GitError:
        return ""
