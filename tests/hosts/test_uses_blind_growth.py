"""What a change may do to frozen uses: growth, moves of single uses, and calls that are seen or no longer seen."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .builder import Files, Host, block, build, codes, policy, write
from .test_uses_blind import H, R, f


def law(entries: Mapping[str, Sequence[str]], *more: str, targets: Sequence[str] = ("httpx", "requests")) -> str:
    """The policy `egress` with one debt for each `module target`."""
    blocks = [
        block("debt", module=key.split()[0], target=key.split()[1], uses=list(uses))
        for key, uses in sorted(entries.items())
    ]
    return policy("capability", "egress", {"modules": ["app"], "targets": list(targets)}, *more, *blocks)


def change(folder: Path, before: Files, after: Files) -> Host:
    """A repository whose branch `work` turns `before` into `after`."""
    host = build(folder, {"app/__init__.py": "", **before}, git=True)
    assert host.check("--base", "main")["exit"] == 0, "the story starts well"
    host.git("switch", "-q", "-c", "work")
    write(host.root, after)
    host.commit("work")
    return host


class Case(NamedTuple):
    """A change to `app/m.py` (or files) and its uses of requests (or entries), and the codes of the verdict."""

    idea: str
    source: tuple[str | Files, str | Files]
    uses: tuple[Sequence[str] | Mapping[str, Sequence[str]], Sequence[str] | Mapping[str, Sequence[str]]]
    blocking: set[str]
    told: frozenset[str] = frozenset()


def side(source: str | Files, uses: Sequence[str] | Mapping[str, Sequence[str]]) -> Files:
    files = {"app/m.py": source} if isinstance(source, str) else source
    entries = uses if isinstance(uses, Mapping) else {"app.m requests": uses}
    return {**files, "policies/egress.toml": law(entries)}


LOAD = R + f("requests.get(u)", head="def load(u):")
FETCH = R + f("requests.get(u)", head="def fetch(u):")
SPLIT = R + f("requests.get(u)", head="def _get(u):") + f("_get(u)", head="def load(u):")
TWO = LOAD + f("...", head="def old(u):")
OLD = R + f("...", head="def load(u):") + f("requests.get(u)", head="def old(u):")

UNSEEN = H + f("c.get(1)", head="def g(c):") + f("httpx.get(1)")
SEEN = UNSEEN.replace("def g(c)", "def g(c: httpx.Client)")
ONE = {"app.m httpx": ["f: get"]}
BOTH = {"app.m httpx": ["f: get", "g: Client().get"]}

CASES = [
    Case("nothing", (LOAD, LOAD), (["load: get"], ["load: get"]), set()),
    Case(
        "a violation and its entry in one change",
        (LOAD, LOAD + f("requests.put(u)")),
        (["load: get"], ["f: put", "load: get"]),
        {"LAUNDERED"},
    ),
    Case("a violation without entry", (LOAD, LOAD + f("requests.put(u)")), (["load: get"], ["load: get"]), {"GREW"}),
    Case(
        "one more of a kind, and its entry",
        (LOAD, LOAD + "    requests.get(u)\n"),
        (["load: get"], ["load: get x2"]),
        {"LAUNDERED"},
    ),
    Case("a foothold and its entry in one change", ("", R), ({}, {"app.m requests": []}), {"LAUNDERED"}),
    Case("a foothold without entry", ("", R), ({}, {}), {"NEW"}),
    Case("a foothold and its entry, gone in one change", (R, ""), ({"app.m requests": []}, {}), set()),
    Case("uses fixed and the import left, and written so", (LOAD, R), (["load: get"], []), set()),
    Case("one fixed", (LOAD, R + f("...")), (["load: get"], []), set()),
    Case("a function renamed", (LOAD, FETCH), (["load: get"], ["fetch: get"]), set(), frozenset({"MOVED"})),
    Case("a function extracted", (LOAD, SPLIT), (["load: get"], ["_get: get"]), set(), frozenset({"MOVED"})),
    Case(
        "a function renamed, with another operation",
        (LOAD, FETCH.replace("get", "put")),
        (["load: get"], ["fetch: put"]),
        {"LAUNDERED"},
    ),
    Case(
        "a function renamed, and one use more",
        (LOAD, FETCH + "    requests.get(u)\n"),
        (["load: get"], ["fetch: get x2"]),
        {"LAUNDERED"},
    ),
    Case(
        "fixed in one function, added in another that was there",
        (TWO, OLD),
        (["load: get"], ["old: get"]),
        {"LAUNDERED"},
    ),
    Case(
        "a function in another file",
        ({"app/m.py": LOAD, "app/n.py": ""}, {"app/m.py": "", "app/n.py": FETCH}),
        (["load: get"], {"app.n requests": ["fetch: get"]}),
        {"LAUNDERED"},
    ),
    Case(
        "another library in the same place",
        (LOAD, H + f("httpx.get(u)", head="def load(u):")),
        (["load: get"], {"app.m httpx": ["load: get"]}),
        {"LAUNDERED"},
    ),
    Case("an annotation that shows an old call", (UNSEEN, SEEN), (ONE, BOTH), set(), frozenset({"RESOLVED"})),
    Case("an annotation less that hides a call", (SEEN, UNSEEN), (BOTH, ONE), {"DIMMED"}),
    Case("an annotation less, and the call is gone", (SEEN, UNSEEN.replace("c.get(1)", "...")), (BOTH, ONE), set()),
    Case("an annotation and a call with it", (UNSEEN.replace("c.get(1)", "..."), SEEN), (ONE, BOTH), {"LAUNDERED"}),
    Case(
        "another spelling of the same call",
        (LOAD, "from requests import get as g\n" + f("g(u)", head="def load(u):")),
        (["load: get"], ["load: get"]),
        set(),
    ),
    Case(
        "another order",
        (LOAD + f("requests.put(u)"), R + f("requests.put(u)") + LOAD.removeprefix(R)),
        (["f: put", "load: get"],) * 2,
        set(),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.idea for case in CASES])
def test_changes(case: Case, tmp_path: Path) -> None:
    before, after = (side(*pair) for pair in zip(case.source, case.uses, strict=True))
    verdict = change(tmp_path, before, after).check("--base", "main")
    assert set(codes(verdict)) - {"SWAPPED"} == case.blocking, verdict["findings"]
    assert case.told <= set(codes(verdict, blocking=False)), verdict["findings"]
    assert verdict["exit"] == bool(case.blocking)


def test_a_move_into_another_file_by_decision(tmp_path: Path) -> None:
    decision = (
        'schema = 1\nkind = "move"\nsubject = "app.m"\nto = ["app.n"]\n'
        'reason = "The feed is taken out of the module for its own leaf."\nowner = "somebody"\n'
    )
    before = side({"app/m.py": LOAD, "app/n.py": ""}, ["load: get"])
    after = side({"app/m.py": "", "app/n.py": FETCH}, {"app.n requests": ["fetch: get"]})
    verdict = change(tmp_path, before, {**after, "policies/decisions/feed.toml": decision}).check("--base", "main")
    assert (codes(verdict), verdict["exit"]) == ([], 0), verdict["findings"]
    assert "MOVED" in codes(verdict, blocking=False)


@pytest.mark.parametrize(
    ("idea", "edit"),
    [
        ("a target less", {"policies/egress.toml": law({}, targets=["httpx"])}),
        ("an owner more", {"policies/egress.toml": law({}, block("owner", module="app.m"))}),
        ("no policy", {"policies/egress.toml": ""}),
    ],
)
def test_a_law_that_lets_more_through_with_the_code_that_needs_it(
    idea: str, edit: dict[str, str], tmp_path: Path
) -> None:
    host = change(tmp_path, {"app/m.py": "", "policies/egress.toml": law({})}, {"app/m.py": LOAD, **edit})
    if not edit["policies/egress.toml"]:
        (host.root / "policies/egress.toml").unlink()
        host.commit("no law")
    verdict = host.check("--base", "main")
    assert verdict["exit"] == 1, idea
    assert {"LAUNDERED", "LOOSENED"} & set(codes(verdict)), verdict["findings"]


def test_a_target_more_is_tighter(tmp_path: Path) -> None:
    before = {"app/m.py": LOAD, "policies/egress.toml": law({}, targets=["httpx"])}
    after = {"policies/egress.toml": law({"app.m requests": ["load: get"]})}
    verdict = change(tmp_path, before, after).check("--base", "main")
    assert (codes(verdict), verdict["exit"]) == ([], 0), verdict["findings"]
    assert "WIDENED" in codes(verdict, blocking=False)


def test_an_exception_gained_without_host_source_is_admitted(tmp_path: Path) -> None:
    before = {"app/m.py": LOAD, "policies/egress.toml": law({"app.m requests": ["load: get"]})}
    accepted = block("exception", module="app.m", target="requests", uses=["load: get"])
    after = {
        "policies/egress.toml": policy(
            "capability", "egress", {"modules": ["app"], "targets": ["httpx", "requests"]}, accepted
        )
    }
    verdict = change(tmp_path, before, after).check("--base", "main")
    assert (codes(verdict), verdict["exit"]) == ([], 0), verdict["findings"]


def test_a_new_caller_of_an_old_helper_is_growth_where_it_makes_its_client(tmp_path: Path) -> None:
    before = {"app/m.py": f("c.get(1)", head="def g(c):"), "policies/egress.toml": law({})}
    verdict = change(tmp_path, before, {"app/a.py": R + "from app.m import g\n" + f("g(requests.Session())")}).check(
        "--base", "main"
    )
    new: dict[str, Any] = {finding["id"]: finding for finding in verdict["findings"] if finding["code"] == "NEW"}
    assert "egress|app.a|requests" in new
    assert verdict["exit"] == 1
