"""What the document says against itself: every finding with a row, and its honest twin without one."""

import pytest
from msgspec.structs import replace

from archgate.policy.roadmap_terms import bare_policy
from tests.roadmap.documents import PATH, RECORD, briefly, rows, said

A = "S1-L1 a | PLANNED | none | x"
DONE = "S1-L1 a | DELIVERED | none | `3f9ab01c`"
FOUND = {
    "a duplicate": (rows(A, A), ["ROADMAP S1-L1 document"]),
    "an unknown word": (rows("S1-L1 a | VERIFYED | none | x"), ["ROADMAP S1-L1 state"]),
    "no word": (rows("S1-L1 a | | none | x"), ["ROADMAP S1-L1 state"]),
    "an unknown dependency": (rows("S1-L1 a | PLANNED | S4 | x"), ["ROADMAP S1-L1 S4"]),
    "a circle": (rows("S1-L1 a | PLANNED | S1-L1 | x"), ["ROADMAP S1-L1 depends"]),
    "a leaf under another stage": (
        "### S1: A\n\n| Leaf | Status |\n|---|---|\n| S1-L1 a | PLANNED |\n| S2-L1 b | PLANNED |\n",
        ["ROADMAP S2-L1 stage"],
    ),
    "begun too early": (rows(A, "S1-L2 b | ACTIVE | S1-L1 | x"), ["LEAF_STATE S1-L2 depends"]),
    "delivered too early": (rows(A, "S1-L2 b | DELIVERED | S1-L1 | `3f9ab01c`"), ["LEAF_STATE S1-L2 depends"]),
    "begun in time": (rows(DONE, "S1-L2 b | ACTIVE | S1-L1 | x"), []),
    "two at once": (
        rows("S1-L1 a | ACTIVE | none | x", "S1-L2 b | ACTIVE | none | x"),
        ["LEAF_STATE S1-L2 active"],
    ),
    "a parent and its child are one": (
        rows("S1-L1 a | ACTIVE | none | x", "S1-L1.1 b | ACTIVE | none | x"),
        [],
    ),
    "blocked, nobody knows why": (rows("S1-L1 a | BLOCKED | none | x"), ["EVIDENCE_MISSING S1-L1 blocked"]),
    "blocked while another could go on": (
        rows("S1-L1 a | BLOCKED | none | waits for #12", "S1-L2 b | PLANNED | none | x"),
        ["LEAF_STATE S1-L1 blocked"],
    ),
    "blocked, and why": (rows("S1-L1 a | BLOCKED | none | blocked by the vendor"), []),
    "blocked, and why, in a section": (
        rows("S1-L1 a | BLOCKED | none | x") + "\n### S1-L1 a\n\n**阻塞：** 供应商\n",
        [],
    ),
    "delivered without a commit": (rows("S1-L1 a | DELIVERED | none | sent"), ["EVIDENCE_MISSING S1-L1 commit"]),
    "complete without a commit": (rows("S1-L1 a | COMPLETE | none | sent"), ["EVIDENCE_MISSING S1-L1 commit"]),
    "delivered, a commit in its row": (rows(DONE), []),
    "delivered, a commit in its section": (
        rows("S1-L1 a | DELIVERED | none | sent") + "\n### S1-L1 a\n\n**Delivery**\n\n- `3f9ab01c`\n",
        [],
    ),
    "verified without a section": (rows("S1-L1 a | VERIFIED | none | x"), ["EVIDENCE_MISSING S1-L1 verified"]),
    "verified, nothing in the section": (
        rows("S1-L1 a | VERIFIED | none | x") + "\n### S1-L1 a\n\n**Outcome**\n\ny\n",
        ["EVIDENCE_MISSING S1-L1 verified"],
    ),
    "verified, with a record": (rows("S1-L1 a | VERIFIED | none | x") + f"\n### S1-L1 a\n\n{RECORD}\n", []),
    "verified, with commands": (
        rows("S1-L1 a | VERIFIED | none | x") + "\n### S1-L1 a\n\n**Acceptance**\n\n```sh\npytest\n```\n",
        [],
    ),
    "table and section differ": (
        rows(A) + "\n### S1-L1 a\n\n**Status:** `ACTIVE`\n",
        ["LEAF_STATE S1-L1 section"],
    ),
    "a parent ahead of a child": (
        rows(
            *("S1-L1 a | DELIVERED | none | x", "S1-L1.1 b | DELIVERED | none | `3f9ab01c`"),
            "S1-L1.2 c | PLANNED | none | x",
        ),
        ["LEAF_STATE S1-L1 children"],
    ),
    "a parent under way ahead of all children": (
        rows("S1-L1.1 b | PLANNED | none | x") + "\nS1-L1 is the parent; its status is ACTIVE.\n",
        ["LEAF_STATE S1-L1 children"],
    ),
    "a parent under way with a child": (
        rows("S1-L1.1 b | ACTIVE | none | x") + "\nS1-L1 is the parent; its status is ACTIVE.\n",
        [],
    ),
}


@pytest.mark.parametrize(("text", "expected"), FOUND.values(), ids=FOUND)
def test_lint(text: str, expected: list[str]) -> None:
    assert briefly(said(text)) == expected


CHINESE = """
# 时钟改造

## 最终停止条件

- [ ] 所有时钟都在走

### S1：清点

退出条件：清单完整。

| 叶子 | 状态 | 依赖 | 完成定义 |
|---|---|---|---|
| S1-L1 清单 | 已交付 | 无 | `3f9ab01c`：清单入库 |
| S1-L2 钥匙 | 已验证 | S1-L1 | 每个时钟有钥匙 |
| S1-L3 上弦 | 进行中 | S1-L2、S1-L4 | 全部上弦 |
| S1-L4 校时 | 未开始 | 全部 | 误差为零 |

### S1-L2 钥匙

**状态：** 已交付

**验证记录（2024-05-06）**

- 共 12 通过
"""


def test_a_chinese_roadmap_is_held_to_the_same() -> None:
    assert briefly(said(CHINESE)) == [
        "LEAF_STATE S1-L3 depends",
        "ROADMAP S1-L3 depends",
        "LEAF_STATE S1-L2 section",
    ]


def test_more_may_be_active_where_the_policy_says_so() -> None:
    text = rows("S1-L1 a | ACTIVE | none | x", "S1-L2 b | ACTIVE | none | x")
    bare = bare_policy(PATH)
    assert said(text, replace(bare, header=replace(bare.header, max_active=2))) == []


def test_what_satisfies_a_dependency_is_the_policys() -> None:
    text = rows("S1-L1 a | VERIFIED | none | x", "S1-L2 b | ACTIVE | S1-L1 | x") + f"\n### S1-L1 a\n\n{RECORD}\n"
    bare = bare_policy(PATH)
    strict = replace(bare, header=replace(bare.header, satisfies="DELIVERED"))
    assert said(text, bare) == []
    assert briefly(said(text, strict)) == ["LEAF_STATE S1-L2 depends"]


def test_a_finding_names_its_place_and_its_leaf() -> None:
    (found,) = said(rows("S1-L1 a | VERIFYED | none | x"))
    assert (found.path, found.line, found.leaf, found.blocks) == (PATH, 5, "S1-L1", True)
    assert "did you mean `VERIFIED`" in found.fix
