"""A small host, and what coverage.py 7.17 said of a run of it (`reports/`, written once on another machine)."""

from pathlib import Path

from tests.hosts.builder import Files

REPORTS = Path(__file__).parent / "reports"

A = '''\
"""A module."""

import os


def f(x):
    """Doc."""
    if x:
        return 1
    y = (
        2,
        3,
    )
    return y


@staticmethod
def g():  # pragma: no cover
    return os


class C:
    v: int = 1

    async def m(self):
        for i in range(3):
            print(i)
        else:
            pass
'''

HOST: Files = {
    "archgate.toml": 'packages = ["src/app"]\n',
    "src/app/__init__.py": "",
    "src/app/b.py": "def unused():\n    return 1\n",
    "src/app/core/__init__.py": '"""Core."""\n',
    "src/app/core/a.py": A,
}
"""What was run: `app.core.a.f(1)`. Of `app.core`, 7 of 12 statements ran, of `app.b` none of 2."""


def report(name: str) -> str:
    """The text of a stored report."""
    return (REPORTS / name).read_text(encoding="utf-8")
