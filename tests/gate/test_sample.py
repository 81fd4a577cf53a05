"""The sample repository itself: what the other tables of this folder start from."""

from tests.gate.repository import Repository
from tests.gate.steps import assert_holds


def test_the_sample_holds(sample: Repository) -> None:
    assert_holds(sample.check())


def test_its_facts_are_the_frozen_ones(sample: Repository) -> None:
    report = sample.check().report
    assert report is not None
    facts = {rule["rule"]: (rule["facts"], rule["debt"], rule["exceptions"]) for rule in report["rules"]}
    assert facts == {"adapter-edge": (2, 2, 0), "host-cycles": (1, 1, 0), "unresolved": (1, 1, 0)}


def test_it_is_judged_against_origin_main(sample: Repository) -> None:
    sample.commit("nothing")
    report = sample.check().report
    assert report is not None
    assert report["protected"] is True
    assert (report["base"]["ref"], report["base"]["oid"]) == ("origin/main", sample.oid("main"))


def test_files_are_counted(sample: Repository) -> None:
    report = sample.check().report
    assert report is not None
    assert report["examined"] == {"files": 19, "excluded": 0, "apart": 1, "unreadable": 0}
