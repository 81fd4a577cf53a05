"""GitHub, JUnit, GitLab, Markdown: the same verdict in the words of each."""

import html
import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from archgate.gate.verdict import Verdict
from archgate.report import github, gitlab, junit, markdown
from tests.hosts.builder import build
from tests.hosts.sample import RING
from tests.report.verdicts import ALL_CODES, HOSTILE, finding, problem, verdict


class TestGithub:
    def test_an_annotation(self) -> None:
        first, last = github.render(verdict(finding(), folder="api")).splitlines()
        assert first == (
            "::error file=api/app/core.py,line=7,title=NEW edge app.core -> app.http"
            "::app.core imports app.http%0ATake it through a port"
        )
        assert last == "FAIL: 1 finding"

    @pytest.mark.parametrize(("code", "command"), [("NEW", "error"), ("INHERITED", "warning"), ("MOVED", "notice")])
    def test_the_sort(self, code: str, command: str) -> None:
        assert github.render(verdict(finding(code))).startswith(f"::{command} ")

    def test_without_a_place(self) -> None:
        assert github.render(verdict(finding("MOVED", path="", line=0))).startswith("::notice title=MOVED")

    def test_nothing_breaks_out_of_a_command(self) -> None:
        lines = github.render(verdict(finding(message=HOSTILE, path="a,b:c.py", id="x", subject=HOSTILE))).splitlines()
        assert [line.partition(" ")[0] for line in lines] == ["::error", "FAIL:"]
        assert "file=a%2Cb%3Ac.py," in lines[0]
        assert "%0A::error file=x" in lines[0]

    def test_the_cap_is_told(self) -> None:
        lines = github.render(verdict(*(finding(id=f"edge|{n}|x") for n in range(13)))).splitlines()
        assert Counter(line.partition(" ")[0] for line in lines)["::error"] == github.CAP
        assert any(line.startswith("3 more of the sort `error`") for line in lines)

    def test_a_title_that_no_service_takes_is_cut(self) -> None:
        line = github.render(verdict(finding(subject="app." + "a" * 400))).splitlines()[0]
        title = line.partition("title=")[2].partition("::")[0]
        assert len(title) == github.TITLE
        assert title.endswith("\N{HORIZONTAL ELLIPSIS}")

    def test_the_summary_of_the_step(self, tmp_path: Path) -> None:
        page = tmp_path / "summary.md"
        page.write_text("before\n", encoding="utf-8")
        done = build(
            tmp_path, {"app/__init__.py": "", **RING, "policies/r.toml": 'schema = 1\nrule = "r"\nkind = "cycle"\n'}
        ).run("check", "--format", "github", environment={"GITHUB_STEP_SUMMARY": str(page)})
        assert done.exit == 1
        assert done.out.startswith("::error file=app/a.py,line=1,title=NEW r app.a -> app.b::")
        assert page.read_text(encoding="utf-8").startswith("before\n### archgate: FAIL: 1 finding\n")


class TestJunit:
    @staticmethod
    def parsed(text: str) -> ElementTree.Element:
        return ElementTree.fromstring(text)

    def test_a_failure(self) -> None:
        root = self.parsed(junit.render(verdict(finding())))
        case = root.find("testsuite[@name='archgate.edge']/testcase")
        assert case is not None
        assert dict(case.items()) == {
            "classname": "archgate.edge",
            "name": "NEW edge app.core -> app.http",
            "file": "app/core.py",
            "line": "7",
        }
        fault = case.find("failure")
        assert fault is not None
        assert fault.get("message") == "app.core imports app.http"
        assert fault.text == "app/core.py:7\napp.core imports app.http\nTake it through a port"

    def test_what_holds_passes(self) -> None:
        root = self.parsed(junit.render(verdict(finding("MOVED"))))
        assert [case.get("name") for case in root.iter("testcase")] == ["holds"] * 3
        assert root.findtext("testsuite[@name='archgate.edge']/system-out") == (
            "MOVED edge app.core -> app.http: app.core imports app.http"
        )

    def test_the_numbers_are_those_of_the_cases(self) -> None:
        root = self.parsed(junit.render(ALL_CODES))
        for element in (root, *root.iter("testsuite")):
            for number, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
                assert int(element.get(number, "")) == len(list(element.iter(tag))), (element.get("name"), number)

    def test_what_keeps_a_verdict_from_being_reached_is_an_error(self) -> None:
        root = self.parsed(junit.render(verdict(problem("UNREADABLE", "app/a.py", "it is not valid Python", 3))))
        assert (root.get("errors"), root.get("failures")) == ("1", "0")

    def test_hostile_text_is_text(self) -> None:
        root = self.parsed(junit.render(verdict(finding(message=HOSTILE))))
        fault = next(root.iter("failure"))
        assert "<script>&amp; *d*" in fault.get("message", "")
        assert "\x00" not in fault.get("message", "")


class TestGitlab:
    def test_an_issue(self) -> None:
        [issue] = json.loads(gitlab.render(verdict(finding(), folder="api")))
        assert re.fullmatch("[0-9a-f]{64}", issue.pop("fingerprint"))
        assert issue == {
            "description": "app.core imports app.http. Take it through a port",
            "check_name": "archgate/edge/NEW",
            "severity": "major",
            "location": {"path": "api/app/core.py", "lines": {"begin": 7}},
        }

    def test_fingerprints_occur_once(self) -> None:
        twice = verdict(finding(line=1), finding(line=2), finding("GREW"))
        issues = json.loads(gitlab.render(twice))
        assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 3

    def test_every_issue_has_a_place(self) -> None:
        issues = json.loads(gitlab.render(ALL_CODES))
        assert all(issue["location"]["path"] and issue["location"]["lines"]["begin"] > 0 for issue in issues)

    def test_nothing_is_an_empty_list(self) -> None:
        assert gitlab.render(verdict()) == "[]\n"


class TestMarkdown:
    @staticmethod
    def rendered(given: Verdict) -> str:
        return MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown.render(given))

    def test_the_page(self) -> None:
        page = self.rendered(verdict(finding(leaf="S2-L7"), notes=("adopting",)))
        assert "<h3>archgate: FAIL: 1 finding</h3>" in page
        assert "Judged against <code>origin/main</code>, commit <code>3f2c1ab00000</code> (merge-base)." in page
        assert "<li>adopting</li>" in page
        assert page.count("<table>") == 1
        assert "<h4>NEW, rule <code>edge</code>: 1</h4>" in page
        assert (
            "<li><code>app.core -&gt; app.http</code> at <code>app/core.py:7</code>, leaf <code>S2-L7</code>"
            "<br>app.core imports app.http</li>"
        ) in page

    def test_what_to_do_is_said_once_where_it_is_the_same(self) -> None:
        page = self.rendered(verdict(finding(id="edge|1|x"), finding(id="edge|2|x")))
        assert page.count("<strong>To do:</strong> Take it through a port") == 1
        page = self.rendered(verdict(finding(id="edge|1|x"), finding(id="edge|2|x", fix="Take it out")))
        assert page.count("<strong>To do:</strong>") == 2

    def test_what_is_only_told_is_counted(self) -> None:
        page = self.rendered(verdict(finding("MOVED", id="edge|1|x"), finding("MOVED", id="edge|2|x")))
        assert "<li>told: MOVED, rule <code>edge</code>: 2</li>" in page

    def test_without_base(self) -> None:
        assert "Nothing protects this run" in markdown.render(verdict(base=None))

    def test_a_narrowed_run_says_so(self) -> None:
        assert "Only 2 of 5 rules." in markdown.render(replace(verdict(), rules_in_all=5))

    def test_what_is_invalid_is_called_so(self) -> None:
        given = verdict(problem("INVALID", "policies/edge.toml", "unknown key `frm`", 4))
        assert markdown.render(given).startswith("### archgate: INVALID: 1 finding")

    def test_hostile_text_is_text(self) -> None:
        page = self.rendered(verdict(finding(message=HOSTILE, subject=HOSTILE, path=HOSTILE)))
        assert "<script>" not in page
        assert "&lt;script&gt;&amp;amp; *d*" in page
        assert page.count("<li>") == 1

    @pytest.mark.parametrize(
        "name", ["a|b", "`a`", "a``b", "a\\|b", "we ird", "内核.客户端", "<b>", "@somebody", "www.example.com", "*_~#"]
    )
    def test_a_name_is_code_and_reads_as_it_is(self, name: str) -> None:
        path = f"app/{name}.py"
        page = self.rendered(verdict(finding(path=path)))
        assert f"at <code>{html.escape(path, quote=False)}:7</code>" in page

    def test_nobody_is_called_by_name(self) -> None:
        assert "@somebody" not in self.rendered(verdict(finding(message="ask @somebody")))

    def test_what_a_terminal_or_an_eye_would_obey_is_escaped(self) -> None:
        page = markdown.render(verdict(finding(message="a\x1b[31m\u202eb", path="app/\u202e.py")))
        assert not {"\x1b", "\u202e"} & set(page)

    def test_the_cap_is_told(self) -> None:
        findings = [finding(id=f"edge|{n}|x", message="m" * 600) for n in range(150)]
        page = markdown.render(verdict(*findings, notes=("n" * 600,)))
        assert len(page) < 65_536
        shown = page.count("m" * 600)
        assert 0 < shown < 150
        assert f"{150 - shown} more findings are left out" in page

    def test_notes_without_end_are_capped_too(self) -> None:
        page = markdown.render(verdict(finding(), notes=tuple("n" * 99 for _ in range(999))))
        assert len(page) < 65_536
        assert "1 more findings are left out" in page


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    host = build(tmp_path, {"app/__init__.py": ""})
    for form in ("sarif", "github", "junit", "gitlab", "markdown"):
        done = host.run("check", "--format", form, "--output", f"out.{form}")
        assert (done.exit, done.out) == (0, "")
        assert (host.root / f"out.{form}").read_bytes()
