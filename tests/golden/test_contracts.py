"""Contracts of import-linter become policies that say the same; both tools agree on a small host."""

import importlib.util
from pathlib import Path

import pytest

from archgate.measure import known_kinds
from archgate.policy.reader import read_policy
from tests.golden.contracts import Bench, owners, policy, read_contracts, translated

CONTRACTS = """
[importlinter]
root_package = app

[importlinter:contract:tiers]
name = Tiers
type = layers
containers = app
layers =
    ui
    work | play
    (none)
    store
exhaustive = true
exhaustive_ignores =
    loose

[importlinter:contract:apart]
name = Apart
type = independence
modules =
    app.work
    app.play

[importlinter:contract:far]
name = Far
type = forbidden
source_modules = app.store
forbidden_modules =
    app.ui
    json

[importlinter:contract:near]
name = Near
type = forbidden
source_modules = app.store
forbidden_modules = app.ui
allow_indirect_imports = true

[importlinter:contract:kept]
name = Kept
type = protected
protected_modules = app.store
allowed_importers =
    app.work
    app.play

[importlinter:contract:rings]
name = Rings
type = acyclic_siblings
ancestors = app
"""


def test_each_contract_is_a_valid_policy() -> None:
    root, contracts = read_contracts(CONTRACTS)
    assert root == "app"
    made = {}
    for contract in contracts:
        for rule, kind, scope in translated(contract):
            text = policy(rule, kind, scope, owners(contract, rule))
            made[contract.name] = read_policy(f"policies/{rule}.toml", text.encode(), known_kinds())
    assert {name: one.kind for name, one in made.items()} == {
        "Tiers": "layers",
        "Apart": "layers",
        "Far": "boundary",
        "Near": "boundary",
        "Kept": "boundary",
        "Rings": "cycle",
    }
    assert (made["Far"].scope.indirect, made["Near"].scope.indirect) == ("explained", "ignored")
    assert [one.module for one in made["Kept"].owners] == ["app.play.**", "app.store.**", "app.work.**"]
    assert made["Tiers"].scope.beside == ("loose",)


@pytest.mark.skipif(importlib.util.find_spec("importlinter") is None, reason="import-linter is in the extra `bench`")
def test_both_tools_agree(tmp_path: Path) -> None:
    host, copy = tmp_path / "host", tmp_path / "copy"
    for name in ("", "ui", "work", "play", "store", "loose"):
        (host / "app" / name).mkdir(parents=True, exist_ok=True)
        (host / "app" / name / "__init__.py").write_text("", encoding="utf-8")
    contracts = CONTRACTS.replace("    json\n", "").replace(
        "[importlinter]\n", "[importlinter]\ninclude_external_packages = true\n"
    )
    (host / ".importlinter").write_text(contracts, encoding="utf-8")
    copy.mkdir()
    bench = Bench(host, copy)
    assert bench.compare() == (set(), set())
    (bench.package / "store" / "__init__.py").write_text(f"import {bench.root}.loose", encoding="utf-8")
    (bench.package / "loose" / "__init__.py").write_text(f"import {bench.root}.ui", encoding="utf-8")
    ours, theirs = bench.compare()
    assert ours == theirs == {"Tiers", "Far"}
