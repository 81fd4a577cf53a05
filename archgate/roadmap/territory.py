"""Whose ground is what: canonical code, compat roots, tests, and what a leaf owns."""

from collections.abc import Callable, Iterator
from functools import cached_property

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
        """Whether a module is code of the host proper: in no compat root, and no test.

        What looks like a test and is imported by what is none is code, whatever it is called.
        """
        return not self.is_compat(module) and module not in self._tests

    @cached_property
    def _tests(self) -> frozenset[str]:
        named = {name for name, module in self.host.modules.items() if is_test(module.path)}
        stack = [name for name in self.host.modules if name not in named]
        while stack:
            for reference in self.host.references.get(stack.pop(), ()):
                taken = {reference.target, f"{reference.target}.{reference.name}"} & named
                named -= taken
                stack += taken
        return frozenset(named)

    def owns(self, module: str) -> bool:
        """Whether the leaf owns the source of a module."""
        return any_path_matches(self._owns, self.host.path(module))

    def canonical(self) -> Iterator[str]:
        """The canonical modules."""
        return filter(self.is_canonical, self.host.modules)
