"""`archgate policy move`: what a scope names follows what moved, and a scope that lets go is red all the same."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.builder import Files, Host, block, build, codes, found, policy, write

BODY = "def {0}_first(): ...\ndef {0}_second(): ...\n"
NAMES = ("ui.page", "jobs.job", "jobs.more", "play.game", "store.db", "version")
HOST: Files = {
    "app/__init__.py": "",
    **{f"app/{package}/__init__.py": "" for package in ("ui", "jobs", "play", "store")},
    **{f"app/{name.replace('.', '/')}.py": BODY.format(name.replace(".", "_")) for name in NAMES},
}
NOTHING_MORE: Files = {}
STACK = ["app.ui", "app.jobs | app.play", "app.store"]
ALL = {"layers": STACK, "closed": ["app.jobs"], "beside": ["app.version"]}
BELOW = {
    "layers": ["ui", "jobs | play", "store"],
    "containers": ["app"],
    "closed": ["jobs"],
    "beside": ["version"],
}


def law(kind: str, scope: Any, *blocks: str) -> Files:
    return {"policies/rule.toml": policy(kind, "rule", scope, *blocks)}


def host(folder: Path, kind: str, scope: Any, *blocks: str, files: Files = NOTHING_MORE) -> Host:
    """The host under one rule, committed: the base of what the test does next."""
    return build(folder, {**HOST, **files, **law(kind, scope, *blocks)}, git=True)


def scope_of(made: Host) -> Any:
    return tomllib.loads((made.root / "policies/rule.toml").read_text("utf-8"))["scope"]


def move(made: Host, old: str, *new: str) -> None:
    """The files of a module or package go to the first of the new names, and the move is decided."""
    source = made.root / old.replace(".", "/")
    suffix = "" if source.is_dir() else ".py"
    target = made.root / f"{new[0].replace('.', '/')}{suffix}"
    target.parent.mkdir(parents=True, exist_ok=True)
    made.git("mv", f"{source}{suffix}", str(target))
    decide(made, old, *new)


def decide(made: Host, old: str, *new: str) -> None:
    done = made.run("policy", "move", old, *new, "--base", "HEAD")
    assert done.exit == 0, done


@pytest.mark.parametrize(
    ("idea", "kind", "scope", "moves", "expected"),
    [
        (
            "a layer, and where it is closed",
            "layers",
            ALL,
            [("app.jobs", "app.tasks")],
            {**ALL, "layers": ["app.ui", "app.tasks | app.play", "app.store"], "closed": ["app.tasks"]},
        ),
        (
            "what stands beside the layers",
            "layers",
            ALL,
            [("app.version", "app.release")],
            {**ALL, "beside": ["app.release"]},
        ),
        (
            "a layer named below its container",
            "layers",
            BELOW,
            [("app.jobs", "app.tasks"), ("app.version", "app.release")],
            {
                **BELOW,
                "layers": ["ui", "tasks | play", "store"],
                "closed": ["tasks"],
                "beside": ["release"],
            },
        ),
        (
            "a container",
            "layers",
            {"layers": ["page", "(none)"], "containers": ["app.ui"]},
            [("app.ui", "app.web")],
            {"layers": ["page", "(none)"], "containers": ["app.web"]},
        ),
        (
            "an optional layer",
            "layers",
            {"layers": ["app.ui", "(app.jobs)", "app.play", "app.store"], "beside": ["app.version"]},
            [("app.jobs", "app.tasks")],
            {"layers": ["app.ui", "(app.tasks)", "app.play", "app.store"], "beside": ["app.version"]},
        ),
        (
            "a layer in two, which were one and may import one another",
            "layers",
            {"layers": ["app.ui", "app.jobs", "app.play", "app.store"], "beside": ["app.version"]},
            [("app.jobs.job", "app.tasks"), ("app.jobs", "app.tasks", "app.chores")],
            {"layers": ["app.ui", "app.tasks : app.chores", "app.play", "app.store"], "beside": ["app.version"]},
        ),
        (
            "a layer whose modules moved one by one",
            "layers",
            ALL,
            [("app.jobs.job", "app.tasks.job"), ("app.jobs.more", "app.tasks.more")],
            {**ALL, "layers": ["app.ui", "app.tasks | app.play", "app.store"], "closed": ["app.tasks"]},
        ),
        (
            "both sides of a boundary",
            "boundary",
            {"from": ["app.store"], "to": ["=app.ui.page", "app.jobs"]},
            [("app.store", "app.depot"), ("app.ui", "app.web"), ("app.jobs", "app.tasks")],
            {"from": ["app.depot"], "to": ["=app.web.page", "app.tasks"]},
        ),
        (
            "the modules of a cycle rule, scattered",
            "cycle",
            {"modules": ["app.jobs", "app.play"]},
            [("app.jobs.job", "app.play.job"), ("app.jobs.more", "app.rest")],
            {"modules": ["app.play.job", "app.play", "app.rest"]},
        ),
        (
            "a part of what is selected stays selected by its package",
            "boundary",
            {"from": ["app.jobs"], "to": ["app.ui"]},
            [("app.jobs.job", "app.jobs.task")],
            {"from": ["app.jobs"], "to": ["app.ui"]},
        ),
    ],
)
def test_a_scope_follows(
    idea: str, kind: str, scope: Any, moves: list[tuple[str, ...]], expected: Any, tmp_path: Path
) -> None:
    made = host(tmp_path, kind, scope)
    if idea.startswith("a layer in two"):
        made.git("mv", "app/jobs/job.py", "app/tasks.py")
        made.git("mv", "app/jobs/more.py", "app/chores.py")
        made.git("rm", "-q", "app/jobs/__init__.py")
        decide(made, *moves[-1])
    elif "one by one" in idea or "scattered" in idea:
        made.git("rm", "-qf", "app/jobs/__init__.py")
        for old, new in moves:
            target = made.root / f"{new.replace('.', '/')}.py"
            target.parent.mkdir(parents=True, exist_ok=True)
            made.git("mv", f"{old.replace('.', '/')}.py", str(target))
        for old, new in moves:
            decide(made, old, new)
    else:
        for names in moves:
            move(made, *names)
    assert scope_of(made) == expected, idea
    report = made.check("--base", "HEAD")
    assert [(one["code"], one["id"], one["message"]) for one in report["findings"] if one["blocks"]] == [], idea
    assert report["verdict"] == "pass", idea


UP = "import app.ui.page\n"


def test_debt_of_layers_goes_along(tmp_path: Path) -> None:
    entry = block("debt", from_="app.jobs.job", to="app.ui.page")
    made = host(tmp_path, "layers", ALL, entry, files={"app/jobs/job.py": UP + BODY.format("jobs_job")})
    move(made, "app.jobs", "app.tasks")
    assert codes(made.check("--base", "HEAD")) == []
    assert 'from = "app.tasks.job"' in (made.root / "policies/rule.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("idea", "kind", "before", "after", "red"),
    [
        (
            "on top under its new name",
            "layers",
            {**ALL, "closed": []},
            {**ALL, "layers": ["app.tasks", "app.ui", "app.play", "app.store"], "closed": []},
            "scope.layers",
        ),
        (
            "no longer independent",
            "layers",
            ALL,
            {**ALL, "layers": ["app.ui", "app.tasks : app.play", "app.store"], "closed": ["app.tasks"]},
            "scope.layers",
        ),
        (
            "no longer closed",
            "layers",
            {**ALL, "layers": ["app.ui", "app.jobs", "app.play", "app.store"]},
            {**ALL, "layers": ["app.ui", "app.tasks", "app.play", "app.store"], "closed": []},
            "scope.layers",
        ),
        ("in no layer", "layers", ALL, {"layers": ["app.ui", "app.play", "app.store"], "exhaustive": False}, ""),
        (
            "beside the layers",
            "layers",
            ALL,
            {"layers": ["app.ui", "app.play", "app.store"], "beside": ["app.tasks", "app.version"]},
            "scope.beside",
        ),
        (
            "out of a boundary",
            "boundary",
            {"from": ["app.jobs"], "to": ["app.ui"]},
            {"from": ["app.play"], "to": ["app.ui"]},
            "scope.from",
        ),
    ],
)
def test_a_move_that_lets_go_is_red(idea: str, kind: str, before: Any, after: Any, red: str, tmp_path: Path) -> None:
    made = host(tmp_path, kind, before)
    move(made, "app.jobs", "app.tasks")
    write(made.root, law(kind, after))
    told = found(made.check("--base", "HEAD"), "LOOSENED")
    assert [one["subject"] for one in told if one["subject"].startswith(red)], idea


def test_without_a_decision_the_order_holds_as_well(tmp_path: Path) -> None:
    """git pairs the files, so no decision is needed to see where the layer went."""
    made = host(tmp_path, "layers", ALL)
    made.git("mv", "app/store", "app/vault")
    write(made.root, law("layers", {**ALL, "layers": ["app.vault", "app.ui", "app.jobs | app.play"]}))
    told = found(made.check("--base", "HEAD"), "LOOSENED")
    assert "app.vault -> app.ui" in {one["object"] for one in told}


def test_what_moved_into_another_layer_is_of_that_layer(tmp_path: Path) -> None:
    """The layer that took it in has its own place, and what it may import was settled before."""
    made = host(
        tmp_path, "layers", {"layers": ["app.ui", "app.jobs", "app.play", "app.store"], "beside": ["app.version"]}
    )
    move(made, "app.play.game", "app.jobs.game")
    made.git("rm", "-qf", "app/play/__init__.py")
    decide(made, "app.play", "app.jobs")
    assert scope_of(made)["layers"] == ["app.ui", "app.jobs", "app.store"]
    assert codes(made.check("--base", "HEAD")) == []


def test_in_several_containers_a_layer_may_have_two_names(tmp_path: Path) -> None:
    files: Files = {f"app/{side}/{name}.py": BODY.format(name) for side in ("ui", "jobs") for name in ("high", "low")}
    scope = {"layers": ["high", "low"], "containers": ["app.ui", "app.jobs"], "exhaustive": False}
    made = host(tmp_path, "layers", scope, files=files)
    move(made, "app.ui.high", "app.ui.upper")
    assert scope_of(made)["layers"] == ["(upper) : (high)", "low"]
    assert codes(made.check("--base", "HEAD")) == []
