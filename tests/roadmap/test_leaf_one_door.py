"""Whether the old door is walled up, and there is one door to what is new."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.roadmap.story import begin, law, plan

START = {
    "app/old.py": "def rattle():\n    return 0\n",
    "app/main.py": "from app.bell import ring\n\n\ndef run():\n    return ring()\n",
    "app/compat/__init__.py": "",
    **plan("S1-L1 Bells | ACTIVE | none | x"),
}
CASES: dict[str, tuple[Mapping[str, str | None], str]] = {
    "still there": ({}, "app/old.py app.old is still there"),
    "gone": ({"app/old.py": None}, ""),
    "become a package": ({"app/old.py": None, "app/old/__init__.py": ""}, "app/old/__init__.py app.old is still there"),
    "something below it": (
        {"app/old.py": None, "app/old/__init__.py": "", "app/old/x.py": ""},
        "app/old/x.py app.old.x is still there",
    ),
    "handed on twice": (
        {
            "app/old.py": None,
            "app/hub.py": "from app.bell import ring\n",
            "app/hall.py": "from app.bell import ring\n",
            "app/main.py": "from app.hub import ring\nfrom app.hall import ring as r\n",
        },
        "app/hall.py:1 app.hall hands on app.bell:ring\napp/hub.py:1 app.hub hands on app.bell:ring",
    ),
    "handed on by compat too": (
        {
            "app/old.py": None,
            "app/hub.py": "from app.bell import ring\n",
            "app/compat/__init__.py": "from app.bell import ring\n__all__ = ['ring']\n",
            "app/main.py": "from app.hub import ring\n",
        },
        "",
    ),
    "what another leaf owns": (
        {
            "app/old.py": None,
            "app/x.py": "def x(): ...\n",
            "app/y.py": "from app.x import x\n__all__ = ['x']\n",
            "app/z.py": "from app.x import x\n__all__ = ['x']\n",
        },
        "",
    ),
}


@pytest.mark.parametrize(("files", "told"), CASES.values(), ids=CASES)
def test_a_retired_module_has_no_door_but_compat(files: Mapping[str, str | None], told: str, tmp_path: Path) -> None:
    terms = law("one-door", head='compat = ["app.compat"]\n', retires='["app.old"]', owns='["app/bell.py"]')
    story = begin(tmp_path, {**START, **terms})
    story.commit(files)
    verdict = story.gate()
    assert (verdict["one-door"], verdict.exit) == (("fails", 1) if told else ("holds", 0))
    assert told in verdict.evidence("one-door")


SYMBOLS: dict[str, tuple[str | None, bool]] = {
    "defined": ("def rattle(): ...\n", True),
    "handed on by its old module": ("from app.bell import ring as rattle\n", True),
    "gone": ("def other(): ...\n", False),
    "gone with its module": (None, False),
}


@pytest.mark.parametrize(("old", "stands"), SYMBOLS.values(), ids=SYMBOLS)
def test_a_retired_symbol(old: str | None, stands: bool, tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("one-door", retires='["app.old:rattle"]')})
    story.commit({"app/old.py": old})
    assert story.gate()["one-door"] == ("fails" if stands else "holds")


def test_what_lies_in_compat_may_stay(tmp_path: Path) -> None:
    terms = law("one-door", head='compat = ["app.compat"]\n', retires='["app.compat"]')
    story = begin(tmp_path, {**START, **terms})
    story.commit()
    assert story.gate()["one-door"] == "holds"


def test_nothing_named_is_nothing_examined(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("one-door")})
    assert (story.gate()["one-door"], story.gate().exit) == ("unknown", 3)
