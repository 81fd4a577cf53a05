"""Capability facts that an earlier run has found: the same facts, and never those of another host or question."""

from collections.abc import Callable
from pathlib import Path

import pytest

from archgate.facts.fact import Fact
from archgate.facts.view import View
from archgate.gate.hosts import Hosts
from archgate.host.configuration import read_configuration
from archgate.host.tree import DiskTree
from archgate.index.build import index_files
from archgate.index.cache import NoCache
from archgate.link import kept_answers
from archgate.link.follower import Follower
from archgate.measure import known_kinds

from .builder import build

FILES = {
    "app/__init__.py": "",
    "app/m.py": "import requests\ndef f(u):\n    requests.get(u)\n",
    "app/n.py": "import httpx\nfrom app.m import requests\ndef g(u):\n    requests.post(u)\n",
}
SCOPE = {"targets": ("httpx", "requests")}


class Shelf(dict[str, bytes]):
    """Answers by question."""

    def put(self, question: str, answer: bytes) -> None:
        """Keep an answer."""
        self[question] = answer


def measured(root: Path, shelf: Shelf | None, **scope: tuple[str, ...]) -> list[Fact]:
    """The facts of the host in `root`, as a process of its own finds them."""
    tree = DiskTree(root, None)
    hosts = Hosts(lambda tree, paths: index_files(tree, paths, NoCache(), 1), shelf)
    kind = known_kinds()["capability"]
    return list(kind.measure(View(hosts.linked(tree, read_configuration(tree))), kind.Scope(**(scope or SCOPE))))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return build(tmp_path, FILES).root


def no_following(self: Follower) -> None:
    raise AssertionError("followed anew")


def test_an_equal_host_costs_nothing_and_says_the_same(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    cold = measured(root, None)
    assert measured(root, shelf) == cold
    monkeypatch.setattr(Follower, "run", no_following)
    assert measured(root, shelf) == cold
    assert [fact.key for fact in cold] == [("app.m", "requests"), ("app.n", "httpx"), ("app.n", "requests")]


def appended(root: Path) -> None:
    path = root / "app/m.py"
    path.write_text(path.read_text("utf-8") + "    requests.put(u)\n", "utf-8")


def renamed(root: Path) -> None:
    (root / "app/n.py").rename(root / "app/o.py")


def gone(root: Path) -> None:
    (root / "app/m.py").unlink()


def swapped(root: Path) -> None:
    one, other = root / "app/m.py", root / "app/n.py"
    first, second = one.read_text("utf-8"), other.read_text("utf-8")
    one.write_text(second, "utf-8")
    other.write_text(first, "utf-8")


def the_hosts_own(root: Path) -> None:
    path = root / "archgate.toml"
    path.write_text(path.read_text("utf-8").replace('["app"]', '["app", "requests"]'), "utf-8")
    (root / "requests").mkdir()
    (root / "requests/__init__.py").write_text("def get(u): ...\n", "utf-8")


@pytest.mark.parametrize("change", [appended, renamed, gone, swapped, the_hosts_own])
def test_a_host_that_differs_is_asked_anew(root: Path, change: Callable[[Path], None]) -> None:
    shelf = Shelf()
    before = measured(root, shelf)
    change(root)
    after = measured(root, shelf)
    assert after == measured(root, None) != before
    assert len(shelf) == 2


def test_another_question_is_asked_anew(root: Path) -> None:
    shelf = Shelf()
    both = measured(root, shelf)
    assert measured(root, shelf, targets=("httpx",)) == [fact for fact in both if fact.object == "httpx"]
    assert len(shelf) == 2


def test_other_code_asks_anew(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    measured(root, shelf)
    monkeypatch.setattr(kept_answers, "_code", lambda: "changed")
    measured(root, shelf)
    assert len(shelf) == 2


def test_nothing_is_kept_where_the_code_or_a_file_cannot_be_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    monkeypatch.setattr(kept_answers, "_code", lambda: "")
    assert measured(root, shelf) == measured(root, None)
    assert not shelf


def test_an_answer_that_is_none_is_found_out_anew_and_written_over(root: Path) -> None:
    shelf = Shelf()
    right = measured(root, shelf)
    (question,) = shelf
    kept_right = shelf[question]
    shelf[question] = b"nonsense"
    assert measured(root, shelf) == right
    assert shelf[question] == kept_right
