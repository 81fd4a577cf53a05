"""First-party imports of what is elsewhere: provided, compiled, excluded or governed apart."""

from pathlib import Path

import pytest

from .builder import Case, case, configuration, confirm, policy


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


@pytest.mark.parametrize("row", PROVIDED + FOREIGN, ids=str)
def test_provided(row: Case, tmp_path: Path) -> None:
    confirm(row, tmp_path)
