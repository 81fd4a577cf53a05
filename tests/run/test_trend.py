"""`archgate trend`: what each commit owed, and what its tree showed."""

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import archgate.measure
from archgate.facts import kinds_of_index
from archgate.facts.fact import Fact
from archgate.facts.marked import MarkedKind
from archgate.facts.view import View
from archgate.measure import known_kinds
from tests.hosts.builder import Files, Host, block, build, policy, write

EDGE = "policies/edge.toml"
SCOPE = {"from": ["app"], "to": ["json", "csv"]}
USES = {"modules": ["app"], "targets": ["requests"]}


def frozen(*pairs: tuple[str, str, str]) -> Files:
    """The policy of the rule `edge`: importer, imported and leaf of each entry."""
    blocks = [block("debt", from_=importer, to=imported, leaf=leaf) for importer, imported, leaf in pairs]
    return {EDGE: policy("boundary", "edge", SCOPE, *blocks)}


A_CSV, A_JSON, B_CSV = ("app.a", "csv", "S1-L1.1"), ("app.a", "json", "S1-L1.2"), ("app.b", "csv", "S2-L1")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Five commits: no archgate yet; three entries; two; a law that cannot be read; one entry and one import."""
    made = build(tmp_path, {"app/__init__.py": "", "app/a.py": "import csv\nimport json\n", "pyproject.toml": ""})
    made.git("init", "-q", "-b", "main")
    made.commit("Bare")
    write(made.root, {"archgate.toml": 'packages = ["app"]\n', "app/b.py": "import csv\n"})
    write(made.root, frozen(A_CSV, A_JSON, B_CSV))
    made.commit("Three 三")
    write(made.root, {"app/b.py": "", **frozen(A_CSV, A_JSON)})
    made.commit("Two")
    write(made.root, {EDGE: "no policy\n"})
    made.commit("Broken")
    write(made.root, {"app/a.py": "import csv\n", **frozen(A_CSV)})
    made.commit("One")
    return made


def commits(host: Host, *options: str) -> list[dict[str, Any]]:
    done = host.run("trend", "--format", "json", *options)
    assert done.exit == 0, done
    found: list[dict[str, Any]] = done.json["commits"]
    return found


def debt(host: Host, *options: str, rule: str = "edge") -> list[Any]:
    """The amount of a rule's debt in each commit, None where there is no law."""
    return [one["debt"] and one["debt"][rule]["amount"] for one in commits(host, *options)]


def facts(host: Host, *options: str, rule: str = "edge") -> list[Any]:
    return [one["facts"] and one["facts"][rule] for one in commits(host, *options)]


def test_debt_is_told_per_commit_and_none_is_not_nothing(host: Host) -> None:
    assert debt(host) == [None, 3, 2, None, 1]


def test_facts_are_counted_by_the_newest_law_also_where_there_was_none(host: Host) -> None:
    assert facts(host) == [2, 3, 2, 2, 1]


def test_what_stood_in_the_way_is_told(host: Host) -> None:
    notes = [one["note"] for one in commits(host)]
    assert notes[0] == "archgate is not configured"
    assert notes[3].startswith(f"the law cannot be used: INVALID  {EDGE}:1: ")
    assert (notes[1], notes[2], notes[4]) == ("", "", "")


def test_the_whole_document(host: Host) -> None:
    told = host.run("trend", "--since", "HEAD", "--format", "json").json
    assert told == {
        "schema": 1,
        "rules": ["edge", "unresolved"],
        "commits": [
            {
                "oid": host.git("rev-parse", "HEAD").strip(),
                "date": "2024-01-02T03:04:05Z",
                "subject": "One",
                "debt": {"edge": {"count": 1, "amount": 1}, "unresolved": {"count": 0, "amount": 0}},
                "facts": {"edge": 1, "unresolved": 0},
                "note": "",
            }
        ],
    }


def test_dates_are_in_utc(host: Host) -> None:
    host.git("commit", "-q", "--allow-empty", "--date", "2024-02-01T01:30:00+02:00", "-m", "Later")
    assert commits(host)[-1]["date"] == "2024-01-31T23:30:00Z"


@pytest.mark.parametrize(
    ("options", "subjects"),
    [
        ((), ["Bare", "Three 三", "Two", "Broken", "One"]),
        (("--every", "2"), ["Bare", "Two", "One"]),
        (("--every", "3"), ["Bare", "Broken", "One"]),
        (("--every", "99"), ["Bare", "One"]),
        (("--since", "HEAD~2"), ["Two", "Broken", "One"]),
        (("--since", "HEAD"), ["One"]),
        (("--since", "HEAD~3", "--every", "2"), ["Three 三", "Broken", "One"]),
    ],
    ids=" ".join,
)
def test_which_commits(host: Host, options: tuple[str, ...], subjects: list[str]) -> None:
    assert [one["subject"] for one in commits(host, *options)] == subjects


def test_a_merge_is_one_step_and_starts_where_the_branch_of_since_left(host: Host) -> None:
    host.git("checkout", "-q", "-b", "side", "HEAD~2")
    host.commit("Aside")
    host.git("checkout", "-q", "main")
    host.git("merge", "-q", "--no-ff", "-m", "Merged", "side")
    assert [one["subject"] for one in commits(host)][-2:] == ["One", "Merged"]
    assert commits(host, "--since", "side~1")[0]["subject"] == "Two"


@pytest.mark.parametrize(
    ("leaf", "amounts"),
    [("S1-L1", [None, 2, 2, None, 1]), ("S1-L1.2", [None, 1, 1, None, 0]), ("S2-L1", [None, 1, 0, None, 0])],
)
def test_the_debt_of_a_leaf_and_of_a_parents_children(host: Host, leaf: str, amounts: list[Any]) -> None:
    assert debt(host, "--leaf", leaf) == amounts
    assert facts(host, "--leaf", leaf) == [None] * 5


def test_a_leaf_by_assignment(tmp_path: Path) -> None:
    assign = '[[assign]]\nmodule = "app.a"\nleaf = "S9-L9"\n'
    entries = [block("debt", from_=name, to="csv") for name in ("app.a", "app.b")]
    made = build(tmp_path, {"app/__init__.py": "", EDGE: policy("boundary", "edge", SCOPE, assign, *entries)}, git=True)
    assert debt(made, "--leaf", "S9-L9") == [1]


def test_one_rule(host: Host) -> None:
    told = host.run("trend", "--rule", "edge", "--format", "json").json
    assert told["rules"] == ["edge"]
    assert {rule for one in told["commits"] for rule in {**(one["debt"] or {}), **one["facts"]}} == {"edge"}


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--rule", "egde"), "no commit looked at has a rule `egde` (did you mean `edge`?)"),
        (("--leaf", "S1-L2.1"), "is bound to leaf `S1-L2.1` (did you mean `S1-L1.1`?)"),
        (("--since", "nowhere"), "there is no revision `nowhere`"),
        (("--since", "--all"), "there is no revision `--all`"),
        (("--leaf", "S2-L1", "--facts"), "facts are bound to no leaf"),
        (("--every", "0"), "must be at least 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_it_does_not_know(host: Host, argv: tuple[str, ...], words: str) -> None:
    done = host.run("trend", *argv)
    assert (done.exit, done.out) == (2, "")
    assert words in done.err


@pytest.mark.parametrize(("git", "lack"), [(False, "git repository"), (True, "commit")])
def test_without_history(tmp_path: Path, git: bool, lack: str) -> None:
    made = build(tmp_path, {"app/__init__.py": ""})
    if git:
        made.git("init", "-q", "-b", "main")
    done = made.run("trend")
    assert done.exit == 2
    assert f"there is no {lack} here" in done.err


def test_a_shallow_clone_tells_where_its_history_begins(host: Host, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--depth", "3", host.root.as_uri(), str(clone)], check=True)
    cut = Host(clone, host.home)
    found = commits(cut)
    assert found[0]["note"] == "the history of this clone begins here (shallow)"
    assert [one["subject"] for one in found] == ["Two", "Broken", "One"]
    assert commits(cut, "--since", "HEAD~1")[0]["note"].startswith("the law cannot be used")
    assert "git fetch --unshallow" in cut.run("trend", "--since", "HEAD~4").err


def test_rules_that_follow_values_are_counted_when_asked_for(tmp_path: Path) -> None:
    use = "import requests\n\n\ndef load():\n    return requests.get('x')\n"
    made = build(
        tmp_path,
        {"app/__init__.py": "", "app/a.py": use, "policies/egress.toml": policy("capability", "egress", USES)},
        git=True,
    )
    made.git("rm", "-q", "app/a.py")
    made.commit("Gone")
    quick = made.run("trend", "--format", "json")
    assert [one["facts"]["egress"] for one in quick.json["commits"]] == [None, None]
    assert "facts: those of egress at none; all with --facts, which takes longer" in quick.err
    whole = made.run("trend", "--facts", "--format", "json")
    assert ([one["facts"]["egress"] for one in whole.json["commits"]], whole.err) == ([1, 0], "")


def test_of_many_commits_facts_are_measured_at_some_the_first_and_last_among_them(host: Host) -> None:
    for _ in range(36):
        host.commit()
    quick, whole = host.run("trend", "--format", "json"), host.run("trend", "--facts", "--format", "json")
    measured = [one["facts"] is not None for one in quick.json["commits"]]
    assert (measured.count(True), measured[0], measured[-1]) == (20, True, True)
    assert "facts: measured at 20 of 41 commits" in quick.err
    assert all(one["facts"] is not None for one in whole.json["commits"])
    assert whole.err == ""
    assert [one["debt"] for one in quick.json["commits"]] == [one["debt"] for one in whole.json["commits"]]
    assert "\nedge        ██▁▁" in host.run("trend").out.partition("\nfacts")[2]


def test_a_tree_that_is_not_seen_whole_has_no_facts(host: Host) -> None:
    write(host.root, {"app/c.py": "def (:\n"})
    host.commit("Unreadable")
    last = commits(host)[-1]
    assert (last["facts"], last["note"]) == (None, "facts: app/c.py cannot be read")
    assert last["debt"]["edge"] == {"count": 1, "amount": 1}


def test_a_host_that_lay_elsewhere_has_no_facts(host: Host) -> None:
    host.git("mv", "app", "lib")
    write(host.root, {"archgate.toml": 'packages = ["lib"]\n'})
    host.commit("Moved")
    found = commits(host)
    assert found[-2]["facts"] is None
    assert "no file lies in `packages`" in found[-2]["note"]
    assert found[-1]["facts"] is not None


def test_the_work_tree_is_left_alone_and_not_looked_at(host: Host) -> None:
    write(host.root, {EDGE: "no policy either\n", "app/a.py": "import csv\nimport json\n"})
    before = host.git("status", "--porcelain", "--ignored")
    assert debt(host)[-1] == 1
    assert facts(host)[-1] == 1
    assert host.git("status", "--porcelain", "--ignored") == before


def test_equal_histories_give_equal_bytes_cold_and_warm(host: Host) -> None:
    first, second = (host.run("trend", "--format", "json").out for _ in range(2))
    assert first == second


class Tool(MarkedKind):
    """A kind that needs a tool, and has none where there is no bench."""

    name = "tool"
    Scope = kinds_of_index()["unresolved"].Scope

    def unmeasured(self, view: View, scope: Any) -> str:
        return "" if view.bench else "there is no bench"

    def measure(self, view: View, scope: Any) -> list[Fact]:
        raise AssertionError("tools are never run over history")


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kinds: Mapping[str, Any] = {**kinds_of_index(), "tool": Tool()}
    monkeypatch.setattr(archgate.measure, "kinds_of_index", lambda: kinds)
    known_kinds.cache_clear()
    yield
    known_kinds.cache_clear()


def marks(**amounts: int) -> Files:
    """A fixture with a mark for each function of `app.a`."""
    lines = ",\n".join(f'    "app.a:{name}|size": {amount}' for name, amount in sorted(amounts.items()))
    return {
        "fixtures/sizes.json": '{\n  "schema": 1,\n  "rule": "sizes",\n  "measured_by": {"tool": "t"},\n'
        f'  "marks": {{\n{lines}\n  }}\n}}\n'
    }


@pytest.mark.usefixtures("tool")
def test_marks_are_debt_and_tools_are_never_run_over_history(tmp_path: Path) -> None:
    made = build(
        tmp_path,
        {"app/__init__.py": "", "policies/sizes.toml": policy("tool", "sizes", {}), **marks(f=30, g=12)},
        git=True,
    )
    write(made.root, marks(f=20))
    made.commit("Smaller")
    found = commits(made, "--facts")
    assert [one["debt"]["sizes"] for one in found] == [{"count": 2, "amount": 42}, {"count": 1, "amount": 20}]
    assert [one["facts"]["sizes"] for one in found] == [None, None]
