"""What a boundary's entries allow, and how what they do not is told."""

from pathlib import Path

import pytest

from .builder import REASON, arrow, block, codes, found, policy
from .sample import TC, layered


def debt(from_: str, to: str, name: str = "debt") -> str:
    return block(name, from_=from_, to=to)


HTTP = "import app.adapters.http"


X_HTTP = debt("app.core.x", "app.adapters.http")


@pytest.mark.parametrize(
    ("idea", "source", "blocks", "told"),
    [
        ("nothing, and nothing frozen", "", [], []),
        ("an unlisted edge", HTTP, [], ["NEW"]),
        ("a frozen edge", HTTP, [X_HTTP], []),
        ("an accepted edge", HTTP, [debt("app.core.x", "app.adapters.http", "exception")], []),
        ("an edge that is by design", HTTP, [block("owner", module="app.core.x")], []),
        ("an owner of many", HTTP, [block("owner", module="app.core.**")], []),
        ("an owner is exact", HTTP, [block("owner", module="app.core")], ["NEW"]),
        ("another spelling of a frozen edge", "def f():\n    from ..adapters.http import get", [X_HTTP], []),
        ("twice in one module is one edge", HTTP + "\nfrom app.adapters.http import get", [X_HTTP], []),
        ("the frozen edge is gone", "", [X_HTTP], ["STALE"]),
        ("only typing is left", TC + HTTP, [X_HTTP], ["STALE"]),
        ("an accepted edge is gone", "", [debt("app.core.x", "app.adapters.http", "exception")], ["STALE"]),
        ("one edge for another", "import app.adapters.system", [X_HTTP], ["NEW", "STALE"]),
        ("one edge more", HTTP + ", app.adapters.system", [X_HTTP], ["NEW"]),
        (
            "a child of a frozen target",
            "import app.adapters.system.rust",
            [debt("app.core.x", "app.adapters.system")],
            ["NEW", "STALE"],
        ),
        ("the parent of a frozen importer", HTTP, [debt("app.core", "app.adapters.http")], ["NEW", "STALE"]),
    ],
)
def test_frozen_edges(idea: str, source: str, blocks: list[str], told: list[str], tmp_path: Path) -> None:
    verdict = layered(tmp_path, source, *blocks).check()
    assert [code for code in codes(verdict) if code != "SWAPPED"] == told, idea
    assert verdict["exit"] == bool(told)


def test_one_edge_replaced_by_another_is_told_as_a_swap_with_both_sides(tmp_path: Path) -> None:
    replaced = layered(tmp_path, "import app.adapters.system", X_HTTP)
    verdict = replaced.check()
    (swap,) = found(verdict, "SWAPPED")
    assert "app.adapters.http" in swap["message"]
    assert "app.adapters.system" in swap["message"]
    assert [arrow(finding) for finding in found(verdict, "NEW")] == ["app.core.x -> app.adapters.system"]
    assert [arrow(finding) for finding in found(verdict, "STALE")] == ["app.core.x -> app.adapters.http"]


def test_a_finding_names_its_cause_and_its_cure(tmp_path: Path) -> None:
    new = layered(tmp_path, "x = 1\n\nimport app.adapters.http")
    (finding,) = found(new.check(), "NEW")
    assert (finding["rule"], finding["id"]) == ("adapter-edge", "adapter-edge|app.core.x|app.adapters.http")
    assert (finding["subject"], finding["object"]) == ("app.core.x", "app.adapters.http")
    assert (finding["path"], finding["line"]) == ("app/core/x.py", 3)
    assert finding["fix"]
    out = new.run("check").out
    assert "app/core/x.py:3" in out
    assert "policies/adapter-edge.toml" in out


def test_a_stale_finding_names_the_line_of_its_entry(tmp_path: Path) -> None:
    stale = layered(tmp_path, "", X_HTTP)
    (finding,) = found(stale.check(), "STALE")
    lines = (stale.root / "policies/adapter-edge.toml").read_text().splitlines()
    assert finding["path"] == "policies/adapter-edge.toml"
    assert finding["line"] == lines.index("[[debt]]") + 1
    assert "policy shrink" in finding["fix"]


def test_the_summary_counts_what_is_new_frozen_accepted_and_by_design(tmp_path: Path) -> None:
    source = "import app.adapters.http, app.adapters.system, app.adapters.system.rust"
    blocks = (
        block("owner", module="app.core.y"),
        X_HTTP,
        debt("app.core.x", "app.adapters.system", "exception"),
    )
    verdict = layered(tmp_path, {"app/core/x.py": source, "app/core/y.py": HTTP}, *blocks).check()
    (row,) = [row for row in verdict["rules"] if row["rule"] == "adapter-edge"]
    counts = {key: row[key] for key in ("kind", "facts", "debt", "exceptions", "owned", "findings")}
    assert counts == {"kind": "boundary", "facts": 4, "debt": 1, "exceptions": 1, "owned": 1, "findings": 1}


@pytest.mark.parametrize(
    ("idea", "scope", "blocks"),
    [
        ("a from that matches nothing", {"from_": ["app.nothere"]}, []),
        ("a to that matches nothing", {"to": ["app.nothere"]}, []),
        ("a from whose root is no root package", {"from_": ["ap.core"]}, []),
        ("one of two froms that is an external", {"from_": ["app.core", "requests"]}, []),
        ("one of two that matches nothing", {"to": ["app.adapters", "app.adapterz"]}, []),
        ("a prefix of a name is no parent", {"to": ["app.adapt"]}, []),
        ("an owner that matches nothing", {}, [block("owner", module="app.core.nothere")]),
    ],
)
def test_an_empty_selector_is_vacuous(idea: str, scope: dict[str, object], blocks: list[str], tmp_path: Path) -> None:
    vacuous = layered(tmp_path, "", *blocks, **scope)
    verdict = vacuous.check()
    assert codes(verdict) == ["VACUOUS"], idea
    assert verdict["exit"] == 2
    assert "policies/adapter-edge.toml" in vacuous.run("check").said


@pytest.mark.parametrize(
    ("idea", "blocks"),
    [
        ("planned by an exception", [block("exception", from_="app.core.x", to="app.adapters.http", planned="S2-L7")]),
        ("planned by an owner", [block("owner", module="app.core.new", planned="S2-L7")]),
    ],
)
def test_what_is_planned_is_neither_stale_nor_vacuous(idea: str, blocks: list[str], tmp_path: Path) -> None:
    assert layered(tmp_path, "", *blocks).check()["exit"] == 0, idea


def test_a_run_of_one_rule_is_partial(tmp_path: Path) -> None:
    loops = {
        "policies/loops.toml": policy("cycle", "loops", {}),
        "app/core/x.py": "import app.core.y",
        "app/core/y.py": "import app.core.x",
    }
    both = layered(tmp_path, loops)
    verdict = both.check("--rule", "adapter-edge")
    assert (verdict["verdict"], verdict["exit"], codes(verdict)) == ("partial", 0, [])
    assert codes(both.check("--rule", "loops")) == ["NEW"]
    assert "1 of 3" in both.run("check", "--rule", "loops").said


def test_two_boundaries_judge_one_edge_each_for_itself(tmp_path: Path) -> None:
    other = policy(
        "boundary",
        "no-http",
        {"from": ["app.core"], "to": ["app.adapters.http"]},
        block("debt", from_="app.core.x", to="app.adapters.http", reason=REASON),
    )
    verdict = layered(tmp_path, {"app/core/x.py": HTTP, "policies/no-http.toml": other}).check()
    assert [finding["rule"] for finding in found(verdict, "NEW")] == ["adapter-edge"]
