"""The commits of a leaf, however they are found, and whether what they changed lies inside what it owns."""

from pathlib import Path

import pytest

from tests.roadmap.documents import RECORD
from tests.roadmap.story import HEAD, Story, begin, law, plan

OWNS = law("scope", owns='["app/bell.py"]')
PLANNED = plan("S1-L1 Bells | PLANNED | none | it rings", "S1-L2 Chimes | PLANNED | none | x")
ACTIVE = plan("S1-L1 Bells | ACTIVE | none | it rings", "S1-L2 Chimes | PLANNED | none | x")
OTHER = plan("S1-L1 Bells | BLOCKED | none | waits for #17", "S1-L2 Chimes | ACTIVE | none | x")
INSIDE = {"app/bell.py": "def ring():\n    return 2\n"}
OUTSIDE = {"app/main.py": "import app.bell\n"}


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return begin(tmp_path, {**OWNS, **PLANNED})


def test_a_leaf_that_was_never_active_is_what_came_since_base(story: Story) -> None:
    story.commit(INSIDE)
    verdict = story.gate()
    assert (verdict["scope"], verdict.exit) == ("holds", 0)
    assert "never ACTIVE" in verdict.evidence("scope")
    story.commit(OUTSIDE)
    verdict = story.gate()
    assert (verdict["scope"], verdict.evidence("scope"), verdict.exit) == ("fails", "app/main.py", 1)


def test_what_is_not_committed_counts_as_long_as_the_leaf_is_open(story: Story) -> None:
    story.commit(INSIDE)
    story.write({"app/新.py": "x = 1\n"})
    assert story.gate().evidence("scope") == "app/新.py"


def test_nothing_changed_is_nothing_examined(story: Story) -> None:
    story.commit()
    verdict = story.gate()
    assert (verdict["scope"], verdict.exit) == ("unknown", 3)


def test_law_and_roadmap_are_open_to_every_leaf(story: Story) -> None:
    story.commit({**INSIDE, **ACTIVE, **law("scope", owns='["app/**"]')})
    assert story.gate()["scope"] == "holds"


def test_an_active_leaf_is_what_was_done_while_it_was(story: Story) -> None:
    story.commit({"app/main.py": "x = 1\n"}, "before")
    story.commit(ACTIVE)
    story.commit(INSIDE)
    story.commit(OTHER)
    story.commit(OUTSIDE, "another leaf's")
    assert story.gate()["scope"] == "holds"
    story.commit(ACTIVE)
    story.commit({"app/more.py": ""})
    assert story.gate().evidence("scope") == "app/more.py"


def test_commits_that_name_the_leaf_come_before_its_state(story: Story) -> None:
    story.commit({**ACTIVE, **OUTSIDE})
    story.commit(OTHER)
    story.commit(INSIDE, "Bells ring\n\nLeaf: S1-L2, S1-L1\n")
    verdict = story.gate()
    assert verdict["scope"] == "holds"
    assert "trailer `Leaf: S1-L1`" in verdict.evidence("scope")
    assert story.gate("S1-L2")["scope"] == "unknown"  # it owns nothing


def test_recorded_commits_come_first_of_all(story: Story) -> None:
    outside = story.commit(OUTSIDE, "x\n\nLeaf: S1-L1\n")
    commit = story.commit(INSIDE)
    story.commit(plan(f"S1-L1 Bells | DELIVERED | none | `{commit[:9]}`"))
    verdict = story.gate("S1-L1", "--state", "VERIFIED")
    assert (verdict["scope"], "the 1 commit that it records" in verdict.evidence("scope")) == ("holds", True)
    story.commit(plan(f"S1-L1 Bells | DELIVERED | none | `{commit[:9]}`, `{outside[:9]}`"))
    assert story.gate("S1-L1", "--state", "VERIFIED").evidence("scope") == "app/main.py"
    story.commit(plan("S1-L1 Bells | DELIVERED | none | `abcdef123`"))
    verdict = story.gate("S1-L1", "--state", "VERIFIED")
    assert (verdict["scope"], "abcdef123" in verdict.evidence("scope")) == ("unknown", True)


def test_a_merge_of_the_protected_branch_brings_nothing_of_the_leaf(story: Story) -> None:
    story.commit(INSIDE)
    git = story.repository.git
    git("checkout", "--quiet", "main")
    story.commit(OUTSIDE, "others")
    story.land()
    git("checkout", "--quiet", "work")
    git("merge", "--quiet", "--no-edit", "main")
    assert story.gate()["scope"] == "holds"


def test_a_merge_of_the_leafs_own_branch_brings_all_of_it(story: Story) -> None:
    git = story.repository.git
    story.commit(OUTSIDE)
    git("checkout", "--quiet", "-b", "trunk", "main")
    git("merge", "--quiet", "--no-ff", "--message", "Bells\n\nLeaf: S1-L1", "work")
    assert story.gate().evidence("scope") == "app/main.py"


def test_a_test_that_the_leaf_names_is_its_own(story: Story) -> None:
    story.commit({**INSIDE, "tests/test_bell.py": "def test_ring():\n    assert 1\n"})
    assert story.gate().evidence("scope") == "tests/test_bell.py"
    section = "\n### S1-L1 Bells\n\n**Acceptance**\n\n```bash\npytest tests/test_bell.py -q\n```\n\n" + RECORD
    story.commit({"docs/roadmap.md": PLANNED["docs/roadmap.md"] + section})
    assert story.gate()["scope"] == "holds"


def test_what_it_owns_is_read_at_base(story: Story) -> None:
    story.commit({**INSIDE, **OUTSIDE, **law("scope", owns='["app/**"]')})
    assert story.gate().evidence("scope") == "app/main.py"


def test_a_leaf_that_owns_nothing_cannot_be_told(story: Story) -> None:
    story.commit({"policies/roadmap.toml": HEAD + '[needs]\nVERIFIED = ["scope"]\n'})
    story.land()
    story.commit(INSIDE)
    verdict = story.gate()
    assert (verdict["scope"], "does not say what S1-L1 owns" in verdict.evidence("scope")) == ("unknown", True)


def test_a_shallow_clone_cannot_tell(story: Story, tmp_path: Path) -> None:
    story.commit(INSIDE)
    story.land()
    story.commit({"app/bell.py": "def ring():\n    return 3\n"})
    clone = story.repository.clone(tmp_path / "shallow", "--depth", "2", "--no-single-branch", "--branch", "work")
    clone.git("update-ref", "refs/remotes/origin/main", "HEAD^")
    verdict = Story(clone).gate()
    assert (verdict["scope"], "shallow" in verdict.evidence("scope"), verdict.exit) == ("unknown", True, 3)


def test_chinese_leaves_are_leaves(tmp_path: Path) -> None:
    table = "\n### S1：铃声\n\n| Leaf | 状态 | 依赖 | 完成定义 |\n|---|---|---|---|\n"
    document = {"docs/路线图.md": f"{table}| S1-L1 铃 | `PLANNED` | 无 | 响 |\n"}
    policy = {path: text.replace("docs/roadmap.md", "docs/路线图.md") for path, text in OWNS.items()}
    story = begin(tmp_path, {**policy, **document})
    story.commit({path: text.replace("PLANNED", "ACTIVE") for path, text in document.items()})
    story.commit(INSIDE)
    verdict = story.gate()
    assert (verdict["scope"], "while the document had it ACTIVE" in verdict.evidence("scope")) == ("holds", True)
    story.commit(OUTSIDE)
    assert story.gate().evidence("scope") == "app/main.py"
