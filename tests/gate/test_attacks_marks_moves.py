"""Moves of marks that are none: more in all, higher than before, used twice, hidden behind equal names."""

from tests.gate.marked import (
    FEED,
    LOAD,
    MARKS,
    PARSE,
    PLAN,
    QUEUE,
    SIZE_MARKS,
    cut,
    file,
    fixture,
    function,
    marks_of,
)
from tests.gate.repository import Repository
from tests.gate.steps import (
    Case,
    Step,
    append,
    apply,
    assert_holds,
    assert_refused,
    judged,
    land,
    move,
    moved,
    ran,
    replace,
    table,
    write,
)

WITHOUT_LOAD = write(FEED, file(function("parse", 30), function("tiny", 3)))


def marks(changes: dict[str, int | None]) -> Step:
    """The fixture with some marks changed; None leaves one out."""
    return write(SIZE_MARKS, fixture({name: n for name, n in {**MARKS, **changes}.items() if n is not None}))


def plan(*functions: tuple[str, int]) -> Step:
    """`app.plan` with more functions."""
    return append(PLAN, "".join("\n\n" + function(*one) for one in functions))


wide: Step = append(PLAN, "\n\ndef wide(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r):\n    return a\n")
"""A function of 18 arguments, where 3 are the limit."""


def mark(name: str) -> str:
    return f"app.plan:{name}|statements"


def refused(name: str) -> tuple[str, ...]:
    return (f"LAUNDERED size|{mark(name)}",)


@table(
    Case(
        "to another file without a decision",
        (WITHOUT_LOAD, plan(("load", 40)), marks({LOAD: None, mark("load"): 40})),
        refused("load"),
    ),
    Case(
        "to another file, and grown",
        (
            WITHOUT_LOAD,
            plan(("load", 41)),
            marks({LOAD: None, mark("load"): 41}),
            moved("app.feed:load", "app.plan:load"),
        ),
        refused("load"),
    ),
    Case(
        "inside a file, and grown",
        (
            replace(FEED, function("load", 40), function("fetch", 41)),
            marks({LOAD: None, "app.feed:fetch|statements": 41}),
        ),
        ("LAUNDERED size|app.feed:fetch|statements",),
    ),
    Case(
        "what stays where it was is no move",
        (plan(("load", 40)), marks({mark("load"): 40}), moved("app.feed:load", "app.plan:load")),
        refused("load"),
    ),
    Case(
        "a split with more excess in all",
        (
            WITHOUT_LOAD,
            plan(("one", 26), ("two", 25)),
            marks({LOAD: None, mark("one"): 26, mark("two"): 25}),
            moved("app.feed:load", "app.plan:one", "app.plan:two"),
        ),
        refused("two"),
    ),
    Case(
        "two joined, higher than either was",
        (
            write(FEED, function("tiny", 3)),
            plan(("both", 41)),
            marks({LOAD: None, PARSE: None, mark("both"): 41}),
            moved("app.feed", "app.plan"),
            moved("app.feed:load", "app.plan:both", name="load"),
            moved("app.feed:parse", "app.plan:both", name="parse"),
        ),
        refused("both"),
    ),
    Case(
        "two joined in their file, higher than either was",
        (
            write(FEED, file(function("both", 41), function("tiny", 3))),
            marks({LOAD: None, PARSE: None, "app.feed:both|statements": 41}),
        ),
        ("LAUNDERED size|app.feed:both|statements",),
    ),
    Case(
        "one mark for two new functions",
        (
            WITHOUT_LOAD,
            plan(("one", 40), ("two", 40)),
            marks({LOAD: None, mark("one"): 40, mark("two"): 40}),
            moved("app.feed:load", "app.plan:one", "app.plan:two"),
        ),
        refused("two"),
    ),
    Case(
        "one mark by a decision and by itself",
        (
            write(FEED, file(function("fetch", 40), function("parse", 30), function("tiny", 3))),
            plan(("load", 40)),
            marks({LOAD: None, "app.feed:fetch|statements": 40, mark("load"): 40}),
            moved("app.feed:load", "app.plan:load"),
        ),
        ("LAUNDERED size|*",),
    ),
    Case(
        "one mark by two decisions",
        (
            WITHOUT_LOAD,
            plan(("load", 40)),
            append(QUEUE, "\n\n" + function("load", 40)),
            marks({LOAD: None, mark("load"): 40, "app.queue:load|statements": 40}),
            moved("app.feed:load", "app.plan:load"),
            moved("app.feed:load", "app.queue:load", name="again"),
        ),
        ("LAUNDERED size|*:load|statements",),
    ),
    Case(
        "the mark of another measure",
        (
            land(
                append(FEED, "\n\ndef wide(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r):\n    return a\n"),
                marks({"app.feed:wide|arguments": 18}),
            ),
            replace(FEED, "(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r)", "(a)"),
            append(FEED, "\n\n" + function("sprawl", 12)),
            marks({"app.feed:sprawl|statements": 12}),
        ),
        ("LAUNDERED size|app.feed:sprawl|statements",),
    ),
    Case(
        "a function that the file has already grows by what another lost",
        (
            write(FEED, file(function("load", 20), function("parse", 30), function("tiny", 23))),
            marks({LOAD: 20, "app.feed:tiny|statements": 23}),
        ),
        ("LAUNDERED size|app.feed:tiny|statements",),
    ),
    Case(
        "a marked function that the file has already grows by what another lost",
        (
            write(FEED, file(function("load", 20), function("parse", 35), function("tiny", 3))),
            marks({LOAD: 20, PARSE: 35}),
        ),
        (f"LAUNDERED size|{PARSE}",),
    ),
    Case(
        "a new function in another file under a decision for the file",
        (
            cut("load", 40, 10),
            plan(("fresh", 30)),
            marks({LOAD: None, mark("fresh"): 30}),
            moved("app.feed", "app.plan"),
        ),
        refused("fresh"),
    ),
    Case(
        "one measure for another, by targets of the decision",
        (
            WITHOUT_LOAD,
            wide,
            marks({LOAD: None, "app.plan:wide|arguments": 18}),
            moved("app.feed:load", "app.plan:wide", targets=["statements", "arguments"]),
        ),
        ("LAUNDERED size|app.plan:wide|arguments",),
    ),
    Case(
        "one measure for another, as if it were a module",
        (
            WITHOUT_LOAD,
            wide,
            marks({LOAD: None, "app.plan:wide|arguments": 18}),
            moved("app.feed:load", "app.plan:wide"),
            moved("statements", "arguments", name="measures"),
        ),
        ("LAUNDERED size|app.plan:wide|arguments",),
    ),
    Case(
        "a file renamed with a violation in it, by git's pairing alone",
        (
            move(FEED, "app/intake.py"),
            marks({LOAD: None, PARSE: None, "app.intake:load|statements": 40, "app.intake:parse|statements": 30}),
        ),
        ("LAUNDERED size|app.intake:load|statements", "LAUNDERED size|app.intake:parse|statements"),
    ),
    Case(
        "a file renamed by decision, with a function more",
        (
            move(FEED, "app/intake.py"),
            append("app/intake.py", "\n\n" + function("more", 12)),
            marks(
                {
                    LOAD: None,
                    PARSE: None,
                    "app.intake:load|statements": 40,
                    "app.intake:parse|statements": 30,
                    "app.intake:more|statements": 12,
                }
            ),
            moved("app.feed", "app.intake"),
        ),
        ("LAUNDERED size|app.intake:more|statements",),
    ),
)
def test_no_debt_moves_in(host: Repository, case: Case) -> None:
    assert_refused(judged(host, case), case.findings)


def test_a_decision_is_inert_once_base_has_it(host: Repository) -> None:
    """The first time the function moved; the second time another of that name would come in by the same file."""
    first = (WITHOUT_LOAD, plan(("load", 40)), marks({LOAD: None, mark("load"): 40}))
    apply(host, [land(*first, moved("app.feed:load", "app.plan:load"))])
    again = (append(FEED, "\n\n" + function("load", 40)), marks({mark("load"): 40}))
    assert_refused(judged(host, Case("", again)), [f"REOPENED size|{LOAD}"])


def test_a_decision_of_base_moves_nothing_more(host: Repository) -> None:
    decided = moved("app.feed:parse", "app.plan:parse")
    apply(host, [land(decided)])
    later = (
        write(FEED, file(function("load", 40), function("tiny", 3))),
        plan(("parse", 30)),
        marks({PARSE: None, mark("parse"): 30}),
    )
    assert_refused(judged(host, Case("", later)), refused("parse"))


TWINS = "app/twins.py"
ONE, TWO = "app.twins:run|statements", "app.twins:run#2|statements"
LARGE_RUN = land(write(TWINS, function("run", 30)), marks({ONE: 30}))


@table(
    Case(
        "grows behind the number",
        (LARGE_RUN, write(TWINS, file(function("run", 31), function("run", 30))), marks({ONE: 31, TWO: 30})),
        (f"LAUNDERED size|{ONE}", f"LAUNDERED size|{TWO}"),
    ),
    Case(
        "one more of the name, as large",
        (LARGE_RUN, write(TWINS, file(function("run", 30), function("run", 30))), marks({ONE: 30, TWO: 30})),
        (f"LAUNDERED size|{TWO}",),
    ),
    Case(
        "a new one before the old one",
        (LARGE_RUN, write(TWINS, file(function("run", 20), function("run", 30))), marks({ONE: 20, TWO: 30})),
        (f"LAUNDERED size|{TWO}",),
    ),
    Case(
        "behind the old one, grown",
        (LARGE_RUN, write(TWINS, file(function("run", 2), function("run", 31))), marks({TWO: 31})),
        (f"LAUNDERED size|{TWO}",),
    ),
)
def test_equal_names_hide_nothing(host: Repository, case: Case) -> None:
    assert_refused(judged(host, case), case.findings)


def test_a_small_one_before_a_large_one_of_its_name_is_no_growth(host: Repository) -> None:
    """The old `run` is `run#2` now, and as large as it was."""
    apply(host, [LARGE_RUN, write(TWINS, file(function("run", 2), function("run", 30))), ran("fixture", "write")])
    assert marks_of(host) == {**MARKS, TWO: 30}
    host.commit()
    assert_holds(host.check(), [f"MOVED size|{TWO}"])


def test_the_first_of_two_of_a_name_goes_by_decision(host: Repository) -> None:
    apply(host, [land(write(TWINS, file(function("run", 2), function("run", 30))), marks({TWO: 30}))])
    apply(host, [write(TWINS, function("run", 30))])
    assert_refused(host.check(), [f"NEW size|{ONE}", f"STALE size|{TWO}"])
    apply(host, [ran("policy", "move", "app.twins:run#2", "app.twins:run")])
    assert marks_of(host) == {**MARKS, ONE: 30}
    host.commit()
    assert_holds(host.check(), [f"MOVED size|{ONE}"])


def test_two_of_a_name_change_places(host: Repository) -> None:
    """20 and 30 become 30 and 20: the first has grown by its name, and nobody can tell; a person can say so."""
    apply(host, [land(write(TWINS, file(function("run", 20), function("run", 30))), marks({ONE: 20, TWO: 30}))])
    apply(host, [write(TWINS, file(function("run", 30), function("run", 20)))])
    assert_refused(host.check(), [f"GREW size|{ONE}", f"SHRUNK size|{TWO}"])
    apply(host, [ran("policy", "move", "app.twins:run#2", "app.twins:run")])
    assert marks_of(host) == {**MARKS, ONE: 30, TWO: 20}
    host.commit()
    assert_holds(host.check(), [f"MOVED size|{ONE}"])
