"""One leaf from PLANNED to COMPLETE, over real commits and a real remote, in English and in Chinese."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.roadmap.story import HEAD, Story, Verdict, begin

ASKED = '"debt", "switched", "one-door", "compat", "gates", "scope"'
NEEDS = f"""
[needs]
VERIFIED = [{ASKED}]
DELIVERED = [{ASKED}, "delivered"]
COMPLETE = [{ASKED}, "delivered", "dependents"]

[[leaf]]
id = "S1-L1"
owns = ["app/main.py", "app/ring/**", "app/old.py"]
retires = ["app.old"]
adopts = [{{ symbol = "app.ring.bell:ring", from = ["app.main:run"] }}]
"""
EDGE = """schema = 1
rule = "edge"
kind = "boundary"
title = "Main goes through the new owner"

[scope]
from = ["app.main"]
to = ["app.outer"]
"""
DEBT = """
[[debt]]
from = "app.main"
to = "app.outer"
leaf = "S1-L1"
owner = "core"
reason = "Main still rings by hand, its leaf brings the port."
"""
HOST = {
    "app/main.py": "import app.outer\nfrom app.old import rattle\n\n\ndef run():\n    return rattle(app.outer)\n",
    "app/old.py": "def rattle(out):\n    return out\n",
    "app/outer.py": "",
    "app/compat/__init__.py": "",
    "policies/edge.toml": EDGE + DEBT,
}
NEW = {"app/ring/__init__.py": "", "app/ring/bell.py": "import app.outer\n\n\ndef ring():\n    return app.outer\n"}
SWITCHED = {"app/main.py": "from app.ring.bell import ring\n\n\ndef run():\n    return ring()\n"}


def _english(one: str, two: str, done: str = "it rings") -> str:
    return (
        "## S1: Bells\n\n| Leaf | Status | Depends | Done when |\n|---|---|---|---|\n"
        f"| S1-L1 Bells | `{one}` | none | {done} |\n| S1-L2 Chimes | `{two}` | S1-L1 | x |\n"
        "\n### S1-L2 Chimes\n\n**Verification (2024-05-06)**\n\n- all of it was tried\n"
        "\n### S1-L1 Bells\n\n**Verification (2024-05-06)**\n\n- all of it was tried\n"
    )


def _chinese(one: str, two: str, done: str = "铃响") -> str:
    return (
        "## S1：铃\n\n| Leaf | 状态 | 依赖 | 完成定义 |\n|---|---|---|---|\n"
        f"| S1-L1 铃 | `{one}` | 无 | {done} |\n| S1-L2 钟 | `{two}` | S1-L1 | x |\n"
        "\n### S1-L2 钟\n\n**验证记录（2024-05-06）**\n\n- 全部试过\n"
        "\n### S1-L1 铃\n\n**验证记录（2024-05-06）**\n\n- 全部试过\n"
    )


LANGUAGES = {"English": ("docs/roadmap.md", _english), "中文": ("docs/路线图.md", _chinese)}


def failing(verdict: Verdict) -> set[str]:
    return {str(one["id"]) for one in verdict.report["conditions"] if one["verdict"] in ("fails", "unknown")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_leaf_goes_all_the_way(language: str, tmp_path: Path) -> None:
    path, written = LANGUAGES[language]
    policy = HEAD.replace("docs/roadmap.md", path) + 'compat = ["app.compat"]\n' + NEEDS
    story = begin(tmp_path, {**HOST, "policies/roadmap.toml": policy, path: written("PLANNED", "PLANNED")})
    story.commit({path: written("ACTIVE", "PLANNED")}, "begin")
    assert failing(story.gate()) == {"debt", "switched", "one-door"}

    story.commit(NEW, "the new owner, which nobody calls")
    assert failing(story.gate()) == {"debt", "switched", "one-door"}

    story.commit(SWITCHED, "main goes through it")
    verdict = story.gate()
    assert failing(verdict) == {"one-door", "gates"}  # the debt is paid, and its entry is still written down
    assert verdict.evidence("one-door") == "app/old.py app.old is still there"

    story.commit({"app/old.py": None, "policies/edge.toml": EDGE}, "the old door is walled up")
    verdict = story.gate()
    assert (failing(verdict), verdict.exit) == (set(), 0)
    verdict = story.gate("S1-L1", "--state", "DELIVERED")
    assert (verdict.exit, verdict.evidence("delivered")) == (3, "origin/work is not in this clone")  # nobody pushed it

    _deliver(story, path, written)
    verdict = story.gate()
    assert (verdict.report["state"], verdict.report["verdict"], verdict.exit) == ("DELIVERED", "holds", 0)
    verdict = story.gate("S1-L1", "--state", "COMPLETE")
    assert (failing(verdict), verdict.evidence("dependents")) == ({"dependents"}, "S1-L2 is PLANNED, not VERIFIED")

    recorded = story.repository.oid("HEAD~1")[:10]
    story.commit({path: written("COMPLETE", "VERIFIED", f"`{recorded}`")}, "the other leaf stands")
    story.push()
    verdict = story.gate()
    assert (verdict.report["state"], verdict.report["verdict"], verdict.exit) == ("COMPLETE", "holds", 0)


def _deliver(story: Story, path: str, written: Callable[..., str]) -> None:
    """Record the commits and push; base has moved on to what was there before."""
    git = story.repository.git
    commits = git("rev-list", "--reverse", "main..HEAD").split()
    done = ", ".join(f"`{commit[:10]}`" for commit in commits)
    story.commit({path: written("DELIVERED", "PLANNED", done)}, "record it")
    git("push", "--quiet", "--set-upstream", "origin", "work")
