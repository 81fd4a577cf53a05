"""Debt beside what an earlier revision had."""

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.hosts.builder import Files, Host, block, build, policy, write

SCOPE = {"from": ["app"], "to": ["json", "csv"]}


def frozen(*pairs: tuple[str, str], leaf: str) -> Files:
    blocks = [block("debt", from_=importer, to=imported, leaf=leaf) for importer, imported in pairs]
    return {"policies/edge.toml": policy("boundary", "edge", SCOPE, *blocks)}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A host that owed three edges to leaf L1, and now owes one of them to L1 and one to L2."""
    made = build(tmp_path, {"app/__init__.py": ""}, git=True)
    write(made.root, frozen(("app.a", "csv"), ("app.a", "json"), ("app.b", "csv"), leaf="L1"))
    made.commit("three")
    text = frozen(("app.a", "csv"), ("app.a", "json"), leaf="L1")["policies/edge.toml"]
    assert isinstance(text, str)
    write(made.root, {"policies/edge.toml": text.replace('to = "json"\nleaf = "L1"', 'to = "json"\nleaf = "L2"')})
    return made


def test_the_difference(host: Host) -> None:
    told = host.run("debt", "--since", "HEAD", "--format", "json").json
    assert told["since"] == {"ref": "HEAD", "oid": host.git("rev-parse", "HEAD").strip()}
    assert told["rows"] == [
        {"key": "L1", "rule": "edge", "count": 1, "amount": 1, "before": {"count": 3, "amount": 3}},
        {"key": "L2", "rule": "edge", "count": 1, "amount": 1, "before": {"count": 0, "amount": 0}},
    ]
    assert told["total"] == {"count": 2, "amount": 2, "before": {"count": 3, "amount": 3}}


def test_between_two_revisions(host: Host) -> None:
    told = host.run("debt", "--rev", "HEAD", "--since", "HEAD~1", "--format", "json").json
    assert told["total"] == {"count": 3, "amount": 3, "before": {"count": 0, "amount": 0}}


def test_without_since_nothing_is_said_of_before(host: Host) -> None:
    told = host.run("debt", "--format", "json").json
    assert set(told) == {"schema", "by", "rows", "total"}
    assert set(told["rows"][0]) == {"key", "rule", "count", "amount"}


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("text", "total            2       2             3              3      -1"),
        ("csv", "L1,edge,1,1,3,3,-2"),
        ("markdown", "| L1 | edge | 1 | 1 | 3 | 3 | -2 |"),
    ],
)
def test_formats(form: str, line: str, host: Host) -> None:
    assert line in host.run("debt", "--since", "HEAD", "--format", form).out.splitlines()


def test_names_are_text_in_markdown(tmp_path: Path) -> None:
    text = policy("boundary", "edge", SCOPE, block("debt", from_="app.a", to="csv", owner="a|b `c` <script> *d*"))
    host = build(tmp_path, {"app/__init__.py": "", "policies/edge.toml": text})
    page = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(host.run("debt", "--by", "owner", "--format", "markdown").out)
    )
    assert "<td>a|b `c` &lt;script&gt; *d*</td>" in page
    assert page.count("<tr>") == 3


def test_markdown_says_beside_what(host: Host) -> None:
    page = host.run("debt", "--since", "HEAD", "--format", "markdown").out
    assert page.startswith(f"Beside `HEAD`, commit `{host.git('rev-parse', 'HEAD').strip()[:12]}`.\n\n| leaf |")


def test_an_unknown_revision(host: Host) -> None:
    done = host.run("debt", "--since", "nowhere")
    assert done.exit == 2
    assert "there is no revision `nowhere`" in done.err


def test_before_archgate_there_was_no_debt(tmp_path: Path) -> None:
    made = build(tmp_path, {"app/__init__.py": "", "pyproject.toml": ""})
    made.git("init", "-q", "-b", "main")
    made.commit()
    write(made.root, {"archgate.toml": 'packages = ["app"]\n', **frozen(("app.a", "csv"), leaf="L1")})
    told = made.run("debt", "--since", "HEAD", "--format", "json").json
    assert told["total"] == {"count": 1, "amount": 1, "before": {"count": 0, "amount": 0}}
