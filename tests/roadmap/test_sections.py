"""Leaf sections: labels in every dress, commands, records, matrices."""

import pytest

from archgate.roadmap.document import Section
from tests.roadmap.documents import leaf, read, rows

TABLE = rows("S1-L1 Clocks | VERIFIED | none | x", "S1-L2 Bells | PLANNED | none | x")


def section(body: str, heading: str = "### S1-L1 Clocks") -> Section:
    found = leaf(f"{TABLE}\n## Leaves\n\n{heading}\n\n{body}\n").section
    assert found is not None
    return found


STATUS = {
    "a bold label": "**Status:** `VERIFIED`",
    "a bold line": "**Status: VERIFIED**",
    "bare": "Status: verified",
    "Chinese": "**状态：** 已验证",
    "an item": "- Status: VERIFIED",
    "one of two lines": "**Status:** VERIFIED\n**Owner:** somebody",
    "a heading": "#### Status\n\nVERIFIED",
}


@pytest.mark.parametrize("body", STATUS.values(), ids=STATUS)
def test_status(body: str) -> None:
    status = section(body).status
    assert status is not None
    assert status.state == "VERIFIED"


def test_parts_in_bold_and_in_headings() -> None:
    found = section(
        "**Outcome**\n\nThey tick.\n\n**Ownership and compatibility**\n\n- app/a.py\n- app/b.py\n\n"
        "#### Excluded\n\n- bells\n\n#### 交付\n\n推送 `3f9ab01c`\n\n**Blocked by:** the vendor\n\n**Thoughts**\n\nnone"
    )
    assert (found.outcome, found.ownership, found.excluded) == ("They tick.", "app/a.py\napp/b.py", "bells")
    assert (found.delivery, found.blocked_by) == ("推送 3f9ab01c", "the vendor")
    assert found.evidence.commits == ("3f9ab01c",)


def test_parts_with_plain_labels() -> None:
    found = section(
        "Outcome:\n\nThey tick.\n\nExcluded：\n- bells\n\nAcceptance:\n\n```sh\npytest -q\n```\n\n"
        "Acceptance matrix\n\n| Case | Shown |\n|---|---|\n| a | b |\n\nVerification (2024-05-06)\n\n- 12 passed"
    )
    assert (found.outcome, found.excluded) == ("They tick.", "bells")
    assert [command.text for command in found.commands] == ["pytest -q"]
    assert [matrix.kind for matrix in found.matrices] == ["acceptance"]
    assert [(record.date, record.text) for record in found.records] == [("2024-05-06", "12 passed")]


RECORDS = {
    "**Local verification (2024-05-06)**\n\n- 12 passed\n- lint clean": [("2024-05-06", "12 passed\nlint clean")],
    "**验证记录（2024年5月6日）**\n\n全部通过": [("2024-05-06", "全部通过")],
    "**Verification**\n\nOn 2024/05/06 all passed": [("2024-05-06", "On 2024/05/06 all passed")],
    "**Verification (2024-05-06)**\n\na\n\n**Verification (2024-05-07)**\n\nb": [
        ("2024-05-06", "a"),
        ("2024-05-07", "b"),
    ],
    "**Verification**": [],
}


@pytest.mark.parametrize(("body", "records"), RECORDS.items())
def test_verification_records(body: str, records: list[tuple[str, str]]) -> None:
    assert [(record.date, record.text) for record in section(body).records] == records


MATRICES = {
    "by label": ("**Acceptance matrix**\n\n| Case | Shown |\n|---|---|\n| a | b |", "acceptance"),
    "by header": ("| Scenario | Must be shown |\n|---|---|\n| a | b |", "acceptance"),
    "in Chinese": ("**验收矩阵**\n\n| 场景 | 必须证明 |\n|---|---|\n| a | b |", "acceptance"),
    "failures by label": ("**Failure injection matrix**\n\n| Point | Then |\n|---|---|\n| a | b |", "failure"),
    "failures by header": ("| 注入点 | 预期 |\n|---|---|\n| a | b |", "failure"),
    "another table": ("**State machine**\n\n| Now | Event |\n|---|---|\n| a | b |", "other"),
}


@pytest.mark.parametrize(("body", "kind"), MATRICES.values(), ids=MATRICES)
def test_matrices(body: str, kind: str) -> None:
    (found,) = section(body).matrices
    assert (found.kind, [row.cells for row in found.rows]) == (kind, [("a", "b")])


COMMANDS = {
    "one a line": ("pytest -q\nruff check .", ["pytest -q", "ruff check ."]),
    "continued lines are joined": ("pytest \\\n  tests/a.py \\\n  -q\nmypy", ["pytest tests/a.py -q", "mypy"]),
    "comments are dropped": ("# first\npytest  # all of it\ngrep '# no' x", ["pytest", "grep '# no' x"]),
    "pipes and cd stay": ("cd app && ls | wc -l\ncd ..", ["cd app && ls | wc -l", "cd .."]),
    "a heredoc is one": (
        "python - <<'EOF'\n# kept\nprint(1)\nEOF\nmypy",
        ["python - <<'EOF'\n# kept\nprint(1)\nEOF", "mypy"],
    ),
    "an indented one": ("cat <<-END\n\ta\n\tEND\nmypy", ["cat <<-END\n\ta\n\tEND", "mypy"]),
    "one that never ends": ("cat <<EOF\na", ["cat <<EOF\na"]),
    "an open quote": ("python -c 'a\nb'\nmypy", ["python -c 'a\nb'", "mypy"]),
    "an apostrophe": ("echo don't\nmypy", ["echo don't", "mypy"]),
    "prompts": ("$ pytest\n3 passed\n$ mypy", ["pytest", "mypy"]),
    "a last backslash": ("mypy \\", ["mypy"]),
}


@pytest.mark.parametrize(("code", "commands"), COMMANDS.values(), ids=COMMANDS)
def test_commands(code: str, commands: list[str]) -> None:
    found = section(f"**Acceptance**\n\n```bash\n{code}\n```")
    assert [command.text for command in found.commands] == commands


def test_commands_know_their_lines() -> None:
    found = section("**Acceptance**\n\n```bash\npytest \\\n  -q\nmypy\n```")
    first = TABLE.count("\n") + 8
    assert [command.line for command in found.commands] == [first, first + 2]


ELSEWHERE = {
    "items that are code": ("**验收命令**\n\n- `pytest -q`\n- and by eye", ["pytest -q"]),
    "on the line of the label": ("- **Acceptance:** `pytest -q`", ["pytest -q"]),
    "without a label": ("```sh\npytest\n```", ["pytest"]),
    "another language": ("**Acceptance**\n\n```json\n{}\n```", []),
    "another part": ("**Outcome**\n\n```sh\npytest\n```", []),
}


@pytest.mark.parametrize(("body", "commands"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_where_commands_stand(body: str, commands: list[str]) -> None:
    assert [command.text for command in section(body).commands] == commands


def test_a_section_about_two_leaves_is_both_of_them() -> None:
    found = read(f"{TABLE}\n### S1-L1 / S1-L2 Clocks and bells\n\n**Outcome**\n\nThey ring.\n")
    assert [leaf.section.outcome for leaf in found.leaves if leaf.section] == ["They ring."] * 2


def test_two_sections_of_a_leaf_are_one() -> None:
    found = leaf(
        f"{TABLE}\n### S1-L1 Clocks\n\n**Outcome**\n\nTick.\n\n### S1-L1 log\n\n**Delivery**\n\nSent.\n"
    ).section
    assert found is not None
    assert (found.outcome, found.delivery) == ("Tick.", "Sent.")


def test_a_section_ends_where_the_next_begins() -> None:
    found = read(
        f"{TABLE}\n### S1-L1 Clocks\n\n**Outcome**\n\na\n\n### S1-L2 Bells\n\n**Outcome**\n\nb\n\n## End\n\nc\n"
    )
    assert [leaf.section.outcome for leaf in found.leaves if leaf.section] == ["a", "b"]


def test_sections_alone_are_a_roadmap_too() -> None:
    found = read(
        "## S1-L1 Clocks\n\nStatus: ACTIVE\nDepends: none\n\n## S1-L2 Bells\n\nStatus: PLANNED\nDepends: S1-L1\n"
    )
    assert [(one.id, one.state, [term.name for term in one.terms]) for one in found.leaves] == [
        ("S1-L1", "ACTIVE", [""]),
        ("S1-L2", "PLANNED", ["S1-L1"]),
    ]


@pytest.mark.parametrize("second", ["**Status:** `DELIVERED`", "#### Status\n\nDELIVERED", "状态：已交付"])
def test_two_states_in_one_section_are_told(second: str) -> None:
    found = read(f"{TABLE}\n## Leaves\n\n### S1-L1 Clocks\n\n**Status:** VERIFIED\n\nThey tick.\n\n{second}\n")
    assert [(one.leaf, one.message) for one in found.faults] == [("S1-L1", "claims another state in the same section")]


def test_one_state_said_twice_is_one() -> None:
    found = read(f"{TABLE}\n### S1-L1 Clocks\n\n**Status:** VERIFIED\nsince May\n\n**Status:** `verified`\n")
    assert found.faults == ()
