"""What cannot be read is said aloud, is no verdict, and hides nothing else."""

import os
import sys
from pathlib import Path
from unittest import mock

import pytest

from .builder import STANDARD, Run, arrow, build, found

A = {"app.a": "eager"}
BROKEN = {"app/b.py": "import app.nothere", "app/pkg/c.py": "import app.a"}


@pytest.mark.parametrize(
    ("idea", "data"),
    [
        ("a syntax error", b"import app.a\ndef f(:\n    pass\n"),
        ("a wrong indentation", b"if x:\nimport app.a\n"),
        ("tabs and blanks mixed", b"if x:\n        a = 1\n\tb = 2\n"),
        ("a string that does not end", b"x = '''\nimport app.a\n"),
        ("a conflict marker", b"<<<<<<< ours\nimport app.a\n=======\nimport app.b\n>>>>>>> theirs\n"),
        ("a NUL byte", b"import app.a\nx = 1\0\n"),
        ("a NUL byte in a comment", b"import app.a\n# \0\n"),
        ("invalid UTF-8 without a cookie", b"import app.a\nx = '\xe9'\n"),
        ("invalid UTF-8 in a comment", b"import app.a\n# \xff\xfe\n"),
        ("bytes that the cookie's encoding has not", b"# coding: ascii\nx = '\xe9'\n"),
        ("an unknown cookie", b"# coding: nosuch\nimport app.a\n"),
        ("a cookie that is no text encoding", b"# coding: base64\nimport app.a\n"),
        ("a cookie that contradicts the byte order mark", b"\xef\xbb\xbf# coding: latin-1\nimport app.a\n"),
        ("UTF-16", "import app.a\n".encode("utf-16")),
        ("Python 2", b"print 'x'\nimport app.a\n"),
        ("an assignment to what takes none", b"import app.a\nf() = 1\n"),
        ("3,000 nested parentheses", b"x = " + b"(" * 3000 + b")" * 3000 + b"\n"),
        ("binary", bytes(range(256)) * 10),
    ],
)
def test_what_cannot_be_read_is_no_verdict_and_hides_nothing_else(idea: str, data: bytes, tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, **BROKEN, "app/m.py": data})
    unreadable(host.run("check"), "app/m.py")
    verdict = host.check()
    (finding,) = found(verdict, "UNREADABLE")
    assert finding["path"] == "app/m.py"
    assert (verdict["exit"], verdict["verdict"]) == (3, "unknown"), idea
    assert verdict["examined"]["unreadable"] == 1
    assert [arrow(finding) for finding in found(verdict, "UNRESOLVED")] == ["app.b -> app.nothere"]


def unreadable(run: Run, path: str) -> None:
    """The run ended with 3 and names the file in exactly one line that says UNREADABLE."""
    assert run.exit == 3
    assert "Traceback" not in run.said
    assert len([line for line in run.said.splitlines() if "UNREADABLE" in line and path in line]) == 1, run


@pytest.mark.parametrize(
    ("idea", "since", "source"),
    [
        ("a type alias", (3, 12), "type X = int\n"),
        ("a generic function", (3, 12), "def f[T](x: T) -> T: ...\n"),
        ("a generic class", (3, 12), "class C[T]: ...\n"),
        ("an f-string with its own quotes inside", (3, 12), 'x = f"{d["k"]}"\n'),
        ("an f-string with a backslash inside", (3, 12), "x = f\"{'\\n'.join(y)}\"\n"),
        ("a default of a type parameter", (3, 13), "def f[T = int](x: T) -> T: ...\n"),
        ("a template string", (3, 14), 'x = t"{y}"\n'),
        ("except without brackets", (3, 14), "try:\n    pass\nexcept ValueError, TypeError:\n    pass\n"),
    ],
)
def test_newer_syntax_names_the_version_to_run_with(
    idea: str, since: tuple[int, int], source: str, tmp_path: Path
) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": f"import app.a\n{source}"})
    if sys.version_info >= since:
        assert host.edges() == {"app.m -> app.a": "eager"}
        return
    run = host.run("check")
    unreadable(run, "app/m.py")
    assert f"{since[0]}.{since[1]}" in run.said, idea


@pytest.mark.parametrize("source", ["def f(:\n", "type type type\n", "x = = 1\n", "except ValueError, e:\n", "t'{'\n"])
def test_plain_nonsense_names_no_version(source: str, tmp_path: Path) -> None:
    run = build(tmp_path, {**STANDARD, "app/m.py": source}).run("check")
    unreadable(run, "app/m.py")
    assert not any(version in run.said for version in ("3.12", "3.13", "3.14", "3.15"))


def test_a_dangling_link_is_unreadable(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, **BROKEN})
    (host.root / "app/gone.py").symlink_to("nowhere.py")
    unreadable(host.run("check"), "app/gone.py")
    assert [arrow(finding) for finding in found(host.check(), "UNRESOLVED")] == ["app.b -> app.nothere"]


def test_a_dangling_link_in_a_repository_is_unreadable(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, **BROKEN}, git=True)
    (host.root / "app/gone.py").symlink_to("nowhere.py")
    host.commit()
    unreadable(host.run("check"), "app/gone.py")


def test_a_file_that_vanishes_between_listing_and_reading_is_unreadable(tmp_path: Path) -> None:
    from archgate.host.tree import DiskTree

    host = build(tmp_path, {**STANDARD, **BROKEN})
    contents = DiskTree.contents

    def late(tree: DiskTree, paths: object) -> object:
        (host.root / "app/m.py").unlink(missing_ok=True)
        return contents(tree, paths)  # type: ignore[arg-type]

    with mock.patch.object(DiskTree, "contents", late):
        run = host.run("check")
    unreadable(run, "app/m.py")
    assert "app.nothere" in run.said


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_unreadable(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, **BROKEN})
    (host.root / "app/m.py").chmod(0)
    unreadable(host.run("check"), "app/m.py")


@pytest.mark.parametrize(
    ("idea", "data", "edges"),
    [
        ("10,000 imports of one module", b"import app.a\n" * 10_000, A),
        ("10,000 imports of others", b"".join(b"import other%d\n" % n for n in range(10_000)), {}),
        ("10,000 names of one statement", b"from app.a import " + b", ".join(b"x%d" % n for n in range(10_000)), A),
        ("a table of 5 MB", b"import app.a\nX = [\n" + b"    ('key', 1, 2.5, None),\n" * 200_000 + b"]\n", A),
        ("a string of 5 MB", b"import app.a\nX = '" + b"x" * 5_000_000 + b"'\n", A),
        ("a line of 5 MB", b"import app.a; X = " + b"1," * 2_500_000 + b"\n", A),
        ("90 nested ifs", b"".join(b" " * n + b"if x:\n" for n in range(90)) + b" " * 90 + b"import app.a\n", A),
        ("3,000 elifs", b"if x: pass\n" + b"elif x: pass\n" * 3_000 + b"else:\n    import app.a\n", None),
        ("20,000 terms", b"import app.a\nX = " + b"1+" * 20_000 + b"1\n", None),
        ("3,000 attributes", b"import app.a\nX = a" + b".b" * 3_000 + b"\n", None),
        ("3,000 calls", b"import app.a\nX = a" + b"()" * 3_000 + b"\n", None),
        ("3,000 nots", b"import app.a\nX = " + b"not " * 3_000 + b"x\n", None),
        (
            "3,000 strings joined",
            b"import app.a, importlib\nimportlib.import_module('a'" + b" + 'b'" * 3_000 + b")\n",
            None,
        ),
    ],
)
def test_large_files_neither_hang_nor_crash(
    idea: str, data: bytes, edges: dict[str, str] | None, tmp_path: Path
) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": data, "app/b.py": "import app.pkg.c"})
    expected = {f"app.m -> {imported}": kinds for imported, kinds in (edges or {}).items()}
    if edges is not None:
        assert host.edges() == {"app.b -> app.pkg.c": "eager", **expected}
    run = host.run("check")
    assert run.exit in ((0,) if edges is not None else (0, 3)), idea
    assert "Traceback" not in run.said
    if run.exit == 3:
        unreadable(run, "app/m.py")
