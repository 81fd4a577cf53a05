"""Imports by call: which calls count, and which names can be read."""

import pytest

from tests.index.sources import indexed, told

I = "import importlib\n"  # noqa: E741
M = "from importlib import import_module\n"

CALLEES = [
    (f"{I}importlib.import_module('a.b')", ["a.b"], "by its module"),
    ("import importlib as i\ni.import_module('a')", ["a"], "by its renamed module"),
    ("import importlib.util\nimportlib.import_module('a')", ["a"], "the root of a dotted import"),
    (f"{M}import_module('a')", ["a"], "by its name"),
    ("from importlib import import_module as im\nim('a')", ["a"], "by an alias"),
    ("from importlib import *\nimport_module('a')", ["a"], "by a star"),
    (f"{I}im = importlib.import_module\nim('a')", ["a"], "by an assigned alias"),
    (f"{I}load, x = importlib.import_module, 1\nload('a')", ["a"], "by an alias in a tuple"),
    (f"def f():\n return im('a')\n{I}im = importlib.import_module", ["a"], "order does not matter"),
    (f"{M}im = import_module if x else other\nim('a')", ["a"], "one arm of a condition"),
    (f"{M}im = other\nim = import_module\nim('a')", ["a"], "one of two bindings"),
    (f"{M}def f(im=import_module):\n im('a')", ["a"], "a parameter's default"),
    (f"{M}(im := import_module)('a')", ["a"], "a walrus"),
    ("__import__('a.b')", ["a.b"], "the builtin"),
    ("import builtins\nbuiltins.__import__('a')", ["a"], "the builtin by its module"),
    ("__builtins__.__import__('a')", ["a"], "the builtin by its other module"),
    ("i = __import__\ni('a')", ["a"], "the builtin by an alias"),
    ("__import__('importlib').import_module('a')", ["a", "importlib"], "the module got by a call"),
    (f"{I}getattr(importlib, 'import_module')('a')", ["a"], "a constant getattr"),
    ("import ｉmportlib\nimportlib.import_ｍodule('a')", ["a"], "a disguised identifier"),
    (f"{M}def import_module(x): ...\nimport_module('a')", ["a"], "may: the import is one of its bindings"),
    ("def import_module(x): ...\nimport_module('a')", [], "a function of the file's own"),
    ("from .own import import_module\nimport_module('a')", [], "another's function"),
    (f"{M}def f(import_module):\n import_module('a')", [], "a parameter"),
    (f"{M}[import_module('a') for import_module in x]", [], "a comprehension's target"),
    (f"{M}lambda import_module: import_module('a')", [], "a lambda's parameter"),
    (f"{M}class A: pass\nA.load = import_module\nA.load('a')", ["a"], "an attribute that holds it"),
    (f"{M}class A:\n load = import_module\n def f(self): self.load('a')", ["a"], "an attribute of the class"),
    (f"class A:\n {M} def f(self): A.import_module('a')", ["a"], "an import in the class"),
    (f"{M}class A:\n load = staticmethod(import_module)\nA().load('a')", ["a"], "a static method"),
    (f"{M}class A:\n def f(self):\n  self.load = import_module\n def g(self): self.load('a')", ["a"], "of self"),
    (f"{I}x = importlib.import_module if y else importlib.invalidate\nx('a')", ["a"], "one name in both arms"),
    (f"{I}x = importlib.invalidate if y else importlib.import_module\nx('a')", ["a"], "in whichever arm"),
    (f"{I}getattr(importlib, 'import_' + 'module')('a')", ["a"], "a name that the text does not hold"),
    ("import importlib as i\ngetattr(i, '_'.join(['import', 'module']))('a')", ["a"], "a joined name"),
    ("import builtins as b\ngetattr(b, '__imp' + 'ort__')('a')", ["a"], "nor this one"),
    ("__builtins__['__imp' + 'ort__']('a')", ["a"], "an item of the builtins"),
    (f"{I}importlib.__dict__['import_module']('a')", ["a"], "an item of a namespace"),
    (f"{I}vars(importlib)['import_module']('a')", ["a"], "of vars"),
    (f"{M}{{'a': import_module}}[x]('a')", ["a"], "an item of a display"),
    (f"{M}for load in (import_module, x):\n load('a')", ["a"], "a loop's target"),
    (f"{M}import functools\nfunctools.partial(import_module, 'a')()", ["a"], "partial"),
    (f"{M}from functools import partial as p\nload = p(import_module)\nload('a')", ["a"], "of nothing yet"),
    (f"{M}list(map(import_module, ['a', 'b']))", ["a", "b"], "map"),
    (f"{M}from x import map\nmap(import_module, ['a'])", [], "another map"),
    (f"{M}from x import partial\npartial(import_module, 'a')", [], "another partial"),
    ("class A: pass\nA.load = other\nA.load('a')", [], "an attribute that holds something else"),
    ("self.import_module('a')", [], "a method"),
    ("x = 'importlib.import_module(\"a\")'", [], "a text"),
]

EXPRESSIONS = [
    (f"{M}@import_module('a').d\ndef f(): ...", "", "a decorator belongs around"),
    (f"{M}def f(x=import_module('a')): ...", "", "so does a default"),
    (f"{M}class C(import_module('a').B): ...", "C", "a base class to the class"),
    (f"{M}@import_module('a').d\nclass C: ...", "", "not so its decorator"),
    (f"{M}class C:\n x = import_module('a')", "C", "in a class body"),
    (f"{M}def f():\n return [import_module('a') for x in y]", "f", "in a comprehension"),
    (f"{M}f = lambda: import_module('a')", "", "in a lambda"),
    (f"{M}x = f'{{import_module(\"a\")}}'", "", "in an f-string"),
    (f"{M}if import_module('a'): ...", "", "in a test"),
    (f"{M}with import_module('a') as x: ...", "", "in a with item"),
    (f"{M}try: ...\nexcept import_module('a').E: ...", "", "in a handler"),
    (f"{M}match x:\n case y if import_module('a'): ...", "", "in a case"),
    (f"{M}x: import_module('a').T = 1", "", "in an annotation"),
    (f"{M}def f():\n yield from import_module('a')", "f", "in a yield"),
]

NAMES = [
    ("import_module('a.' + 'b')", ["a.b"], "concatenated"),
    ("import_module('a' '.b')", ["a.b"], "adjacent"),
    ("import_module(f'a.{\"b\"}')", ["a.b"], "an f-string of constants"),
    ("P = 'a'\nimport_module(f'{P}.b')", ["a.b"], "a constant of the module"),
    ("P = 'a'\nQ = P + '.b'\nimport_module(f'{Q!s}.c')", ["a.b.c"], "a constant of constants"),
    ("def f():\n P = 'a'\n import_module(P)", ["a"], "a constant of the function"),
    ("class C:\n P = 'a'\n x = import_module(P)", ["a"], "a constant of the class"),
    ("class C:\n P = 'a'\n def f(self): import_module(P)", [], "which a method does not see"),
    ("P: str = 'a'\nimport_module(P)", ["a"], "annotated"),
    ("import_module('a.%s' % 'b')", ["a.b"], "formatted"),
    ("import_module('%s.%s' % ('a', 'b'))", ["a.b"], "formatted, two"),
    ("import_module('%d.b' % 1)", [], "another format"),
    ("import_module('%s' % x)", [], "an unknown value"),
    ("import_module('%(p)s.%(q)s' % {'p': 'a', 'q': 'b'})", ["a.b"], "formatted by name"),
    ("import_module('%s.%%' % 'a')", ["a.%"], "a percent sign"),
    ("import_module('%s' % ('a', 'b'))", [], "too many values"),
    ("import_module('a.{}'.format('b'))", ["a.b"], "by format"),
    ("import_module('{1}.{0}'.format('b', 'a'))", ["a.b"], "by format, numbered"),
    ("import_module('{p}.b'.format(p='a'))", ["a.b"], "by format, named"),
    ("T = '{}.b'\nimport_module(T.format('a'))", ["a.b"], "by format, the template named"),
    ("import_module('{}.b'.format(x))", [], "by format, of something unknown"),
    ("import_module('{:>3}'.format('a'))", [], "by format, padded"),
    ("import_module('{0.b}'.format('a'))", [], "by format, an attribute"),
    ("import_module('{'.format('a'))", [], "a template that is none"),
    ("import_module('.'.join(['a', 'b']))", ["a.b"], "joined"),
    ("import_module(''.join(('a', '.b')))", ["a.b"], "joined by nothing"),
    ("P = ['a', 'b']\nimport_module('.'.join(P))", ["a.b"], "a list of the module, joined"),
    ("import_module('.'.join(['a', x]))", [], "joined with something unknown"),
    ("import_module('a/b'.replace('/', '.'))", ["a.b"], "replaced"),
    ("import_module(' a '.strip())", ["a"], "stripped"),
    ("import_module(str('a'))", ["a"], "a text of a text"),
    ("import_module('a' if x else 'b')", ["a", "b"], "either"),
    ("import_module('a' if x else y)", ["a"], "one arm of a condition"),
    ("import_module(x or 'a')", ["a"], "a fallback"),
    ("import_module(('a' if x else 'b') + '.c')", ["a.c", "b.c"], "either, with more"),
    ("P = 'a'\nP = 'b'\nimport_module(P)", ["a", "b"], "bound twice"),
    ("P = 'a'\nP = x()\nimport_module(P)", ["a"], "bound twice, once to something unknown"),
    ("P = 'a'\nP += '.b'\nimport_module(P)", ["a", "a.b"], "changed"),
    ("P = 'a'\ndef f():\n global P\n P = 'b'\nimport_module(P)", ["a", "b"], "changed by a function"),
    ("P = 'a'\nimport_module(P)\ndel P", ["a"], "deleted afterwards"),
    ("def f(P='a'):\n import_module(P)", ["a"], "a parameter's default"),
    ("def f(*, P='a'):\n import_module(P)", ["a"], "a keyword's default"),
    ("def f(P):\n import_module(P)", [], "a parameter"),
    ("class C:\n P = 'a'\n def f(self): import_module(self.P)", ["a"], "an attribute of the class"),
    ("C.P = 'a'\nimport_module(C.P)", ["a"], "an attribute"),
    ("for P in ['a', 'b']:\n import_module(P)", ["a", "b"], "a loop's target"),
    ("N = ('a', 'b')\nfor P in N:\n import_module(P)", ["a", "b"], "a loop over a name"),
    ("for P, q in [('a', 1), ('b', 2)]:\n import_module(P)", ["a", "b"], "one of two targets"),
    ("for q, P in {1: 'a'}.items():\n import_module(P)", ["a"], "a dictionary's values"),
    ("for P in sorted({'a': 1}):\n import_module(P)", ["a"], "a dictionary's keys"),
    ("for P in [*('a',), *x]:\n import_module(P)", ["a"], "a star in the loop"),
    ("for P in x:\n import_module(P)", [], "a loop over something unknown"),
    ("[import_module(P) for P in ('a', 'b')]", ["a", "b"], "a comprehension's target"),
    ("{import_module(f'a.{P}') for Q in [['b']] for P in Q}", ["a.b"], "of two loops"),
    ("P = ['a']\n[import_module(P) for P in P]", ["a"], "of a name around"),
    ("P = P + 'a'\nimport_module(P)", [], "bound to itself"),
    ("import_module(x)", [], "unknown"),
    ("import_module(f'a.{x}')", [], "partly unknown"),
    ("import_module(f'a.{\"b\":>3}')", [], "with a format"),
    ("import_module(*['a'])", ["a"], "starred"),
    ("import_module(*['.a', 'b'])", ["b.a"], "starred, both"),
    ("A = ('a',)\nimport_module(*A)", ["a"], "starred, a name"),
    ("import_module(*x, 'a')", [], "behind a star of something unknown"),
    ("import_module(**{'name': 'a'})", ["a"], "by keywords in a dictionary"),
    ("import_module(**{'name': '.a'}, package='b')", ["b.a"], "by keywords of both sorts"),
    ("import_module(**x)", [], "by keywords that are not known"),
    ("P = 'a'\nP = 'b'\nimport_module('.x', P)", ["a.x", "b.x"], "relative to either"),
    ("import_module(name='a')", ["a"], "by keyword"),
    ("import_module('')", [], "empty"),
    ("import_module('a..b')", [], "with an empty segment"),
    ("import_module('\\ud800')", [], "no text"),
    ("import_module('{__name__}.a')", [], "braces are no token"),
    ("import_module(__name__ + '.a')", ["{__name__}.a"], "the module's own name in front"),
    ("import_module(f'{__package__}.a')", ["{__package__}.a"], "its package in front"),
    ("import_module('%s.a' % __name__)", ["{__name__}.a"], "its name, formatted"),
    ("import_module(__spec__.parent + '.a')", ["{__package__}.a"], "its package by its spec"),
    ("import_module('a.' + __name__)", [], "not in front"),
    ("__name__ = 'b'\nimport_module(__name__ + '.a')", ["b.a"], "bound by the file itself"),
    ("import_module('.a', package=__package__)", [".a"], "relative to the package"),
    ("import_module('..a', __package__)", ["..a"], "one up"),
    ("import_module('.a', __spec__.parent)", [".a"], "relative, by the spec"),
    ("import_module('.a', package=__name__)", ["{__name__}.a"], "relative to the module itself"),
    ("import_module('..a', __name__)", [".{__name__}.a"], "one up from the module itself"),
    ("import_module('.a', 'x.y')", ["x.y.a"], "relative to a constant"),
    ("import_module('..a', 'x.y')", ["x.a"], "one up from a constant"),
    ("import_module('...a', 'x.y')", [], "out of it"),
    ("import_module('..a', __package__ + '.sub')", [".a"], "one up from below the package"),
    ("import_module('.a')", [], "relative to nothing"),
    ("import_module('.a', package=x)", [], "relative to something unknown"),
    ("import_module('a', package=x)", ["a"], "an absolute name needs no package"),
]

BUILTIN = [
    ("__import__('a.b', fromlist=['c', 'd'])", ["a.b", "a.b:c", "a.b:d"], "fromlist"),
    ("__import__('a', globals(), locals(), ('b',), 0)", ["a", "a:b"], "by position"),
    ("__import__('a', fromlist=x)", ["a"], "an unknown fromlist"),
    ("__import__('a', fromlist=['*', ''])", ["a"], "no names"),
    ("__import__('a', globals(), None, ['b'], 2)", ["..a", "..a:b"], "relative"),
    ("__import__('', globals(), None, ['b'], 1)", [".:b"], "relative, without a module"),
    ("__import__('a', level=x)", [], "an unknown level"),
    ("__import__('a', level=-1)", [], "no level"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in CALLEES])
def test_callees(source: str, expected: list[str]) -> None:
    assert _dynamic(source) == expected


@pytest.mark.parametrize(("source", "definition"), [pytest.param(*row[:2], id=row[2]) for row in EXPRESSIONS])
def test_expressions(source: str, definition: str) -> None:
    found = [found.definition for found in indexed(source).imports if found.time == "dynamic"]
    assert found == [definition]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in NAMES])
def test_names(source: str, expected: list[str]) -> None:
    assert _dynamic(M + source) == expected


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in BUILTIN])
def test_builtin(source: str, expected: list[str]) -> None:
    assert _dynamic(source) == expected


def test_dynamic_imports_stand_where_they_are_called() -> None:
    source = """
        from importlib import import_module
        try:
            import_module("a")
            later = lambda: import_module("b")
        except ImportError:
            import_module("c")
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            x = f'''
                {import_module("d")}'''
        import e
    """
    found = [(told(x), x.line, x.conditional, x.tolerant, bool(x.guards)) for x in indexed(source).imports]
    assert found == [
        ("eager from importlib import import_module as import_module", 2, False, False, False),
        ("dynamic import a", 4, True, True, False),
        ("dynamic import b", 5, True, False, False),
        ("dynamic import c", 7, True, False, False),
        ("eager from typing import TYPE_CHECKING as TYPE_CHECKING", 8, False, False, False),
        ("dynamic import d", 10, True, False, True),
        ("eager import e as e", 12, False, False, False),
    ]


def _dynamic(source: str) -> list[str]:
    found = [found for found in indexed(source).imports if found.time == "dynamic"]
    return ["." * item.level + item.module + (f":{item.name}" if item.name else "") for item in found]
