"""Scope: what the leaf's commits changed lies inside what it owns."""

import re
from collections.abc import Iterator

from archgate.host.selectors import any_path_matches
from archgate.roadmap.document import Section
from archgate.roadmap.leaf_commits import changed_files
from archgate.roadmap.territory import is_test
from archgate.roadmap.trial import Answer, Trial

_PATH = re.compile(r"[\w./*-]+")


def scope(trial: Trial) -> Answer:
    """Whether the leaf's commits stayed inside `owns`, the law, the roadmap and the tests that the leaf names."""
    span, owns = trial.span, trial.terms.owns
    if not span.start:
        return Answer("scope", "unknown", (span.how,), "give the leaf's commits a way to be found")
    if not owns:
        evidence = f"{trial.policy.path} does not say what {trial.leaf.id} owns"
        return Answer("scope", "unknown", (evidence,), "name its paths as `owns`, in a change of its own")
    if not trial.at_base:
        evidence = f"only this change itself says what {trial.leaf.id} owns"
        return Answer("scope", "unknown", (evidence,), "land its `owns` in a change of its own")
    files = changed_files(trial.case, span)
    if not files:
        return Answer("scope", "unknown", (f"{span.how} changed no file",), "record the leaf's commits")
    allowed = (*owns, *_always(trial))
    named = frozenset(_named_tests(trial.leaf.section)) if trial.leaf.section else frozenset()
    outside = [path for path in sorted(files) if not any_path_matches(allowed, path) and not _is_named(path, named)]
    if outside:
        return Answer("scope", "fails", tuple(outside), "take these out, or into a leaf that owns them")
    return Answer("scope", "holds", (f"{len(files)} files changed, all inside what it owns ({span.how})",))


def _always(trial: Trial) -> Iterator[str]:
    """The law, wherever base or head keep it, and the roadmap."""
    for law in filter(None, (trial.case.law, trial.case.base_law)):
        yield from (f"{law.configuration.policies}/**", f"{law.configuration.fixtures}/**")
    yield trial.policy.document


def _named_tests(section: Section) -> Iterator[str]:
    """Paths of tests in a leaf's commands and matrices."""
    texts = [command.text for command in section.commands]
    texts += [cell for matrix in section.matrices for row in matrix.rows for cell in row.cells]
    for text in texts:
        yield from (word.rstrip("./") for word in _PATH.findall(text) if is_test(word))


def _is_named(path: str, named: frozenset[str]) -> bool:
    """Whether a test is named, or stands in a named folder that is no more than tests."""
    return is_test(path) and any(path == name or path.startswith(f"{name}/") for name in named)
