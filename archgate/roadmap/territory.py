"""Whose ground is what: canonical code, compat roots, tests, and what a leaf owns."""

from collections.abc import Callable, Iterator

from archgate.facts.view import View
from archgate.host.selectors import any_path_matches
from archgate.link.host import HostIndex
from archgate.roadmap.trial import Trial

TEST_FOLDERS = frozenset(("test", "tests", "testing"))


def is_test(path: str) -> bool:
    """Whether a source is a test, or stands with the tests."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    named = stem == "conftest" or stem.startswith("test_") or stem.endswith(("_test", "_tests"))
    return named or stem in TEST_FOLDERS or not TEST_FOLDERS.isdisjoint(folders)


class Territory:
    """The ground of a host as a leaf sees it. Modules are asked by name."""

    def __init__(self, trial: Trial) -> None:
        self.host: HostIndex = trial.case.host
        view = View(self.host)
        self.is_compat: Callable[[str], bool] = view.selects(trial.policy.header.compat)
        self._owns = trial.terms.owns

    def is_canonical(self, module: str) -> bool:
        """Whether a module is code of the host proper: in no compat root, and no test."""
        return not self.is_compat(module) and not is_test(self.host.path(module))

    def owns(self, module: str) -> bool:
        """Whether the leaf owns the source of a module."""
        return any_path_matches(self._owns, self.host.path(module))

    def canonical(self) -> Iterator[str]:
        """The canonical modules."""
        return filter(self.is_canonical, self.host.modules)
