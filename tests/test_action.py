"""The GitHub action's last step, run as the runner would run it; the hooks of pre-commit name commands that exist."""

import re
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import archgate
from tests.hosts.builder import Host, build, clean_environment
from tests.hosts.sample import RING

ROOT = Path(__file__).parents[1]
ACTION = (ROOT / ".github/actions/check/action.yml").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
STEP = textwrap.dedent(ACTION.rpartition("run: |\n")[2])

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the runner's bash is not on every Windows")


def run_step(host: Host, folder: Path, **inputs: str) -> "subprocess.CompletedProcess[str]":
    """The step in the host, with this archgate where the step before would have installed it."""
    tool = folder / "archgate"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m archgate "$@"\n', encoding="utf-8")
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    environment = {**clean_environment(host.home), "PYTHONPATH": str(Path(archgate.__file__).parents[1])}
    environment |= {"ARCHGATE_BIN": str(folder), "ARGUMENTS": "", "SARIF": "", **inputs}
    script = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", STEP]
    return subprocess.run(script, cwd=host.root, env=environment, capture_output=True, text=True, check=False)


RED = {"app/__init__.py": "", **RING, "policies/r.toml": 'schema = 1\nrule = "r"\nkind = "cycle"\n'}


def test_a_red_gate_fails_the_step_and_annotates(tmp_path: Path) -> None:
    page = tmp_path / "summary.md"
    done = run_step(build(tmp_path, RED), tmp_path, GITHUB_STEP_SUMMARY=str(page))
    assert done.returncode == 1, done
    assert done.stdout.startswith("::error file=app/a.py")
    assert "### archgate: FAIL" in page.read_text(encoding="utf-8")


def test_a_green_gate_passes(tmp_path: Path) -> None:
    assert run_step(build(tmp_path, {"app/__init__.py": ""}), tmp_path).returncode == 0


def test_arguments_and_sarif(tmp_path: Path) -> None:
    host = build(tmp_path, RED)
    done = run_step(host, tmp_path, ARGUMENTS="--rule unresolved --no-cache", SARIF="out.sarif")
    assert done.returncode == 0, done
    assert '"version": "2.1.0"' in (host.root / "out.sarif").read_text(encoding="utf-8")


def test_sarif_of_a_red_gate_is_written_and_the_step_fails(tmp_path: Path) -> None:
    host = build(tmp_path, RED)
    assert run_step(host, tmp_path, SARIF="out.sarif").returncode == 1
    assert (host.root / "out.sarif").exists()


def test_arguments_are_no_shell(tmp_path: Path) -> None:
    host = build(tmp_path, {"app/__init__.py": ""})
    run_step(host, tmp_path, ARGUMENTS="--rule $(touch${IFS}made) ; touch made")
    assert not (host.root / "made").exists()


def test_inputs_reach_the_shell_through_the_environment_alone() -> None:
    scripts = re.findall(r"run: \|\n((?: {8}.*\n)+)", ACTION)
    assert len(scripts) == 2
    assert not any("${{" in script for script in scripts)


@pytest.mark.parametrize("entry", re.findall(r"^  entry: archgate (.*)$", HOOKS, re.MULTILINE))
def test_the_commands_of_the_hooks_exist(entry: str, tmp_path: Path) -> None:
    assert Host(tmp_path, tmp_path).run(*entry.split(), "--help").exit == 0
