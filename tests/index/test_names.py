"""Definitions, module-level names and `__all__`."""

import sys

import pytest

from tests.index.sources import indexed


def test_definitions() -> None:
    source = """
        @decorator(
            1
        )
        @other
        def f():
            class C:
                async def m(self): pass
            def g():
                return 1
        if x:
            class D: pass
        else:
            class D:
                def f(self): ...
    """
    found = [(d.name, d.kind, d.line, d.end) for d in indexed(source).definitions]
    assert found == [
        ("f", "function", 2, 10),
        ("f.C", "class", 7, 8),
        ("f.C.m", "function", 8, 8),
        ("f.g", "function", 9, 10),
        ("D", "class", 12, 12),
        ("D", "class", 14, 15),
        ("D.f", "function", 15, 15),
    ]


NAMES = [
    ("a = b = 1", ["a", "b"], "assignments"),
    ("a, (b, *c) = x", ["a", "b", "c"], "targets taken apart"),
    ("a.b = c[0] = 1", [], "members bind no name"),
    ("a: int = 1\nb: int", ["a"], "an annotation alone binds nothing"),
    ("a += 1", ["a"], "augmented"),
    ("def f(): x = 1\nclass C: y = 1", ["f", "C"], "definitions, not what is in them"),
    ("for a, b in x: pass", ["a", "b"], "a loop's targets"),
    ("with x as (a, b): pass", ["a", "b"], "a with's targets"),
    ("try: pass\nexcept E as a: pass", ["a"], "except as"),
    ("try: pass\nexcept* E as a: pass", ["a"], "except* as"),
    (
        "match x:\n case {'k': a, **b}: pass\n case [c, *d] | (c, d): pass\n case C(y=e) as f: pass",
        list("abcdef"),
        "captures",
    ),
    ("if (a := 1): pass\n[b := y for y in x]\ndef f(z=(c := 1)): (d := 1)", ["a", "b", "f", "c"], "walrus"),
    ("if x:\n a = 1\nelse:\n b = 2", ["a", "b"], "in blocks"),
    ("def f():\n global a\n a = 1\n b = 2", ["f", "a"], "global in a function that assigns it"),
    ("def f():\n global a\n print(a)", ["f"], "global alone binds nothing"),
    ("class C:\n global a\n a = 1", ["C", "a"], "global in a class"),
    ("import a\nfrom b import c", [], "imports are no names"),
    ("try:\n import a\nexcept E:\n a = None", ["a"], "unless something else binds them too"),
    ("del a", [], "del binds nothing"),
    ("a = 1\nb = 2\na = 3", ["a", "b"], "each once, in order"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in NAMES])
def test_names(source: str, expected: list[str]) -> None:
    assert list(indexed(source).names) == expected


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
def test_type_aliases_are_names() -> None:
    assert indexed("type A[T] = list[T]").names == ("A",)


EXPORTS = [
    ("a = 1", None, "none"),
    ("__all__ = ['a', 'b', 'a']", ["a", "b"], "a list, each once"),
    ("__all__ = ('a',)", ["a"], "a tuple"),
    ("__all__: list[str] = ['a']", ["a"], "annotated"),
    ("__all__ = []", [], "an empty one"),
    ("__all__ = ['a'] + ['b']", ["a", "b"], "added"),
    ("__all__ = ['a']\n__all__ += ['b']", ["a", "b"], "added in place"),
    ("__all__ = ['a']\n__all__ = __all__ + ['b']", ["a", "b"], "added to itself"),
    ("__all__ = ['a']\n__all__.append('b')\n__all__.extend(('c', 'd'))", ["a", "b", "c", "d"], "by its methods"),
    ("__all__ = ['a', 'b']\n__all__.remove('a')", ["b"], "removed"),
    ("__all__ = ['a']\nif x:\n __all__ += ['b']", ["a", "b"], "a condition adds"),
    ("if x:\n __all__ = ['a']\nelse:\n __all__ = ['b']", ["a", "b"], "either"),
    ("__all__ = ['a']\n__all__ = ['b']", ["b"], "the last one"),
    ("A = 'a'\n__all__ = [A]", ["a"], "a constant"),
    ("__all__ = ['a', x]", None, "partly computed"),
    ("__all__ = ['a']\n__all__ += x.__all__", None, "computed by addition"),
    ("__all__ = ['a']\n__all__.extend(x)", None, "computed by a method"),
    ("__all__ = x\n__all__ = ['a']", ["a"], "computed first, then said"),
    ("__all__ = [*x]", None, "a star in it"),
    ("__all__ = ['a']\ndel __all__[0]", None, "changed by index"),
    ("__all__, x = ['a'], 1", None, "bound in another way"),
    ("from x import __all__", None, "imported"),
    ("__all__ = ['a']\ndef f():\n global __all__\n __all__ = ['b']", None, "bound by a function"),
    ("def f():\n __all__ = ['a']", None, "a local name"),
    ("__all__ = ['\\ud800']", None, "no text"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in EXPORTS])
def test_exports(source: str, expected: list[str] | None) -> None:
    exports = indexed(source).exports
    assert (None if exports is None else list(exports)) == expected


COMPUTED = [
    ("a = 1", False, "there is none"),
    ("__all__ = ['a']", False, "it can be read"),
    ("__all__ = list(('a',))", True, "a call"),
    ("from x import __all__", True, "imported"),
    ("def f():\n __all__ = x", False, "a local name"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in COMPUTED])
def test_a_computed_all_is_told_from_none(source: str, expected: bool) -> None:
    assert indexed(source).computed is expected


REBOUND = [
    ("a = 1", [], "an assignment is none"),
    ("from x import a\ndel a", ["a"], "deleted"),
    ("def f():\n global a\n del a", ["a"], "deleted by a function"),
    ("def f():\n a = 1\n del a", [], "a local name"),
    ("globals()['a'] = 1", ["a"], "by globals"),
    ("def f():\n globals()['a'] = 1", ["a"], "in a function"),
    ("import sys\nsys.modules[__name__].a = 1", ["a"], "by the module"),
    ("from x import a, b\nglobals().update({'a': 1})", ["a"], "by update: names that stand in a string"),
    ("x = globals()['a']", [], "read"),
    ("setattr(x, 'a', 1)", [], "of another object"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in REBOUND])
def test_rebound(source: str, expected: list[str]) -> None:
    assert list(indexed(source).rebound) == expected


GLOBAL = [
    ("def f():\n global a\n import a", True, "declared in the function"),
    ("class C:\n global a\n import a", True, "in a class"),
    ("def f():\n import a", False, "a local import"),
    ("global a\nimport a", False, "at module level it is no difference"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in GLOBAL])
def test_imports_that_bind_a_global_name(source: str, expected: bool) -> None:
    assert [found.is_global for found in indexed(source).imports] == [expected]
