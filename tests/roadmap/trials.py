"""Small repositories with a roadmap, and one of their leaves before the gate."""

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr
from pathlib import Path
from typing import TypeVar

from archgate.gate.finding import Finding
from archgate.policy.roadmap_terms import LeafTerms, bare_policy
from archgate.roadmap.false_completion import false_completions
from archgate.roadmap.trial import Span, Trial
from archgate.run.opening import Options, open_case, stand
from archgate.run.roadmap import read_document
from tests.gate.repository import Repository
from tests.hosts.builder import configuration, text

DOCUMENT = "docs/roadmap.md"
TABLE = """\
# Plan

### S1: Feeds

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S1-L1 Feed | `ACTIVE` | none | the feed goes through its port |

### S1-L1 Feed

**Status:** `ACTIVE`

"""
Result = TypeVar("Result")


def repository(tmp_path: Path, files: Mapping[str, str | bytes]) -> Repository:
    """A repository whose `main` has a host `app`, the files, and the branch `work` checked out on top."""
    root, home = tmp_path / "host", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    made = Repository(root=root, home=home)
    made.git("init", "--quiet", "--template=")
    standard = {
        "archgate.toml": configuration("app", apart=["tests/**"], base=["main"]),
        "app/__init__.py": "",
        DOCUMENT: TABLE,
    }
    put(made, {**standard, **files})
    made.commit("before")
    made.git("checkout", "--quiet", "-b", "work")
    return made


def put(made: Repository, files: Mapping[str, str | bytes | None]) -> None:
    """Write files, dedented; None deletes."""
    for path, content in files.items():
        if content is None:
            made.delete(path)
        else:
            made.write(path, text(content))


def judged(made: Repository, judge: Callable[[Trial], Result], terms: LeafTerms | None = None) -> Result:
    """What a judge says of the leaf S1-L1, whose commits are those since `main`, with the work tree."""
    options = Options(made.root, base="main", unprotected=True, cached=False, processes=1, environment={})
    with stand(options) as ground, redirect_stderr(io.StringIO()):
        case = open_case(ground, options)
        policy = case.law.roadmap or bare_policy(DOCUMENT)
        roadmap = read_document(case.head.tree, policy)
        leaf = roadmap.leaf("S1-L1")
        assert leaf is not None
        before = made.oid("main")
        commits = tuple(made.git("rev-list", "--reverse", "main..HEAD").split())
        span = Span(start=before, commits=commits, how="since main", is_open=True)
        asked = terms or policy.leaf("S1-L1")
        return judge(Trial(case, roadmap, policy, leaf, asked, span, "VERIFIED"))


def told(
    tmp_path: Path,
    before: Mapping[str, str | bytes],
    after: Mapping[str, str | bytes | None],
    terms: LeafTerms | None = None,
) -> list[Finding]:
    """What is false about a leaf that found the files `before` and leaves them as `after` says."""
    made = repository(tmp_path, before)
    put(made, after)
    made.commit("the leaf")
    return judged(made, false_completions, terms)


def named(found: Sequence[Finding], code: str) -> list[str]:
    """The subjects of the findings of one code."""
    return [one.subject for one in found if one.code == code]
