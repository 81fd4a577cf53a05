"""TODO_LEFT: work for later that is new in what the leaf owns."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from archgate.policy.roadmap_terms import Adoption, LeafTerms
from tests.roadmap.trials import named, told

BODY = "class Feed:\n    def read(self):\n        return 1\n\n\ndef load():\n    return Feed().read()\n"
HOST = {"app/feed.py": BODY, "app/main.py": "from app.feed import Feed, load\n\ndef run():\n    return load(), Feed\n"}


def feed(old: str, new: str) -> str:
    assert old in BODY
    return BODY.replace(old, new)


LEFT: dict[str, tuple[str, list[str]]] = {
    "a TODO": (feed("        return 1", "        # TODO: really read\n        return 2"), ["app/feed.py:Feed.read"]),
    "a FIXME at the end of a line": (feed("return 1", "return 2  # FIXME"), ["app/feed.py:Feed.read"]),
    "an XXX": (feed("return 1", "return 2  # XXX wrong"), ["app/feed.py:Feed.read"]),
    "small letters": (feed("return 1", "return 2  # todo later"), ["app/feed.py:Feed.read"]),
    "in two words": (feed("return 1", "return 2  # to do: read"), ["app/feed.py:Feed.read"]),
    "put off": (feed("return 1", "return 2  # will be implemented later"), ["app/feed.py:Feed.read"]),
    "Chinese": (feed("return 1", "return 2  # 待实现：真正读取"), ["app/feed.py:Feed.read"]),
    "in a module": (feed("class Feed", "# TODO\nclass Feed"), ["app/feed.py"]),
    "not implemented": (feed("return 1", "raise NotImplementedError"), ["app/feed.py:Feed.read"]),
    "not implemented, called": (feed("return 1", "raise NotImplementedError('soon')"), ["app/feed.py:Feed.read"]),
    "not implemented, in other words": (
        feed("return 1", "raise RuntimeError('not yet implemented')"),
        ["app/feed.py:Feed.read"],
    ),
    "the value": (feed("return 1", "return NotImplemented"), ["app/feed.py:Feed.read"]),
    "pass": (feed("return 1", "pass"), ["app/feed.py:Feed.read"]),
    "dots": (feed("return 1", "..."), ["app/feed.py:Feed.read"]),
    "pass behind a docstring": (feed("return 1", '"""Read."""\n        pass'), ["app/feed.py:Feed.read"]),
    "a nested one": (
        feed("    return Feed", "    def inner():\n        pass\n    inner()\n    return Feed"),
        ["app/feed.py:load.inner"],
    ),
    "under a condition": (
        feed("return 1", "if self:\n            raise NotImplementedError\n        return 1"),
        ["app/feed.py:Feed.read"],
    ),
}


@pytest.mark.parametrize("case", LEFT)
def test_what_is_left(tmp_path: Path, case: str) -> None:
    source, expected = LEFT[case]
    assert named(told(tmp_path, HOST, {"app/feed.py": source}), "TODO_LEFT") == expected


ABSTRACT = "import abc\n\nclass Base(abc.ABC):\n    @abc.abstractmethod\n    def go(self):\n"
"        raise NotImplementedError\n"
DONE: dict[str, Mapping[str, str | None]] = {
    "a string": {"app/feed.py": feed("return 1", "return 'TODO FIXME'")},
    "a docstring": {"app/feed.py": feed("        return 1", '        """TODO is no word for it."""\n        return 2')},
    "a name": {"app/feed.py": feed("return 1", "TODO = 2\n        return TODO")},
    "other words": {"app/feed.py": feed("return 1", "return 2  # nothing to do with autodoc or mastodon")},
    "abstract": {"app/feed.py": ABSTRACT + BODY},
    "a protocol": {"app/feed.py": "from typing import Protocol\n\nclass P(Protocol):\n    def go(self): ...\n" + BODY},
    "an overload": {
        "app/feed.py": "from typing import overload\n\n@overload\ndef go(a: int) -> int: ...\n@overload\n"
        "def go(a: str) -> str: ...\n"
        "def go(a):\n    return a\n" + BODY
    },
    "overridden below": {
        "app/feed.py": "class Base:\n    def go(self):\n        raise NotImplementedError\n\nclass Own(Base):\n"
        "    def go(self):\n"
        "        return 1\n" + BODY
    },
    "fills one above with nothing": {
        "app/feed.py": "class Base:\n    def go(self):\n        return 1\n\nclass Null(Base):\n"
        "    def go(self):\n        pass\n" + BODY
    },
    "fills one of Python's": {
        "app/feed.py": "import logging\n\nclass Null(logging.Handler):\n    def emit(self, record):\n        pass\n"
        + BODY
    },
    "special": {
        "app/feed.py": feed(
            "class Feed:",
            "class Feed:\n    def __init__(self):\n        pass\n    def __eq__(self, o):\n"
            "        return NotImplemented",
        )
    },
    "an exception class": {"app/feed.py": "class Lost(Exception):\n    pass\n" + BODY},
    "a handler": {
        "app/feed.py": feed("return 1", "try:\n            return 2\n        except ValueError:\n            pass")
    },
    "a docstring alone": {"app/feed.py": feed("return 1", '"""Nothing is to be read."""')},
    "gone": {"app/feed.py": BODY},
}


@pytest.mark.parametrize("case", DONE)
def test_what_is_none(tmp_path: Path, case: str) -> None:
    assert named(told(tmp_path, HOST, DONE[case]), "TODO_LEFT") == []


OLD = feed("return 1", "return 1  # TODO: old")


def test_what_was_there_is_not_new(tmp_path: Path) -> None:
    host = {**HOST, "app/feed.py": OLD}
    assert named(told(tmp_path, host, {"app/feed.py": OLD.replace("1  #", "2  #")}), "TODO_LEFT") == []


def test_what_moved_is_not_new(tmp_path: Path) -> None:
    host = {**HOST, "app/feed.py": OLD}
    assert named(told(tmp_path, host, {"app/feed.py": None, "app/feeds.py": OLD}), "TODO_LEFT") == []


def test_one_more_is_new(tmp_path: Path) -> None:
    host = {**HOST, "app/feed.py": OLD}
    more = OLD.replace("        return", "        # TODO: more\n        return")
    found = [one for one in told(tmp_path, host, {"app/feed.py": more}) if one.code == "TODO_LEFT"]
    assert [(one.path, one.line) for one in found] == [("app/feed.py", 4)]


def test_only_what_the_leaf_owns(tmp_path: Path) -> None:
    after = {"app/feed.py": feed("return 1", "return 2  # TODO"), "app/query.sql": "-- TODO\n"}
    (tmp_path / "all").mkdir()
    assert named(told(tmp_path / "all", HOST, after), "TODO_LEFT") == ["app/feed.py:Feed.read", "app/query.sql"]
    owning = LeafTerms("S1-L1", owns=("app/query.sql",))
    assert named(told(tmp_path, HOST, after, owning), "TODO_LEFT") == ["app/query.sql"]


HOLLOW = {
    "a docstring": ('    """Load it."""\n', ["app/new.py:load"]),
    "None": ("    return None\n", ["app/new.py:load"]),
    "nothing, behind a docstring": ('    """Load it."""\n    return\n', ["app/new.py:load"]),
    "pass, told once": ("    pass\n", ["app/new.py:load"]),
    "a constant": ("    return 2\n", []),
    "something": ("    print()\n    return None\n", []),
}


@pytest.mark.parametrize("case", HOLLOW)
def test_what_is_adopted_does_something(tmp_path: Path, case: str) -> None:
    body, expected = HOLLOW[case]
    after = {
        "app/new.py": f"def load():\n{body}",
        "app/main.py": "from app.new import load\n\ndef run():\n    load()\n",
    }
    terms = LeafTerms("S1-L1", adopts=(Adoption("app.new:load", ("app.main:run",)),))
    assert named(told(tmp_path, HOST, after, terms), "TODO_LEFT") == expected


def test_what_is_not_adopted_may_do_nothing(tmp_path: Path) -> None:
    after = {"app/new.py": "def load():\n    return None\n", "app/main.py": "from app.new import load\n\nload()\n"}
    assert named(told(tmp_path, HOST, after), "TODO_LEFT") == []
