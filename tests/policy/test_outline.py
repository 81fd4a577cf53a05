"""Where statements and comments of a TOML text stand."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgate.policy.outline import outline
from archgate.policy.tables import ROOT, SCOPE, Spot, Text

# Each row: a text, and (form, path, line) of its statements.
STATEMENTS = {
    "assignments, tables, blocks": (
        "a = 1\n[scope]\nb = 2\n[[debt]]\nc = 3",
        [
            ("assignment", ("a",), 1),
            ("table", ("scope",), 2),
            ("assignment", ("b",), 3),
            ("block", ("debt",), 4),
            ("assignment", ("c",), 5),
        ],
    ),
    "dotted and quoted keys": (
        '"a b".c = 1\n[ x . "y" ]\n\'d.e\' = 2',
        [("assignment", ("a b", "c"), 1), ("table", ("x", "y"), 2), ("assignment", ("d.e",), 3)],
    ),
    "values over many lines": (
        'a = [\n  "x",\n  # [[debt]]\n]\nb = """\n[scope]\nc = 1\n"""\nd = 1',
        [("assignment", ("a",), 1), ("assignment", ("b",), 5), ("assignment", ("d",), 9)],
    ),
    "signs inside strings": (
        'a = "[ # = \\" {"\nb = \'] " #\'\nc = """a "" b\\""""\nd = \'\'\'it\'s\'\'\'\'\ne = 1',
        [("assignment", (name,), line) for line, name in enumerate("abcde", 1)],
    ),
    "inline tables": ("a = { b = [1, 2], c.d = '}' }\ne = 2", [("assignment", ("a",), 1), ("assignment", ("e",), 2)]),
}


@pytest.mark.parametrize(("text", "expected"), STATEMENTS.values(), ids=STATEMENTS)
def test_statements_are_found_where_they_stand(text: str, expected: list[tuple[str, tuple[str, ...], int]]) -> None:
    tomllib.loads(text)
    assert [(one.form, one.path, one.line) for one in outline(text).statements] == expected


# Each row: a text, and the comments of its root, scope, first and second block, and end.
COMMENTS = {
    "above": ("# r\na = 1\n\n# s\n[scope]\n\n# b1\n[[debt]]\n\n# b2\n[[debt]]\n", "r", "s", "b1", "b2", ""),
    "behind and inside": (
        'a = 1 # r\n[scope] # s1\nx = [ # s2\n  # s3\n  "y", # s4\n] # s5\n[[debt]]\n# b1\nz = 1\n[[debt]] # b2\n',
        "r",
        "s1 s2 s3 s4 s5",
        "b1",
        "b2",
        "",
    ),
    "right below a block": (
        "[[debt]]\nz = 1\n# b1\n\n# b2\n[[debt]]\nz = 1\n# b2 too\n\n# e",
        "",
        "",
        "b1",
        "b2 b2 too",
        "e",
    ),
    "in groups": (
        "# r1\n\n\n# r2\n\na = 1\n\n# b1\n\n# b1 too\n[[debt]]\n\n# e1\n\n# e2\n",
        "r1  r2",
        "",
        "b1  b1 too",
        "",
        "e1  e2",
    ),
    "signs in strings": ('a = "# no"\n[[debt]]\nz = """\n# no\n"""\n', "", "", "", "", ""),
}


@pytest.mark.parametrize(("text", "root", "scope", "first", "second", "end"), COMMENTS.values(), ids=COMMENTS)
def test_comments_belong_to_the_table_below_them_or_around_them(
    text: str, root: str, scope: str, first: str, second: str, end: str
) -> None:
    read = Text(text)
    spots = (ROOT, SCOPE, Spot("debt", 0), Spot("debt", 1))
    found = [" ".join(read.tables[spot].comments if spot in read.tables else ()) for spot in spots]
    found.append(" ".join(read.outline.end))
    assert [comments.replace("# ", "").strip() for comments in found] == [root, scope, first, second, end]


def test_elements_of_lists_have_lines_of_their_own() -> None:
    text = Text('[[debt]]\nuses = [\n    "a",\n\n    "b", # "c"\n]\n')
    assert [text.line(Spot("debt"), "uses", element) for element in (None, 0, 1, 7)] == [2, 3, 5, 2]


SNIPPETS = ["a", " ", "\n", "#", '"', "'", "[", "]", "=", "\\n", '"""', "é", "."]


@given(st.lists(st.sampled_from(SNIPPETS), max_size=30).map("".join))
def test_every_text_that_is_toml_has_an_outline(text: str) -> None:
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    names = {one.path[0] for one in outline(text).statements}
    assert names == set(values)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_strings_and_comments_of_any_content_are_told_apart(text: str) -> None:
    inner = text.replace("\\", "").replace('"', "").replace("\r", "")
    inner = "".join(character for character in inner if character.isprintable() or character in " \t")
    found = outline(f'a = "{inner}" # {inner}\nb = 1\n').statements
    assert [(one.line, len(one.within)) for one in found] == [(1, 1), (2, 0)]
