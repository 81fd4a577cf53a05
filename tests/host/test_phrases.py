"""Phrases that messages share."""

import pytest

from archgate.host.phrases import did_you_mean, meant_or_known, meant_or_listed, number_of, some


@pytest.mark.parametrize(
    ("word", "known", "advice"),
    [
        pytest.param("egres", ["egress", "layers"], "did you mean `egress`?", id="near"),
        pytest.param("EGRESS", ["egress"], "did you mean `egress`?", id="typed in capitals"),
        pytest.param("s1-l2", ["S1-L1", "S2-L2"], "did you mean `S2-L2`?", id="known in capitals"),
        pytest.param("zzz", ["egress", "cycle"], "known: cycle, egress", id="far"),
        pytest.param("zzz", [], "none is known", id="nothing is known"),
    ],
)
def test_which_word_was_meant(word: str, known: list[str], advice: str) -> None:
    assert meant_or_known(word, known) == advice
    assert did_you_mean(word, known) == (advice if advice.startswith("did") else "")


def test_numbers_and_lists() -> None:
    assert (number_of(1, "leaf", "leaves"), number_of(2, "leaf", "leaves"), number_of(0, "row")) == (
        "1 leaf",
        "2 leaves",
        "0 rows",
    )
    assert (some(["a", "b"], 2), some(["a", "b", "c"], 2)) == ("a, b", "a, b and 1 more")


def test_of_many_words_the_first_are_listed() -> None:
    many = [f"rule-{number:02}" for number in range(22)]
    assert meant_or_listed("zzz", many).endswith("rule-19 and 2 more")
    assert meant_or_listed("zzz", []) == "there are none"
