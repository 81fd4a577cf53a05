"""Comments found without parsing, in any Python's strings."""

import pytest

from archgate.index.comments import comments

ROWS = [
    ("x = 1  # a", ["# a"], "behind a statement"),
    ("# a\n# b", ["# a", "# b"], "one a line"),
    ("x = '# a'", [], "in a string"),
    ('x = "\'# a"  # b', ["# b"], "behind the other quote"),
    ("x = ''  # a", ["# a"], "behind an empty string"),
    ("x = ''''# a'''  # b", ["# b"], "in a long string that begins with a quote"),
    ("x = r'\\'# a'  # b", ["# b"], "in a raw string with a backslash"),
    ("x = 'a\\\n# b'  # c", ["# c"], "in a string over two lines"),
    ("x = f'{y}# a'  # b", ["# b"], "in a formatted string"),
    ("x = f'{{# a'  # b", ["# b"], "behind a brace that is none"),
    ("x = f'{y[\"# a\"]}'  # b", ["# b"], "in a string in its field"),
    ("x = f'{y['# a']}'  # b", ["# b"], "in one with the same quotes, since Python 3.12"),
    ("x = f'{y:{'# a'}}'  # b", ["# b"], "in one of its format"),
    ("x = rf'{y['# a']}'  # b", ["# b"], "in a raw one"),
    ("x = f'''{y['''# a''']}'''  # b", ["# b"], "in a long one"),
    ("if'# a':  # b\n y", ["# b"], "in a string that touches a word"),
    ("x = 中  # 中", ["# 中"], "in another script"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in ROWS])
def test_comments(source: str, expected: list[str]) -> None:
    assert [source[start:end] for start, end in comments(source, len(source))] == expected


def test_only_as_far_as_asked() -> None:
    assert comments("# a\n# b\n", 3) == [(0, 3)]


def test_where_strings_cannot_be_told_apart_all_counts() -> None:
    assert comments("x = f'{  # a", 12) == [(9, 12)]
