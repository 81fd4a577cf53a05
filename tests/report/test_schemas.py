"""The published schemas take what archgate takes and prints, and refuse what it refuses."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from archgate.cli import main
from archgate.measure import known_kinds
from archgate.policy.decisions import TERMS
from archgate.report import schemas, verdict_json
from tests.hosts.builder import Host, block, build, policy
from tests.hosts.sample import RING
from tests.report.verdicts import ALL_CODES

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def faults(name: str, document: Any) -> list[str]:
    """What a schema says against a document."""
    schema = json.loads(schemas.render(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]


@pytest.mark.parametrize("name", schemas.NAMES)
def test_the_command_prints_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(f":{name}")
    assert schema["title"]


@pytest.mark.parametrize("name", schemas.NAMES)
def test_the_published_file_is_what_the_structs_give(name: str) -> None:
    """Editors point to the files of the package. To write one anew: archgate schema NAME --output FILE."""
    published = Path(schemas.__file__).parents[1] / "schemas" / f"{name}.json"
    assert published.read_text("utf-8") == schemas.render(name)


def test_nothing_else_is_published() -> None:
    folder = Path(schemas.__file__).parents[1] / "schemas"
    assert sorted(path.stem for path in folder.iterdir()) == list(schemas.NAMES)


def test_an_unknown_name_is_told_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "nothing"]) == 2
    assert "'configuration'" in capsys.readouterr().err


@pytest.mark.parametrize("path", sorted((ROOT / "policies").glob("*.toml")), ids=lambda path: str(path.name))
def test_own_policies(path: Path) -> None:
    assert faults("policy", tomllib.loads(path.read_text("utf-8"))) == []


def test_own_configuration() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["archgate"]
    assert faults("configuration", tool) == []


@pytest.mark.parametrize("text", [text for text in EXAMPLES if "schema = " in text or "packages = " in text])
def test_the_examples_of_the_readme(text: str) -> None:
    document = tomllib.loads(text)
    name = (
        "configuration"
        if "packages" in document
        else "policy"
        if "scope" in document or document["kind"] == "roadmap"
        else "decision"
    )
    assert faults(name, document) == []


FULL = {
    "boundary": ({"from": ["app"], "to": ["json"]}, block("debt", from_="app.a", to="json")),
    "complexity": ({"statements": 5}, block("exception", identity="app.a:f|statements", amount=9)),
    "cycle": ({}, block("debt", id="two", modules=["app.a", "app.b"], edges=2)),
    "layers": ({"layers": ["app.a", "app.b"]}, block("owner", module="app.a")),
    "unresolved": ({"provided": ["app.x"]}, block("exception", from_="app.a", to="app.none")),
}


@pytest.mark.parametrize("kind", FULL)
def test_a_policy_of_each_kind(kind: str) -> None:
    document = tomllib.loads(policy(kind, "rule", *FULL[kind]))
    assert faults("policy", document) == []
    document["assign"] = [{"module": "app.a", "leaf": "S1-L1"}]
    assert faults("policy", document) == []
    for table in ("scope", "assign", "debt", "exception", "owner"):
        parts = document.get(table, [])
        for part in parts if isinstance(parts, list) else [parts]:
            part["nobody_knows_it"] = 1
            assert faults("policy", document) != []
            del part["nobody_knows_it"]


def test_every_kind_has_a_schema() -> None:
    schema = json.loads(schemas.render("policy"))
    assert {f"#/$defs/policy-{kind}" for kind in (*known_kinds(), "roadmap")} == {
        one["$ref"] for one in schema["oneOf"]
    }
    assert len(json.loads(schemas.render("decision"))["oneOf"]) == len(TERMS)


@pytest.mark.parametrize(
    ("idea", "name", "document"),
    [
        ("no packages", "configuration", {"apart": []}),
        ("a list that is none", "configuration", {"packages": "app"}),
        ("an unknown key", "configuration", {"packages": ["app"], "exlude": []}),
        ("an unknown kind", "policy", {"schema": 1, "rule": "r", "kind": "boundry", "scope": {"from": [], "to": []}}),
        ("no scope where one is needed", "policy", {"schema": 1, "rule": "r", "kind": "boundary"}),
        ("another version", "policy", {"schema": 2, "rule": "r", "kind": "cycle"}),
        (
            "owners where a kind takes none",
            "policy",
            {"schema": 1, "rule": "r", "kind": "cycle", "owner": [{"module": "a", "reason": "r"}]},
        ),
        (
            "debt where it stands in a fixture",
            "policy",
            {
                "schema": 1,
                "rule": "r",
                "kind": "complexity",
                "debt": [{"identity": "a:f|lines", "amount": 1, "owner": "o", "reason": "unreviewed"}],
            },
        ),
        (
            "a decision without its terms",
            "decision",
            {"schema": 1, "kind": "move", "subject": "a", "reason": "r", "owner": "o"},
        ),
    ],
)
def test_what_is_refused(idea: str, name: str, document: Any) -> None:
    assert faults(name, document) != [], idea


FIXTURE: dict[str, Any] = {
    "schema": 1,
    "rule": "size",
    "measured_by": {"tool": "coverage", "version": "7.6", "configuration": "3f2c", "python": "3.11"},
    "marks": {"app.a:C.f#2|statements": 40, "app/b-c.py|lines": 0, "app|covered": [50, 100]},
}


def test_a_fixture() -> None:
    assert faults("fixture", FIXTURE) == []
    assert faults("fixture", {**FIXTURE, "marks": {}, "measured_by": {}}) == []


@pytest.mark.parametrize(
    "change",
    [
        {"schema": 2},
        {"rule": None},
        {"measured_by": {"vresion": "1"}},
        {"marks": []},
        {"marks": {"app.a:f": 1}},
        {"marks": {"app.a:f|lines": -1}},
        {"marks": {"app.a:f|lines": 1.5}},
        {"marks": {"app.a:f|lines": "1"}},
        {"marks": {"app.a|covered": [1]}},
        {"marks": {"app.a|covered": [1, 2, 3]}},
        {"note": ""},
    ],
)
def test_what_is_no_fixture(change: dict[str, Any]) -> None:
    assert faults("fixture", {**FIXTURE, **change}) != []


def test_a_fixture_lacks_nothing() -> None:
    for key in FIXTURE:
        assert faults("fixture", {name: value for name, value in FIXTURE.items() if name != key}) != []


@pytest.fixture
def host(tmp_path: Path) -> Host:
    text = policy("cycle", "rings", {}, block("debt", id="two", modules=["app.a", "app.b"], edges=2))
    return build(tmp_path, {"app/__init__.py": "", **RING, "policies/rings.toml": text}, git=True)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("check", ["check"]),
        ("facts", ["facts", "rings"]),
        ("facts", ["facts", "imports", "--external", "--implied"]),
        ("debt", ["debt"]),
        ("debt", ["debt", "--since", "HEAD"]),
    ],
)
def test_what_is_printed(name: str, command: list[str], host: Host) -> None:
    assert faults(name, host.run(*command, "--format", "json").json) == []


def test_every_code_can_be_printed() -> None:
    document = json.loads(verdict_json.render(ALL_CODES))
    assert faults("check", document) == []
    document["findings"][0]["more"] = 1
    del document["exit"]
    assert len(faults("check", document)) >= 1
