"""An archgate that sees more than the one that the entries were frozen under."""

import pytest

from tests.gate.repository import Repository
from tests.gate.sample import CONFIGURATION


def generation(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    for module in ("freeze", "opening"):
        monkeypatch.setattr(f"archgate.run.{module}.ANALYSIS", number)


def test_widen_records_the_generation_of_the_analysis(sample: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    generation(monkeypatch, 7)
    run = sample.archgate("policy", "widen")
    assert run.exit == 0, run
    assert b"analysis = 7\n" in sample.read(CONFIGURATION)
    assert sample.check().exit == 0
    generation(monkeypatch, 8)
    assert sample.archgate("policy", "widen").exit == 0
    assert b"analysis = 8\n" in sample.read(CONFIGURATION)
    assert b"analysis = 7\n" not in sample.read(CONFIGURATION)


def test_widen_of_one_rule_records_nothing(sample: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other rules have not been looked at."""
    generation(monkeypatch, 7)
    assert sample.archgate("policy", "widen", "adapter-edge").exit == 0
    assert b"analysis" not in sample.read(CONFIGURATION)
