"""Which imports are `typing` edges: those that run only where typing's TYPE_CHECKING is true."""

from pathlib import Path

import pytest

from .builder import Case, build, case, configuration, confirm

TYPING = {"app.a": "typing"}
EAGER = {"app.a": "eager"}
LAZY = {"app.a": "lazy"}

TC = "from typing import TYPE_CHECKING\n"
TAKEN = "    import app.a\n"


def guarded(test: str) -> str:
    return f"{TC}if {test}:\n{TAKEN}"


NAMES = [
    case("from typing", guarded("TYPE_CHECKING"), TYPING),
    case("the module's attribute", "import typing\nif typing.TYPE_CHECKING:\n" + TAKEN, TYPING),
    case("of the module under an alias", "import typing as t\nif t.TYPE_CHECKING:\n" + TAKEN, TYPING),
    case("the name under an alias", "from typing import TYPE_CHECKING as TC\nif TC:\n" + TAKEN, TYPING),
    case("from typing_extensions", "from typing_extensions import TYPE_CHECKING\nif TYPE_CHECKING:\n" + TAKEN, TYPING),
    case("typing_extensions under an alias", "import typing_extensions as te\nif te.TYPE_CHECKING:\n" + TAKEN, TYPING),
    case("a name among others", "from typing import Any, TYPE_CHECKING, cast\nif TYPE_CHECKING:\n" + TAKEN, TYPING),
    case(
        "imported in the function that tests it",
        "def f():\n    from typing import TYPE_CHECKING\n    if TYPE_CHECKING:\n        import app.a",
        TYPING,
    ),
    case(
        "of the module imported in the function",
        "def f():\n    import typing\n    if typing.TYPE_CHECKING:\n        import app.a",
        TYPING,
    ),
    case(
        "imported below a function that tests it",
        "def f():\n    if TYPE_CHECKING:\n        import app.a\n" + TC,
        TYPING,
    ),
    case(
        "through a module of the host",
        {"app/compat.py": TC, "app/m.py": "from app.compat import TYPE_CHECKING\nif TYPE_CHECKING:\n" + TAKEN},
        {"app.compat": "eager", "app.a": "typing"},
    ),
    case(
        "through two modules, relative, renamed on the way",
        {
            "app/compat.py": TC,
            "app/b.py": "from .compat import TYPE_CHECKING as TC",
            "app/m.py": "from .b import TC as CHECKING\nif CHECKING:\n" + TAKEN,
        },
        {"app.b": "eager", "app.b -> app.compat": "eager", "app.a": "typing"},
    ),
    case(
        "as an attribute of a module of the host",
        {"app/compat.py": TC, "app/m.py": "from app import compat\nif compat.TYPE_CHECKING:\n" + TAKEN},
        {"app.compat": "eager", "app.a": "typing"},
    ),
    case(
        "a module of the host called typing hides nothing from an absolute import",
        {"app/typing.py": "", "app/m.py": guarded("TYPE_CHECKING")},
        TYPING,
    ),
    case("never imported", "if TYPE_CHECKING:\n" + TAKEN, EAGER),
    case(
        "an attribute of something else",
        "from app.b import settings\nif settings.TYPE_CHECKING:\n" + TAKEN,
        {"app.b": "eager", "app.a": "eager"},
    ),
    case("an attribute of a library", "import pydantic\nif pydantic.TYPE_CHECKING:\n" + TAKEN, EAGER),
    case("an attribute of an attribute", "import typing\nif x.typing.TYPE_CHECKING:\n" + TAKEN, EAGER),
    case(
        "the host's own name",
        {
            "app/compat.py": "TYPE_CHECKING = False",
            "app/m.py": "from app.compat import TYPE_CHECKING\nif TYPE_CHECKING:\n" + TAKEN,
        },
        {"app.compat": "eager", "app.a": "eager"},
    ),
    case(
        "the host's own module called typing",
        {
            "app/typing.py": "TYPE_CHECKING = True",
            "app/m.py": "from .typing import TYPE_CHECKING\nif TYPE_CHECKING:\n" + TAKEN,
        },
        {"app.typing": "eager", "app.a": "eager"},
    ),
    case("a variable of that name", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n" + TAKEN, EAGER),
    case("a parameter of that name", TC + "def f(TYPE_CHECKING):\n    if TYPE_CHECKING:\n        import app.a", LAZY),
    case(
        "a local variable of that name",
        TC + "def f():\n    TYPE_CHECKING = g()\n    if TYPE_CHECKING:\n        import app.a",
        LAZY,
    ),
    case(
        "a for target of that name",
        TC + "def f():\n    for TYPE_CHECKING in g():\n        if TYPE_CHECKING:\n            import app.a",
        LAZY,
    ),
    case("a walrus of that name", TC + "def f():\n    if (TYPE_CHECKING := g()):\n        import app.a", LAZY),
    case(
        "a variable of the enclosing function",
        TC + "def f():\n    TYPE_CHECKING = g()\n    def h():\n        if TYPE_CHECKING:\n            import app.a",
        LAZY,
    ),
    case(
        "a class's own name does not leak into its methods",
        TC
        + "class C:\n    TYPE_CHECKING = False\n    def f(self):\n        if TYPE_CHECKING:\n            import app.a",
        TYPING,
    ),
    case(
        "a class's own name counts in its body",
        TC + "class C:\n    TYPE_CHECKING = True\n    if TYPE_CHECKING:\n        import app.a",
        EAGER,
    ),
    case(
        "a parameter called typing",
        "import typing\ndef f(typing):\n    if typing.TYPE_CHECKING:\n        import app.a",
        LAZY,
    ),
    case("another name of typing", "from typing import Any\nif Any:\n" + TAKEN, EAGER),
]

TESTS = [
    case("and something, on the right", guarded("TYPE_CHECKING and x"), TYPING),
    case("and something, on the left", guarded("x and TYPE_CHECKING"), TYPING),
    case("and twice", guarded("x and y and TYPE_CHECKING"), TYPING),
    case("and in brackets", guarded("x and (y and TYPE_CHECKING)"), TYPING),
    case("or something, on the right", guarded("TYPE_CHECKING or x"), EAGER),
    case("or something, on the left", guarded("x or TYPE_CHECKING"), EAGER),
    case("or, narrowed again", guarded("(TYPE_CHECKING or x) and TYPE_CHECKING"), TYPING),
    case("in both arms of an or", guarded("(TYPE_CHECKING and x) or (y and TYPE_CHECKING)"), TYPING),
    case("not", guarded("not TYPE_CHECKING"), EAGER),
    case("not not", guarded("not not TYPE_CHECKING"), TYPING),
    case("not, of an or", guarded("not (TYPE_CHECKING or x)"), EAGER),
    case("not, of an or with a not", guarded("not (not TYPE_CHECKING or x)"), TYPING),
    case("not, of an and with a not", guarded("not (not TYPE_CHECKING and x)"), EAGER),
    case("not, beside something", guarded("x and not TYPE_CHECKING"), EAGER),
    case("a version test", "import sys\nif sys.version_info >= (3, 12):\n" + TAKEN, EAGER),
    case("true", "if True:\n" + TAKEN, EAGER),
]

BRANCHES = [
    case(
        "the else is runtime",
        f"{TC}if TYPE_CHECKING:\n    import app.b\nelse:\n{TAKEN}",
        {"app.a": "eager", "app.b": "typing"},
    ),
    case(
        "the elif is runtime",
        f"{TC}if TYPE_CHECKING:\n    import app.b\nelif x:\n{TAKEN}",
        {"app.a": "eager", "app.b": "typing"},
    ),
    case(
        "a TYPE_CHECKING elif",
        f"{TC}if x:\n    import app.b\nelif TYPE_CHECKING:\n{TAKEN}",
        {"app.a": "typing", "app.b": "eager"},
    ),
    case(
        "the else below a TYPE_CHECKING elif",
        f"{TC}if x:\n    pass\nelif TYPE_CHECKING:\n    pass\nelse:\n{TAKEN}",
        EAGER,
    ),
    case(
        "the else of not",
        f"{TC}if not TYPE_CHECKING:\n    import app.b\nelse:\n{TAKEN}",
        {"app.a": "typing", "app.b": "eager"},
    ),
    case("the elif of not", f"{TC}if not TYPE_CHECKING:\n    pass\nelif x:\n{TAKEN}", TYPING),
    case("the else of an and", f"{TC}if TYPE_CHECKING and x:\n    pass\nelse:\n{TAKEN}", EAGER),
    case("the else of an or", f"{TC}if TYPE_CHECKING or x:\n    pass\nelse:\n{TAKEN}", EAGER),
    case("the else of a not in an or", f"{TC}if not TYPE_CHECKING or x:\n    pass\nelse:\n{TAKEN}", TYPING),
    case("the else of a not in an and", f"{TC}if not TYPE_CHECKING and x:\n    pass\nelse:\n{TAKEN}", EAGER),
    case(
        "an if in the branch",
        f"{TC}if TYPE_CHECKING:\n    if x:\n        import app.a\n    else:\n        import app.b",
        {"app.a": "typing", "app.b": "typing"},
    ),
    case("the branch in an if", f"{TC}if x:\n    if TYPE_CHECKING:\n        import app.a", TYPING),
    case(
        "the branch in the else of its opposite",
        f"{TC}if not TYPE_CHECKING:\n    import app.b\nelse:\n    if x:\n        import app.a",
        {"app.a": "typing", "app.b": "eager"},
    ),
    case(
        "a try, a with and a for in the branch",
        (
            f"{TC}if TYPE_CHECKING:\n"
            f"    try:\n"
            f"        import app.a\n"
            f"    except ImportError:\n"
            f"        with x:\n"
            f"            import app.b\n"
            f"    for y in z:\n"
            f"        import app.pkg.c"
        ),
        {"app.a": "typing", "app.b": "typing", "app.pkg.c": "typing"},
    ),
    case("a function in the branch", f"{TC}if TYPE_CHECKING:\n    def f():\n        import app.a", TYPING),
    case(
        "a class in the branch",
        f"{TC}if TYPE_CHECKING:\n    class C:\n        import app.a\n        def f(self):\n            import app.b",
        {"app.a": "typing", "app.b": "typing"},
    ),
    case("a star import in the branch", f"{TC}if TYPE_CHECKING:\n    from .a import *", TYPING),
    case(
        "a relative import in the branch",
        {"app/pkg/c.py": f"{TC}if TYPE_CHECKING:\n    from ..a import x"},
        {"app.pkg.c -> app.a": "typing"},
    ),
    case(
        "in a function",
        f"{TC}def f():\n    if TYPE_CHECKING:\n        import app.a\n    else:\n        import app.b",
        {"app.a": "typing", "app.b": "lazy"},
    ),
    case("in a class", f"{TC}class C:\n    if TYPE_CHECKING:\n        import app.a", TYPING),
    case(
        "after the branch",
        f"{TC}if TYPE_CHECKING:\n    import app.b\nimport app.a",
        {"app.a": "eager", "app.b": "typing"},
    ),
    case("on the line of the if", f"{TC}if TYPE_CHECKING: import app.a", TYPING),
    case(
        "typing and lazy for one module",
        f"{TC}if TYPE_CHECKING:\n    import app.a\ndef f():\n    import app.a",
        {"app.a": "lazy typing"},
    ),
    case(
        "typing and eager for one module",
        f"{TC}if TYPE_CHECKING:\n    import app.a\nelse:\n    import app.a",
        {"app.a": "eager typing"},
    ),
    case(
        "an import_module in the branch",
        f'{TC}import importlib\nif TYPE_CHECKING:\n    x = importlib.import_module("app.a")',
        TYPING,
    ),
    case(
        "under a TYPE_CHECKING from a file with a Windows newline",
        b"from typing import TYPE_CHECKING\r\nif TYPE_CHECKING:\r\n    import app.a\r\n",
        TYPING,
    ),
]


GUARD = "if TYPE_CHECKING:\n" + TAKEN
FLAGS = "from app.flags import TYPE_CHECKING\n" + GUARD
STARRED = TC + "from app.flags import *\n" + GUARD

REBOUND = [
    case(
        "a star import beside it that brings another value",
        {"app/flags.py": "TYPE_CHECKING = True", "app/m.py": STARRED},
        {"app.flags": "eager", **EAGER},
    ),
    case(
        "a star import beside it that brings the same",
        {"app/flags.py": TC, "app/m.py": STARRED},
        {"app.flags": "eager", **TYPING},
    ),
    case(
        "a star import beside it that does not bring the name",
        {"app/flags.py": "OTHER = True", "app/m.py": STARRED},
        {"app.flags": "eager", **TYPING},
    ),
    case(
        "a star import beside it that keeps the name back",
        {"app/flags.py": "TYPE_CHECKING = True\n__all__ = []", "app/m.py": STARRED},
        {"app.flags": "eager", **TYPING},
    ),
    case("a star import beside it of an external", TC + "from requests import *\n" + GUARD, EAGER),
    case(
        "a star import that brings another module called typing",
        {
            "app/flags.py": "from app import b as typing",
            "app/m.py": "import typing\nfrom app.flags import *\nif typing.TYPE_CHECKING:\n" + TAKEN,
        },
        {"app.flags": "eager", "app.flags -> app.b": "eager", **EAGER},
    ),
    case(
        "a star import where it is re-exported",
        {"app/flags.py": TC + "from app.more import *", "app/more.py": "TYPE_CHECKING = 1", "app/m.py": FLAGS},
        {"app.flags": "eager", "app.flags -> app.more": "eager", **EAGER},
    ),
    case(
        "re-exported by a star import alone",
        {"app/flags.py": "from typing import *", "app/m.py": FLAGS},
        {"app.flags": "eager", **TYPING},
    ),
    case(
        "deleted where it is re-exported",
        {"app/flags.py": TC + "del TYPE_CHECKING", "app/m.py": FLAGS},
        {"app.flags": "eager", **EAGER},
    ),
    case(
        "written to where it is re-exported",
        {"app/flags.py": TC + "globals()['TYPE_CHECKING'] = True", "app/m.py": FLAGS},
        {"app.flags": "eager", **EAGER},
    ),
    case(
        "bound again by a function where it is re-exported",
        {"app/flags.py": TC + "def f():\n    global TYPE_CHECKING\n    from x import TYPE_CHECKING", "app/m.py": FLAGS},
        {"app.flags": "eager", **EAGER},
    ),
    case(
        "the host's own typing_extensions",
        {
            "archgate.toml": configuration("app", "typing_extensions.py"),
            "typing_extensions.py": "TYPE_CHECKING = True",
            "app/m.py": "from typing_extensions import TYPE_CHECKING\n" + GUARD,
        },
        {"typing_extensions": "eager", **EAGER},
    ),
    case("deleted", TC + "del TYPE_CHECKING\n" + GUARD, EAGER),
    case("written to", "import typing\ntyping.TYPE_CHECKING = True\nif typing.TYPE_CHECKING:\n" + TAKEN, EAGER),
]


@pytest.mark.parametrize("row", NAMES + TESTS + BRANCHES + REBOUND, ids=str)
def test_typing(row: Case, tmp_path: Path) -> None:
    confirm(row, tmp_path)


def test_a_typing_external_is_told_as_one(tmp_path: Path) -> None:
    files = {"archgate.toml": configuration(), "app/m.py": guarded("TYPE_CHECKING").replace("app.a", "requests")}
    edges = build(tmp_path, files).edges("--external")
    assert edges["app.m -> requests"] == "typing"
