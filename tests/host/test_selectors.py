"""What selectors and globs match, and what can be proved of them."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgate.host.selectors import Selector, any_path_matches, covers, path_matches, takes_folder

MATCHES = [
    ("app.chain", "app.chain", True, "a selector takes the module"),
    ("app.chain", "app.chain.feed.rss", True, "and all below it"),
    ("app.chain", "app.chainx", False, "but no longer name"),
    ("app.chain", "app", False, "nor its parent"),
    ("=app.chain", "app.chain", True, "an exact one takes the module"),
    ("=app.chain", "app.chain.feed", False, "and nothing below"),
    ("app.*.api", "app.feed.api", True, "* is one segment"),
    ("app.*.api", "app.feed.api.v1", True, "with what is below"),
    ("app.*.api", "app.api", False, "* is not none"),
    ("app.*.api", "app.a.b.api", False, "nor two"),
    ("=app.**.api", "app.api", True, "** may be none"),
    ("=app.**.api", "app.a.b.api", True, "or several"),
    ("=app.x.**", "app.x.y.z", True, "an owner's ** takes what is below"),
    ("=app.x.**", "app.xy", False, "dot-safe"),
    ("app.*", "app", False, "* asks for a segment"),
    ("app", "app/my-script.py", True, "a file named by its path is found at its place"),
    ("app.my", "app/my.script.py", False, "a dot in a file's name is none between modules"),
    ("应用.核心", "应用.核心.x", True, "Chinese names"),
]


@pytest.mark.parametrize(("text", "module", "expected"), [pytest.param(*row[:3], id=row[3]) for row in MATCHES])
def test_matches(text: str, module: str, expected: bool) -> None:
    assert Selector.parse(text).matches(module) is expected


@pytest.mark.parametrize("text", ["", "=", "app.", ".app", "app..x", "app.fo*", "app/x", "my-app", "a b", "==app"])
def test_no_selector(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Selector.parse(text)


COVERS = [
    ("app", "app.chain", True, "a parent covers"),
    ("app.chain", "app", False, "a child does not"),
    ("app", "=app", True, "below and itself covers itself"),
    ("=app", "app", False, "itself does not cover what is below"),
    ("app.*", "app.chain", True, "one segment covers a name"),
    ("app.chain", "app.*", False, "a name does not cover any"),
    ("app.*", "app.**", False, "one segment does not cover any number"),
    ("app.**", "app.*.x", True, "any number covers one and more"),
    ("**", "=a.b.*", True, "everything covers"),
    ("app.chain", "app.chainx", False, "dot-safe"),
]


@pytest.mark.parametrize(("wide", "narrow", "expected"), [pytest.param(*row[:3], id=row[3]) for row in COVERS])
def test_covers(wide: str, narrow: str, expected: bool) -> None:
    assert covers(wide, narrow) is expected


SELECTORS = st.builds(
    lambda exact, parts: exact + ".".join(parts),
    st.sampled_from(["", "="]),
    st.lists(st.sampled_from(["a", "b", "*", "**"]), min_size=1, max_size=4),
)
MODULES = [".".join(parts) for length in range(1, 5) for parts in itertools.product("abc", repeat=length)]


@given(SELECTORS, SELECTORS)
def test_covers_is_sound(wide: str, narrow: str) -> None:
    if covers(wide, narrow):
        taken = [module for module in MODULES if Selector.parse(narrow).matches(module)]
        assert all(Selector.parse(wide).matches(module) for module in taken)


@given(SELECTORS)
def test_covers_itself(text: str) -> None:
    assert covers(text, text)


GLOBS = [
    ("tests/**", "tests/a.py", True, "** takes what is below"),
    ("tests/**", "tests/a/b/c.py", True, "at any depth"),
    ("tests/**", "tests", False, "not the folder"),
    ("tests/**", "testsx/a.py", False, "nor a longer name"),
    ("**/migrations/**", "app/migrations/x.py", True, "folders anywhere"),
    ("**/migrations/**", "migrations/x.py", True, "also at the top"),
    ("*.py", "setup.py", True, "* inside a segment"),
    ("*.py", "app/x.py", False, "stays in it"),
    ("app/**/x.py", "app/x.py", True, "** may be no folder"),
    ("setup.py", "setup_py", False, "a dot is a dot"),
    ("a?.py", "ab.py", True, "? is one letter"),
    ("a[b].py", "a[b].py", True, "brackets are themselves"),
]


@pytest.mark.parametrize(("glob", "path", "expected"), [pytest.param(*row[:3], id=row[3]) for row in GLOBS])
def test_globs(glob: str, path: str, expected: bool) -> None:
    assert path_matches(glob, path) is expected
    assert any_path_matches(("nothing/here", glob), path) is expected


def test_no_glob_matches_nothing() -> None:
    assert not any_path_matches((), "app/x.py")


@pytest.mark.parametrize(
    ("glob", "folder", "expected"),
    [
        pytest.param("app/plugins/**", "app/plugins", True, id="the folder itself"),
        pytest.param("app/plugins/**", "app/plugins/a", True, id="one below"),
        pytest.param("app/plugins/**", "app", False, id="not the one above"),
        pytest.param("**/gen/**", "app/gen", True, id="anywhere"),
        pytest.param("app/plugins/*.py", "app/plugins", False, id="only some of its files"),
        pytest.param("**", "app", True, id="everything"),
    ],
)
def test_takes_folder(glob: str, folder: str, expected: bool) -> None:
    assert takes_folder([glob], folder) is expected
