"""Names that hang on where the file stands: levels, folders without __init__, several roots."""

from pathlib import Path

import pytest

from .builder import Case, case, configuration, confirm

RELATIVE = [
    case("one dot in a module is its package", "from . import a", {"app.a": "eager"}),
    case("one dot and a module", "from .a import thing", {"app.a": "eager"}),
    case("one dot and a dotted module", "from .pkg.c import thing", {"app.pkg.c": "eager"}),
    case("one dot and a package's module", "from .pkg import c", {"app.pkg.c": "eager"}),
    case("one dot and a name of the package", "from . import VERSION", {"app": "eager"}),
    case(
        "spaces between the dots",
        {"app/pkg/c.py": "from . . import a\nfrom . .pkg import d"},
        {"app.pkg.c -> app.a": "eager", "app.pkg.c -> app.pkg.d": "eager"},
    ),
    case("one dot one folder down", {"app/pkg/c.py": "from . import d"}, {"app.pkg.c -> app.pkg.d": "eager"}),
    case(
        "two dots one folder down",
        {"app/pkg/c.py": "from .. import a\nfrom ..b import x"},
        {"app.pkg.c -> app.a": "eager", "app.pkg.c -> app.b": "eager"},
    ),
    case("two dots and a name of the root", {"app/pkg/c.py": "from .. import VERSION"}, {"app.pkg.c -> app": "eager"}),
    case(
        "one dot in an __init__ is the package itself",
        {"app/pkg/__init__.py": "from . import c\nfrom .d import x"},
        {"app.pkg -> app.pkg.c": "eager", "app.pkg -> app.pkg.d": "eager"},
    ),
    case(
        "two dots in an __init__ are its parent",
        {"app/pkg/__init__.py": "from .. import a\nfrom ..b import x"},
        {"app.pkg -> app.a": "eager", "app.pkg -> app.b": "eager"},
    ),
    case(
        "one dot in the root's __init__",
        {"app/__init__.py": "from . import a\nfrom .pkg.c import x"},
        {"app -> app.a": "eager", "app -> app.pkg.c": "eager"},
    ),
    case(
        "one dot in __main__",
        {"app/pkg/__main__.py": "from . import c\nfrom .. import a"},
        {"app.pkg.__main__ -> app.pkg.c": "eager", "app.pkg.__main__ -> app.a": "eager"},
    ),
    case(
        "four dots deep down",
        {"app/x/y/z/m.py": "from .... import a\nfrom ....pkg import c"},
        {"app.x.y.z.m -> app.a": "eager", "app.x.y.z.m -> app.pkg.c": "eager"},
        beside="app/x/__init__.py app/x/y/__init__.py app/x/y/z/__init__.py",
    ),
    case(
        "lazy, in a method",
        {"app/pkg/c.py": "class C:\n    def f(self):\n        from ..a import x"},
        {"app.pkg.c -> app.a": "lazy"},
    ),
    case("one level too many in a module", "from .. import a", {}, unresolved=["*"]),
    case("one level too many, with a module", "from ..a import x", {}, unresolved=["*"]),
    case("one level too many below", {"app/pkg/c.py": "from ... import a"}, {}, unresolved=["app.pkg.c -> *"]),
    case(
        "one level too many in an __init__",
        {"app/pkg/__init__.py": "from ... import a"},
        {},
        unresolved=["app.pkg -> *"],
    ),
    case(
        "one level too many in the root's __init__",
        {"app/__init__.py": "from ..app import a"},
        {},
        unresolved=["app -> *"],
    ),
    case("forty levels too many", "from " + "." * 40 + "app import a", {}, unresolved=["*"]),
    case("a level too many that would name the root again", "from ..app import a", {}, unresolved=["*"]),
    case("a level too many, star", "from ..a import *", {}, unresolved=["*"]),
    case("a level too many in a function", "def f():\n    from ...x import y", {}, unresolved=["*"]),
    case("a relative module that is not there", "from .nothere import x", None, unresolved=["app.nothere"]),
    case(
        "a relative import takes no module of the same name further up",
        {"app/pkg/c.py": "from .a import x"},
        None,
        unresolved=["app.pkg.c -> app.pkg.a"],
    ),
]


NAMESPACES = [
    case(
        "a folder without __init__ is imported from",
        "from app.ns import x\nimport app.ns.y\nfrom app.ns.z import f",
        {"app.ns.x": "eager", "app.ns.y": "eager", "app.ns.z": "eager"},
        beside="app/ns/x.py app/ns/y.py app/ns/z.py",
    ),
    case(
        "its relative imports are found",
        {"app/ns/x.py": "from . import y\nfrom .y import f\nfrom .. import a\nfrom ..pkg import c"},
        {"app.ns.x -> app.ns.y": "eager", "app.ns.x -> app.a": "eager", "app.ns.x -> app.pkg.c": "eager"},
        beside="app/ns/y.py",
    ),
    case(
        "a folder without __init__ in one without",
        {"app/ns/sub/x.py": "from ..y import f\nfrom ... import a\nfrom ...pkg.c import g"},
        {"app.ns.sub.x -> app.ns.y": "eager", "app.ns.sub.x -> app.a": "eager", "app.ns.sub.x -> app.pkg.c": "eager"},
        beside="app/ns/y.py",
    ),
    case(
        "a package below a folder without",
        {"app/ns/real/__init__.py": "from . import x\nfrom .. import y"},
        {"app.ns.real -> app.ns.real.x": "eager", "app.ns.real -> app.ns.y": "eager"},
        beside="app/ns/real/x.py app/ns/y.py",
    ),
    case(
        "imports into depth through folders that hold no file",
        "import app.n1.n2.n3.x",
        {"app.n1.n2.n3.x": "eager"},
        beside="app/n1/n2/n3/x.py",
    ),
    case(
        "what is not in such a folder is not there",
        "import app.ns.nothere",
        None,
        unresolved=["app.ns.nothere"],
        beside="app/ns/x.py",
    ),
    case(
        "a folder that holds no Python is no namespace",
        {"app/m.py": "import app.static", "app/static/logo.txt": "x"},
        None,
        unresolved=["app.static"],
    ),
    case(
        "one level too many from such a folder", {"app/ns/x.py": "from ... import a"}, {}, unresolved=["app.ns.x -> *"]
    ),
    case(
        "the folder itself is a module that can be imported", "import app.ns", {"app.ns": "eager"}, beside="app/ns/x.py"
    ),
    case("and can be taken from its parent", "from app import ns", {"app.ns": "eager"}, beside="app/ns/x.py"),
    case(
        "a package beside one whose name goes on",
        {
            "app/ns/reg/__init__.py": "import app.ns.reg_more",
            "app/m.py": "from app.ns import reg, reg_more\nfrom app.ns.reg_more import x",
        },
        {
            "app.m -> app.ns.reg": "eager",
            "app.m -> app.ns.reg_more": "eager",
            "app.m -> app.ns.reg_more.x": "eager",
            "app.ns.reg -> app.ns.reg_more": "eager",
        },
        beside="app/ns/reg_more/__init__.py app/ns/reg_more/x.py",
    ),
    case(
        "a root that is a namespace",
        {"app/m.py": "from . import a\nfrom .sub.x import f"},
        {"app.a": "eager", "app.sub.x": "eager"},
        standard=False,
        beside="app/a.py app/sub/x.py",
    ),
    case(
        "one level too many from a root that is a namespace",
        {"app/m.py": "from .. import a"},
        {},
        unresolved=["*"],
        standard=False,
        beside="app/a.py",
    ),
]


ROOTS = [
    case(
        "a source folder is no part of the name",
        {"archgate.toml": configuration("src/app"), "src/app/m.py": "from app import a\nfrom .sub.x import f"},
        {"app.a": "eager", "app.sub.x": "eager"},
        standard=False,
        beside="src/app/__init__.py src/app/a.py src/app/sub/__init__.py src/app/sub/x.py",
    ),
    case(
        "a source folder is no level",
        {"archgate.toml": configuration("src/app"), "src/app/m.py": "from .. import app"},
        {},
        unresolved=["*"],
        standard=False,
        beside="src/app/__init__.py",
    ),
    case(
        "two roots import one another",
        {"archgate.toml": configuration("app", "lib"), "app/m.py": "import lib.x", "lib/x.py": "from app import a"},
        {"app.m -> lib.x": "eager", "lib.x -> app.a": "eager"},
        beside="lib/__init__.py",
    ),
    case(
        "two roots in different folders",
        {
            "archgate.toml": configuration("src/app", "libs/lib"),
            "src/app/m.py": "from lib import x",
            "libs/lib/x.py": "import app.m",
        },
        {"app.m -> lib.x": "eager", "lib.x -> app.m": "eager"},
        standard=False,
    ),
    case(
        "a root whose name begins like another's",
        {
            "archgate.toml": configuration("app", "app_more"),
            "app_more/x.py": "import app.a",
            "app/m.py": "from app_more import x",
        },
        {"app_more.x -> app.a": "eager", "app.m -> app_more.x": "eager"},
    ),
    case(
        "what is not there in another root",
        {"archgate.toml": configuration("app", "lib"), "app/m.py": "import lib.nothere"},
        {"lib": "eager"},
        unresolved=["lib.nothere"],
        beside="lib/__init__.py",
    ),
    case(
        "a root called like a module of the standard library is the host's",
        {"archgate.toml": configuration("app", "calendar"), "app/m.py": "import calendar.x"},
        {"calendar.x": "eager"},
        beside="calendar/__init__.py calendar/x.py",
    ),
    case(
        "one root does not climb into another",
        {"archgate.toml": configuration("app", "lib"), "app/m.py": "from ..lib import x"},
        {},
        unresolved=["*"],
        beside="lib/__init__.py lib/x.py",
    ),
]


@pytest.mark.parametrize("row", RELATIVE + NAMESPACES + ROOTS, ids=str)
def test_relative(row: Case, tmp_path: Path) -> None:
    confirm(row, tmp_path)
