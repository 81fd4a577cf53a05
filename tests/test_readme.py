"""The README tells the truth: its examples are read, its commands and options are there."""

import re
from pathlib import Path

import pytest

from archgate.cli import main
from archgate.host.configuration import read_configuration
from archgate.host.tree import DiskTree
from archgate.measure import known_kinds
from archgate.policy.decisions import read_decision
from archgate.policy.fixture import read_marks, render_marks
from archgate.policy.reader import read_policy
from archgate.policy.roadmap_reader import read_roadmap_policy
from archgate.policy.roadmap_terms import STATES
from archgate.report.schemas import NAMES
from archgate.roadmap.conditions import JUDGES
from archgate.roadmap.lint import lint
from archgate.roadmap.reading import read_roadmap
from archgate.roadmap.unknown_names import unknown_names
from archgate.version import VERSION
from tests.gate.repository import Repository

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
CONFIGURATION, POLICY, LAYERS, ASSIGN, DECISION, LEAVES = EXAMPLES


REACHES = "from app.adapters.http import get\n"
HOST = {
    "archgate.toml": 'packages = ["app"]\nbase = ["main"]\n',
    "policies/adapter-edge.toml": POLICY,
    "policies/host-cycles.toml": 'schema = 1\nrule = "host-cycles"\nkind = "cycle"\n',
    "app/__init__.py": "",
    "app/adapters/__init__.py": "",
    "app/adapters/http.py": "def get(url): ...\n",
    "app/chain/__init__.py": "",
    "app/chain/feed.py": REACHES,
    "app/chain/prices.py": "def price(order): ...\n",
    "app/wiring.py": REACHES,
}
"""The host that the README shows a change of."""

GROUPS = ("docs", "fixture", "leaf", "policy", "roadmap")
"""Commands that have commands of their own."""


def _commands() -> list[tuple[str, tuple[str, ...]]]:
    """Each command of the table of commands, and the options named beside it."""
    table = README.partition("\n## Commands\n")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `archgate ")]
    cells = [re.split(r"(?<!\\)\|", row) for row in rows]
    return [
        (command, tuple(re.findall(r"(?<![\w-])--[a-z]+", "".join(row))))
        for row in cells
        for command in re.findall(rf"`archgate ((?:(?:{'|'.join(GROUPS)}) )?[a-z]+)", row[1])
    ]


@pytest.mark.parametrize("group", ["", *GROUPS])
def test_each_command_is_told_in_a_line(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*group.split(), "--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:")[2]
    assert [line for line in listed.splitlines() if line.endswith("...")] == []


@pytest.mark.parametrize(("command", "options"), _commands())
def test_each_command_exists_with_its_options(
    command: str, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "--help"]) == 0
    told = capsys.readouterr().out
    assert [option for option in options if option not in told] == []


def test_each_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    told = {command for command, _ in _commands()}
    for group in ("", *GROUPS):
        assert main([*group.split(), "--help"]) == 0
        listed = re.findall(r"^  ([a-z]+) {2,}", capsys.readouterr().out.partition("Commands:")[2], re.MULTILINE)
        assert {f"{group} {name}".strip() for name in listed} - {*GROUPS} <= told


def test_the_configuration_is_valid(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").touch()
    (tmp_path / "archgate.toml").write_text(CONFIGURATION, encoding="utf-8")
    configuration = read_configuration(DiskTree(tmp_path, None))
    assert configuration.base == ("origin/main",)
    assert configuration.requires == f"~={VERSION.rpartition('.')[0]}"


def test_the_policy_is_valid() -> None:
    policy = read_policy("policies/adapter-edge.toml", POLICY.encode(), known_kinds())
    assert (len(policy.owners), len(policy.debts)) == (2, 1)


def test_the_layers_are_valid() -> None:
    text = f'schema = 1\nrule = "tiers"\nkind = "layers"\n\n{LAYERS}'
    assert len(read_policy("policies/tiers.toml", text.encode(), known_kinds()).scope.layers) == 5


def test_the_assignment_is_valid() -> None:
    text = f'schema = 1\nrule = "sizes"\nkind = "complexity"\n\n[scope]\nstatements = 50\n\n{ASSIGN}'
    [assign] = read_policy("policies/sizes.toml", text.encode(), known_kinds()).assigns
    assert (assign.place, assign.leaf, assign.owner) == ("app.chain", "S3-L1", "team-chain")


def test_the_fixture_is_what_is_written() -> None:
    [text] = re.findall(r"^```json\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    read = read_marks("fixtures/complexity.json", text.encode())
    assert render_marks(read.rule, read.measured_by, read.marks).decode() == text


@pytest.mark.parametrize("name", NAMES)
def test_each_schema_is_named(name: str) -> None:
    row = next(line for line in README.splitlines() if line.startswith("| `archgate schema"))
    assert f"`{name}`" in row


def test_the_decision_is_valid() -> None:
    assert read_decision("policies/decisions/smaller-scope.toml", DECISION.encode()).kind == "loosen"


def test_the_roadmap_and_its_policy_are_valid_and_fit() -> None:
    policy = read_roadmap_policy("policies/roadmap.toml", LEAVES.encode())
    [text] = re.findall(r"^```markdown\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    roadmap = read_roadmap(policy.document, text.encode(), policy.words)
    assert [(leaf.id, leaf.state) for leaf in roadmap.leaves] == [("S1-L1", "ACTIVE"), ("S1-L2", "PLANNED")]
    [stage] = roadmap.stages
    assert ([one.text for one in stage.exits], len(roadmap.stops)) == (["every feed has a port"], 1)
    section = roadmap.leaves[0].section
    assert section is not None
    assert [command.text for command in section.commands] == list(policy.leaf("S1-L1").proves)
    assert [matrix.kind for matrix in section.matrices] == ["acceptance"]
    assert [*unknown_names(roadmap, policy, {"adapter-edge"}), *lint(roadmap, policy)] == []


def test_each_condition_of_a_leaf_is_named() -> None:
    roadmap = README.partition("\n## Roadmap\n")[2].partition("\n## In CI\n")[0]
    assert [name for name in JUDGES if f"`{name}`" not in roadmap] == []


def test_each_kind_is_explained() -> None:
    policies = README.partition("\n## Policies\n")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^- `([a-z]+)`:", policies, re.MULTILINE)) == sorted(known_kinds())


@pytest.mark.parametrize("code", sorted(set(re.findall(r"`([A-Z_]{3,})`", README)) - {"ARCHGATE", *STATES}))
def test_each_code_can_be_explained(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    assert capsys.readouterr().out.startswith(code)


def test_the_report_is_what_is_printed(tmp_path: Path) -> None:
    host = Repository(root=tmp_path / "host", home=tmp_path / "home")
    host.root.mkdir()
    host.home.mkdir()
    host.git("init", "--quiet")
    for path, text in HOST.items():
        host.write(path, text)
    host.commit()
    host.git("checkout", "--quiet", "-b", "prices")
    host.write("app/chain/prices.py", REACHES)
    host.commit()
    run = host.archgate("check")
    [shown] = re.findall(r"^```console\n\$ archgate check\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    assert run.exit == 1
    assert re.sub(r"main [0-9a-f]{7} ", "main ....... ", run.stdout) == re.sub(r"main \w{7} ", "main ....... ", shown)


def test_each_package_is_told_in_the_order_of_the_layers() -> None:
    built = README.partition("\n## How it is built\n")[2].partition("\n## ")[0]
    layers = read_policy(
        "policies/layers.toml", (ROOT / "policies/layers.toml").read_bytes(), known_kinds()
    ).scope.layers
    packages = [layer.removeprefix("archgate.") for layer in layers if (ROOT / layer.replace(".", "/")).is_dir()]
    assert re.findall(r"^\| `([a-z]+)` \|", built, re.MULTILINE) == packages


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(archgate/[\w/.]+)`", README))))
def test_each_place_in_the_package_is_there(path: str) -> None:
    assert (ROOT / path).exists()
