"""Plans of numbered phases: each a leaf that depends on the one before, done when its gate holds."""

import pytest

from archgate.roadmap.document import Roadmap
from tests.roadmap.documents import read

PLAIN = """
    Moving the clocks

    Start Gate

    The winder is trained.
    Nobody is asleep.

    1. Find Them

    List every clock.
    List every key.

    Gate: no clock is without a key.

    2. Wind Them

    Turn every key.

    Gate：全部时钟都在走。

    3. Check Them

    Listen.

    make listen
    git diff --check

    Notes

    Found two more: make more
    """
MARKED = """
    # Moving the clocks

    ## Start gate

    - The winder is trained.
    - Nobody is asleep.

    ## Phase 1: Find Them

    - List every clock.
    - List every key.

    **Gate:** no clock is without a key.

    ## Phase 2: Wind Them

    - [x] Turn every key.

    **Gate：** 全部时钟都在走。

    ## Phase 3: Check Them

    ```sh
    make listen
    git diff --check
    ```

    ## Notes

    ```sh
    make more
    ```
    """
INDENTED = """
    Start conditions: The winder is trained.

    1. Find Them

       List every clock.

       Gate: no clock is without a key.

    2. Wind Them

       Gate: 全部时钟都在走。

    3. Check Them

       - `make listen`
       - `git diff --check`
    """
PLANS = {"plain text": PLAIN, "headings": MARKED, "a list": INDENTED}


@pytest.fixture(params=PLANS.values(), ids=PLANS)
def plan(request: pytest.FixtureRequest) -> Roadmap:
    return read(request.param)


def test_phases_are_leaves_in_sequence(plan: Roadmap) -> None:
    assert [(leaf.id, leaf.title, leaf.state, [term.name for term in leaf.terms]) for leaf in plan.leaves] == [
        ("P1", "Find Them", "PLANNED", [""]),
        ("P2", "Wind Them", "PLANNED", ["P1"]),
        ("P3", "Check Them", "PLANNED", ["P2"]),
    ]


def test_gates_say_when_they_are_done(plan: Roadmap) -> None:
    assert [leaf.done for leaf in plan.leaves] == ["no clock is without a key.", "全部时钟都在走。", ""]


def test_the_start_gate_gives_conditions(plan: Roadmap) -> None:
    assert plan.start[0].text == "The winder is trained."


def test_the_last_commands_are_those_of_the_last_phase(plan: Roadmap) -> None:
    sections = [leaf.section for leaf in plan.leaves if leaf.section]
    assert [command.text for section in sections for command in section.commands] == ["make listen", "git diff --check"]


def test_a_phase_may_say_its_state() -> None:
    found = read("## 1. Find\n\nStatus: ACTIVE\n\nGate: found\n\n## 2. Wind\n\nall\n\nGate: wound\n")
    assert [leaf.state for leaf in found.leaves] == ["ACTIVE", "PLANNED"]
