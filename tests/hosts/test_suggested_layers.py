"""The layers that `init` proposes: in the configuration, commented out, valid, and held by the host as it is."""

from pathlib import Path

import pytest

from .builder import Files, Host, build, codes, write

TIDY: Files = {
    "app/__init__.py": "",
    "app/main.py": "from app.worker import job\nfrom app.play import game",
    "app/worker/__init__.py": "",
    "app/worker/job.py": "import app.store.db, app.model",
    "app/play/__init__.py": "",
    "app/play/game.py": "import app.store.db",
    "app/store/__init__.py": "",
    "app/store/db.py": "import app.model",
    "app/model.py": "",
}


def founded(folder: Path, files: Files, configuration: str = "archgate.toml") -> Host:
    """The host after `init`; `configuration` names the file that is to have the proposal."""
    host = build(folder, {**files, configuration: ""})
    if configuration == "archgate.toml":
        (host.root / configuration).unlink()
    assert host.run("init").exit == 0
    return host


def proposal(host: Host, configuration: str = "archgate.toml") -> str:
    """The text that is commented out, "" if there is none."""
    text = (host.root / configuration).read_text(encoding="utf-8")
    _, _, lines = text.partition("# archgate policy freeze layers\n#\n")
    return "".join(f"{line.removeprefix('#').removeprefix(' ')}\n" for line in lines.splitlines())


@pytest.mark.parametrize("configuration", ["archgate.toml", "pyproject.toml"])
def test_the_proposal(configuration: str, tmp_path: Path) -> None:
    host = founded(tmp_path, TIDY, configuration)
    text = proposal(host, configuration)
    assert 'layers = ["app.main", "app.play | app.worker", "app.store", "app.model"]' in text
    assert codes(host.check()) == []
    write(host.root, {"policies/layers.toml": text})
    assert host.facts("layers") == []
    assert host.run("policy", "freeze", "layers").exit == 0
    assert codes(host.check()) == []


def test_members_of_a_cycle_share_a_layer(tmp_path: Path) -> None:
    host = founded(
        tmp_path,
        {**TIDY, "app/play/game.py": "import app.worker, app.store.db", "app/worker/__init__.py": "import app.play"},
    )
    assert '"app.play : app.worker"' in proposal(host)


@pytest.mark.parametrize(
    ("idea", "files"),
    [
        ("no order, one large cycle", {"app/model.py": "import app.main", "app/store/db.py": "import app.model"}),
        (
            "a cycle of more than half, however much is in order around it",
            {
                "app/model.py": "import app.worker",
                "app/over.py": "import app.main",
                "app/under.py": "",
                "app/play/game.py": "import app.model, app.under",
                "app/worker/job.py": "import app.store.db, app.play",
            },
        ),
        ("two layers are none", {"app/worker/job.py": "", "app/play/game.py": "", "app/store/db.py": ""}),
    ],
)
def test_nothing_to_propose(idea: str, files: Files, tmp_path: Path) -> None:
    assert proposal(founded(tmp_path, {**TIDY, **files})) == "", idea


def test_init_says_so(tmp_path: Path) -> None:
    host = build(tmp_path, {**TIDY, "archgate.toml": ""})
    (host.root / "archgate.toml").unlink()
    assert "archgate.toml has a proposal for policies/layers.toml, commented out" in host.run("init").out
