"""`leaf gate` refuses each false completion by its name, and accepts the honest leaf beside it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.roadmap.story import FILES, begin, law, plan

ROW = "S1-L1 Bell | `ACTIVE` | none | the bell rings through its port"
PORT = "from typing import Protocol\n\n\nclass Port(Protocol):\n    def ring(self) -> int: ...\n"
RINGING = "def ring():\n    return 1\n"
FIXTURE = {"app/bell.py": RINGING.replace("return 1", "return 1 + 1")}
EDGE = (
    'schema = 1\nrule = "edge"\nkind = "boundary"\ntitle = "Bells reach no clocks"\n\n[scope]\nfrom = ["app.bell"]\n'
    'to = ["app.clock"]\n'
)
DEBT = (
    '\n[[debt]]\nfrom = "app.bell"\nto = "app.clock"\nowner = "app.bell"\nleaf = "S1-L1"\n'
    'reason = "The bell still asks the clock until its leaf has come."\n'
)
CLOCK = {"app/clock.py": "def now():\n    return 1\n", "policies/edge.toml": EDGE}

Files = Mapping[str, str | None]
PLAYED: dict[str, tuple[Files, Files]] = {
    "BASELINE_ONLY": (
        {"fixtures/README.md": "# Frozen\n", "README.md": "# Bells\n"},
        {"fixtures/README.md": "# Frozen\n", **FIXTURE},
    ),
    "NO_CALLER": (
        {"app/ports.py": PORT, **FIXTURE},
        {
            "app/ports.py": PORT,
            "app/bell.py": "from app.ports import Port\n\n\ndef ring(port: Port | None = None):\n    return 2\n",
        },
    ),
    "TODO_LEFT": (
        {"app/bell.py": "def ring():\n    # TODO: ring\n    return 2\n"},
        {"app/bell.py": "def ring():\n    # as loud as it goes\n    return 2\n"},
    ),
    "TESTS_ONLY": (
        {"tests/test_more.py": "def test_more():\n    assert int('1')\n"},
        {"tests/test_more.py": "def test_more():\n    assert int('1')\n", **FIXTURE},
    ),
    "MOVE_ONLY": (
        {
            "app/bell.py": None,
            "app/bells.py": RINGING,
            "app/main.py": "import app.bells\n\n\ndef run():\n    return app.bells.ring()\n",
            "app/compat/__init__.py": "from app.bells import ring\n",
        },
        {
            "app/bell.py": None,
            "app/bells.py": "import app.clock\n\n\ndef ring():\n    return app.clock.now()\n",
            "app/main.py": "import app.bells\n\n\ndef run():\n    return app.bells.ring()\n",
            "app/compat/__init__.py": "from app.bells import ring\n",
            "policies/edge.toml": EDGE.replace("app.bell", "app.main"),
        },
    ),
    "OLD_DOOR": (
        {
            "app/bell.py": "from app.chimes import ring\n",
            "app/chimes.py": RINGING.replace("1", "2"),
            "app/main.py": "import app.chimes\n\n\ndef run():\n    return app.chimes.ring()\n",
        },
        {
            "app/bell.py": None,
            "app/chimes.py": RINGING.replace("1", "2"),
            "app/main.py": "import app.chimes\n\n\ndef run():\n    return app.chimes.ring()\n",
            "app/compat/__init__.py": "from app.chimes import ring\n",
            "policies/edge.toml": EDGE.replace("app.bell", "app.main"),
        },
    ),
    "DEBT_ACCEPTED": (
        {
            "app/bell.py": "from app.clock import now\n\n\ndef ring():\n    return now()\n",
            "policies/edge.toml": EDGE + DEBT,
        },
        {
            "app/bell.py": "def ring(now=1):\n    return now\n",
            "app/main.py": "import app.bell\nfrom app.clock import now\n\n\ndef run():\n"
            "    return app.bell.ring(now())\n",
        },
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_false_and_honest(tmp_path: Path, name: str) -> None:
    owning = law("scope", head='compat = ["app.compat"]\n', owns='["app/**", "tests/**", "fixtures/**", "*.md"]')
    before = {**CLOCK, **owning, **plan(ROW)}
    for word, files in zip(("false", "honest"), PLAYED[name], strict=True):
        story = begin(tmp_path / word, before)
        story.commit(files, "the leaf\n\nLeaf: S1-L1\n")
        verdict = story.gate()
        codes = [one["code"] for one in verdict.report["findings"] if one["blocks"]]
        assert codes == ([name] if word == "false" else []), verdict.text
        assert verdict.exit == (1 if word == "false" else 0), verdict.text


def test_the_base_host_is_sound(tmp_path: Path) -> None:
    """What the stories begin with has none of it, so that what is told comes from the leaf."""
    assert set(FILES) >= {"app/bell.py", "app/main.py"}
    story = begin(tmp_path, {**CLOCK, **law("scope", owns='["app/**"]'), **plan(ROW)})
    assert story.gate().report["findings"] == []
