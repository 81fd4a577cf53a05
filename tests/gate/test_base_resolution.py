"""Which commit a run is judged against: where HEAD is, what is said of base, and what must come of it."""

import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from archgate.gate.base import configurations_of, resolve_base
from archgate.host.configuration import Configuration
from archgate.host.git import Git
from tests.gate.base_story import (
    FORKED,
    NONE,
    Case,
    Expected,
    configured,
    holds,
    last_step,
    merge_result,
    oids,
    refusal,
    refused,
    resolve,
    run,
    tell,
    variables,
)
from tests.gate.repository import Repository, kept

CI = {"CI": "true"}
PULL = CI | {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main"}
PULL_MERGED = PULL | {"GITHUB_REF": "refs/pull/1/merge", "GITHUB_SHA": "{merge}"}
PUSH = CI | {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main"}
PUSHED = {"before": "{second}"}
GONE = ("origin/gone",)


def at(name: str, ref: str = "") -> Expected:
    """A base named by a ref that is an ancestor of HEAD."""
    return Expected(f"{{{name}}}", "merge-base", ref=ref or name)


def in_hand(name: str, ref: str = "origin/main", tip: str = "") -> Expected:
    """Uncommitted work on HEAD."""
    return Expected(f"{{{name}}}", "head", ref=ref, tip=tip)


LISTED = [
    Case("a branch: where it left base", "work", FORKED),
    Case("uncommitted work on a branch changes nothing", "work", FORKED, dirty=True),
    Case("a branch that took base in: base's tip", "synced", at("tip", "origin/main")),
    Case("on base itself: the commit before", "main", last_step("{second}")),
    Case("behind base: the commit before", "second", last_step("{fork}")),
    Case("uncommitted work on base: HEAD", "main", in_hand("tip"), dirty=True),
    Case("uncommitted work behind base: HEAD", "fork", in_hand("fork", tip="{tip}"), dirty=True),
    Case("the first commit is its own base", "root", Expected("{root}", "root", on_protected_branch=True)),
    Case("a detached HEAD is no error", "first", FORKED),
    Case("the nearest of the list protects", "work", FORKED, base=("origin/release", "origin/main")),
    Case(
        "one of the list that is not here leaves the rest",
        "work",
        Expected("{root}", "merge-base", ref="origin/release", tip="{early}"),
        base=("origin/gone", "origin/release"),
    ),
    Case("one of the list that shares no history leaves the rest", "work", FORKED, base=("alone", "origin/main")),
    Case("nothing names a base", "work", NONE, base=()),
]

GIVEN = [
    Case("given wins over the list", "work", Expected("{root}", "merge-base", "early", "{early}"), given="early"),
    Case("given HEAD", "work", last_step("{first}", ref="HEAD"), given="HEAD"),
    Case("given HEAD below uncommitted work", "work", in_hand("work", ref="HEAD"), given="HEAD", dirty=True),
    Case("given does not need the list", "work", at("fork"), given="fork", base=GONE),
    Case("in CI: the announced base by its name", "work", FORKED, PULL, given="origin/main"),
    Case("in CI: further back", "work", at("root"), PULL, given="root"),
    Case(
        "in CI, on a push: further back",
        "main",
        Expected("{fork}", "merge-base", ref="fork", on_protected_branch=True),
        PUSH,
        PUSHED,
        given="fork",
    ),
    Case("in an unknown CI: within the list", "work", FORKED, CI, given="origin/main"),
    Case("in an unknown CI, none listed", "work", at("fork"), CI, given="fork", base=()),
    Case("in an unknown CI, the listed one not here", "work", at("fork"), CI, given="fork", base=GONE),
]

MERGED = [
    Case("base's tip, merged with HEAD", "work", merge_result("{tip}"), merged=True),
    Case("a merge that is made: its first parent", "merge", merge_result("{tip}"), merged=True),
    Case("a branch that took base in is no merge into base", "synced", merge_result("{tip}"), merged=True),
    Case("on base: the commit before", "main", merge_result("{second}"), merged=True),
    Case("the first commit is its own base", "root", merge_result("{root}"), merged=True),
    Case("a merge, and nothing names a base", "merge", merge_result("{tip}", ref="HEAD^1"), merged=True, base=()),
    Case("no merge, and nothing names a base", "work", NONE, merged=True, base=()),
    Case("a push", "main", merge_result("{second}", ref="{second}"), PUSH, PUSHED, merged=True),
]

REFUSED = [
    Case("a listed base that is not here", "work", base=GONE, says=("origin/gone", "archgate.toml")),
    Case("a listed base that is not here, with the cure", "work", base=GONE, says=("git fetch origin gone:",)),
    Case("a given base that is not here", "work", given="nowhere", says=("--base nowhere",)),
    Case("a given expression that leads nowhere", "work", given="HEAD~99", says=("HEAD~99", "name a branch or commit")),
    Case("a given range", "work", given="fork..work", says=("fork..work", "name a branch or commit")),
    Case("a given base with a slip", "work", given="origin/mian", says=("did you mean origin/main?",)),
    Case("a given base of no common history", "work", given="alone", says=("no commit in common",)),
    Case("a given row of zeros", "work", given="0" * 40, says=("no commit in this clone",)),
    Case("a given option", "work", given="--upload-pack=x", says=("is an option",), code="INVALID"),
    Case("a given nothing, as from an empty variable", "work", given="", says=("empty",), code="INVALID"),
    Case("a listed option", "work", base=("--all",), says=("is an option", "archgate.toml"), code="INVALID"),
    Case("in CI nothing names a base", "work", environment=CI, base=(), says=("--unprotected",)),
    Case("in CI --merged is no name for one", "merge", environment=CI, base=(), merged=True, says=("--unprotected",)),
    Case("in CI: HEAD", "first", environment=PULL, given="HEAD", says=("leave --base out",), code="INVALID"),
    Case("in CI: the branch's own name", "work", environment=PULL, given="work", says=("origin/main",), code="INVALID"),
    Case(
        "in CI: a commit of the branch", "work", environment=PULL, given="first", says=("origin/main",), code="INVALID"
    ),
    Case("in an unknown CI: HEAD", "work", environment=CI, given="HEAD", says=("origin/main",), code="INVALID"),
    Case("on a push: what was pushed", "main", environment=PUSH, event=PUSHED, given="origin/main", code="INVALID"),
    Case("a merge with conflicts", "clash", merged=True, says=("second.txt", "git merge origin/main")),
]


@pytest.fixture
def story(tmp_path: Path) -> Repository:
    return tell(tmp_path)


@pytest.fixture
def work(story: Repository) -> Repository:
    story.git("checkout", "--quiet", "work")
    return story


@pytest.mark.parametrize("case", LISTED, ids=lambda case: case.idea)
def test_listed(story: Repository, case: Case) -> None:
    assert case.expected
    holds(run(story, case), case.expected)


@pytest.mark.parametrize("case", GIVEN, ids=lambda case: case.idea)
def test_given(story: Repository, case: Case) -> None:
    assert case.expected
    holds(run(story, case), case.expected)


@pytest.mark.parametrize("case", MERGED, ids=lambda case: case.idea)
def test_merged(story: Repository, case: Case) -> None:
    assert case.expected
    holds(run(story, case), case.expected)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.idea)
def test_refused(story: Repository, case: Case) -> None:
    refused(story, case)


def test_merged_gives_the_tree_of_the_merge(work: Repository) -> None:
    assert resolve(work, merged=True).head == work.git("rev-parse", "merge^{tree}")


def test_merged_leaves_uncommitted_work_out(story: Repository) -> None:
    base = run(story, Case("", "merge", merged=True, dirty=True))
    assert base.head == oids()["merge"]
    assert [note.split(":")[0] for note in base.notes] == ["merged"]


def test_otherwise_the_work_tree_is_judged(work: Repository) -> None:
    base = resolve(work)
    assert (base.head, base.notes) == ("", ())


def test_a_first_commit_is_told(story: Repository) -> None:
    assert [note.split(":")[0] for note in run(story, Case("", "root")).notes] == ["root"]


def test_a_forced_push_is_told(story: Repository) -> None:
    base = run(story, Case("", "main", None, PUSH, {"before": "{work}"}))
    assert [note.split(":")[0] for note in base.notes] == ["forced"]


def test_without_git_nothing_protects() -> None:
    base = resolve_base(
        None,
        configured("origin/main"),
        given=None,
        merged=False,
        unprotected=False,
        environment={},
        configuration_at=lambda oid: None,
    )
    holds(base, NONE)
    assert base.notes == ("unprotected: there is no git repository here",)


def test_before_the_first_commit_nothing_protects(tmp_path: Path) -> None:
    repository = Repository(root=tmp_path, home=tmp_path)
    repository.git("init", "--quiet", "--template=")
    base = resolve(repository)
    holds(base, NONE)
    assert base.notes == ("unprotected: there is no commit here",)
    assert "--base HEAD" in refusal(lambda: resolve(repository, given="HEAD")).message
    assert refusal(lambda: resolve(repository, environment=CI)).code == "BASE_UNKNOWN"


def test_unprotected_allows_ci_without_any_base(work: Repository) -> None:
    holds(resolve(work, base=(), unprotected=True, environment=CI), NONE)


def test_unprotected_does_not_excuse_a_base_that_is_named(work: Repository) -> None:
    assert refusal(lambda: resolve(work, base=GONE, unprotected=True, environment=CI)).code == "BASE_UNKNOWN"


def test_unprotected_does_not_switch_a_base_off(work: Repository) -> None:
    holds(resolve(work, unprotected=True, environment=CI), FORKED)


def test_the_list_at_base_wins_over_heads_and_that_is_told(work: Repository) -> None:
    work.git("branch", "elsewhere", "first")
    base = resolve(work, base=("elsewhere",), configuration_at=lambda oid: configured("origin/main"))
    assert (base.ref, base.oid) == ("origin/main", oids()["fork"])
    assert base.loosened == '`base` is ["elsewhere"], and ["origin/main"] in the configuration of base'


def test_the_list_at_base_is_followed_to_where_it_names_itself(work: Repository) -> None:
    work.git("branch", "elsewhere", "first")
    lists = {oids()["first"]: "origin/release", oids()["root"]: "origin/main", oids()["fork"]: "origin/main"}
    base = resolve(work, base=("elsewhere",), configuration_at=lambda oid: configured(lists[oid]))
    assert (base.ref, base.oid) == ("origin/main", oids()["fork"])
    assert base.loosened


def test_lists_that_name_each_other_come_to_an_end(work: Repository) -> None:
    lists = {oids()["fork"]: "origin/release", oids()["root"]: "origin/main"}
    base = resolve(work, configuration_at=lambda oid: configured(lists[oid]))
    assert (base.ref, base.oid) == ("origin/release", oids()["root"])


def test_a_list_that_is_taken_away_is_told_where_the_ci_names_base(work: Repository) -> None:
    base = resolve(work, base=(), environment=PULL, configuration_at=lambda oid: configured("origin/main"))
    assert base.oid == oids()["fork"]
    assert base.loosened.startswith("`base` is [], and ")


@pytest.mark.parametrize("there", [None, configured()], ids=["no configuration at base", "no list at base"])
def test_a_list_that_base_does_not_have_yet_holds(work: Repository, there: Configuration | None) -> None:
    base = resolve(work, configuration_at=lambda oid: there)
    holds(base, FORKED)
    assert [note.split(":")[0] for note in base.notes] == ["adopting"]


@pytest.mark.parametrize("kind", ["tag", "branch"])
def test_a_ref_made_to_look_like_base_is_not_taken_for_it(work: Repository, kind: str) -> None:
    work.git(kind, "origin/main", "refs/heads/work")
    holds(resolve(work), FORKED)
    holds(resolve(work, given="origin/main"), FORKED)


def test_the_configurations_of_commits(work: Repository) -> None:
    work.write("app/__init__.py", "")
    work.write("archgate.toml", 'packages = ["app"]\nbase = ["origin/main"]\n')
    good = work.commit("configured")
    work.write("archgate.toml", "packages = [\n")
    broken = work.commit("broken")
    configuration_at = configurations_of(Git.find(work.root))
    assert [configuration_at(oid) is None for oid in (oids()["work"], good, broken)] == [True, False, True]
    assert configurations_of(None)(good) is None


def test_inherited_git_variables_lead_nowhere_else(work: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    holds(resolve(work), FORKED)


SHALLOW = "--depth=1"
CLONES = [
    ("a branch without base", ["--single-branch", "--branch", "work"], ("origin/main",), {}, "fork"),
    ("a branch, one commit", [SHALLOW, "--branch", "work"], ("origin/main",), {}, "fork"),
    (
        "a branch and base, one commit",
        [SHALLOW, "--no-single-branch", "--branch", "work"],
        ("origin/main",),
        {},
        "fork",
    ),
    ("base, one commit", [SHALLOW, "--branch", "main"], ("origin/main",), {}, "second"),
    ("a pull request, one commit", [SHALLOW, "--branch", "work"], (), PULL, "fork"),
    ("a push, one commit", [SHALLOW, "--branch", "main"], (), PUSH, "second"),
]


@pytest.mark.parametrize(
    ("options", "base", "environment", "oid"), [row[1:] for row in CLONES], ids=[row[0] for row in CLONES]
)
def test_the_command_that_is_told_mends_the_clone(
    story: Repository,
    tmp_path: Path,
    options: list[str],
    base: tuple[str, ...],
    environment: Mapping[str, str],
    oid: str,
) -> None:
    clone = story.clone(tmp_path / "clone", *options)
    job = variables(story, environment, PUSHED) if environment else {}
    problem = refusal(lambda: resolve(clone, base=base, environment=job))
    assert problem.code == "BASE_UNKNOWN"
    command = problem.fix.rpartition("run: ")[2]
    subprocess.run(shlex.split(command), cwd=clone.root, env=kept() | {"HOME": str(tmp_path)}, check=True)
    assert resolve(clone, base=base, environment=job).oid == oids()[oid]


def test_on_github_the_checkout_is_named_too(story: Repository, tmp_path: Path) -> None:
    clone = story.clone(tmp_path / "clone", SHALLOW, "--branch", "work")
    assert "`fetch-depth: 0`" in refusal(lambda: resolve(clone, environment=PULL)).fix


def test_a_cut_off_commit_is_no_root(story: Repository, tmp_path: Path) -> None:
    clone = story.clone(tmp_path / "clone", SHALLOW, "--branch", "main")
    assert "git fetch --unshallow" in refusal(lambda: resolve(clone)).fix


def test_a_merge_commit_whose_first_parent_is_here_needs_no_ref(story: Repository, tmp_path: Path) -> None:
    story.git("branch", "pull", "merge")
    clone = story.clone(tmp_path / "clone", "--depth=2", "--branch", "pull")
    holds(resolve(clone, base=(), environment=variables(story, PULL_MERGED)), at("tip", "HEAD^1"))


def test_a_merge_commit_that_no_service_made_needs_the_ref(story: Repository, tmp_path: Path) -> None:
    story.git("branch", "pull", "synced")
    clone = story.clone(tmp_path / "clone", "--depth=2", "--branch", "pull")
    job = variables(story, PULL_MERGED)
    assert refusal(lambda: resolve(clone, base=(), environment=job)).code == "BASE_UNKNOWN"
