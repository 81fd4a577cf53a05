"""The job for GitLab in the README, its lines run as GitLab's runner would run them, but for the installation."""

import json
import re
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import archgate
from archgate.gate.calling import calls_of, obstacles_to
from tests.hosts.builder import Host, build, clean_environment
from tests.hosts.sample import RING

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
JOB = next(
    text for text in re.findall(r"^```yaml\n(.*?)^```", README, re.MULTILINE | re.DOTALL) if "codequality" in text
)
RED = {"app/__init__.py": "", **RING, "policies/r.toml": 'schema = 1\nrule = "r"\nkind = "cycle"\n'}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the runner's bash is not on every Windows")


def lines_of(section: str) -> list[str]:
    block = re.search(rf"^  {section}:\n((?:    - .*\n)+)", JOB, re.MULTILINE)
    assert block
    return [line.removeprefix("    - ") for line in block[1].splitlines() if "pip install" not in line]


def run_section(section: str, host: Host, folder: Path) -> int:
    tool = folder / "archgate"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m archgate "$@"\n', encoding="utf-8")
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    environment = {**clean_environment(host.home), "PYTHONPATH": str(Path(archgate.__file__).parents[1])}
    environment["PATH"] = f"{folder}:{environment['PATH']}"
    script = "\n".join(["set -eo pipefail", *lines_of(section)])
    return subprocess.run(["bash", "-c", script], cwd=host.root, env=environment, check=False).returncode


@pytest.mark.parametrize(("files", "code"), [(RED, 1), ({"app/__init__.py": ""}, 0)], ids=["red", "green"])
def test_the_job_fails_when_the_gate_does_and_the_reports_are_written(
    files: dict[str, str], code: int, tmp_path: Path
) -> None:
    host = build(tmp_path, files)
    assert run_section("script", host, tmp_path) == code
    run_section("after_script", host, tmp_path)
    assert len(json.loads((host.root / "gl-code-quality-report.json").read_text("utf-8"))) == code
    assert ElementTree.parse(host.root / "archgate.xml").getroot().get("failures") == str(code)


def test_the_doctor_is_content_with_it() -> None:
    [call] = calls_of(JOB)
    assert obstacles_to(call, JOB) == []
