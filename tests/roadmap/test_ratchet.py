"""The roadmap against base: each row a change, and what `check` makes of it; its honest twin passes."""

from pathlib import Path

import pytest

from tests.gate.steps import Step, apply, delete, land, write
from tests.roadmap.change_story import (
    BELLS,
    DOCUMENT,
    FILES,
    PLAN,
    POLICY,
    SOURCE,
    asked,
    begin,
    blocking,
    decided,
    said,
)
from tests.roadmap.documents import RECORD

ROW = "| S1-L1 Bells | ACTIVE | none | every bell rings at the hour |\n"
KEYS = "| S1-L2 Keys | PLANNED | S1-L1 | each clock has a key |\n"
DRIFT = "| S2-L1 Drift | PLANNED | S1 | no clock drifts |\n"
DRIFT_DROPPED = said((DRIFT, "| S2-L9 Dials | PLANNED | S1 | x |\n"))
LOST_COMMAND = said(("pytest tests/bells\n", ""))
Story = tuple[tuple[Step, ...], list[str]]

LEAVES: dict[str, Story] = {
    "nothing": ((), []),
    "a leaf is dropped": ((DRIFT_DROPPED,), ["LEAF_RESCOPED S2-L1|leaf"]),
    "a leaf is dropped by decision": ((DRIFT_DROPPED, decided("drop-leaf", "S2-L1")), []),
    "a leaf is dropped by decision, with source": (
        (DRIFT_DROPPED, decided("drop-leaf", "S2-L1"), SOURCE),
        ["LEAF_RESCOPED S2-L1|leaf"],
    ),
    "the decision is about another leaf": (
        (DRIFT_DROPPED, decided("drop-leaf", "S2-L9")),
        ["LEAF_RESCOPED S2-L1|leaf"],
    ),
    "the decision is as old as base": (
        (land(decided("drop-leaf", "S2-L1")), DRIFT_DROPPED),
        ["LEAF_RESCOPED S2-L1|leaf"],
    ),
    "a leaf takes another id": ((said(("S2-L1", "S2-L7")),), ["LEAF_RESCOPED S2-L1|leaf"]),
    "a leaf takes another id by decision": ((said(("S2-L1", "S2-L7")), decided("rename", "S2-L1", to=["S2-L7"])), []),
    "another id and another title, by decision of the first alone": (
        (said(("S2-L1 Drift", "S2-L7 Docs")), decided("rename", "S2-L1", to=["S2-L7"])),
        ["LEAF_RESCOPED S2-L1|title"],
    ),
    "renamed into a leaf that base had": (
        (DRIFT_DROPPED, decided("rename", "S2-L1", to=["S1-L2"])),
        ["LEAF_RESCOPED S2-L1|leaf"],
    ),
    "renamed by decision, and its definition weakened once begun": (
        (
            said(("S1-L1", "S1-L9"), ("every bell rings at", "a bell rings at")),
            asked(('"S1-L1"', '"S1-L9"')),
            decided("rename", "S1-L1", to=["S1-L9"]),
        ),
        ["LEAF_RESCOPED S1-L1|done"],
    ),
    "an id in small letters is the same id": ((said(("S2-L1", "s2-l1")),), []),
    "a leaf is added": ((said((DRIFT, f"{DRIFT}| S2-L2 Dials | PLANNED | S2-L1 | x |\n")),), []),
    "a leaf is called otherwise": ((said(("S2-L1 Drift", "S2-L1 Docs")),), ["LEAF_RESCOPED S2-L1|title"]),
    "called otherwise by decision": ((said(("S2-L1 Drift", "S2-L1 Docs")), decided("rescope", "S2-L1")), []),
    "called otherwise by the finding's id": (
        (said(("S2-L1 Drift", "S2-L1 Docs")), decided("rescope", "roadmap|S2-L1|title")),
        [],
    ),
    "decided, with source": (
        (said(("S2-L1 Drift", "S2-L1 Docs")), decided("rescope", "S2-L1"), SOURCE),
        ["LEAF_RESCOPED S2-L1|title"],
    ),
    "a leaf stands in another stage": (
        (said((KEYS, ""), (DRIFT, DRIFT + KEYS)),),
        ["LEAF_RESCOPED S1-L2|stage", "LEAF_RESCOPED S2-L1|depends", "ROADMAP S1-L2|stage"],
    ),
    "a command is dropped": ((LOST_COMMAND,), ["LEAF_RESCOPED S1-L1|acceptance pytest tests/bells"]),
    "a command proves nothing any more": (
        (said(("pytest tests/bells\n", "pytest tests/bells || true\n")),),
        ["LEAF_RESCOPED S1-L1|acceptance pytest tests/bells"],
    ),
    "a command hides in a heredoc": (
        (said(("pytest tests/bells\n", "cat <<END\npytest tests/bells\nEND\n")),),
        ["LEAF_RESCOPED S1-L1|acceptance pytest tests/bells"],
    ),
    "a command hides in a comment": (
        (said(("pytest tests/bells\n", "# pytest tests/bells\n")),),
        ["LEAF_RESCOPED S1-L1|acceptance pytest tests/bells"],
    ),
    "a command hides in another language": (
        (said(("```sh", "```python")),),
        [
            "LEAF_RESCOPED S1-L1|acceptance pytest tests/bells",
            "LEAF_RESCOPED S1-L1|acceptance pytest tests/chimes --strict",
        ],
    ),
    "a command is added": ((said(("pytest tests/bells\n", "ruff check\npytest tests/bells\n")),), []),
    "commands change places": (
        (
            said(
                ("pytest tests/bells\npytest tests/chimes --strict", "pytest tests/chimes --strict\npytest tests/bells")
            ),
        ),
        [],
    ),
    "a command in two lines": ((said(("tests/chimes --strict", "tests/chimes \\\n    --strict")),), []),
    "a section is gone": (
        (said((BELLS, "\n")),),
        [
            "LEAF_RESCOPED S1-L1|acceptance pytest tests/bells",
            "LEAF_RESCOPED S1-L1|acceptance pytest tests/chimes --strict",
            "LEAF_RESCOPED S1-L1|failure clock stops",
            "LEAF_RESCOPED S1-L1|failure power fails",
            "LEAF_RESCOPED S1-L1|outcome",
        ],
    ),
    "a row of a matrix is dropped": (
        (said(("| clock stops | nothing rings |\n", "")),),
        ["LEAF_RESCOPED S1-L1|failure clock stops"],
    ),
    "a row of a matrix asks for less": (
        (said(("| nothing rings |", "| anything |")),),
        ["LEAF_RESCOPED S1-L1|failure clock stops"],
    ),
    "a matrix becomes a table of something": (
        (said(("| Injection point | Expected result |", "| Note | Remark |")),),
        ["LEAF_RESCOPED S1-L1|failure clock stops", "LEAF_RESCOPED S1-L1|failure power fails"],
    ),
    "a failure matrix becomes an acceptance matrix": (
        (said(("| Injection point |", "| Scenario |")),),
        ["LEAF_RESCOPED S1-L1|failure clock stops", "LEAF_RESCOPED S1-L1|failure power fails"],
    ),
    "a matrix names its tests": (
        (
            said(
                ("Expected result |\n|---|---|", "Expected result | Test |\n|---|---|---|"), ("later |", "later | t |")
            ),
        ),
        [],
    ),
    "a dependency is removed": (
        (said(("PLANNED | S1-L1 |", "PLANNED | none |")),),
        ["LEAF_RESCOPED S1-L2|depends"],
    ),
    "a stage becomes one of its leaves": (
        (said(("PLANNED | S1 |", "PLANNED | S1-L1 |")),),
        ["LEAF_RESCOPED S2-L1|depends"],
    ),
    "a stage becomes the last of its leaves": ((said(("PLANNED | S1 |", "PLANNED | S1-L2 |")),), []),
    "the definition of done after ACTIVE": (
        (said(("every bell rings", "a bell rings")),),
        ["LEAF_RESCOPED S1-L1|done", "ROADMAP stop|every bell rings"],
    ),
    "the definition of done before": ((said(("each clock has", "some clocks have")),), []),
    "the definition of done in the change that verifies it": (
        (
            said(("Keys | PLANNED | S1-L1 | each clock has", "Keys | VERIFIED | S1-L1 | some clocks have")),
            said((BELLS, f"{BELLS}\n### S1-L2 Keys\n\n**Acceptance**\n\n```sh\npytest\n```\n\n{RECORD}\n")),
        ),
        [
            *("LEAF_RESCOPED S1-L2|done", "LEAF_STATE S1-L2|debt"),
            *("LEAF_STATE S1-L2|depends", "LEAF_STATE S1-L2|gate"),
        ],
    ),
    "the outcome after ACTIVE": ((said(("All bells", "Some bells")),), ["LEAF_RESCOPED S1-L1|outcome"]),
    "layout and markup": (
        (
            said(
                ("every bell rings at the hour", "every `bell`  **rings** at the hour"),
                ("| S1-L2 Keys", "|S1-L2  Keys"),
            ),
        ),
        [],
    ),
}


@pytest.mark.parametrize(("steps", "expected"), LEAVES.values(), ids=LEAVES)
def test_leaves(steps: tuple[Step, ...], expected: list[str], tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, steps)
    run = repository.check()
    assert blocking(run) == expected, run


def test_the_whole_document_is_another(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    write(DOCUMENT, PLAN.replace("S1", "S7").replace("S2", "S8"))(repository)
    run = repository.check()
    assert run.exit == 2  # the policy and the debt name leaves that are not there
    assert [one for one in blocking(run) if one != "INVALID "] == [
        *("LEAF_RESCOPED S1-L1|leaf", "LEAF_RESCOPED S1-L2|leaf", "LEAF_RESCOPED S2-L1|leaf"),
        *("ROADMAP S1|exit the bells ring", "ROADMAP S1|exit the keys turn", "ROADMAP S2|exit no drift"),
    ]


SPLIT = "| S2-L1.1 Springs | PLANNED | S1 | x |\n| S2-L1.2 Oil | PLANNED | S2-L1.1 | y |\n"
CHILDREN: dict[str, Story] = {
    "a planned leaf is split": ((said((DRIFT, SPLIT)),), []),
    "a child waits for nothing": (
        (said((DRIFT, SPLIT.replace("PLANNED | S2-L1.1 |", "PLANNED | none |"))),),
        ["LEAF_RESCOPED S2-L1|depends"],
    ),
    "a leaf that has begun is split, and its section goes": (
        (said((ROW, "| S1-L1.1 Bells | ACTIVE | none | x |\n"), (BELLS, "\n")),),
        [
            "LEAF_RESCOPED S1-L1|acceptance pytest tests/bells",
            "LEAF_RESCOPED S1-L1|acceptance pytest tests/chimes --strict",
            "LEAF_RESCOPED S1-L1|adopts app.pkg.c",
            "LEAF_RESCOPED S1-L1|done",
            "LEAF_RESCOPED S1-L1|failure clock stops",
            "LEAF_RESCOPED S1-L1|failure power fails",
            "LEAF_RESCOPED S1-L1|full_suite",
            "LEAF_RESCOPED S1-L1|outcome",
            "LEAF_RESCOPED S1-L1|owns",
            "LEAF_RESCOPED S1-L1|proves pytest tests/bells",
            "LEAF_RESCOPED S1-L1|retires app.b",
            "LEAF_RESCOPED S1-L1|rules edge",
        ],
    ),
    "it is split, and its child takes all of it over": (
        (
            said((ROW, ROW.replace("S1-L1", "S1-L1.1")), ("### S1-L1 Bells", "### S1-L1.1 Bells")),
            asked(('id = "S1-L1"', 'id = "S1-L1.1"')),
        ),
        [],
    ),
}


ABOVE = "\n### S2-L1 Time\n\n**Acceptance**\n\n```sh\npytest tests/time\n```\n"
CHILDREN["a parent's command is dropped"] = (
    (land(said((DRIFT, SPLIT + ABOVE))), said((ABOVE, ""))),
    ["LEAF_RESCOPED S2-L1|acceptance pytest tests/time"],
)
CHILDREN["a parent's command goes to a child"] = (
    (land(said((DRIFT, SPLIT + ABOVE))), said((ABOVE, ABOVE.replace("S2-L1", "S2-L1.1")))),
    [],
)


@pytest.mark.parametrize(("steps", "expected"), CHILDREN.values(), ids=CHILDREN)
def test_a_leaf_is_split(steps: tuple[Step, ...], expected: list[str], tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, steps)
    assert blocking(repository.check()) == expected


POLICIES: dict[str, Story] = {
    "`owns` is wider": ((asked(('"app/pkg/**"', '"app/**"')),), ["LEAF_RESCOPED S1-L1|owns app/**"]),
    "`owns` takes one more": (
        (asked(('"app/pkg/**"', '"app/pkg/**", "app/m.py"')),),
        ["LEAF_RESCOPED S1-L1|owns app/m.py"],
    ),
    "`owns` is narrower": ((asked(('"app/pkg/**"', '"app/pkg/*.py"')),), []),
    "`owns` is gone, so that the next change may say anything": (
        (asked(('owns = ["app/pkg/**"]\n', "")),),
        ["LEAF_RESCOPED S1-L1|owns"],
    ),
    "nothing is retired": ((asked(('["app.b"]', "[]")),), ["LEAF_RESCOPED S1-L1|retires app.b"]),
    "more is retired": ((asked(('["app.b"]', '["app.a", "app.b"]')),), []),
    "nothing is adopted": (
        (asked(('adopts = [{ symbol = "app.pkg.c", from = ["app.m"] }]\n', "")),),
        ["LEAF_RESCOPED S1-L1|adopts app.pkg.c"],
    ),
    "it is adopted from elsewhere": (
        (asked(('from = ["app.m"]', 'from = ["app.b"]')),),
        ["LEAF_RESCOPED S1-L1|adopts app.pkg.c"],
    ),
    "no rule comes to zero": ((asked(('rules = ["edge"]\n', "")),), ["LEAF_RESCOPED S1-L1|rules edge"]),
    "no full suite": ((asked(("full_suite = true\n", "")),), ["LEAF_RESCOPED S1-L1|full_suite"]),
    "nothing proves": (
        (asked(('proves = ["pytest', 'proves = ["true # pytest')),),
        ["LEAF_RESCOPED S1-L1|proves pytest tests/bells"],
    ),
    "it is no code any more": ((asked(("full_suite", 'kind = "tests"\nfull_suite')),), ["LEAF_RESCOPED S1-L1|kind"]),
    "by decision": ((asked(('["app.b"]', "[]")), decided("rescope", "S1-L1")), []),
    "more may be ACTIVE": ((asked(("[[leaf]]", "max_active = 3\n\n[[leaf]]")),), ["ROADMAP |max_active"]),
    "more may be ACTIVE, by decision": (
        (asked(("[[leaf]]", "max_active = 3\n\n[[leaf]]")), decided("rescope", "roadmap||max_active")),
        [],
    ),
    "more compat": ((asked(("[[leaf]]", 'compat = ["app.b"]\n\n[[leaf]]')),), ["ROADMAP |compat app.b"]),
    "VERIFIED needs less": (
        (
            land(asked(('VERIFIED = ["acceptance"]', 'VERIFIED = ["acceptance", "scope"]'))),
            asked(('VERIFIED = ["acceptance", "scope"]', 'VERIFIED = ["acceptance"]')),
        ),
        ["ROADMAP |needs VERIFIED scope"],
    ),
    "less satisfies": (
        (
            land(asked(("[[leaf]]", 'satisfies = "DELIVERED"\n\n[[leaf]]'))),
            asked(('satisfies = "DELIVERED"', 'satisfies = "VERIFIED"')),
        ),
        ["ROADMAP |satisfies"],
    ),
    "deliveries go elsewhere": ((asked(('branch = "main"', 'branch = "work"')),), ["ROADMAP |branch"]),
    "where deliveries go is named": (
        (land(asked(('remote = "origin"\nbranch = "main"\n', ""))), asked(("[[leaf]]", 'branch = "main"\n\n[[leaf]]'))),
        [],
    ),
    "one goal of two is dropped from the policy": (
        (
            land(asked(("[[stop]]", '[[stop]]\ntext = "every bell"\nconditions = [{ rule = "edge" }]\n\n[[stop]]'))),
            asked(('\n[[stop]]\ntext = "nothing takes a"\nconditions = [{ rule = "edge" }]\n', "")),
        ),
        ["ROADMAP stop|conditions nothing takes a edge"],
    ),
    "a goal is named by fewer words": ((asked(('text = "nothing takes a"', 'text = "nothing"')),), []),
    "the document is another": (
        (write("docs/plan.md", PLAN), asked(("docs/roadmap.md", "docs/plan.md"))),
        ["ROADMAP |document docs/plan.md"],
    ),
    "the document is another, by decision, and lacks a leaf": (
        (
            write("docs/plan.md", PLAN.replace(DRIFT, "| S2-L9 Dials | PLANNED | S1 | x |\n")),
            asked(("docs/roadmap.md", "docs/plan.md")),
            decided("rescope", "roadmap||document docs/plan.md"),
        ),
        ["LEAF_RESCOPED S2-L1|leaf"],
    ),
    "the policy is deleted": ((delete(POLICY),), ["ROADMAP |policy"]),
    "policy and document are deleted": ((delete(POLICY, DOCUMENT),), ["ROADMAP |policy"]),
    "the policy is deleted by decision": ((delete(POLICY), decided("rescope", "roadmap||policy")), []),
    "a stage ends sooner": ((asked(("at_most = 2", "at_most = 3")),), ["ROADMAP S1|conditions edge"]),
    "a stage ends later": ((asked(("at_most = 2", "at_most = 1")),), []),
    "a stage ends sooner, by decision": ((asked(("at_most = 2", "at_most = 3")), decided("rescope", "S1")), []),
    "the goal asks for fewer modules": (
        (asked(('{ rule = "edge" }', '{ rule = "edge", modules = ["app.m"] }')),),
        ["ROADMAP stop|conditions nothing takes a edge"],
    ),
    "an exit condition is dropped": ((said(("; the keys turn", "")),), ["ROADMAP S1|exit the keys turn"]),
    "an exit condition is added": ((said(("the keys turn", "the keys turn; all is oiled")),), []),
    "a stop condition is dropped": ((said(("- [ ] every bell rings\n", "")),), ["ROADMAP stop|every bell rings"]),
    "a stop condition is dropped by decision": (
        (said(("- [ ] every bell rings\n", "")), decided("rescope", "roadmap|stop|every bell rings")),
        [],
    ),
}


@pytest.mark.parametrize(("steps", "expected"), POLICIES.values(), ids=POLICIES)
def test_the_policy_and_the_whole(steps: tuple[Step, ...], expected: list[str], tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, steps)
    assert blocking(repository.check()) == expected


CHINESE = {
    **FILES,
    DOCUMENT: """# 钟楼

### S1：敲钟

退出条件：钟声准时；钥匙齐全。

| 叶子 | 状态 | 依赖 | 完成定义 |
|---|---|---|---|
| S1-L1 钟 | 进行中 | 无 | 每口钟整点响 |
| S1-L2 钥匙 | 未开始 | S1-L1 | 每个钟有钥匙 |

### S1-L1 钟

**验收**

```sh
pytest tests/钟
```
""",
    POLICY: 'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "docs/roadmap.md"\n',
}
IN_CHINESE: dict[str, Story] = {
    "layout and width": ((said(("每口钟整点响", "每口钟整点响 "), ("S1-L1 |", "Ｓ1-L1 |")),), []),
    "a leaf is dropped that has debt": (
        (said(("S1-L2 钥匙", "S1-L3 钥匙")),),
        ["INVALID ", "LEAF_RESCOPED S1-L2|leaf"],
    ),
    "its definition": ((said(("每口钟", "一口钟")),), ["LEAF_RESCOPED S1-L1|done"]),
    "its command": ((said(("tests/钟", "tests/钟 || true")),), ["LEAF_RESCOPED S1-L1|acceptance pytest tests/钟"]),
    "its exit condition": ((said(("；钥匙齐全", "")),), ["ROADMAP S1|exit 钥匙齐全"]),
    "a dependency": ((said(("未开始 | S1-L1", "未开始 | 无")),), ["LEAF_RESCOPED S1-L2|depends"]),
}


@pytest.mark.parametrize(("steps", "expected"), IN_CHINESE.values(), ids=IN_CHINESE)
def test_a_chinese_roadmap_is_ratcheted_alike(steps: tuple[Step, ...], expected: list[str], tmp_path: Path) -> None:
    files = {**CHINESE, "policies/edge.toml": FILES["policies/edge.toml"]}
    repository = begin(tmp_path, files)
    apply(repository, steps)
    assert blocking(repository.check()) == expected
