"""Ways to hide a forbidden import from whoever reads: spelling, encoding, detours."""

from tests.gate.repository import Repository
from tests.gate.sample import CLOCK_ID, IMPORT_CLOCK, PLAN, PLAN_BODY
from tests.gate.steps import Case, append, assert_refused, judged, table, write

GUARDED = "if {}:\n    import app.adapters.clock\n"
LOADER = "from importlib import import_module\n"
DISGUISES = {
    "in one line with a semicolon": "x = 1; from app.adapters.clock import now\n",
    "under another name": "import app.adapters.clock as plain\n",
    "by a relative import": "from ..adapters.clock import now\n",
    "by a relative import of the package": "from ..adapters import clock\n",
    "by a star import": "from app.adapters.clock import *\n",
    "in a try that survives its failure": "try:\n    import app.adapters.clock\nexcept ImportError:\n    pass\n",
    "under a condition that never holds": GUARDED.format("0"),
    "under a namesake of TYPE_CHECKING": "from app import core\n" + GUARDED.format("core.TYPE_CHECKING"),
    "under a local TYPE_CHECKING": "TYPE_CHECKING = True\n" + GUARDED.format("TYPE_CHECKING"),
    "where TYPE_CHECKING is false": "from typing import TYPE_CHECKING\n" + GUARDED.format("not TYPE_CHECKING"),
    "in a class body": "class Late:\n    from app.adapters.clock import now\n",
    "in a method": "class Late:\n    def run(self):\n        import app.adapters.clock\n",
    "by import_module": "import importlib\nimportlib.import_module('app.adapters.clock')\n",
    "by import_module under another name": "from importlib import import_module as load\nload('app.adapters.clock')\n",
    "by a relative import_module": LOADER + "import_module('..adapters.clock', __package__)\n",
    "by __import__": "__import__('app.adapters.clock')\n",
    "by a name put together": LOADER + "import_module('app.' + 'adapters' + '.clock')\n",
    "by an f-string": LOADER + "PART = 'adapters'\nimport_module(f'app.{PART}.clock')\n",
    "in full-width letters": "from app.adapters.\uff43lock import now\n",
    "behind a form feed": "\f\nimport app.adapters.clock\n",
    "over continued lines": "from \\\n    app.adapters.clock \\\n    import now\n",
}


@table(*(Case(idea, (append(PLAN, f"\n\n{text}"),)) for idea, text in DISGUISES.items()))
def test_a_forbidden_import_is_seen(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), [f"NEW {CLOCK_ID}"])


@table(
    Case("a source in UTF-7", (write(PLAN, b"# coding: utf-7\n+AGkAbQBwAG8AcgB0 app.adapters.clock\n"),)),
    Case(
        "a source in latin-1",
        (write(PLAN, "# coding: latin-1\nx = '\xe4'; import app.adapters.clock\n".encode("latin-1")),),
    ),
    Case("a source with a byte order mark", (write(PLAN, b"\xef\xbb\xbfimport app.adapters.clock\n"),)),
    Case("a source with bare carriage returns", (write(PLAN, b"x = 1\rimport app.adapters.clock\r"),)),
)
def test_no_encoding_hides_an_import(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), [f"NEW {CLOCK_ID}"])


@table(
    Case(
        "a new module of the package",
        (write("app/chain/fresh.py", IMPORT_CLOCK),),
        ("NEW adapter-edge|app.chain.fresh|app.adapters.clock",),
    ),
    Case(
        "a new folder without __init__.py",
        (write("app/chain/deep/down/fresh.py", IMPORT_CLOCK),),
        ("NEW adapter-edge|app.chain.deep.down.fresh|app.adapters.clock",),
    ),
    Case(
        "a .pyw file",
        (write("app/chain/fresh.pyw", IMPORT_CLOCK),),
        ("NEW adapter-edge|app.chain.fresh|app.adapters.clock",),
    ),
    Case(
        "the package's own __init__",
        (write("app/chain/__init__.py", IMPORT_CLOCK),),
        ("NEW adapter-edge|app.chain|app.adapters.clock",),
    ),
    Case(
        "the package of the adapters as a whole",
        (append(PLAN, "\n\nfrom app import adapters\n"),),
        ("NEW adapter-edge|app.chain.plan|app.adapters",),
    ),
    Case(
        "a name handed on by a module of no rule",
        (write("app/ports.py", IMPORT_CLOCK), append(PLAN, "\n\nfrom app.ports import now\n")),
        (f"NEW {CLOCK_ID}",),
    ),
    Case(
        "a name handed on through two modules",
        (
            write("app/ports.py", IMPORT_CLOCK),
            write("app/gates.py", "from app.ports import now as later\n"),
            append(PLAN, "\n\nfrom app.gates import later\n"),
        ),
        (f"NEW {CLOCK_ID}",),
    ),
    Case(
        "an adapter below the adapters",
        (
            write("app/adapters/deep/__init__.py", ""),
            write("app/adapters/deep/wire.py", ""),
            append(PLAN, "\n\nfrom app.adapters.deep import wire\n"),
        ),
        ("NEW adapter-edge|app.chain.plan|app.adapters.deep.wire",),
    ),
)
def test_a_rule_sees_every_place_below_its_selectors(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


@table(
    Case("a neighbour of a like name imports", (write("app/chainx.py", IMPORT_CLOCK),)),
    Case(
        "a neighbour of the adapters is imported",
        (write("app/adaptersx.py", ""), append(PLAN, "\n\nfrom app import adaptersx\n")),
    ),
    Case(
        "an import for types alone",
        (append(PLAN, "\n\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.adapters.clock\n"),),
    ),
    Case("the adapter's name in a text", (append(PLAN, "\n\nNAME = 'app.adapters.clock'\n"),)),
    Case("the clean source as it was", (write(PLAN, PLAN_BODY),)),
)
def test_what_is_no_violation_passes(sample: Repository, case: Case) -> None:
    run = judged(sample, case)
    assert (run.exit, run.blocking) == (0, []), run
