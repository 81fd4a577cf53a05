"""Owners that `init` proposes: only where one package plainly holds the clients, and says so."""

from pathlib import Path

import pytest

from tests.hosts.builder import Files, Host, build

CALL = "import requests\ndef f(u):\n    requests.get(u)\n"


def started(folder: Path, files: Files) -> tuple[Host, str]:
    """A host without any configuration, and what its rule over clients says after `init`."""
    host = build(folder, {"app/__init__.py": "", **files, "archgate.toml": ""}, git=True)
    (host.root / "archgate.toml").unlink()
    host.commit("no configuration")
    assert host.run("init").exit == 0
    host.commit("init")
    return host, (host.root / "policies/egress.toml").read_text("utf-8")


def calls(*modules: str) -> Files:
    return {f"app/{module}.py": CALL for module in modules}


@pytest.mark.parametrize(
    ("idea", "files", "owners"),
    [
        ("all in a package that says so", calls("adapters/a", "adapters/b", "adapters/c"), ["app.adapters.**"]),
        ("most of them", calls("adapters/a", "adapters/b", "clients_of_ours", "adapters/c"), ["app.adapters.**"]),
        ("half of them", calls("adapters/a", "adapters/b", "c", "d"), []),
        ("a package that does not say so", calls("core/a", "core/b", "core/c"), []),
        ("too few to tell", calls("adapters/a", "adapters/b"), []),
        ("deep below", calls("net/http/a", "net/http/b", "net/http/c"), ["app.net.http.**"]),
        ("the outermost", calls("clients/http/a", "clients/http/b", "clients/http/c"), ["app.clients.**"]),
        ("a root of such a name is the whole host", calls("a", "b", "c"), []),
        (
            "a group of its own beside another",
            {
                **calls("a", "b", "c"),
                **{f"app/gateway/{one}.py": "import boto3\ndef f(): boto3.client('s3')\n" for one in "xyz"},
            },
            ["app.gateway.**"],
        ),
    ],
)
def test_owners_are_proposed(idea: str, files: Files, owners: list[str], tmp_path: Path) -> None:
    host, policy = started(tmp_path, files)
    lines = policy.splitlines()
    proposed = [lines[at + 1 : at + 3] for at, line in enumerate(lines) if line == "[[owner]]"]
    assert proposed == [[f'module = "{owner}"', 'reason = "unreviewed"'] for owner in owners], idea
    assert host.check()["exit"] == 0


def test_what_an_owner_does_needs_no_entry_and_is_told(tmp_path: Path) -> None:
    host, policy = started(tmp_path, calls("adapters/a", "adapters/b", "adapters/c", "d"))
    assert policy.count("[[debt]]") == 1
    assert 'module = "app.d"' in policy
    (rule,) = [one for one in host.check()["rules"] if one["rule"] == "egress"]
    assert (rule["facts"], rule["owned"], rule["debt"]) == (4, 3, 1)
