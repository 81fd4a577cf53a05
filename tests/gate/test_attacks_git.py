"""Ways to lie to the gate about the repository: environment, refs, index, attributes, caches, merges."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.gate.changes import LAUNDERED, frozen_violation, violation
from tests.gate.repository import Repository
from tests.gate.sample import CLOCK_ID, EDGE, IMPORT_CLOCK, PLAN, QUEUE_MAIL, boundary
from tests.gate.steps import Case, apply, assert_refused, commit, git, table, write

NEW = f"NEW {CLOCK_ID}"


def test_the_laundering_is_seen_at_all(laundered: Repository) -> None:
    assert_refused(laundered.check(), [LAUNDERED])


INHERITED = {
    "GIT_DIR of another repository": {"GIT_DIR": "{other}/.git"},
    "GIT_DIR that is none": {"GIT_DIR": "/nowhere"},
    "GIT_DIR as a hook has it": {"GIT_DIR": ".git", "GIT_PREFIX": ""},
    "GIT_WORK_TREE of another repository": {"GIT_WORK_TREE": "{other}"},
    "both of another repository": {"GIT_DIR": "{other}/.git", "GIT_WORK_TREE": "{other}"},
    "GIT_INDEX_FILE that is empty": {"GIT_INDEX_FILE": "{other}/index"},
    "GIT_OBJECT_DIRECTORY of another repository": {"GIT_OBJECT_DIRECTORY": "{other}/.git/objects"},
    "GIT_ALTERNATE_OBJECT_DIRECTORIES": {"GIT_ALTERNATE_OBJECT_DIRECTORIES": "{other}/.git/objects"},
    "GIT_NAMESPACE": {"GIT_NAMESPACE": "elsewhere"},
    "GIT_CEILING_DIRECTORIES": {"GIT_CEILING_DIRECTORIES": "{host}"},
    "GIT_COMMON_DIR": {"GIT_COMMON_DIR": "{other}/.git"},
    "GIT_SHALLOW_FILE": {"GIT_SHALLOW_FILE": "{other}/shallow"},
    "GIT_GRAFT_FILE": {"GIT_GRAFT_FILE": "{other}/grafts"},
    "GIT_CONFIG_COUNT": {
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "diff.renames",
        "GIT_CONFIG_VALUE_0": "false",
        "GIT_CONFIG_KEY_1": "core.bare",
        "GIT_CONFIG_VALUE_1": "true",
    },
    "GIT_CONFIG_PARAMETERS": {"GIT_CONFIG_PARAMETERS": "'core.worktree=/'"},
    "GIT_EXTERNAL_DIFF": {"GIT_EXTERNAL_DIFF": "true"},
    "GIT_LITERAL_PATHSPECS": {"GIT_LITERAL_PATHSPECS": "1", "GIT_ICASE_PATHSPECS": "1"},
    "GIT_TRACE": {"GIT_TRACE": "1", "GIT_TRACE2": "1"},
    "a number of processes and a seed": {"PYTHONHASHSEED": "7", "PYTHONOPTIMIZE": "2"},
    "variables that sound like archgate's": {
        "ARCHGATE_UNPROTECTED": "1",
        "ARCHGATE_BASE": "HEAD",
        "ARCHGATE_SKIP": "1",
        "ARCHGATE_EXCLUDE": "app/**",
    },
}


@pytest.mark.parametrize("environment", INHERITED.values(), ids=INHERITED.keys())
def test_inherited_variables_have_no_effect(
    laundered: Repository, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    other = tmp_path / "other"
    shutil.copytree(laundered.root, other, symlinks=True)
    values = {name: value.format(other=other, host=laundered.root) for name, value in environment.items()}
    run = laundered.check(environment=values)
    assert_refused(run, [LAUNDERED])
    assert run.stdout == laundered.check().stdout


@table(
    Case("base replaced by the laundered commit", (git("replace", "main", "work"),)),
    Case("base's tree replaced", (git("replace", "main^{tree}", "work^{tree}"),)),
    Case("base's policy replaced", (git("replace", f"main:{EDGE}", f"work:{EDGE}"),)),
    Case("a replaced commit with other parents", (git("replace", "--graft", "work", "main~1"),)),
    Case("renames switched off", (git("config", "diff.renames", "false"),)),
    Case(
        "a filter that empties files",
        (git("config", "filter.x.clean", "true"), write(".git/info/attributes", "* filter=x\n")),
    ),
    Case("a file system monitor that says nothing changed", (git("config", "core.fsmonitor", "true"),)),
)
def test_the_repository_s_own_settings_have_no_effect(laundered: Repository, case: Case) -> None:
    apply(laundered, case.steps)
    assert_refused(laundered.check(), [LAUNDERED])


@pytest.mark.parametrize("kind", ["branch", "tag"])
def test_a_namesake_of_the_remote_s_branch_is_not_believed(laundered: Repository, kind: str) -> None:
    laundered.git(kind, "origin/main", "work")
    run = laundered.check()
    assert run.exit in (1, 3), run
    assert run.codes() & {"LAUNDERED", "BASE_UNKNOWN"}, run


def test_grafts_have_no_effect(laundered: Repository) -> None:
    laundered.write(".git/info/grafts", f"{laundered.oid('work')}\n")
    assert_refused(laundered.check(), [LAUNDERED])


@table(
    Case("renames switched off", (git("config", "diff.renames", "false"),)),
    Case(
        "no renames looked for among many files",
        (git("config", "diff.renameLimit", "1"), git("config", "merge.renameLimit", "1")),
    ),
    Case("files called binary", (write(".gitattributes", "*.py binary\n"),)),
    Case("files not to be compared", (write(".gitattributes", "*.py -diff -text\n"),)),
    Case("files not to be exported", (write(".gitattributes", "*.py export-ignore\n"),)),
)
def test_moved_code_is_followed_under_any_setting(sample: Repository, case: Case) -> None:
    apply(sample, case.steps)
    sample.git("mv", "app/chain/feed.py", "app/rows.py")
    sample.write(EDGE, boundary([QUEUE_MAIL]))
    sample.commit()
    assert_refused(sample.check(), ["LAUNDERED adapter-edge|app.rows|app.adapters.store"])


@table(
    Case("changed on disk only", (violation,)),
    Case("staged only, as it looks", (violation, git("add", "--all"))),
    Case("staged and taken back on disk, then written again", (violation, git("add", PLAN), violation)),
    Case("assumed to be unchanged", (git("update-index", "--assume-unchanged", PLAN), violation)),
    Case("left out by skip-worktree, but there", (git("update-index", "--skip-worktree", PLAN), violation)),
    Case("ignored, but tracked", (write(".git/info/exclude", "app/\n"), violation)),
    Case("removed from the index, but there", (violation, git("rm", "--quiet", "--cached", PLAN))),
)
def test_what_stands_on_disk_is_judged(sample: Repository, case: Case) -> None:
    apply(sample, case.steps)
    assert_refused(sample.check(), [NEW])


def test_an_untracked_file_is_judged(sample: Repository) -> None:
    sample.write("app/chain/fresh.py", IMPORT_CLOCK)
    assert_refused(sample.check(), ["NEW adapter-edge|app.chain.fresh|app.adapters.clock"])


def test_an_ignored_file_that_was_added_by_force_is_judged(sample: Repository) -> None:
    sample.write(".gitignore", "fresh.py\n")
    sample.write("app/chain/fresh.py", IMPORT_CLOCK)
    sample.git("add", "--force", "app/chain/fresh.py")
    sample.commit()
    assert_refused(sample.check(), ["NEW adapter-edge|app.chain.fresh|app.adapters.clock"])


def test_a_module_behind_a_link_inside_the_root_is_judged(sample: Repository) -> None:
    sample.write("assets/fresh.txt", IMPORT_CLOCK)
    sample.path("app/chain/fresh.py").symlink_to("../../assets/fresh.txt")
    sample.commit()
    assert_refused(sample.check(), ["NEW adapter-edge|app.chain.fresh|app.adapters.clock"])


def test_a_module_behind_a_link_that_leaves_the_root_is_told(sample: Repository, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text(IMPORT_CLOCK)
    sample.path("app/chain/fresh.py").symlink_to("../../../outside.py")
    run = sample.archgate("check")
    assert "app/chain/fresh.py" in run.stdout + run.stderr, run.stdout + run.stderr


def test_uncommitted_entries_do_not_protect_committed_code(sample: Repository) -> None:
    apply(sample, [violation, commit("code"), frozen_violation])
    assert_refused(sample.check(), [LAUNDERED])
