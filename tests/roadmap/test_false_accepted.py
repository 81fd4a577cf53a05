"""DEBT_ACCEPTED: the law allows what the leaf has brought."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.roadmap.trials import told

EDGE = (
    'schema = 1\nrule = "edge"\nkind = "boundary"\ntitle = "Chains reach no adapters"\n\n[scope]\n'
    'from = ["app.chain"]\n'
    'to = ["app.adapters"]\n'
)
SIZES = (
    'schema = 1\nrule = "sizes"\nkind = "complexity"\ntitle = "Functions stay short"\n\n[scope]\nmodules = ["app"]\n'
    "statements = 3\n"
)


def debt(source: str, target: str) -> str:
    return (
        f'\n[[debt]]\nfrom = "{source}"\nto = "{target}"\nowner = "{source}"\n'
        'reason = "It still stores by itself until its leaf has come."\n'
    )


def exception(source: str, target: str) -> str:
    return debt(source, target).replace("debt", "exception")


FEED, ROWS = "app.chain.feed", "app.chain.rows"
STORE, MAIL = "app.adapters.store", "app.adapters.mail"
FEEDING = "from app.adapters.store import store\n\n\ndef feed():\n    return store()\n"
HOST = {
    "app/adapters/__init__.py": "",
    "app/adapters/store.py": "def store():\n    return 1\n",
    "app/adapters/mail.py": "def mail():\n    return 1\n",
    "app/chain/__init__.py": "",
    "app/chain/feed.py": FEEDING,
    "app/main.py": "from app.chain.feed import feed\n\n\ndef run():\n    return feed()\n",
    "policies/edge.toml": EDGE + debt(FEED, STORE),
}
MAILING = {
    "app/chain/feed.py": "from app.adapters.mail import mail\n" + FEEDING.replace("store()\n", "store() + mail()\n")
}

CASES: dict[str, tuple[Mapping[str, str | None], list[str]]] = {
    "an entry with its debt": (
        {**MAILING, "policies/edge.toml": EDGE + debt(FEED, MAIL) + debt(FEED, STORE)},
        ["edge|app.chain.feed|app.adapters.mail"],
    ),
    "an exception with its debt": (
        {**MAILING, "policies/edge.toml": EDGE + debt(FEED, STORE) + exception(FEED, MAIL)},
        ["edge|app.chain.feed|app.adapters.mail"],
    ),
    "paid off": ({"app/chain/feed.py": "def feed():\n    return 1\n", "policies/edge.toml": EDGE}, []),
    "an old debt as an exception": ({"policies/edge.toml": EDGE + exception(FEED, STORE)}, []),
    "moved": (
        {
            "app/chain/feed.py": None,
            "app/chain/rows.py": FEEDING,
            "app/main.py": HOST["app/main.py"].replace("feed import", "rows import"),
            "policies/edge.toml": EDGE + debt(ROWS, STORE),
        },
        [],
    ),
    "copied": (
        {"app/chain/rows.py": FEEDING, "policies/edge.toml": EDGE + debt(FEED, STORE) + debt(ROWS, STORE)},
        ["edge|app.chain.rows|app.adapters.store"],
    ),
    "a rule that is new": ({"policies/more.toml": EDGE.replace('"edge"', '"more"') + debt(FEED, STORE)}, []),
    "a rule that is new, with a debt that is": (
        {**MAILING, "policies/more.toml": EDGE.replace('"edge"', '"more"') + debt(FEED, MAIL) + debt(FEED, STORE)},
        ["more|app.chain.feed|app.adapters.mail"],
    ),
    "a reason": ({"policies/edge.toml": EDGE + debt(FEED, STORE).replace("It still", "It yet")}, []),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_accepted(tmp_path: Path, case: str) -> None:
    after, expected = CASES[case]
    found = told(tmp_path, HOST, after)
    assert [one.object for one in found if one.code == "DEBT_ACCEPTED"] == expected, found


def test_the_place(tmp_path: Path) -> None:
    after = {**MAILING, "policies/edge.toml": EDGE + debt(FEED, MAIL) + debt(FEED, STORE)}
    (found,) = (one for one in told(tmp_path, HOST, after) if one.code == "DEBT_ACCEPTED")
    assert (found.path, found.line, found.subject) == ("policies/edge.toml", 10, "edge")


def test_a_scope_that_sees_more(tmp_path: Path) -> None:
    wide = EDGE.replace('["app.chain"]', '["app"]') + debt(FEED, STORE) + debt("app.main", STORE)
    main = "from app.adapters.store import store\n" + HOST["app/main.py"].replace("feed()\n", "feed() + store()\n")
    for folder, before, expected in (
        ("old", {**HOST, "app/main.py": main}, []),
        ("new", HOST, ["edge|app.main|app.adapters.store"]),
    ):
        (tmp_path / folder).mkdir()
        found = told(tmp_path / folder, before, {"app/main.py": main, "policies/edge.toml": wide})
        assert [one.object for one in found if one.code == "DEBT_ACCEPTED"] == expected


LONG = "def feed():\n" + "".join(f"    x{n} = {n}\n" for n in range(6)) + "    return x0\n"


def fixture(**marks: int) -> str:
    rows = ",\n".join(f'    "app.chain.feed:{name}|statements": {value}' for name, value in marks.items())
    by = '"measured_by": {"tool": "archgate", "version": "1", "configuration": "", "python": ""}'
    return f'{{\n  "schema": 1,\n  "rule": "sizes",\n  {by},\n  "marks": {{\n{rows}\n  }}\n}}\n'


MARKED = {
    **{path: text for path, text in HOST.items() if path != "policies/edge.toml"},
    "app/chain/feed.py": LONG,
    "policies/sizes.toml": SIZES,
    "fixtures/sizes.json": fixture(feed=7),
}
GROWN = LONG.replace("    return", "    y = 1\n    z = 2\n    return")
MARKS: dict[str, tuple[Mapping[str, str | None], list[str]]] = {
    "grew": ({"app/chain/feed.py": GROWN, "fixtures/sizes.json": fixture(feed=9)}, ["feed"]),
    "came": (
        {"app/chain/feed.py": LONG + LONG.replace("feed", "more"), "fixtures/sizes.json": fixture(feed=7, more=7)},
        ["more"],
    ),
    "was renamed": ({"app/chain/feed.py": LONG.replace("feed", "more"), "fixtures/sizes.json": fixture(more=7)}, []),
    "was renamed and grew": (
        {"app/chain/feed.py": GROWN.replace("feed", "more"), "fixtures/sizes.json": fixture(more=9)},
        ["more"],
    ),
    "fell": ({"app/chain/feed.py": LONG.replace("    x1 = 1\n", ""), "fixtures/sizes.json": fixture(feed=6)}, []),
}


def test_a_mark_of_what_was_there(tmp_path: Path) -> None:
    before = {**MARKED, "fixtures/sizes.json": fixture()}
    assert "DEBT_ACCEPTED" not in {one.code for one in told(tmp_path, before, {"fixtures/sizes.json": fixture(feed=7)})}


@pytest.mark.parametrize("case", MARKS)
def test_marks(tmp_path: Path, case: str) -> None:
    after, expected = MARKS[case]
    found = [one for one in told(tmp_path, MARKED, after) if one.code == "DEBT_ACCEPTED"]
    assert [one.object for one in found] == [f"sizes|app.chain.feed:{name}|statements" for name in expected]
    assert [one.path for one in found] == ["fixtures/sizes.json"] * len(expected)
