"""Guards: the names whose truth an import needs, by the paths under which they were imported."""

import pytest

from tests.index.sources import indexed

T = "from typing import TYPE_CHECKING\n"
TC = ["typing.TYPE_CHECKING"]
STARRED = "typing.TYPE_CHECKING|x.*.TYPE_CHECKING"
BOTH = ["typing.TYPE_CHECKING|typing_extensions.TYPE_CHECKING"]

GUARDS = [
    (f"{T}if TYPE_CHECKING:\n import a", TC, "a name"),
    ("import typing\nif typing.TYPE_CHECKING:\n import a", TC, "an attribute of a module"),
    ("import typing as t\nif t.TYPE_CHECKING:\n import a", TC, "of a renamed module"),
    ("from typing import TYPE_CHECKING as TC\nif TC:\n import a", TC, "a renamed name"),
    ("import typing\nTC = typing.TYPE_CHECKING\nif TC:\n import a", TC, "an alias by assignment"),
    ("import a.b\nif a.b.FLAG:\n import a", ["a.b.FLAG"], "of a dotted module"),
    ("from ..compat import TC\nif TC:\n import a", ["..compat.TC"], "a relative name keeps its dots"),
    ("from . import compat\nif compat.TC:\n import a", [".compat.TC"], "a relative module too"),
    ("from settings import s\nif s.TYPE_CHECKING:\n import a", ["settings.s.TYPE_CHECKING"], "whatever it is called"),
    ("from typing import *\nif TYPE_CHECKING:\n import a", ["typing.*.TYPE_CHECKING"], "through a star import"),
    (
        "from typing import *\nfrom .x import *\nif TYPE_CHECKING:\n import a",
        [".x.*.TYPE_CHECKING|typing.*.TYPE_CHECKING"],
        "two stars: either may have brought it",
    ),
    (f"{T}from x import *\nif TYPE_CHECKING:\n import a", [STARRED], "a star beside the import"),
    (f"from x import *\n{T}if TYPE_CHECKING:\n import a", [STARRED], "wherever it stands"),
    (f"{T}from x import *\ndef f():\n if TYPE_CHECKING:\n  import a", [STARRED], "in a function too"),
    (f"from x import *\ndef f():\n {T} if TYPE_CHECKING:\n  import a", TC, "not for a function's own import"),
    (
        "import typing\nfrom . import *\nif typing.TYPE_CHECKING:\n import a",
        [".*.typing.TYPE_CHECKING|typing.TYPE_CHECKING"],
        "a star that may bring the module",
    ),
    (f"{T}if TYPE_CHECKING and x:\n import a", TC, "and: both are needed"),
    (f"{T}if x and (y and TYPE_CHECKING):\n import a", TC, "and in and"),
    (f"{T}if TYPE_CHECKING or x:\n import a", [], "or: neither is needed"),
    (f"{T}if TYPE_CHECKING and x or TYPE_CHECKING:\n import a", TC, "or: what both sides need"),
    (f"{T}if not TYPE_CHECKING:\n import a", [], "not"),
    (f"{T}if not not TYPE_CHECKING:\n import a", TC, "not not"),
    (f"{T}if not (not TYPE_CHECKING or x):\n import a", TC, "not over or"),
    (f"{T}if TYPE_CHECKING:\n pass\nelse:\n import a", [], "else"),
    (f"{T}if not TYPE_CHECKING:\n pass\nelse:\n import a", TC, "else of not"),
    (f"{T}if x or not TYPE_CHECKING:\n pass\nelse:\n import a", TC, "else of or: both sides are false"),
    (f"{T}if x:\n pass\nelif TYPE_CHECKING:\n import a", TC, "elif"),
    (f"{T}if TYPE_CHECKING:\n pass\nelif x:\n import a", [], "elif after it"),
    (f"{T}if not TYPE_CHECKING:\n pass\nelif x:\n import a", TC, "elif after not"),
    (f"{T}while TYPE_CHECKING:\n import a", TC, "while"),
    (f"{T}match x:\n case 1 if TYPE_CHECKING:\n  import a", TC, "the guard of a case"),
    (f"{T}if (tc := TYPE_CHECKING):\n import a", TC, "a walrus around it"),
    (f"{T}if TYPE_CHECKING is x:\n import a", [], "a comparison"),
    (f"{T}if TYPE_CHECKING:\n if x:\n  import a", TC, "nested in another if"),
    (f"{T}from b import F\nif F:\n if TYPE_CHECKING:\n  import a", ["b.F", *TC], "nested ifs add up, outermost first"),
    (f"{T}if TYPE_CHECKING:\n try:\n  import a\n finally:\n  pass", TC, "nested in try"),
    (f"{T}if TYPE_CHECKING:\n def f():\n  import a", TC, "a function keeps the guard around it"),
    (f"{T}if TYPE_CHECKING:\n class C:\n  import a", TC, "so does a class"),
    (f"{T}def f():\n if TYPE_CHECKING:\n  import a", TC, "in a function, the module's name"),
    ("def f():\n from typing import TYPE_CHECKING\n if TYPE_CHECKING:\n  import a", TC, "the function's own import"),
]

SHADOWS = [
    ("TYPE_CHECKING = x\nif TYPE_CHECKING:\n import a", [], "a variable"),
    ("TYPE_CHECKING = False\nif TYPE_CHECKING:\n import a", [], "a constant alone"),
    (f"{T}TYPE_CHECKING = True\nif TYPE_CHECKING:\n import a", [], "a variable beside the import"),
    (f"{T}if TYPE_CHECKING:\n import a\nTYPE_CHECKING = x", [], "also further down"),
    (
        f"try:\n {T}except ImportError:\n TYPE_CHECKING = False\nif TYPE_CHECKING:\n import a",
        TC,
        "the False of a fallback",
    ),
    (f"{T}TYPE_CHECKING: bool = False\nif TYPE_CHECKING:\n import a", TC, "annotated too"),
    (f"{T}TYPE_CHECKING: bool\nif TYPE_CHECKING:\n import a", TC, "an annotation alone binds nothing"),
    (
        f"try:\n {T}except ImportError:\n from typing_extensions import TYPE_CHECKING\nif TYPE_CHECKING:\n import a",
        BOTH,
        "two imports: all their paths in one guard",
    ),
    ("if TYPE_CHECKING:\n import a", [], "a name that nothing binds"),
    (f"{T}def f(TYPE_CHECKING):\n if TYPE_CHECKING:\n  import a", [], "a parameter"),
    (f"{T}def f(*, TYPE_CHECKING=1):\n if TYPE_CHECKING:\n  import a", [], "a keyword parameter"),
    (f"{T}def f(**TYPE_CHECKING):\n if TYPE_CHECKING:\n  import a", [], "a double star parameter"),
    (f"{T}def f():\n for TYPE_CHECKING in x: pass\n if TYPE_CHECKING:\n  import a", [], "a loop's target"),
    (f"{T}def f():\n (TYPE_CHECKING := x)\n if TYPE_CHECKING:\n  import a", [], "a walrus"),
    (f"{T}def f():\n [(TYPE_CHECKING := y) for y in x]\n if TYPE_CHECKING:\n  import a", [], "out of a comprehension"),
    (
        f"{T}def f():\n [TYPE_CHECKING for TYPE_CHECKING in x]\n if TYPE_CHECKING:\n  import a",
        TC,
        "a comprehension's own",
    ),
    (f"{T}def f():\n lambda: (TYPE_CHECKING := x)\n if TYPE_CHECKING:\n  import a", TC, "a lambda's own"),
    (f"{T}def f():\n with x as (y, TYPE_CHECKING): pass\n if TYPE_CHECKING:\n  import a", [], "a with target"),
    (f"{T}def f():\n try: pass\n except E as TYPE_CHECKING: pass\n if TYPE_CHECKING:\n  import a", [], "except as"),
    (f"{T}def f():\n match x:\n  case [*TYPE_CHECKING]: pass\n if TYPE_CHECKING:\n  import a", [], "a starred capture"),
    (
        f"{T}def f():\n match x:\n  case {{**TYPE_CHECKING}}: pass\n if TYPE_CHECKING:\n  import a",
        [],
        "a mapping's rest",
    ),
    (f"{T}def f():\n match x:\n  case C(y=TYPE_CHECKING): pass\n if TYPE_CHECKING:\n  import a", [], "a capture"),
    (f"{T}def f():\n def TYPE_CHECKING(): pass\n if TYPE_CHECKING:\n  import a", [], "a function"),
    (f"{T}def f():\n class TYPE_CHECKING: pass\n if TYPE_CHECKING:\n  import a", [], "a class"),
    (f"{T}def f():\n TYPE_CHECKING += 1\n if TYPE_CHECKING:\n  import a", [], "an augmented assignment"),
    (f"{T}def f():\n del TYPE_CHECKING\n if TYPE_CHECKING:\n  import a", [], "del makes it local"),
    (
        f"{T}def f():\n global TYPE_CHECKING\n TYPE_CHECKING = 1\nif TYPE_CHECKING:\n import a",
        [],
        "global in a function",
    ),
    (
        f"{T}def f(TYPE_CHECKING):\n def g():\n  global TYPE_CHECKING\n  if TYPE_CHECKING:\n   import a",
        TC,
        "global reaches past",
    ),
    (f"{T}def f(TYPE_CHECKING):\n def g():\n  if TYPE_CHECKING:\n   import a", [], "the enclosing function's"),
    (
        f"def f():\n {T} def g():\n  nonlocal TYPE_CHECKING\n  TYPE_CHECKING = 1\n if TYPE_CHECKING:\n  import a",
        [],
        "nonlocal in an inner function",
    ),
    (f"{T}class C:\n TYPE_CHECKING = 1\n def f(self):\n  if TYPE_CHECKING:\n   import a", TC, "a class does not leak"),
    (f"{T}class C:\n TYPE_CHECKING = 1\n if TYPE_CHECKING:\n  import a", [], "but its own body sees it"),
    ("import typing\ntyping = x\nif typing.TYPE_CHECKING:\n import a", [], "the module's name bound again"),
]

WRITES = [
    (f"{T}del TYPE_CHECKING\nif TYPE_CHECKING:\n import a", [], "deleted"),
    ("import typing\ntyping.TYPE_CHECKING = True\nif typing.TYPE_CHECKING:\n import a", [], "an attribute assigned"),
    ("import typing\ntyping.TYPE_CHECKING |= True\nif typing.TYPE_CHECKING:\n import a", [], "and so on"),
    ("import typing\nfor typing.TYPE_CHECKING in x: pass\nif typing.TYPE_CHECKING:\n import a", [], "by a loop"),
    ("import typing\ndel typing.TYPE_CHECKING\nif typing.TYPE_CHECKING:\n import a", [], "an attribute deleted"),
    (f"{T}import typing\n(typing\n.TYPE_CHECKING) = True\nif TYPE_CHECKING:\n import a", [], "under another name"),
    (f"{T}def f():\n me.TYPE_CHECKING = True\nif TYPE_CHECKING:\n import a", [], "in a function"),
    ("import typing as t\nTC = t.TYPE_CHECKING\nt.TYPE_CHECKING = 1\nif TC:\n import a", [], "of an alias"),
    (f"{T}globals()['TYPE_CHECKING'] = True\nif TYPE_CHECKING:\n import a", [], "by globals"),
    (f"{T}vars()['TYPE_CHECKING'] = True\nif TYPE_CHECKING:\n import a", [], "by vars"),
    (f"{T}globals().update({{'TYPE_CHECKING': 1}})\nif TYPE_CHECKING:\n import a", [], "by update"),
    (f"{T}globals().update(TYPE_CHECKING=1)\nif TYPE_CHECKING:\n import a", [], "by update, with a keyword"),
    (f"{T}g = globals()\ng['TYPE_CHECKING'] = 1\nif TYPE_CHECKING:\n import a", [], "the namespace handed on"),
    (f"{T}globals()['TYPE_' + 'CHECKING'] = 1\nif TYPE_CHECKING:\n import a", [], "by a folded name"),
    (f"{T}for x in ['a', 'TYPE_CHECKING']:\n globals()[x] = 1\nif TYPE_CHECKING:\n import a", [], "in a loop"),
    (f"{T}import sys\nsys.modules[__name__].TYPE_CHECKING = 1\nif TYPE_CHECKING:\n import a", [], "by the module"),
    (f"{T}import sys\nsetattr(sys.modules[x], 'TYPE_CHECKING', 1)\nif TYPE_CHECKING:\n import a", [], "by setattr"),
    ("import typing\nsetattr(typing, x('TYPE_CHECKING'), 1)\nif typing.TYPE_CHECKING:\n import a", [], "by a string"),
    ("import typing\nvars(typing)['TYPE_CHECKING'] = 1\nif typing.TYPE_CHECKING:\n import a", [], "by its namespace"),
    (
        "import typing\ntyping.__dict__.update({'TYPE_CHECKING': 1})\nif typing.TYPE_CHECKING:\n import a",
        [],
        "by an update of it",
    ),
    (f"{T}exec('TYPE_CHECKING = 1')\nif TYPE_CHECKING:\n import a", [], "by exec"),
    (f"{T}globals()[x] = True\nif TYPE_CHECKING:\n import a", TC, "a name that no string of the file holds"),
    (f"{T}globals()['x'] = True\nif TYPE_CHECKING:\n import a", TC, "another name"),
    (f"{T}print(globals()[x], globals().get(x))\nif TYPE_CHECKING:\n import a", TC, "a namespace that is read"),
    (f"{T}def f():\n return g(locals())\nif TYPE_CHECKING:\n import a", TC, "a function's own namespace"),
    (f"{T}setattr(x, y, 1)\nif TYPE_CHECKING:\n import a", TC, "an object of something else"),
    (f"{T}x.__dict__.update(y)\nif TYPE_CHECKING:\n import a", TC, "its namespace"),
    ("import typing\nif typing.TYPE_CHECKING:  # = 1\n import a", TC, "a test is no write"),
    ("import typing\nif x and (typing.TYPE_CHECKING):\n import a", TC, "nor is another one"),
    (f"{T}exec(x, {{}})\nif TYPE_CHECKING:\n import a", TC, "exec in a namespace of its own"),
]


@pytest.mark.parametrize(
    ("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in GUARDS + SHADOWS + WRITES]
)
def test_guards(source: str, expected: list[str]) -> None:
    guards = [list(found.guards) for found in indexed(source).imports if found.module == "a"]
    assert guards == [expected]
