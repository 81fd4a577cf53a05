"""A pull request on real git, from files whose names try to break out: every format is written and holds."""

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from tests.hosts.builder import Files, Host, block, build, configuration, policy, write
from tests.report.test_sarif import misfits

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such names")

FORMATS = ("text", "json", "sarif", "github", "junit", "gitlab", "markdown")
IMPORT = "import app.net.http\n"
NAMES = (
    "plain",
    "内核/客户端",
    "we ird",
    "a|b",
    "`tick`",
    "a\\|b",
    "<script>x<script>",
    "per%0Acent",
    "a,b:c",
    "@somebody",
    "control\x1b[31m\x07",
    "line\n::error file=x::y",
    "mark\u202eyp.x",
    "/".join(["a_rather_long_name_of_a_package"] * 6),
)
SCOPE = {"from": ["app.core"], "to": ["app.net"]}
KNOWN = [block("debt", from_=f"app.core.{name}", to="app.net.http") for name in ("gone", "known")]
BASE: Files = {
    "app/__init__.py": "",
    "app/net/http.py": "",
    "app/core/gone.py": IMPORT,
    "app/core/known.py": IMPORT,
    "app/core/inherited.py": IMPORT,
    "policies/net-edge.toml": policy("boundary", "net-edge", SCOPE, *KNOWN),
    "archgate.toml": configuration(base=["main"]),
}


@pytest.fixture(scope="module")
def pull(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """A branch `change` that adds an import under each name, and pays one off."""
    host = build(tmp_path_factory.mktemp("pull"), BASE, git=True)
    host.git("branch", "-M", "main")
    host.git("checkout", "-q", "-b", "change")
    write(host.root, {f"app/core/{name}.py": IMPORT for name in NAMES} | {"app/core/gone.py": ""})
    host.commit("the change")
    return host


@pytest.fixture(scope="module")
def reports(pull: Host) -> dict[str, str]:
    return {form: report(pull, form) for form in FORMATS}


def report(host: Host, form: str) -> str:
    done = host.run("check", "--format", form)
    assert done.exit == 1, done
    return done.out


def sarif_of(text: str) -> list[dict[str, Any]]:
    log = json.loads(text)
    assert misfits(log, "log") == []
    found: list[dict[str, Any]] = log["runs"][0]["results"]
    return found


def test_nothing_that_a_terminal_or_an_eye_obeys(reports: dict[str, str]) -> None:
    for form, text in reports.items():
        assert not {"\x1b", "\x07", "\u202e", "\r"} & set(text), form


def test_each_format_has_every_finding(reports: dict[str, str]) -> None:
    count = len(NAMES) + 2  # one is stale, one inherited
    assert len(json.loads(reports["json"])["findings"]) == count
    assert len(sarif_of(reports["sarif"])) == count
    assert len(json.loads(reports["gitlab"])) == count
    assert int(ElementTree.fromstring(reports["junit"]).get("failures", "")) == count - 1
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(reports["markdown"])
    assert page.count("<li>") == count
    assert "<script>" not in page


def test_commands_are_the_only_lines_that_begin_like_one(reports: dict[str, str]) -> None:
    lines = reports["github"].splitlines()
    assert sum(line.startswith("::error ") for line in lines) == 10
    assert sum(line.startswith("::warning ") for line in lines) == 1
    assert sum(line.startswith("::") for line in lines) == 11
    assert any(line.startswith(f"{len(NAMES) + 1 - 10} more of the sort `error`") for line in lines)


def test_what_base_has_too_is_unchanged_and_the_rest_is_new(reports: dict[str, str]) -> None:
    states = {(one["ruleId"], one["baselineState"]) for one in sarif_of(reports["sarif"])}
    assert states == {("net-edge/NEW", "new"), ("net-edge/STALE", "new"), ("net-edge/INHERITED", "unchanged")}


def test_fingerprints_outlive_moved_lines(pull: Host, reports: dict[str, str]) -> None:
    moved = {path: f"# a\n# b\n{path.read_text('utf-8')}" for path in (pull.root / "app").rglob("*.py")}
    before = {path: path.read_text("utf-8") for path in moved}
    try:
        for path, text in moved.items():
            path.write_text(text, "utf-8")
        now = {form: report(pull, form) for form in ("sarif", "gitlab")}
    finally:
        for path, text in before.items():
            path.write_text(text, "utf-8")
    assert {fingerprints(text) for text in (reports["sarif"], now["sarif"])} == {fingerprints(now["sarif"])}
    assert lines_of(reports["sarif"]) != lines_of(now["sarif"])
    marks = [{one["fingerprint"] for one in json.loads(text)} for text in (reports["gitlab"], now["gitlab"])]
    assert marks[0] == marks[1]


def fingerprints(text: str) -> frozenset[str]:
    found = [one["partialFingerprints"]["archgate/v1"] for one in sarif_of(text)]
    assert len(found) == len(set(found))
    return frozenset(found)


def lines_of(text: str) -> list[int]:
    return sorted(one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in sarif_of(text))


def test_the_page_of_a_service_is_that_of_the_command(pull: Host, reports: dict[str, str], tmp_path: Path) -> None:
    page = tmp_path / "summary.md"
    pull.run("check", "--format", "github", environment={"GITHUB_STEP_SUMMARY": str(page)})
    assert page.read_text("utf-8") == reports["markdown"]
