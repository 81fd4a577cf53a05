"""Layers: what may import what in a stack, what has no place in it, and what is frozen of that."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from .builder import Files, Host, arrow, block, build, codes, configuration, found, policy, write

HOST: Files = dict.fromkeys(
    (
        "app/__init__.py",
        "app/ui/__init__.py",
        "app/ui/page.py",
        "app/jobs/__init__.py",
        "app/jobs/job.py",
        "app/play/__init__.py",
        "app/play/game.py",
        "app/store/__init__.py",
        "app/store/db.py",
    ),
    "",
)
STACK = ("app.ui", "app.jobs | app.play", "app.store")


def layered(folder: Path, files: Files, *blocks: str, layers: Sequence[str] = STACK, **scope: object) -> Host:
    """The host of four packages with a rule `layers`; files take the place of empty ones."""
    text = policy("layers", "layers", {"layers": list(layers), **scope}, *blocks)
    return build(folder, {**HOST, "policies/layers.toml": text, **files})


def arrows(host: Host) -> set[str]:
    return {arrow(fact) for fact in host.facts("layers")}


UP, ACROSS, DOWN = "import app.ui.page", "import app.play.game", "import app.store.db"


@pytest.mark.parametrize(
    ("idea", "files", "facts"),
    [
        ("down is free", {"app/jobs/job.py": DOWN}, set()),
        ("down past a layer is free", {"app/ui/page.py": DOWN}, set()),
        ("up is a fact", {"app/store/db.py": UP}, {"app.store.db -> app.ui.page"}),
        ("by one layer or by two", {"app/jobs/job.py": UP}, {"app.jobs.job -> app.ui.page"}),
        ("across between independent ones", {"app/jobs/job.py": ACROSS}, {"app.jobs.job -> app.play.game"}),
        ("within a part of a layer is free", {"app/jobs/job.py": "import app.jobs"}, set()),
        ("the package itself is of its layer", {"app/store/__init__.py": UP}, {"app.store -> app.ui.page"}),
        ("and so is what is imported", {"app/store/db.py": "import app.ui"}, {"app.store.db -> app.ui"}),
        ("lazy imports count", {"app/store/db.py": f"def f():\n    {UP}"}, {"app.store.db -> app.ui.page"}),
        (
            "typing imports do not",
            {"app/store/db.py": f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {UP}"},
            set(),
        ),
        ("a sibling without a layer", {"app/loose.py": ""}, {"app.loose -> (no layer)"}),
        ("a package is one sibling", {"app/loose/a.py": "", "app/loose/b.py": ""}, {"app.loose -> (no layer)"}),
        ("a longer name is another sibling", {"app/uix.py": ""}, {"app.uix -> (no layer)"}),
        (
            "what the package around imports leads up",
            {"app/__init__.py": UP, "app/store/db.py": "import app"},
            {"app.store.db -> app"},
        ),
        ("and what it imports by itself is free", {"app/__init__.py": UP}, set()),
    ],
)
def test_facts(idea: str, files: Files, facts: set[str], tmp_path: Path) -> None:
    assert arrows(layered(tmp_path, files)) == facts, idea


@pytest.mark.parametrize(
    ("idea", "scope", "files", "facts"),
    [
        ("not exhaustive: siblings need no layer", {"exhaustive": False}, {"app/loose.py": ""}, set()),
        ("beside: this one needs none", {"beside": ["app.loose"]}, {"app/loose.py": ""}, set()),
        (
            "beside: that it leads up counts still",
            {"beside": ["app.loose"]},
            {"app/loose.py": UP, "app/store/db.py": "import app.loose"},
            {"app.store.db -> app.loose"},
        ),
        (
            "through any number of modules without layer",
            {"exhaustive": False},
            {"app/one.py": "import app.two", "app/two.py": UP, "app/store/db.py": "import app.one"},
            {"app.store.db -> app.one"},
        ),
        (
            "together: they may import one another",
            {"layers": ["app.ui", "app.jobs : app.play", "app.store"]},
            {"app/jobs/job.py": ACROSS},
            set(),
        ),
        (
            "closed: nothing goes past it",
            {"closed": ["app.jobs"]},
            {"app/ui/page.py": DOWN},
            {"app.ui.page -> app.store.db"},
        ),
        (
            "closed: through it is the way",
            {"closed": ["app.jobs"]},
            {"app/ui/page.py": "import app.jobs.job", "app/jobs/job.py": DOWN},
            set(),
        ),
        (
            "closed: nor by a detour",
            {"closed": ["app.jobs"], "exhaustive": False},
            {"app/ui/page.py": "import app.loose", "app/loose.py": DOWN},
            {"app.ui.page -> app.loose"},
        ),
        (
            "typing: where the rule asks for it",
            {"edges": ["typing"]},
            {"app/store/db.py": f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {UP}"},
            {"app.store.db -> app.ui.page"},
        ),
        (
            "independence: a layer by itself",
            {"layers": ["app.jobs | app.play"], "exhaustive": False},
            {"app/jobs/job.py": "import app.store", "app/store/__init__.py": ACROSS},
            {"app.jobs.job -> app.store"},
        ),
        (
            "a wildcard: each match is a part of its own",
            {"layers": ["app.*"]},
            {"app/jobs/job.py": f"import app.jobs\n{DOWN}"},
            {"app.jobs.job -> app.store.db"},
        ),
        (
            "containers: one stack in each",
            {"layers": ["high", "low"], "containers": ["app.jobs", "app.play"]},
            {
                **dict.fromkeys(("app/jobs/high.py", "app/play/low.py", "app/jobs/job.py", "app/play/game.py"), ""),
                "app/jobs/low.py": "import app.jobs.high",
                "app/play/high.py": "import app.jobs.low",
            },
            {"app.jobs.low -> app.jobs.high", "app.jobs.job -> (no layer)", "app.play.game -> (no layer)"},
        ),
        (
            "containers: by a wildcard, siblings beside by their last name",
            {"layers": ["(high)", "low"], "containers": ["app.*"], "beside": ["job", "page", "game", "db"]},
            {"app/jobs/low.py": "import app.jobs.high", "app/jobs/high.py": "", "app/play/high.py": ""},
            {"app.jobs.low -> app.jobs.high"},
        ),
        (
            "deeper layers: the packages around them are no siblings",
            {"layers": ["app.ui", "app.jobs.job", "app.play", "app.store"]},
            {"app/jobs/other.py": ""},
            {"app.jobs.other -> (no layer)"},
        ),
        ("optional: may be missing", {"layers": [*STACK, "(app.none)"]}, {}, set()),
    ],
)
def test_scopes(idea: str, scope: dict[str, Any], files: Files, facts: set[str], tmp_path: Path) -> None:
    assert arrows(layered(tmp_path, files, **scope)) == facts, idea


def test_an_optional_layer_may_be_missing(tmp_path: Path) -> None:
    assert codes(layered(tmp_path, {}, layers=[*STACK, "(app.none)"]).check()) == []


def test_several_roots_are_siblings(tmp_path: Path) -> None:
    files = {"archgate.toml": configuration("app", "lib", "tool"), "lib/__init__.py": UP, "tool/__init__.py": ""}
    host = layered(tmp_path, files, layers=["app", "lib"])
    assert arrows(host) == {"lib -> app.ui.page", "tool -> (no layer)"}


@pytest.mark.parametrize(
    ("idea", "scope", "told"),
    [
        ("no layers", {"layers": []}, "`layers` is empty"),
        ("both marks", {"layers": ["app.ui | app.jobs : app.play"]}, "mixes `|` (independent) and `:`"),
        ("no name", {"layers": ["app.ui", "app.jobs |"]}, "is no module"),
        ("twice", {"layers": ["app.ui", "app.jobs | app.ui"]}, "stands in the layers twice"),
        ("one in another", {"layers": ["app.ui", "app.ui.page"]}, "`app.ui.page` lies inside of `app.ui`"),
        ("closed what is no layer", {"closed": ["app.none"]}, "`closed` names `app.none`"),
        ("an unknown key", {"closes": ["app.ui"]}, "did you mean `closed`"),
        ("a missing layer", {"layers": [*STACK, "app.none"]}, "`app.none` matches no module"),
        ("a layer of no root package", {"layers": [*STACK, "ap.ui"]}, "`ap.ui` matches no module"),
        ("a container of none", {"layers": ["x"], "containers": ["ap"]}, "`ap` matches no module"),
        (
            "a missing layer of a container",
            {"layers": ["high"], "containers": ["app.jobs"]},
            "`app.jobs.high` matches no module",
        ),
    ],
)
def test_what_is_wrong_is_told(idea: str, scope: dict[str, Any], told: str, tmp_path: Path) -> None:
    host = layered(tmp_path, {}, **scope)
    done = host.run("check")
    assert done.exit == 2, idea
    assert told in done.out


def test_the_cause_is_told(tmp_path: Path) -> None:
    files = {"app/store/db.py": "import app.loose", "app/loose.py": UP, "app/jobs/job.py": f"{UP}\n{ACROSS}"}
    host = layered(tmp_path, files, exhaustive=False)
    told = {arrow(one): one["message"] for one in found(host.check(), "NEW")}
    way = "by way of app.store.db -> app.loose -> app.ui.page"
    assert f"app.store lies below app.ui, {way}" in told["app.store.db -> app.loose"]
    assert "app.jobs lies below app.ui" in told["app.jobs.job -> app.ui.page"]
    assert "app.jobs and app.play are independent of each other" in told["app.jobs.job -> app.play.game"]


def test_the_cure_is_told(tmp_path: Path) -> None:
    verdict = layered(tmp_path, {"app/loose.py": "", "app/store/db.py": UP}).check()
    told = {arrow(one): one["fix"] for one in found(verdict, "NEW")}
    assert told["app.loose -> (no layer)"].startswith("Give it a place in `layers`")
    assert told["app.store.db -> app.ui.page"].startswith("Turn the import around")


FROZEN = (
    block("debt", from_="app.loose", to="(no layer)"),
    block("debt", from_="app.store.db", to="app.ui.page"),
)


def test_what_is_frozen_holds(tmp_path: Path) -> None:
    assert codes(layered(tmp_path, {"app/store/db.py": UP, "app/loose.py": ""}, *FROZEN).check()) == []


def test_what_is_gone_is_stale(tmp_path: Path) -> None:
    host = layered(tmp_path, {}, *FROZEN)
    assert codes(host.check()) == ["STALE", "STALE"]
    assert host.run("policy", "shrink").exit == 0
    assert codes(host.check()) == []


def test_owners_may(tmp_path: Path) -> None:
    owner = block("owner", module="app.store.db")
    assert codes(layered(tmp_path, {"app/store/db.py": UP}, owner).check()) == []


def changed(folder: Path, files: Files, before: dict[str, Any], after: dict[str, Any]) -> Any:
    """The verdict on a change of the scope, and of files, against the commit before."""
    host = layered(folder, {}, **before)
    host.git("init", "-q", "-b", "main")
    host.commit()
    layered(folder, files, **after)
    return host.check("--base", "HEAD")


@pytest.mark.parametrize(
    ("idea", "before", "after", "loosened"),
    [
        ("nothing", {}, {}, []),
        (
            "a layer lost",
            {},
            {"layers": ["app.ui", "app.jobs | app.play"], "beside": ["app.store"]},
            ["beside", "layers"],
        ),
        ("two layers turned around", {}, {"layers": ["app.store", "app.jobs | app.play", "app.ui"]}, ["layers"]),
        ("independent ones joined", {}, {"layers": ["app.ui", "app.jobs : app.play", "app.store"]}, ["layers"]),
        ("parts of a wildcard joined", {"layers": ["app.*"]}, {"layers": ["app.* : (app.none.x)"]}, ["layers"]),
        ("joined ones made independent", {"layers": ["app.ui", "app.jobs : app.play", "app.store"]}, {}, []),
        ("a layer split", {}, {"layers": ["app.ui", "app.jobs", "app.play", "app.store"]}, ["layers"]),
        (
            "joined ones split",
            {"layers": ["app.ui", "app.jobs : app.play", "app.store"]},
            {"layers": ["app.ui", "app.jobs", "app.play", "app.store"]},
            [],
        ),
        ("a layer closed", {}, {"closed": ["app.jobs"]}, []),
        ("a layer opened", {"closed": ["app.jobs"]}, {}, ["layers"]),
        ("no longer exhaustive", {}, {"exhaustive": False}, ["exhaustive"]),
        ("exhaustive now", {"exhaustive": False}, {}, []),
        ("one let out", {}, {"beside": ["app.loose"]}, ["beside"]),
        ("a kind of edge lost", {}, {"edges": ["eager"]}, ["edges"]),
        ("a kind of edge gained", {}, {"edges": ["dynamic", "eager", "lazy", "typing"]}, []),
        ("an optional layer more", {}, {"layers": [*STACK, "(app.none)"]}, []),
    ],
)
def test_loosening(
    idea: str, before: dict[str, Any], after: dict[str, Any], loosened: list[str], tmp_path: Path
) -> None:
    told = found(changed(tmp_path, {}, before, after), "LOOSENED")
    assert sorted({one["subject"].removeprefix("scope.") for one in told}) == loosened, idea


def test_a_new_package_takes_its_place_in_the_change_that_brings_it(tmp_path: Path) -> None:
    after = {"layers": ["app.ui", "app.jobs | app.play", "app.queue", "app.store"]}
    assert codes(changed(tmp_path, {"app/queue.py": DOWN}, {}, after)) == []


def test_a_new_package_without_a_place_is_red(tmp_path: Path) -> None:
    assert codes(changed(tmp_path, {"app/queue.py": DOWN}, {}, {})) == ["NEW"]


def test_the_layers_of_base_follow_what_moved(tmp_path: Path) -> None:
    """Under a new name, and placed on top, the store may import the pages; base's law knows it by the old one."""
    host = layered(tmp_path, {"app/store/db.py": "def save(): ...\ndef load(): ...\n"})
    host.git("init", "-q", "-b", "main")
    host.commit()
    host.git("mv", "app/store", "app/vault")
    files = {"app/vault/db.py": f"{UP}\ndef save(): ...\ndef load(): ...\n"}
    write(
        host.root, {**files, "policies/layers.toml": policy("layers", "layers", {"layers": ["app.vault", *STACK[:2]]})}
    )
    told = found(host.check("--base", "HEAD"), "LAUNDERED")
    assert [arrow(one) for one in told] == ["app.vault.db -> app.ui.page"]


def test_a_new_layer_launders_nothing(tmp_path: Path) -> None:
    """Placed on top, the bridge may reach what it wants; that the store goes over it, base's law sees as well."""
    after = {"layers": ["app.ui", "app.jobs | app.play", "app.store : app.bridge"]}
    files = {"app/bridge.py": "import app.ui", "app/store/db.py": "import app.bridge"}
    entry = block("debt", from_="app.bridge", to="app.ui")
    host = layered(tmp_path, {})
    host.git("init", "-q", "-b", "main")
    host.commit()
    layered(tmp_path, files, entry, **after)
    assert set(codes(host.check("--base", "HEAD"))) >= {"LAUNDERED"}
