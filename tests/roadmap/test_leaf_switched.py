"""Whether real callers have gone over to the new owner, and none is left at the old one."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.roadmap.story import begin, law, plan

BASE = {
    "app/main.py": "from app import work\n\n\ndef run():\n    return work.go()\n",
    "app/work.py": "",
    "app/bell.py": "LOUD = 3\n\n\n"
    "def ring():\n    return 1\n\n\nclass Bell:\n    def toll(self):\n        return hammer()\n"
    "\n\ndef hammer():\n    return 2\n",
    "app/hub.py": "from app.bell import Bell, ring\n",
    "app/compat/__init__.py": "",
    "app/old.py": "def rattle():\n    return 0\n",
}
WAYS = {
    "called": ("app.bell:ring", "from app.bell import ring\n\n\ndef go():\n    return ring()\n", True),
    "called through hands": ("app.bell:ring", "from app.hub import ring\n\n\ndef go():\n    return ring()\n", True),
    "called on its module": ("app.bell:ring", "import app.bell as b\n\n\ndef go():\n    return b.ring()\n", True),
    "imported in the function": ("app.bell:ring", "def go():\n    from app.bell import ring\n\n    ring()\n", True),
    "handed on": ("app.bell:ring", "from app.bell import ring\n\n\ndef go():\n    return map(ring, [])\n", True),
    "named as where it is handed on": (
        "app.hub:ring",
        "from app.bell import ring\n\n\ndef go():\n    return ring()\n",
        True,
    ),
    "mentioned as a default": ("app.bell:ring", "from app.bell import ring\n\n\ndef go(f=ring):\n    f()\n", True),
    "kept in a table": (
        "app.bell:ring",
        "from app.bell import ring\n\nTABLE = {1: ring}\n\n\ndef go():\n    return TABLE[1]()\n",
        True,
    ),
    "imported and never called": ("app.bell:ring", "from app.bell import ring\n\n\ndef go():\n    return 1\n", False),
    "called by what nobody calls": (
        "app.bell:ring",
        "from app.bell import ring\n\n\ndef go():\n    return 1\n\n\ndef other():\n    ring()\n",
        False,
    ),
    "called by a method": (
        "app.bell:hammer",
        "from app.bell import Bell\n\n\ndef go(bell: Bell):\n    return bell.toll()\n",
        True,
    ),
    "called by a method that nobody calls": (
        "app.bell:hammer",
        "from app.bell import Bell\n\n\ndef go(bell: Bell):\n    return bell\n",
        False,
    ),
    "called by a method of a child, on the parent": (
        "app.bell:ring",
        (
            "import app.bell as b\n\n\nclass Base:\n    def do(self): ...\n\n\nclass Child(Base):\n    def do(self):\n"
            "        return b.ring()\n\n\ndef go(base: Base = Child()):\n    return base.do()\n"
        ),
        True,
    ),
    "called by what a base from outside calls": (
        "app.bell:ring",
        (
            "import threading\n\nimport app.bell as b\n\n\nclass Work(threading.Thread):\n    def run(self):\n"
            "        b.ring()\n\n\ndef go():\n    return Work().start()\n"
        ),
        True,
    ),
    "a base of a class that nobody makes": (
        "app.bell:hammer",
        (
            "from app.bell import Bell\n\n\nclass More(Bell):\n    def other(self):\n        return self.toll()\n"
            "\n\ndef go():\n    return 1\n"
        ),
        False,
    ),
    "a class that is made": ("app.bell:Bell", "from app.bell import Bell\n\n\ndef go():\n    return Bell()\n", True),
    "a class in an annotation": (
        "app.bell:Bell",
        "from app.bell import Bell\n\n\ndef go(b: Bell):\n    b.toll()\n",
        True,
    ),
    "a constant": ("app.bell:LOUD", "from app.bell import LOUD\n\n\ndef go():\n    return LOUD + 1\n", True),
    "a whole module": ("app.bell", "from app.bell import ring\n\n\ndef go():\n    return ring()\n", True),
    "a whole module, only imported": ("app.bell", "import app.bell\n\n\ndef go():\n    return 1\n", False),
    "a symbol that is not there": ("app.bell:rang", "from app.bell import ring\n\n\ndef go():\n    ring()\n", False),
    "used by itself alone": ("app.bell:hammer", "def go():\n    return 1\n", False),
}


@pytest.mark.parametrize(("symbol", "work", "reached"), WAYS.values(), ids=WAYS)
def test_what_is_adopted_is_reached_from_its_entry_point(symbol: str, work: str, reached: bool, tmp_path: Path) -> None:
    terms = law("switched", adopts=f'[{{ symbol = "{symbol}", from = ["app.main:run"] }}]')
    story = begin(tmp_path, {**BASE, **terms, **plan("S1-L1 Bells | PLANNED | none | x"), "app/work.py": work})
    verdict = story.gate()
    assert (verdict["switched"], verdict.exit) == (("holds", 0) if reached else ("fails", 1))
    if reached:
        assert verdict.evidence("switched").startswith("app.main:run -> app.")


def test_every_entry_point_must_reach_it(tmp_path: Path) -> None:
    terms = law("switched", adopts='[{ symbol = "app.bell:ring", from = ["app.main", "app.hub"] }]')
    work = "from app.bell import ring\n\n\ndef go():\n    return ring()\n"
    story = begin(tmp_path, {**BASE, **terms, **plan("S1-L1 Bells | PLANNED | none | x"), "app/work.py": work})
    assert story.gate().evidence("switched") == "app.bell:ring is not reached from app.hub"


def test_a_test_is_no_real_caller(tmp_path: Path) -> None:
    terms = law("switched", adopts='[{ symbol = "app.bell:ring", from = ["app.tests.test_x"] }]')
    tests = {"app/tests/__init__.py": "", "app/tests/test_x.py": "from app.bell import ring\n\nring()\n"}
    story = begin(tmp_path, {**BASE, **terms, **plan("S1-L1 Bells | PLANNED | none | x"), **tests})
    verdict = story.gate()
    assert (verdict["switched"], "no real caller" in verdict.evidence("switched")) == ("fails", True)


CALLERS = {
    "nobody": ({}, "app.old", ""),
    "an import": ({"app/work.py": "import app.old\n"}, "app.old", "app/work.py:1 app.work imports app.old"),
    "a name of it": ({"app/work.py": "\nfrom app.old import rattle\n"}, "app.old:rattle", "app/work.py:2"),
    "a lazy import": ({"app/work.py": "def go():\n    import app.old\n"}, "app.old", "app/work.py:2"),
    "through hands": (
        {"app/hub.py": "from app.old import rattle\n", "app/work.py": "from app.hub import rattle\n"},
        "app.old:rattle",
        "app/work.py:1",
    ),
    "a use on its module": (
        {"app/work.py": "import app.old\n\n\ndef go():\n    app.old.rattle()\n"},
        "app.old:rattle",
        "app/work.py:5 app.work uses app.old:rattle",
    ),
    "another name of its module": (
        {"app/old.py": "A = 1\n\n\ndef rattle():\n    return 0\n", "app/work.py": "from app.old import A\n"},
        "app.old:rattle",
        "",
    ),
    "what is gone": ({"app/old.py": None, "app/work.py": "import app.old\n"}, "app.old", "app/work.py:1"),
    "compat": ({"app/compat/__init__.py": "from app.old import rattle\n"}, "app.old", ""),
    "a test": ({"app/tests/__init__.py": "", "app/tests/test_x.py": "import app.old\n"}, "app.old", ""),
    "a test by name that the host itself imports": (
        {"app/test_help.py": "import app.old\n", "app/work.py": "from app import test_help\n"},
        "app.old",
        "app/test_help.py:1 app.test_help imports app.old",
    ),
    "it itself": ({"app/old.py": "def rattle():\n    return rattle()\n"}, "app.old:rattle", ""),
}


@pytest.mark.parametrize(("files", "retired", "told"), CALLERS.values(), ids=CALLERS)
def test_no_canonical_code_reaches_what_is_retired(
    files: Mapping[str, str | None], retired: str, told: str, tmp_path: Path
) -> None:
    terms = law("switched", head='compat = ["app.compat"]\n', retires=f'["{retired}"]')
    start = {**BASE, **terms, **plan("S1-L1 Bells | ACTIVE | none | x")}
    story = begin(tmp_path, start)
    story.commit(files)
    verdict = story.gate()
    assert verdict["switched"] == ("fails" if told else "holds")
    assert told in verdict.evidence("switched")


@pytest.mark.parametrize(("bell", "verdict"), [("def toll(self): ...", "unknown"), ("x = 1", "holds")])
def test_who_calls_a_retired_method_is_known_once_it_is_gone(bell: str, verdict: str, tmp_path: Path) -> None:
    terms = law("switched", retires='["app.bell:Bell.toll"]')
    story = begin(tmp_path, {**BASE, **terms, **plan("S1-L1 Bells | ACTIVE | none | x")})
    story.commit({"app/bell.py": f"def ring(): ...\n\n\nclass Bell:\n    {bell}\n"})
    assert story.gate()["switched"] == verdict


def test_nothing_named_is_nothing_examined(tmp_path: Path) -> None:
    story = begin(tmp_path, {**law("switched"), **plan("S1-L1 Bells | PLANNED | none | x")})
    verdict = story.gate()
    assert (verdict["switched"], verdict.exit) == ("unknown", 3)
    assert "names nothing" in verdict.evidence("switched")


@pytest.mark.parametrize("keys", [{"kind": '"governance"'}, {"kind": '"tests"'}, {"rules": '["unresolved"]'}])
def test_a_leaf_that_says_at_base_what_it_is_need_not_switch_anything(keys: dict[str, str], tmp_path: Path) -> None:
    story = begin(tmp_path, {**law("switched", **keys), **plan("S1-L1 Bells | PLANNED | none | x")})
    story.commit()
    assert story.gate()["switched"] == "holds"


def test_what_a_change_says_of_its_own_leaf_excuses_nothing(tmp_path: Path) -> None:
    story = begin(tmp_path, {**law("switched"), **plan("S1-L1 Bells | PLANNED | none | x")})
    story.commit(law("switched", kind='"governance"'))
    assert story.gate()["switched"] == "unknown"
    story.land()
    story.commit()
    assert story.gate()["switched"] == "holds"
