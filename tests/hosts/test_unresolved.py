"""First-party imports that resolve to nothing, and what may be missing."""

from pathlib import Path

import pytest

from .builder import STANDARD, Case, block, build, case, configuration, confirm, found, policy

UNRESOLVED = [
    case(
        "a module that is not there; Python runs the package all the same",
        "import app.nothere",
        {"app": "eager"},
        unresolved=["app.nothere"],
    ),
    case("deep below a package", "import app.pkg.no.where", {"app.pkg": "eager"}, unresolved=["app.pkg.no.where"]),
    case("names from a module that is not there", "from app.nothere import x", None, unresolved=["app.nothere"]),
    case("in a function", "def f():\n    import app.nothere", {"app": "lazy"}, unresolved=["app.nothere"]),
    case("below a module that is no package", "import app.a.deeper", {"app.a": "eager"}, unresolved=["app.a.deeper"]),
    case(
        "names from below a module that is no package", "from app.a.deeper import x", None, unresolved=["app.a.deeper"]
    ),
    case("a name of a package may be anything", "from app import nothere", {"app": "eager"}),
    case("under if only", "if x:\n    import app.nothere", {"app": "eager"}, unresolved=["app.nothere"]),
    case(
        "under TYPE_CHECKING",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.nothere import x",
        None,
        unresolved=["app.nothere"],
    ),
    case(
        "a literal import_module",
        'import importlib\nimportlib.import_module("app.nothere")',
        None,
        unresolved=["app.nothere"],
    ),
    case(
        "a .pxd alone is no module",
        "import app._speed",
        {"app": "eager"},
        unresolved=["app._speed"],
        beside="app/_speed.pxd",
    ),
    case(
        "a text file of that name",
        "import app.notes",
        {"app": "eager"},
        unresolved=["app.notes"],
        beside="app/notes.txt app/notes.py.bak app/notes.pyo",
    ),
    case(
        "two importers are two facts",
        {"app/a.py": "import app.nothere", "app/b.py": "import app.nothere"},
        None,
        unresolved=["app.a -> app.nothere", "app.b -> app.nothere"],
    ),
    case("another case is another name", "import app.A", {"app": "eager"}, unresolved=["app.A"]),
]


TOLERANT = [
    case(
        "except ImportError",
        "try:\n    import app.nothere\nexcept ImportError:\n    pass",
        {"app": "eager"},
        told="app.nothere",
    ),
    case(
        "the from form",
        "try:\n    from app.nothere import x\nexcept ImportError:\n    x = None",
        None,
        told="app.nothere",
    ),
    case(
        "except ModuleNotFoundError",
        "try:\n    import app.nothere\nexcept ModuleNotFoundError:\n    pass",
        None,
        told="app.nothere",
    ),
    case(
        "except a tuple",
        "try:\n    import app.nothere\nexcept (ValueError, ImportError) as e:\n    pass",
        None,
        told="app.nothere",
    ),
    case("except Exception", "try:\n    import app.nothere\nexcept Exception:\n    pass", None, told="app.nothere"),
    case("a bare except", "try:\n    import app.nothere\nexcept:\n    pass", None, told="app.nothere"),
    case(
        "except* ImportError", "try:\n    import app.nothere\nexcept* ImportError:\n    pass", None, told="app.nothere"
    ),
    case(
        "the second handler",
        "try:\n    import app.nothere\nexcept KeyError:\n    pass\nexcept ImportError:\n    pass",
        None,
        told="app.nothere",
    ),
    case(
        "below an if and a with in the try",
        "try:\n    if x:\n        with y:\n            import app.nothere\nexcept ImportError:\n    pass",
        None,
        told="app.nothere",
    ),
    case(
        "in an inner try that catches something else",
        "try:\n    try:\n        import app.nothere\n    except KeyError:\n        pass\nexcept ImportError:\n    pass",
        None,
        told="app.nothere",
    ),
    case(
        "in a function's own try",
        "def f():\n    try:\n        import app.nothere\n    except ImportError:\n        pass",
        None,
        told="app.nothere",
    ),
    case("a level too many", "try:\n    from ..x import y\nexcept ImportError:\n    pass", {}, told="app/m.py"),
    case(
        "import_module",
        'import importlib\ntry:\n    importlib.import_module("app.nothere")\nexcept ImportError:\n    pass',
        None,
        told="app.nothere",
    ),
    case(
        "except ValueError does not catch it",
        "try:\n    import app.nothere\nexcept ValueError:\n    pass",
        None,
        unresolved=["app.nothere"],
    ),
    case(
        "finally does not catch it",
        "try:\n    import app.nothere\nfinally:\n    pass",
        None,
        unresolved=["app.nothere"],
    ),
    case(
        "the handler is not caught",
        "try:\n    import app.a\nexcept ImportError:\n    import app.nothere",
        None,
        unresolved=["app.nothere"],
    ),
    case(
        "the else is not caught",
        "try:\n    import app.a\nexcept ImportError:\n    pass\nelse:\n    import app.nothere",
        None,
        unresolved=["app.nothere"],
    ),
    case(
        "the finally is not caught",
        "try:\n    import app.a\nexcept ImportError:\n    pass\nfinally:\n    import app.nothere",
        None,
        unresolved=["app.nothere"],
    ),
    case(
        "a function that is only defined in the try",
        "try:\n    def f():\n        import app.nothere\nexcept ImportError:\n    pass",
        None,
        unresolved=["app.nothere"],
    ),
    case(
        "once caught, once not",
        "try:\n    import app.nothere\nexcept ImportError:\n    import app.nothere",
        None,
        unresolved=["app.nothere"],
    ),
]


def _provided(*names: str) -> str:
    return policy("unresolved", "unresolved", {"provided": list(names)})


PROVIDED = [
    case(
        "a provided module",
        {"app/m.py": "import app._version", "policies/unresolved.toml": _provided("app._version")},
        None,
    ),
    case(
        "names from a provided module",
        {"app/m.py": "from app._version import v", "policies/unresolved.toml": _provided("app._version")},
        None,
    ),
    case(
        "all below a provided package",
        {"app/m.py": "from app.sdk.deep.down import x", "policies/unresolved.toml": _provided("app.sdk")},
        None,
    ),
    case(
        "a provided name is dot-safe",
        {"app/m.py": "import app.sdkx", "policies/unresolved.toml": _provided("app.sdk")},
        None,
        unresolved=["app.sdkx"],
    ),
    case(
        "a relative import of a provided module",
        {"app/m.py": "from ._version import v", "policies/unresolved.toml": _provided("app._version")},
        None,
    ),
    case(
        "nothing provided, nothing spared",
        {"app/m.py": "import app.x", "policies/unresolved.toml": _provided()},
        None,
        unresolved=["app.x"],
    ),
    case(
        "a Linux extension module",
        "import app._fast\nfrom app import _fast as f",
        None,
        beside="app/_fast.cpython-311-x86_64-linux-gnu.so",
    ),
    case("a Windows extension module", "from app._fast import x", None, beside="app/_fast.cp312-win_amd64.pyd"),
    case("an abi3 extension module", "from ._fast import x", None, beside="app/_fast.abi3.so"),
    case("a plain .so", "import app.pkg._fast", None, beside="app/pkg/_fast.so"),
    case("a .pyx", "from app import _fast\nimport app._fast", None, beside="app/_fast.pyx"),
    case(
        "a .pyx in a folder without __init__", "from app.ns._fast import x", None, beside="app/ns/_fast.pyx app/ns/y.py"
    ),
    case(
        "a package that is an extension module",
        "import app.fast\nfrom app.fast import x\nfrom app import fast",
        None,
        beside="app/fast/__init__.cpython-311-x86_64-linux-gnu.so",
    ),
    case("a package that is a .pyx", "import app.fast\nfrom app.fast import x", None, beside="app/fast/__init__.pyx"),
    case(
        "a folder that holds nothing but an extension module", "from app.fast import _x", None, beside="app/fast/_x.so"
    ),
    case(
        "an extension of another name",
        "import app._fast",
        None,
        unresolved=["app._fast"],
        beside="app/_faster.so app/fast.pyx",
    ),
]


FOREIGN_LISTS = configuration("app", exclude=["app/plugins/**"], apart=["tests/**", "setup.py"])


FOREIGN = [
    case(
        "into excluded code",
        {"archgate.toml": FOREIGN_LISTS, "app/m.py": "import app.plugins.x"},
        None,
        unresolved=["app.plugins.x"],
        beside="app/plugins/__init__.py app/plugins/x.py",
        git=True,
    ),
    case(
        "into excluded code, from its package",
        {"archgate.toml": FOREIGN_LISTS, "app/m.py": "from .plugins import x"},
        None,
        unresolved=["app.plugins.x"],
        beside="app/plugins/__init__.py app/plugins/x.py",
        git=True,
    ),
    case(
        "into apart code",
        {"archgate.toml": FOREIGN_LISTS, "app/m.py": "from tests.factory import make"},
        None,
        unresolved=["tests.factory"],
        beside="tests/__init__.py tests/factory.py",
        git=True,
    ),
    case(
        "into apart code without __init__",
        {"archgate.toml": FOREIGN_LISTS, "app/m.py": "import tests.factory"},
        None,
        unresolved=["tests.factory"],
        beside="tests/factory.py",
        git=True,
    ),
    case(
        "into an apart file",
        {"archgate.toml": FOREIGN_LISTS, "app/m.py": "def f():\n    import setup"},
        None,
        unresolved=["setup"],
        beside="setup.py",
        git=True,
    ),
    case(
        "an excluded package, taken from its parent",
        {"archgate.toml": FOREIGN_LISTS, "app/m.py": "from app import plugins"},
        None,
        unresolved=["app.plugins"],
        beside="app/plugins/__init__.py",
        git=True,
    ),
    case(
        "one excluded module, taken from its package",
        {"archgate.toml": configuration("app", exclude=["app/pkg/c.py"]), "app/m.py": "from app.pkg import c"},
        None,
        unresolved=["app.pkg.c"],
        git=True,
    ),
    case(
        "a dynamic import into excluded code",
        {"archgate.toml": FOREIGN_LISTS, "app/m.py": "__import__('app.plugins.x')"},
        None,
        unresolved=["app.plugins.x"],
        beside="app/plugins/__init__.py app/plugins/x.py",
        git=True,
    ),
    case(
        "what excluded code imports is not the host's",
        {"archgate.toml": FOREIGN_LISTS, "app/plugins/x.py": "import app.a, app.nothere"},
        {},
        git=True,
    ),
    case(
        "what apart code imports is not the host's",
        {"archgate.toml": FOREIGN_LISTS, "tests/test_a.py": "import app.a\nfrom . import nothere"},
        {},
        git=True,
    ),
]


@pytest.mark.parametrize("row", UNRESOLVED + TOLERANT + PROVIDED + FOREIGN, ids=str)
def test_unresolved(row: Case, tmp_path: Path) -> None:
    confirm(row, tmp_path)


def test_the_unresolved_finding_names_its_place_and_its_identity(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "x = 1\n\nimport app.nothere\n"})
    (finding,) = found(host.check(), "UNRESOLVED")
    assert (finding["rule"], finding["id"]) == ("unresolved", "unresolved|app.m|app.nothere")
    assert (finding["path"], finding["line"]) == ("app/m.py", 3)
    assert finding["message"]
    assert finding["fix"]


UNRESOLVED_ENTRY = block("debt", from_="app.m", to="app.nothere")


@pytest.mark.parametrize(
    ("idea", "source", "entry", "codes"),
    [
        ("a listed one holds", "import app.nothere", UNRESOLVED_ENTRY, []),
        ("as an exception too", "import app.nothere", UNRESOLVED_ENTRY.replace("[[debt]]", "[[exception]]"), []),
        ("an entry without its import is stale", "", UNRESOLVED_ENTRY, ["STALE"]),
        ("one that is mended needs no entry", "import app.a", "", []),
        ("another one is unlisted", "import app.nothere, app.neither", UNRESOLVED_ENTRY, ["UNRESOLVED"]),
        ("one for another is both", "import app.neither", UNRESOLVED_ENTRY, ["STALE", "UNRESOLVED"]),
    ],
)
def test_unresolved_imports_can_be_frozen(idea: str, source: str, entry: str, codes: list[str], tmp_path: Path) -> None:
    files = {**STANDARD, "app/m.py": source, "policies/unresolved.toml": policy("unresolved", "unresolved", {}, entry)}
    verdict = build(tmp_path, files).check()
    told = sorted(
        finding["code"] for finding in verdict["findings"] if finding["blocks"] and finding["code"] != "SWAPPED"
    )
    assert told == codes, idea
    assert verdict["exit"] == bool(codes)
