"""Hosts in which following would not end: it is bounded, and what was left out is told."""

from itertools import permutations
from pathlib import Path

import pytest

from archgate.link import follower

from .builder import build, codes, policy

SCOPE = {"modules": ["app"], "targets": ["requests"]}
LAW = {"app/__init__.py": "", "policies/egress.toml": policy("capability", "egress", SCOPE)}
R = "import requests\n"


def uses(folder: Path, source: str) -> dict[str, int]:
    """The uses of the one module of a host."""
    (fact,) = build(folder, {**LAW, "app/m.py": source}).facts("egress")
    return {f"{use['definition']}: {use['operation']}": use["count"] for use in fact["uses"]}


def test_a_thousand_classes_that_inherit_in_a_chain(tmp_path: Path) -> None:
    first = "class C0:\n    def __init__(self):\n        self.s = requests.Session()\n"
    others = (f"class C{n}(C{n - 1}):\n    def load(self, u):\n        self.s.get(u)\n" for n in range(1, 1001))
    found = uses(tmp_path, R + first + "".join(others))
    assert found == {"C0.__init__: Session": 1, **{f"C{n}.load: Session().get": 1 for n in range(1, 1001)}}


def test_a_function_that_is_passed_to_itself(tmp_path: Path) -> None:
    found = uses(tmp_path, R + "def f(g, u):\n    u.get(1)\n    return g(g, u)\nf(f, requests)\n")
    assert found == {"f: get": 1}


def test_a_walk_over_a_graph_of_objects_goes_round_once(tmp_path: Path) -> None:
    steps = ("left", "right", "up")
    walk = "def walk(x):\n    x.get(1)\n" + "".join(f"    walk(x.{step})\n" for step in steps)
    found = uses(tmp_path, R + walk + "walk(requests.tree)\n")
    ways = [way for length in range(4) for way in permutations(steps, length)]
    expected = {f"walk: {'.'.join(('tree', *way, 'get'))}" for way in ways}
    assert {use for use in found if "&" not in use} == expected


def test_more_containers_than_are_followed_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "MOST_STEPS", 10_000)
    hands = "".join(f"def h{n}(x):\n    return h{n + 1}(x)\n" for n in range(50))
    last = "def h50(x):\n    x['s'].get(1)\n    x['t'].post(1)\n    return x\n"
    calls = "".join(f"h0({{'s': requests.Session(), 'n': {n}}})\n" for n in range(300))
    host = build(tmp_path, {**LAW, "app/m.py": R + hands + last + calls})
    (fact,) = host.facts("egress")
    assert {f"{use['definition']}: {use['operation']}" for use in fact["uses"]} == {
        "<module>: Session",
        "h50: Session().get",
    }
    told = [line for line in host.run("check").out.splitlines() if "not followed" in line]
    assert told == ["note  egress: not followed further: app.m: more than 32 containers of one variable"]


def test_more_values_than_are_followed_are_told(tmp_path: Path) -> None:
    calls = "".join(f"f(requests.A{n}())\n" for n in range(450))
    host = build(tmp_path, {**LAW, "app/m.py": R + "def f(a):\n    a.get(1)\n    f(a)\n" + calls})
    told = [line for line in host.run("check").out.splitlines() if "not followed" in line]
    assert told == ["note  egress: not followed further: app.m: more than 200 values of one variable"]
    assert [line for line in host.run("check").out.splitlines() if "not followed" in line] == told, "warm as cold"


def test_too_many_steps_are_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = build(tmp_path, {**LAW, "app/m.py": R + "def f(u):\n    requests.Session().get(u)\n"})
    monkeypatch.setattr(follower, "MOST_STEPS", 0)
    for _ in ("cold", "warm"):
        verdict = host.check()
        assert verdict["exit"] == 3
        assert "UNMEASURED" in codes(verdict)
