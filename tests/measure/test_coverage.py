"""The kind `coverage`: what a report says of a host, and when a package has fallen below its mark."""

from pathlib import Path
from typing import Any

import pytest

from archgate.facts.fact import Item
from archgate.facts.view import View
from archgate.host.bench import Bench
from archgate.measure.coverage import Coverage, Scope
from tests.facts.sample import view_of

from .sample import HOST, A, report

KIND = Coverage()
CORE = Scope(report="report", packages=("app.core", "app.b", "app"))


@pytest.mark.parametrize("name", ["lines.json", "lines.xml", "branches.json", "branches.xml"])
def test_each_selector_is_one_fact(name: str, tmp_path: Path) -> None:
    view = view_of(tmp_path, HOST | {"report": report(name)})
    assert _told(view, CORE) == (
        "",
        {("app", "statements"): [7, 14], ("app.b", "statements"): [0, 2], ("app.core", "statements"): [7, 12]},
    )


@pytest.mark.parametrize("name", ["branches.json", "branches.xml"])
def test_branches_count_where_the_scope_asks_for_them(name: str, tmp_path: Path) -> None:
    view = view_of(tmp_path, HOST | {"report": report(name)})
    _, facts = _told(view, Scope("report", ("app.core",), branches=True))
    assert facts["app.core", "branches"] == [1, 4]


PLACES = [
    ("as it was written", "", ""),
    ("of another machine", '"src/app', '"/home/ci/work/host/src/app'),
    ("of Windows", '"src/app', r'"D:\\a\\host\\src\\app'),
    ("from below", '"src/app', '"app'),
    ("from above", '"src/app', '"host/src/app'),
    ("with a dot", '"src/app', '"./src/app'),
]


@pytest.mark.parametrize(("old", "new"), [pytest.param(*row[1:], id=row[0]) for row in PLACES])
def test_paths_are_found_wherever_the_report_was_made(old: str, new: str, tmp_path: Path) -> None:
    text = report("branches.json").replace("\\", "/").replace(old, new) if old else report("branches.json")
    files = {**HOST, "report": text}
    if new == '"host/src/app':
        files["host/src/app/core/a.py"] = A  # beside the host: the report is of a folder above
    told, facts = _told(view_of(tmp_path, files), CORE)
    assert (told, facts["app", "statements"]) == ("", [7, 14])


def test_paths_in_another_form_of_unicode(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/caf\u00e9.py": "x = 1\n"}
    text = _json({"app/cafe\u0301.py": ([1], [])})
    assert _told(view_of(tmp_path, files | {"report": text}), Scope("report", ("app",)))[0] == ""


def test_paths_of_this_work_tree(tmp_path: Path) -> None:
    path = tmp_path / "host" / "app" / "a.py"
    files = {"app/__init__.py": "", "app/a.py": "x = 1\n", "report": _json({str(path): ([1], [])})}
    assert _told(view_of(tmp_path, files), Scope("report", ("app",)))[1] == {("app", "statements"): [1, 1]}


def _json(files: dict[str, tuple[list[int], list[int]]]) -> str:
    import json

    told = {
        path: {
            "executed_lines": ran,
            "missing_lines": missing,
            "excluded_lines": [],
            "summary": {"covered_lines": len(ran), "num_statements": len(ran) + len(missing)},
        }
        for path, (ran, missing) in files.items()
    }
    return json.dumps({"meta": {"version": "7.0"}, "files": told})


ONE = {"app/__init__.py": "", "app/a.py": "x = 1\n# why\n\ny = 1\n"}

REFUSED: list[tuple[str, dict[str, str], str, str]] = [
    ("no report", {}, "", "coverage json"),
    ("an empty report", {"report": "\n"}, "", "empty"),
    ("something else", {"report": "SF:app/a.py"}, "", "neither"),
    ("half a report", {"report": _json({"app/a.py": ([1], [])})[:-9]}, "", "no JSON"),
    ("another JSON", {"report": "{}"}, "", "no JSON"),
    ("no files", {"report": _json({})}, "", "no files"),
    ("sums that do not hold", {"report": _json({"app/a.py": ([1], [])}).replace(": 1,", ": 2,")}, "", "summary"),
    ("a line that ran and did not", {"report": _json({"app/a.py": ([1], [1])})}, "", "line 1 of app/a.py"),
    ("a line that is none", {"report": _json({"app/a.py": ([0], [])})}, "", "below 1"),
    ("nothing of the host", {"report": _json({"lib/x.py": ([1], [])})}, "", "no file of the host"),
    ("a file that is gone", {"report": _json({"app/a.py": ([1], []), "app/old.py": ([1], [])})}, "", "app/old.py"),
    (
        "a file named twice",
        {"report": _json({"app/a.py": ([1], []), "/x/app/a.py": ([1], [])})},
        "",
        "twice of app/a.py",
    ),
    ("a path that may be two files", {"report": _json({"a.py": ([1], [])})}, "app/c/a.py", "may be each"),
    ("a line beyond the end", {"report": _json({"app/a.py": ([1, 99], [])})}, "", "line 99 of app/a.py"),
    ("a statement in a comment", {"report": _json({"app/a.py": ([2], [])})}, "", "line 2 of app/a.py"),
    ("a statement in an empty line", {"report": _json({"app/a.py": ([1], [3])})}, "", "line 3 of app/a.py"),
    ("a file that was not measured", {"report": _json({"app/a.py": ([1, 4], [])})}, "app/new.py", "app/new.py"),
    ("half an XML", {"report": "<coverage><packages>"}, "", "no XML"),
    ("another XML", {"report": "<html/>"}, "", "no report of Cobertura"),
    ("an XML with an entity", {"report": '<!DOCTYPE c [<!ENTITY a "b">]><coverage/>'}, "", "document type"),
    (
        "an XML without numbers",
        {"report": '<coverage><class filename="app/a.py"><line number="x" hits="1"/></class></coverage>'},
        "",
        "Cobertura",
    ),
    (
        "an XML with a line outside of files",
        {"report": '<coverage><line number="1" hits="1"/></coverage>'},
        "",
        "Cobertura",
    ),
]


@pytest.mark.parametrize(("files", "beside", "word"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_a_report_that_cannot_be_trusted_measures_nothing(
    files: dict[str, str], beside: str, word: str, tmp_path: Path
) -> None:
    more = {beside: "x = 1\n"} if beside else {}
    told, facts = _told(view_of(tmp_path, {**ONE, **more, **files}), Scope("report", ("app",)))
    assert word in told
    assert told.startswith("report: ")
    assert facts == {}


def test_a_definition_that_came_after_the_report_makes_it_another_trees(tmp_path: Path) -> None:
    files = {**HOST, "src/app/core/a.py": A + "\n\ndef late():\n    return 2\n", "report": report("lines.json")}
    assert "`late` in line 32 of src/app/core/a.py" in _told(view_of(tmp_path, files), CORE)[0]


def test_what_omit_names_is_told_and_not_missed(tmp_path: Path) -> None:
    files = {**ONE, "app/dev/x.py": "x = 1\n", ".coveragerc": "[run]\nomit =\n    */dev/*\n"}
    view = view_of(tmp_path, files | {"report": _json({"app/a.py": ([1], [4])})})
    scope = Scope("report", ("app",))
    assert _told(view, scope) == ("", {("app", "statements"): [1, 2]})
    assert KIND.untold(view, scope) == ["not measured, since `omit` of coverage.py says so: app/dev/x.py"]


def test_branches_that_were_not_measured(tmp_path: Path) -> None:
    view = view_of(tmp_path, HOST | {"report": report("lines.json")})
    assert "no branches" in KIND.unmeasured(view, Scope("report", ("app",), branches=True))


def test_only_the_work_tree_can_be_measured(tmp_path: Path) -> None:
    view = view_of(tmp_path, HOST | {"report": report("lines.json")})
    assert not KIND.unmeasured(view, CORE)
    assert view.bench

    class Other:
        name = "0123abc"

    elsewhere = View(view.host, bench=Bench(Other(), view.bench.settings, view.bench.root, view.bench.scratch))  # type: ignore[arg-type]
    assert "work tree" in KIND.unmeasured(elsewhere, CORE)
    assert KIND.measure(elsewhere, CORE) == []


def test_the_ruler_knows_the_settings(tmp_path: Path) -> None:
    rulers = [
        KIND.ruler(view_of(tmp_path / name, HOST | {"report": report("lines.json"), ".coveragerc": text}), CORE)
        for name, text in (("a", "[run]\n"), ("b", "[run]\n# why\n"), ("c", "[run]\nomit = x\n"))
    ]
    assert {ruler["version"] for ruler in rulers} == {"7.17.5"}
    assert [ruler["configuration"] == rulers[0]["configuration"] for ruler in rulers] == [True, True, False]


OWN = Scope("report", ("app",), config="ci/cov.cfg")
EXCLUDING = {**ONE, "report": _json({"app/a.py": ([1], [])}).replace('"excluded_lines": []', '"excluded_lines": [4]')}


@pytest.mark.parametrize(
    ("files", "scope", "words"),
    [
        ({".coveragerc": "[report]\nexclude_also = y =\n"}, Scope("report", ("app",)), ""),
        ({".coveragerc.toml": "report.exclude_also = ['y =']\n"}, Scope("report", ("app",)), ""),
        ({"ci/cov.cfg": "[report]\nexclude_also = y =\n"}, OWN, ""),
        ({"ci/cov.cfg": "[report]\nexclude_also = y =\n"}, Scope("report", ("app",)), "leaves out line 4"),
        ({}, Scope("report", ("app",)), "leaves out line 4"),
        ({}, OWN, "there is no ci/cov.cfg"),
        ({"ci/cov.cfg": "[report\n"}, OWN, "settings of coverage.py cannot be read"),
    ],
)
def test_lines_are_left_out_by_the_configuration_that_the_scope_knows(
    files: dict[str, str], scope: Scope, words: str, tmp_path: Path
) -> None:
    said = KIND.unmeasured(view_of(tmp_path, EXCLUDING | files), scope)
    assert words in said
    assert bool(words) == bool(said)


def test_what_is_newly_left_out_is_laxer(tmp_path: Path) -> None:
    before = view_of(tmp_path / "a", ONE | {".coveragerc": "[run]\nomit = b/*\n[report]\nexclude_also =\n  x\n  z\n"})
    now = view_of(
        tmp_path / "b", ONE | {"setup.cfg": "[coverage:run]\nomit = c/*\n[coverage:report]\nexclude_lines = x\n  y\n"}
    )
    assert list(KIND.laxer(before, CORE, now, CORE)) == ["omit:c/*", "exclude:y"]
    assert list(KIND.laxer(before, CORE, before, CORE)) == []


FALLS = [
    ("equal", (50, 100), (50, 100), 0),
    ("a hair below", (10_000, 20_000), (9_999, 20_001), 2),
    ("50.00 % to 49.996 %", (12_500, 25_000), (12_499, 25_000), 1),
    ("above", (50, 100), (51, 100), 0),
    ("more uncovered at a higher share", (50, 100), (90, 150), 0),
    ("covered code deleted", (50, 100), (10, 60), 0),
    ("covered code deleted, and one uncovered", (50, 100), (10, 61), 1),
    ("uncovered code added", (50, 100), (50, 101), 1),
    ("larger at the same share", (50, 100), (60, 120), 0),
    ("all gone", (50, 100), (0, 0), 0),
    ("begun anew", (0, 0), (4, 5), 1),
    ("whole, and larger", (5, 5), (9, 9), 0),
]


@pytest.mark.parametrize(("mark", "found", "over"), [pytest.param(*row[1:], id=row[0]) for row in FALLS])
def test_falls(mark: tuple[int, int], found: tuple[int, int], over: int) -> None:
    differences = KIND.compare([_item(*found)], [_item(*mark)])
    assert [one.over for one in differences] == ([{"": over}] if over else [])


def test_without_a_mark_all_is_to_be_covered() -> None:
    assert KIND.compare([_item(5, 5)], []) == []
    [difference] = KIND.compare([_item(4, 5)], [])
    assert (difference.over, difference.allowed) == ({"": 1}, None)


def test_a_mark_of_nothing_is_stale() -> None:
    [difference] = KIND.compare([], [_item(4, 5)])
    assert (difference.observed, difference.over) == (None, {})


def test_a_fall_is_told_by_its_numbers(tmp_path: Path) -> None:
    [difference] = KIND.compare([_item(47, 91)], [_item(60, 103)])
    said = KIND.describe(view_of(tmp_path, ONE), Scope(), difference)
    assert said == (
        "statements: 47 of 91 (51.648 %) covered, the mark is 60 of 103 (58.252 %); "
        "1 newly uncovered (12 gone, 13 fewer covered)"
    )


def test_what_is_above_its_mark_can_be_told() -> None:
    found, mark = _item(60, 100), _item(50, 100)
    assert list(KIND.risen([found], [mark])) == ["app statements: 60 of 100 covered; marked 50 of 100"]
    assert list(KIND.risen([mark], [found])) == []


@pytest.mark.parametrize("value", [5, [1], [2, 1], [-1, 2], [True, 2], [1.0, 2], "ab", [1, 2, 3]])
def test_values_that_are_no_mark(value: Any) -> None:
    with pytest.raises(ValueError, match="must"):
        KIND.mark("app|statements", value)


def test_marks_are_read_as_they_are_written() -> None:
    mark = KIND.mark("app.core|statements", [7, 12])
    assert KIND.value(KIND.entry(KIND.item(mark))) == [7, 12]
    assert KIND.item(mark).amount == 5


@pytest.mark.parametrize(
    ("scope", "word"),
    [
        (Scope(), "empty"),
        (Scope("/x", ("app",)), "below the root"),
        (Scope("../x", ("app",)), "below the root"),
        (Scope("x", ("app",), config="../x"), "below the root"),
        (Scope("x", ("app", "app")), "twice"),
        (Scope("x", ("a-b",)), "a-b"),
    ],
)
def test_a_scope_that_is_wrong(scope: Scope, word: str) -> None:
    [(_, message)] = KIND.check(scope, ())
    assert word in message


def _item(done: int, all_: int) -> Item:
    return KIND.item(KIND.mark("app|statements", [done, all_]))


def _told(view: View, scope: Scope) -> tuple[str, dict[tuple[str, str], Any]]:
    facts = {fact.key: KIND.value(KIND.entry(fact)) for fact in KIND.measure(view, scope)}
    return KIND.unmeasured(view, scope), facts
