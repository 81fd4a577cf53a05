"""First-party imports that resolve to nothing, and what may be missing."""

from pathlib import Path

import pytest

from .builder import STANDARD, Case, block, build, case, confirm, found, policy

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


@pytest.mark.parametrize("row", UNRESOLVED + TOLERANT, ids=str)
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
