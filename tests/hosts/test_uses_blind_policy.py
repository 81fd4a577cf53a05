"""Policies of kind capability: what entries allow, owners, exceptions, what is planned, and what is wrong in a file."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from .builder import REASON, Files, Host, block, codes, found, policy
from .sample import faults
from .test_uses_blind import TARGETS, H, R, f, host, stated

FEED = R + (
    "class Feed:\n"
    "    def load(self, u):\n"
    "        requests.Session().get(u)\n"
    "        requests.get(u)\n"
    "        requests.get(u)\n"
)
USES = ["Feed.load: Session", "Feed.load: Session().get", "Feed.load: get x2"]


def entry(
    uses: Sequence[str] | None = USES,
    name: str = "debt",
    module: str = "app.m",
    target: str = "requests",
    **keys: object,
) -> str:
    given = {} if uses is None else {"uses": list(uses)}
    return block(name, module=module, target=target, **given, **keys)


def frozen(folder: Path, source: str | Files, *blocks: str, **scope: object) -> Host:
    files = {"app/m.py": source} if isinstance(source, str) else source
    return host(folder, {"app/__init__.py": "", **files}, {"modules": ["app"], "targets": TARGETS} | scope, *blocks)


MORE = FEED + "        requests.get(u)\n"
FEWER = FEED.removesuffix("        requests.get(u)\n")
ELSEWHERE = FEWER + "    def save(self, u):\n        requests.get(u)\n"
POSTED = FEWER + "        requests.post(u)\n"


@pytest.mark.parametrize(
    ("idea", "source", "blocks", "told"),
    [
        ("nothing, and nothing frozen", "", [], set()),
        ("an unlisted fact", FEED, [], {"NEW"}),
        ("an unlisted foothold", R, [], {"NEW"}),
        ("a foothold of another target beside a frozen one", FEED + H, [entry()], {"NEW"}),
        ("a foothold that is by design", R, [block("owner", module="app.m")], set()),
        ("a frozen one", FEED, [entry()], set()),
        ("an accepted one", FEED, [entry(name="exception")], set()),
        ("one that is by design", FEED, [block("owner", module="app.m")], set()),
        ("an owner of all below", FEED, [block("owner", module="app.**")], set()),
        ("an owner is exact", {"app/m.py": FEED, "app/a.py": ""}, [block("owner", module="app.a")], {"NEW"}),
        ("one use more", MORE, [entry()], {"GREW"}),
        ("one use less", FEWER, [entry()], {"SHRUNK"}),
        ("another operation beside", FEED + "        requests.put(u)\n", [entry()], {"GREW"}),
        (
            "one operation gone",
            FEED.replace("Session().get", "Session().mount"),
            [entry([*USES[:2], "Feed.load: Session().mount", *USES[2:]])],
            {"SHRUNK"},
        ),
        ("the fact is gone", "", [entry()], {"STALE"}),
        ("another target instead", H + f("httpx.get(u)"), [entry()], {"NEW", "STALE"}),
        ("a foothold, frozen", R, [entry([])], set()),
        ("a foothold that is used now", R + f("requests.get(u)"), [entry([])], {"GREW"}),
        ("a use that is a foothold now", R, [entry(["f: get"])], {"SHRUNK"}),
        ("a foothold that is gone", "", [entry([])], {"STALE"}),
        ("debt and exception of one fact", FEED, [entry(USES[:2]), entry(USES[2:], "exception")], set()),
        (
            "debt and exception of less than the fact",
            FEED,
            [entry(USES[:2]), entry(["Feed.load: get"], "exception")],
            {"GREW"},
        ),
    ],
)
def test_frozen_uses(idea: str, source: str | Files, blocks: list[str], told: set[str], tmp_path: Path) -> None:
    verdict = frozen(tmp_path, source, *blocks).check()
    assert set(codes(verdict)) - {"SWAPPED"} == told, verdict["findings"]
    assert verdict["exit"] == bool(told), idea


@pytest.mark.parametrize(
    ("idea", "source", "named"),
    [
        ("to another function", ELSEWHERE, ["Feed.load: get", "Feed.save: get"]),
        ("to another operation", POSTED, ["Feed.load: get", "Feed.load: post"]),
    ],
)
def test_one_use_that_went_elsewhere_is_told_with_both_sides(
    idea: str, source: str, named: list[str], tmp_path: Path
) -> None:
    verdict = frozen(tmp_path, source, entry()).check()
    assert verdict["exit"] == 1, idea
    assert set(codes(verdict)) <= {"GREW", "SHRUNK", "SWAPPED"}, verdict["findings"]
    said = " ".join(finding["message"] for finding in verdict["findings"])
    assert [name for name in named if name not in said] == []


def test_a_finding_names_its_cause_and_its_cure(tmp_path: Path) -> None:
    new = frozen(tmp_path, FEED)
    (finding,) = found(new.check(), "NEW")
    assert (finding["rule"], finding["id"]) == ("egress", "egress|app.m|requests")
    assert (finding["subject"], finding["object"], finding["path"]) == ("app.m", "requests", "app/m.py")
    assert finding["fix"]
    out = new.run("check").out
    assert "policies/egress.toml" in out
    assert "Feed.load" in out


def test_what_grew_is_told_where_it_stands(tmp_path: Path) -> None:
    (finding,) = found(frozen(tmp_path, FEED + "        requests.put(u)\n", entry()).check(), "GREW")
    assert "Feed.load: put" in finding["message"]
    assert (finding["path"], finding["line"]) == ("app/m.py", 7)


def test_the_summary_counts_what_is_frozen_accepted_and_by_design(tmp_path: Path) -> None:
    files = {"app/m.py": FEED, "app/a.py": R, "app/b.py": H, "app/c.py": H}
    blocks = (block("owner", module="app.a"), entry(), entry([], "exception", "app.b", "httpx"))
    verdict = frozen(tmp_path, files, *blocks).check()
    (row,) = [row for row in verdict["rules"] if row["rule"] == "egress"]
    counts = {key: row[key] for key in ("kind", "facts", "debt", "exceptions", "owned", "findings")}
    assert counts == {"kind": "capability", "facts": 4, "debt": 1, "exceptions": 1, "owned": 1, "findings": 1}


@pytest.mark.parametrize(
    ("idea", "scope", "blocks"),
    [
        ("modules that are not there", {"modules": ["app.nothere"]}, []),
        ("one of two that is not there", {"modules": ["app", "app.x"]}, []),
        ("an owner that is not there", {}, [block("owner", module="app.nothere")]),
    ],
)
def test_an_empty_selector_is_vacuous(idea: str, scope: dict[str, object], blocks: list[str], tmp_path: Path) -> None:
    empty = frozen(tmp_path, "", *blocks, **scope)
    verdict = empty.check()
    assert (codes(verdict), verdict["exit"]) == (["VACUOUS"], 2), idea
    assert "policies/egress.toml" in empty.run("check").said


@pytest.mark.parametrize(
    ("idea", "scope", "blocks"),
    [
        ("a target that nobody uses", {"targets": ["acme_sdk"]}, []),
        ("a group that nobody uses", {"targets": [], "groups": ["database_broker", "vendor_sdk"]}, []),
        ("a planned owner of nothing", {}, [block("owner", module="app.new", planned="S2-L7")]),
        ("a planned exception without uses", {}, [entry(None, "exception", planned="S2-L7")]),
        ("a planned exception with uses", {}, [entry(["f: get"], "exception", planned="S2-L7")]),
        ("a planned exception in a module to come", {}, [entry(None, "exception", "app.new", planned="S2-L7")]),
    ],
)
def test_what_is_neither_stale_nor_vacuous(
    idea: str, scope: dict[str, object], blocks: list[str], tmp_path: Path
) -> None:
    verdict = frozen(tmp_path, "", *blocks, **scope).check()
    assert (verdict["findings"], verdict["exit"]) == ([], 0), idea


def _blocks(small: Host, name: str) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = tomllib.loads((small.root / "policies/egress.toml").read_text()).get(name, [])
    return read


def test_a_planned_exception_that_has_landed_is_shrunk_until_its_uses_are_written(tmp_path: Path) -> None:
    landed = frozen(tmp_path, FEED, entry(None, "exception", planned="S2-L7"))
    verdict = landed.check()
    assert (codes(verdict), verdict["exit"]) == (["SHRUNK"], 1)
    assert "policy shrink" in found(verdict, "SHRUNK")[0]["fix"]
    assert landed.run("policy", "shrink").exit == 0
    assert landed.check()["exit"] == 0
    (written,) = _blocks(landed, "exception")
    assert (written["uses"], "planned" in written) == (USES, False)


def test_shrink_writes_what_is_left(tmp_path: Path) -> None:
    small = frozen(tmp_path, FEWER, entry(), entry([], module="app.old"))
    assert set(codes(small.check())) == {"SHRUNK", "STALE"}
    assert small.run("policy", "shrink").exit == 0
    (left,) = _blocks(small, "debt")
    assert left["uses"] == ["Feed.load: Session", "Feed.load: Session().get", "Feed.load: get"]
    assert left["reason"] == REASON
    assert small.check()["exit"] == 0


def test_shrink_writes_no_growth(tmp_path: Path) -> None:
    small = frozen(tmp_path, MORE, entry())
    before = (small.root / "policies/egress.toml").read_bytes()
    small.run("policy", "shrink")
    assert (small.root / "policies/egress.toml").read_bytes() == before
    assert codes(small.check()) == ["GREW"]


def test_freeze_writes_todays_facts(tmp_path: Path) -> None:
    small = frozen(tmp_path, {"app/m.py": FEED, "app/a.py": H})
    assert small.run("policy", "freeze", "egress").exit == 0
    assert {(one["module"], one["target"]): one["uses"] for one in _blocks(small, "debt")} == {
        ("app.m", "requests"): USES,
        ("app.a", "httpx"): [],
    }
    assert small.check()["exit"] == 0


def test_two_rules_of_the_kind_judge_each_for_itself(tmp_path: Path) -> None:
    other = policy("capability", "no-requests", {"modules": ["app.m"], "targets": ["requests"]}, entry())
    verdict = frozen(tmp_path, {"app/m.py": FEED, "policies/no-requests.toml": other}).check()
    assert [finding["rule"] for finding in found(verdict, "NEW")] == ["egress"]
    assert verdict["exit"] == 1


WRONG: list[tuple[str, dict[str, object], list[str], list[str]]] = [
    ("an unknown group", {"groups": ["raw_transprot"]}, [], [":9", "raw_transprot", "raw_transport"]),
    (
        "one of two groups unknown",
        {"groups": ["raw_transport", "vendor_sdks"]},
        [],
        [":9", "vendor_sdks", "vendor_sdk"],
    ),
    ("groups that are a word", {"groups": "raw_transport"}, [], ["groups"]),
    ("targets that are a word", {"targets": "requests"}, [], [":8", "targets"]),
    ("a target that is no name", {"targets": ["requests/x"]}, [], [":8", "requests/x"]),
    ("a target with a blank", {"targets": ["a b"]}, [], [":8", "a b"]),
    ("an unknown key in the scope", {"target": ["requests"]}, [], ["target", "targets"]),
    ("a selector that is none", {"modules": ["app..x"]}, [], [":7", "app..x"]),
    ("an entry without uses that is not planned", {}, [entry(None)], ["uses"]),
    ("an exception without uses that is not planned", {}, [entry(None, "exception")], ["uses"]),
    ("a debt that is planned", {}, [entry(planned="S2-L7")], ["planned"]),
    ("an entry without module", {}, [entry().replace('module = "app.m"\n', "")], ["module"]),
    ("an entry without target", {}, [entry().replace('target = "requests"\n', "")], ["target"]),
    ("an unknown key in an entry", {}, [entry(operations=["get"])], ["operations"]),
    ("an entry twice", {}, [entry(), entry()], ["app.m"]),
    ("entries out of order", {}, [entry(module="app.n"), entry()], ["policy fmt"]),
    ("a use without operation", {}, [entry(["Feed.load"])], ["Feed.load"]),
    ("a use without definition", {}, [entry([": get"])], [": get"]),
    ("a use twice", {}, [entry(["f: get", "f: get"])], ["f: get"]),
    ("a use no times", {}, [entry(["f: get x0"])], ["f: get x0"]),
    ("a use that is a number", {}, [entry().replace('"Feed.load: Session"', "1")], ["uses"]),
    ("uses that are a word", {}, [entry().replace("uses = [", 'uses = "f: get"\nx = [')], ["uses"]),
    ("an owner with a target", {}, [block("owner", module="app.m", target="requests")], ["target"]),
]


@pytest.mark.parametrize(("idea", "scope", "blocks", "words"), WRONG, ids=[row[0] for row in WRONG])
def test_what_is_wrong_in_a_policy(
    idea: str, scope: dict[str, object], blocks: list[str], words: list[str], tmp_path: Path
) -> None:
    done = frozen(tmp_path, FEED, *blocks, **scope).run("check")
    told = "\n".join(faults(done))
    assert done.exit == 2, done
    assert "policies/egress.toml:" in told, done
    assert [word for word in words if word not in told] == [], told


def test_owned_facts_are_facts_still(tmp_path: Path) -> None:
    owned = frozen(tmp_path, FEED, block("owner", module="app.m"))
    assert stated(owned.facts("egress")) == {"app.m -> requests": USES}


def test_debt_counts_uses(tmp_path: Path) -> None:
    total = frozen(tmp_path, FEED, entry()).run("debt", "--format", "json").json["total"]
    assert total == {"count": 1, "amount": 4}
