"""Ways to get debt in through the tools that measure: each is refused in the change that opens the way."""

import json

import pytest

from tests.gate.marked import CONFIGURATION, configured, fixture
from tests.gate.repository import Repository
from tests.gate.sample import decision
from tests.gate.steps import (
    Case,
    Step,
    apply,
    assert_holds,
    assert_refused,
    assert_stopped,
    commit,
    judged,
    land,
    ran,
    table,
    write,
)

RUFF = 'schema = 1\nrule = "ruff"\nkind = "diagnostics"\ntitle = "No more"\n\n[scope]\ntool = "ruff"\n'
WRITE = ran("fixture", "write")


def selecting(codes: str, more: str = "") -> Step:
    """The configuration, with what ruff selects."""
    return write(CONFIGURATION, f"{configured()}\n[tool.ruff.lint]\nselect = {codes}\n{more}")


@pytest.fixture(autouse=True)
def _ruled(host: Repository) -> None:
    """What ruff says of the sample is ratcheted at base."""
    apply(host, [land(selecting("['E', 'F', 'B']"), write("policies/ruff.toml", RUFF), WRITE)])


@table(
    Case(
        "rules that nothing breaks yet are let go",
        (selecting("['E', 'F']"), WRITE),
        ("LOOSENED ruff|configuration|select:B",),
    ),
    Case(
        "a limit of a rule is raised over all that there is",
        (selecting("['E', 'F', 'B']", "[tool.ruff]\nline-length = 300\n"), WRITE),
        ("LOOSENED ruff|configuration|line-length",),
    ),
    Case(
        "a new folder with a configuration of its own",
        (write("app/new/__init__.py", ""), write("app/new/ruff.toml", "lint.select = ['E', 'F']\n"), WRITE),
        ("LOOSENED ruff|configuration|app/new:select:B",),
    ),
    Case(
        "a module in a folder that ruff passes over",
        (write("app/dist/__init__.py", ""),),
        ("NEW ruff|app.dist:<module>|not-examined",),
    ),
)
def test_the_way_is_not_opened(host: Repository, case: Case) -> None:
    assert_refused(judged(host, case), case.findings)


def test_a_rule_is_let_go_by_a_decision_of_the_law_alone(host: Repository) -> None:
    decided = write("policies/decisions/b.toml", decision("loosen", "ruff|configuration|select:B"))
    apply(host, [selecting("['E', 'F']"), WRITE, decided, commit()])
    assert_holds(host.check())


def test_more_rules_are_no_loosening(host: Repository) -> None:
    apply(host, [selecting("['E', 'F', 'B', 'C4']"), WRITE, commit()])
    assert_holds(host.check())


def test_a_run_for_one_rule_asks_no_tool_of_another(host: Repository) -> None:
    apply(host, [write("ruff.toml", "lint.select = 1\n"), commit()])
    other = host.check("--rule", "size")
    assert (other.exit, other.findings) == (0, [])
    stopped = host.check("--rule", "ruff")
    assert_stopped(stopped, 3, "UNMEASURED")
    assert "STALE" not in stopped.codes(), "what was not measured has not gone"


def test_a_run_for_one_rule_is_told_what_that_rule_lets_go(host: Repository) -> None:
    apply(host, [selecting("['E', 'F']"), WRITE, commit()])
    other = host.check("--rule", "size")
    assert (other.exit, other.findings) == (0, [])
    assert_refused(host.check("--rule", "ruff"), ("LOOSENED ruff|configuration|select:B",))


TYPES = RUFF.replace("ruff", "mypy").replace('rule = "mypy"', 'rule = "types"')


def test_what_other_packages_show_is_told_with_its_cure(host: Repository) -> None:
    """Base's marks lack what mypy says of base here: it may be what is installed, and only base can say so."""
    wrong = write("app/wrong.py", "x: int = ''\n")
    apply(host, [land(wrong), land(write("policies/types.toml", TYPES), WRITE)])
    written = json.loads(host.read("fixtures/types.json"))
    lacking = fixture({}, "types", written["measured_by"])
    apply(host, [land(write("fixtures/types.json", lacking)), write("README.md", "More.\n"), commit()])
    found = [one for one in host.check("--rule", "types").findings if one["code"] == "INHERITED"]
    [told] = [one for one in found if one["id"] == "types|app.wrong:<module>|assignment"]
    assert told["fix"].endswith("than when the marks were written: archgate fixture rebase")
