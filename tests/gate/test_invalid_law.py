"""Laws that are none, files that are not quite policies: said at once, each with its place."""

import pytest

from tests.gate.changes import laundering, violation
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK_ID,
    CONFIGURATION,
    CYCLE,
    EDGE,
    EDGE_DEBTS,
    PLAN_CLOCK,
    QUEUE_MAIL,
    REASON,
    boundary,
    configuration,
    cycles,
)
from tests.gate.steps import (
    Case,
    apply,
    assert_holds,
    assert_refused,
    assert_stopped,
    judged,
    move,
    prepend,
    replace,
    table,
    write,
)


@table(
    Case("one policy emptied", (write(EDGE, ""),)),
    Case("a policy of blanks", (write(EDGE, "\n\n"),)),
    Case("a policy of an unknown kind", (replace(EDGE, '"boundary"', '"boundry"'),)),
    Case("a policy under another file's name", (move(EDGE, "policies/other.toml"),)),
    Case("a second configuration", (write("archgate.toml", configuration(table="", exclude=["app/chain/**"])),)),
    Case("no configuration at all", (write(CONFIGURATION, "[project]\nname = 'app'\n"),)),
    Case("no root packages", (write(CONFIGURATION, configuration(packages=[])),)),
    Case("a root package that is not there", (write(CONFIGURATION, configuration(packages=["app", "jobs", "web"])),)),
    Case("an unknown key of the configuration", (write(CONFIGURATION, configuration(excludes=["app/**"])),)),
    Case("versions that leave this one out", (write(CONFIGURATION, configuration(requires=">=99")),)),
    Case("policies outside the root", (write(CONFIGURATION, configuration(policies="../policies")),)),
    Case("an exclude with a backslash", (write(CONFIGURATION, configuration(exclude=["app\\chain"])),)),
    Case("an absolute exclude", (write(CONFIGURATION, configuration(exclude=["/app/chain/**"])),)),
)
def test_a_law_that_is_no_law_is_invalid(sample: Repository, case: Case) -> None:
    assert_stopped(judged(sample, case), 2, "INVALID")


@table(
    Case("a policy without importers", (write(EDGE, boundary([], importers=[])),)),
    Case("a policy with an ending that is not read", (move(EDGE, "policies/adapter-edge.yaml"),)),
    Case("a policy a folder deeper", (move(EDGE, "policies/old/adapter-edge.toml"),)),
    Case("a policy that is hidden", (move(EDGE, "policies/.adapter-edge.toml"),)),
    Case("a policy in capitals", (move(EDGE, "policies/adapter-edge.TOML"),)),
)
def test_no_rule_is_quietly_off(sample: Repository, case: Case) -> None:
    run = judged(sample, case)
    assert run.exit in (1, 2), run
    assert run.codes() & {"LOOSENED", "INVALID", "VACUOUS"}, run


@table(
    Case("importers that are nowhere", (write(EDGE, boundary([], importers=["app.chian"])),)),
    Case("one importer of two is nowhere", (write(EDGE, boundary(importers=["app.chain", "app.flow"])),)),
    Case("targets that are nowhere", (write(EDGE, boundary([], targets=["app.adaptors"])),)),
    Case("cycles looked for nowhere", (write(CYCLE, cycles([], scope={"modules": ["app.cores"]})),)),
    Case("an owner that is nowhere", (write(EDGE, boundary(owners=["app.chain.nobody"])),)),
)
def test_a_selector_that_matches_nothing_is_vacuous(sample: Repository, case: Case) -> None:
    assert_stopped(judged(sample, case), 2, "VACUOUS")


TEXTS: dict[str, str | bytes] = {
    "conflict markers": boundary().replace("[[debt]]", "<<<<<<< ours\n[[debt]]", 1),
    "an unknown key": boundary().replace("title =", "titel =", 1),
    "a key twice": boundary().replace("title =", 'title = "again"\ntitle =', 1),
    "entries in the wrong order": "[[debt]]\n".join(
        [(parts := boundary().split("[[debt]]\n"))[0], parts[2] + "\n", parts[1].rstrip("\n") + "\n"]
    ),
    "exceptions before debts": boundary([QUEUE_MAIL]).replace(
        "[[debt]]",
        f'[[exception]]\nfrom = "app.chain.feed"\nto = "app.adapters.store"\nreason = "{REASON}"\n\n[[debt]]',
    ),
    "mixed line ends": boundary().replace("\n", "\r\n", 3),
    "a byte that is no UTF-8": boundary().encode().replace(b"The rule", b"The \xff rule"),
    "half a file": boundary()[:220],
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_an_invalid_policy_names_its_line(sample: Repository, text: str | bytes) -> None:
    sample.write(EDGE, text)
    run = sample.check()
    assert_stopped(run, 2, "INVALID")
    lines = [finding["line"] for finding in run.findings if finding["path"] == EDGE]
    assert any(lines) or f"{EDGE}:" in run.stderr, run


def test_only_the_disorder_is_mended_by_fmt(sample: Repository) -> None:
    sample.write(EDGE, TEXTS["entries in the wrong order"])
    told = sample.check()
    assert "policy fmt" in told.stderr + told.stdout, told
    assert sample.archgate("policy", "fmt").exit == 0
    assert_holds(sample.check())


def test_uniform_crlf_is_read_as_lf(sample: Repository) -> None:
    sample.write(EDGE, boundary().replace("\n", "\r\n"))
    assert_holds(sample.check())


def test_crlf_hides_no_growth(sample: Repository) -> None:
    case = Case("", (violation, write(EDGE, boundary([*EDGE_DEBTS, PLAN_CLOCK]).replace("\n", "\r\n"))))
    assert_refused(judged(sample, case), [f"LAUNDERED {CLOCK_ID}"])


@pytest.mark.parametrize("target", ["law/hidden.toml", "../outside.toml"])
def test_a_policy_behind_a_link_hides_no_growth(sample: Repository, target: str) -> None:
    violation(sample)
    sample.delete(EDGE)
    sample.write(target, boundary([*EDGE_DEBTS, PLAN_CLOCK]))
    sample.path(EDGE).symlink_to(f"../{target}")
    sample.commit()
    run = sample.check()
    assert run.exit in (1, 2, 3), run
    assert run.codes() & {"LAUNDERED", "LOOSENED", "INVALID", "UNREADABLE"}, run


def test_an_analysis_to_come_is_invalid(sample: Repository) -> None:
    """Entries cannot have been frozen under what this archgate does not know."""
    sample.write(CONFIGURATION, configuration(analysis=999))
    assert_stopped(sample.check(), 2, "INVALID")


INLINE = f'''schema = 1
rule = "adapter-edge"
kind = "boundary"
title = "The rule adapter-edge"
scope = {{ from = ["app.chain"], to = ["app.adapters"] }}
debt = [
    {{ from = "app.chain.feed", to = "app.adapters.store", owner = "app", reason = "{REASON}" }},
    {{ from = "app.chain.queue", to = "app.adapters.mail", owner = "app", reason = "{REASON}" }},
]
'''


@pytest.mark.parametrize(
    "text",
    [
        INLINE,
        INLINE.replace("app.chain.queue", "app.chain.feed").replace("mail", "store"),
        INLINE.replace("owner", "ovner"),
    ],
    ids=["as it is", "an entry twice", "an unknown key"],
)
def test_inline_tables_are_read_or_refused(sample: Repository, text: str) -> None:
    sample.write(EDGE, text)
    run = sample.check()
    assert run.exit == (2 if text != INLINE else run.exit), run
    assert run.exit in (0, 2), run


def test_what_is_invalid_comes_before_what_is_unreadable(sample: Repository) -> None:
    apply(sample, [violation, write("app/broken.py", "def (:\n"), prepend(CYCLE, "<<<<<<< ours\n")])
    assert_stopped(sample.check(), 2, "INVALID")


def test_what_is_unreadable_comes_before_what_grew_and_hides_nothing(sample: Repository) -> None:
    apply(sample, [violation, write("app/broken.py", "def (:\n")])
    run = sample.check()
    assert run.exit == 3, run
    assert run.identities("NEW") == [CLOCK_ID]
    assert "app/broken.py" in [finding["path"] for finding in run.findings if finding["code"] == "UNREADABLE"]


def test_a_run_of_one_rule_never_passes(sample: Repository) -> None:
    apply(sample, laundering)
    run = sample.check("--rule", "host-cycles")
    assert run.report is not None
    assert (run.exit, run.report["verdict"]) == (0, "partial")


@pytest.mark.parametrize("rule", ["adapter-edge", "nothere"])
def test_a_run_of_a_rule_that_is_not_there_is_invalid(sample: Repository, rule: str) -> None:
    sample.delete(EDGE)
    assert_stopped(sample.check("--rule", rule), 2, "INVALID")
