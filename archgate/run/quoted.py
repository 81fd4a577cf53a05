"""The documents of a tree that quote figures, and which of those are stale."""

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from archgate.host.errors import InputError, Problem, invalid
from archgate.host.tree import Tree
from archgate.policy.law import Law
from archgate.report.asked import read_asked
from archgate.report.documents import Document, Stated
from archgate.report.quoting import Quote, has_marks, quotes
from archgate.roadmap.document import Roadmap
from archgate.run.figures import Sight, figure

SUFFIXES = (".md", ".markdown")


def documents(tree: Tree, policies: str) -> list[str]:
    """The Markdown files of a tree, by path; not those of the folder of policies, nor links to others."""
    return [
        path
        for path, file in tree.paths().items()
        if path.lower().endswith(SUFFIXES) and file.kind == "file" and not path.startswith(f"{policies}/")
    ]


def quoting(tree: Tree, paths: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Those of the documents that hold a mark, with their bytes. Raises InputError for one that cannot be read."""
    listed = tree.paths()
    contents = dict(tree.contents(sorted(path for path in paths if path in listed)))
    loaded = tree.load([one.key for one in contents.values() if one.data is None and not one.error])
    for path, content in contents.items():
        if content.error:
            raise invalid(content.error, "mend or remove it", path, code="UNREADABLE")
        data = loaded[content.key] if content.data is None else content.data
        if has_marks(data):
            yield path, data
    for path in sorted(set(paths) - listed.keys()):  # outside git, what a person has named
        unlisted = tree.read(path) or b""
        if has_marks(unlisted):
            yield path, unlisted


def compared(sight: Sight, found: Mapping[str, bytes]) -> tuple[list[Document], list[Problem]]:
    """Each document with its figures beside what they should be, and everything that is wrong with their marks."""
    read: list[Document] = []
    problems: list[Problem] = []
    for path, data in sorted(found.items()):
        stated: list[Stated] = []
        try:
            marks = quotes(path, data)
        except InputError as error:
            problems.extend(error.problems)
            continue
        for quote in marks:
            try:
                stated.append(Stated(quote, str(figure(sight, read_asked(quote.asked)))))
            except ValueError as error:
                problems.append(Problem(path, quote.line, "INVALID", str(error), _CURE))
            except InputError as error:
                problems.extend(_quoted(path, quote, problem) for problem in error.problems)
        if marks:
            read.append(Document(path, data, tuple(stated)))
    return read, problems


def roadmap_in(tree: Tree, law: Law) -> Roadmap:
    """The roadmap of a tree. Raises ValueError, in words, where there is none, and InputError for one in disorder."""
    from archgate.roadmap.from_tree import read_document

    if law.roadmap is None:
        raise ValueError("there is no roadmap: policies/roadmap.toml names none")
    return read_document(tree, law.roadmap)


_CURE = "see: archgate docs --help"


def _quoted(path: str, quote: Quote, problem: Problem) -> Problem:
    """A problem of the host or its rules, as that of the figure that it keeps from being counted."""
    message = f"`{quote.asked}` cannot be counted: {problem.path}: {problem.message}"
    return replace(problem, path=path, line=quote.line, message=message)
