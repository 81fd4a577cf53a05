"""`archgate explain`: a page for each code, and no cure that leads back to where one came from."""

import pytest

from archgate.gate.codes import CODES
from archgate.run.pages import PAGES
from tests.gate.repository import Repository
from tests.gate.sample import CLOCK, EDGE, EDGE_DEBTS, TOOLS_CLOCK, accepted, boundary


def test_each_code_has_a_page_and_each_page_a_code() -> None:
    assert PAGES.keys() == CODES.keys()


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_page_says_what_when_and_what_to_do(code: str, sample: Repository) -> None:
    run = sample.archgate("explain", code)
    assert run.exit == 0
    lines = [line.strip().partition(" ")[0] for line in run.stdout.splitlines()]
    assert [lines[0], *(line for line in lines if line in ("when:", "then:", "to", "1.", "example:"))] == [
        code, "when:", "then:", "to", "1.", "example:",
    ]  # fmt: skip
    assert CODES[code].meaning in run.stdout


@pytest.mark.parametrize("code", sorted(CODES))
def test_no_cure_leads_in_a_circle(code: str) -> None:
    page = PAGES[code]
    assert "archgate explain" not in "".join((CODES[code].cure, page.when, *page.ways))


@pytest.mark.parametrize("code", sorted(code for code, row in CODES.items() if row.exit))
def test_what_blocks_has_a_cure(code: str) -> None:
    assert CODES[code].cure.strip()


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (boundary(importers=["app"], exceptions=[accepted(TOOLS_CLOCK)]), "to do: nothing: it is accepted for good"),
        (boundary(importers=["app"], owners=["app.tools"]), "to do: nothing: an owner block allows it"),
        (boundary([*EDGE_DEBTS, TOOLS_CLOCK], importers=["app"]), "to do: Take what you need through a port"),
    ],
    ids=["an exception", "an owner", "debt"],
)
def test_what_is_allowed_needs_no_cure(policy: str, words: str, sample: Repository) -> None:
    sample.write(EDGE, policy)
    sample.git("branch", "--force", "main")
    sample.commit()
    sample.git("update-ref", "refs/remotes/origin/main", "HEAD")
    run = sample.archgate("explain", f"adapter-edge|app.tools|{CLOCK}")
    assert run.exit == 0, run
    assert words in run.stdout
