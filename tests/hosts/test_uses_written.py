"""What a person does who has annotated, injected or extracted: told what it is, and `policy shrink` writes it."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from .builder import Files, Host, codes, found, write
from .test_uses_blind import H, R, f
from .test_uses_blind_growth import change, law

CALLS = f("c.get(1)", head="def g(c):") + f("httpx.get(1)")
ANNOTATED = H + CALLS.replace("def g(c)", "def g(c: httpx.Client)")
PLAIN = H + CALLS
FEED = {"app.m httpx": ["f: get"]}
WHOLE = {"app.m httpx": ["f: get", "g: Client().get"]}


class Story(NamedTuple):
    """A change, what the gate says before anything is written (code, told), and the uses that stand in the end."""

    idea: str
    before: Files
    after: Files
    says: str
    told: str
    uses: Sequence[str]


STORIES = [
    Story(
        "an annotation shows a call that stood",
        {"app/m.py": PLAIN, "policies/egress.toml": law(FEED)},
        {"app/m.py": ANNOTATED},
        "GREW",
        "RESOLVED",
        ["f: get", "g: Client().get"],
    ),
    Story(
        "a new caller elsewhere injects a client",
        {
            "app/m.py": f("c.get(1)", head="def g(c):"),
            "app/n.py": H + f("return httpx.Client()"),
            "policies/egress.toml": law({"app.n httpx": ["f: Client"]}),
        },
        {"app/n.py": H + "from app.m import g\n" + f("g(httpx.Client())")},
        "NEW",
        "RESOLVED",
        ["g: Client().get"],
    ),
    Story(
        "a helper is extracted",
        {"app/m.py": R + f("requests.get(u)"), "policies/egress.toml": law({"app.m requests": ["f: get"]})},
        {"app/m.py": R + f("return requests.get(u)", head="def _get(u):") + f("_get(u)")},
        "GREW",
        "MOVED",
        ["_get: get"],
    ),
    Story(
        "all of a function's uses go to a new one",
        {
            "app/m.py": R + f("requests.get(u)", "requests.get(u)"),
            "policies/egress.toml": law({"app.m requests": ["f: get x2"]}),
        },
        {"app/m.py": R + f("requests.get(u)", "requests.get(u)", head="def load(u):")},
        "GREW",
        "MOVED",
        ["load: get x2"],
    ),
]


def uses(host: Host) -> list[str]:
    """The uses that the policy of `app.m` has."""
    debts = tomllib.loads((host.root / "policies/egress.toml").read_text("utf-8"))["debt"]
    found: list[str] = next(debt["uses"] for debt in debts if debt["module"] == "app.m")
    return found


@pytest.mark.parametrize("story", STORIES, ids=[story.idea for story in STORIES])
def test_what_proves_itself_is_written_by_the_command_that_is_named(story: Story, tmp_path: Path) -> None:
    host = change(tmp_path, story.before, story.after)
    verdict = host.check("--base", "main")
    assert [(one["code"], one["fix"]) for one in verdict["findings"] if one["blocks"]] == [
        (story.says, "It was there at base, and only has to be written: archgate policy shrink")
    ]
    assert host.run("policy", "shrink", "--base", "main").exit == 0
    assert uses(host) == list(story.uses)
    verdict = host.check("--base", "main")
    assert (verdict["exit"], codes(verdict, blocking=False)) == (0, [story.told])


def test_a_moved_use_keeps_what_its_entry_said(tmp_path: Path) -> None:
    story = STORIES[2]
    host = change(tmp_path, story.before, story.after)
    policy = host.root / "policies/egress.toml"
    owners = [line for line in policy.read_text("utf-8").splitlines() if line.startswith(("owner", "reason"))]
    host.run("policy", "shrink", "--base", "main")
    assert [line for line in policy.read_text("utf-8").splitlines() if line.startswith(("owner", "reason"))] == owners


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(R + f("requests.get(u)") + f("requests.get(u)", head="def _get(u):"), id="one more of it"),
        pytest.param(R + f("...") + f("requests.put(u)", head="def _put(u):"), id="another operation"),
    ],
)
def test_what_does_not_prove_itself_is_not_written(after: str, tmp_path: Path) -> None:
    host = change(tmp_path, STORIES[2].before, {"app/m.py": after})
    host.run("policy", "shrink", "--base", "main")
    verdict = host.check("--base", "main")
    assert verdict["exit"] == 1
    assert {"GREW", "NEW"} & set(codes(verdict)), verdict["findings"]


def test_an_entry_stays_while_its_call_stands_and_is_only_not_seen(tmp_path: Path) -> None:
    host = change(tmp_path, {"app/m.py": ANNOTATED, "policies/egress.toml": law(WHOLE)}, {"app/m.py": PLAIN})
    frozen = (host.root / "policies/egress.toml").read_bytes()
    done = host.run("policy", "shrink", "--base", "main")
    assert done.exit == 1
    assert "DIMMED  egress  app.m -> httpx" in done.out
    assert "REFUSED: nothing was written, 1 still stand" in done.out
    assert (host.root / "policies/egress.toml").read_bytes() == frozen
    verdict = host.check("--base", "main")
    (dimmed,), (shrunk,) = found(verdict, "DIMMED"), [*found(verdict, "SHRUNK"), *found(verdict, "STALE")]
    assert dimmed["blocks"]
    assert shrunk["fix"] == dimmed["fix"]

    write(host.root, {"app/m.py": PLAIN.replace("c.get(1)", "...")})
    assert host.run("policy", "shrink", "--base", "main").exit == 0
    assert uses(host) == ["f: get"]
    assert host.check("--base", "main")["exit"] == 0
