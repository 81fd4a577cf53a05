"""One file rewritten, or what in it cannot be."""

from collections.abc import Iterator, Sequence

from archgate.index.module import Unreadable
from archgate.index.parse import index_source
from archgate.link.module import Module
from archgate.roadmap.retiring.bindings import Binding, bindings_of
from archgate.roadmap.retiring.edits import SourceText, Unfit
from archgate.roadmap.retiring.meaning import Meaning
from archgate.roadmap.retiring.quoted import DynamicImports, listed_edits, unlisted
from archgate.roadmap.retiring.reading import Syntax
from archgate.roadmap.retiring.renaming import Renaming
from archgate.roadmap.retiring.retirement import Rewrite, Sight
from archgate.roadmap.retiring.statements import Statements
from archgate.roadmap.retiring.uses import Fault, Uses


def rewrite(module: Module, data: bytes, meaning: Meaning) -> tuple[Rewrite | None, list[Sight]]:
    """A file with its new bytes (None where nothing changes), and what of it cannot be rewritten."""
    try:
        return _rewritten(module, data, meaning)
    except Unfit as error:
        return None, [Sight(module.path, error.line, error.message)]
    except RecursionError:
        return None, [Sight(module.path, 0, "it is nested too deeply for the rewriter")]


def _rewritten(module: Module, data: bytes, meaning: Meaning) -> tuple[Rewrite | None, list[Sight]]:
    source = SourceText(data)
    syntax = Syntax(source)
    bindings = bindings_of(syntax, module, meaning)
    syntax.with_scopes = any(_needs_scopes(one, meaning) for one in bindings)
    renaming = Renaming(syntax, module, meaning, bindings)
    uses = Uses(syntax, meaning, bindings, renaming)
    uses.read()
    calls = DynamicImports(syntax, module, meaning)
    calls.read()
    faults = [
        *_faults_of_bindings(bindings, module, meaning),
        *_collisions(renaming),
        *uses.faults,
        *calls.faults,
        *unlisted(syntax, module, renaming),
    ]
    if faults:
        return None, sorted({Sight(module.path, source.line(at), message) for at, message in faults})
    statements = Statements(syntax, module, renaming).edits(bindings)
    after = source.edited([*statements, *uses.edits, *calls.edits, *listed_edits(syntax, renaming)])
    if after == data:
        return None, []
    read = index_source(after)
    if isinstance(read, Unreadable):
        raise Unfit(f"rewritten it could not be read: {read.reason}", read.line)
    return Rewrite(module.path, data, after), []


def _needs_scopes(binding: Binding, meaning: Meaning) -> bool:
    """Whether the name that an import binds has to be followed to where it is read."""
    if binding.name == "*":
        return False
    if binding.target is not None and (binding.is_plain or binding.renames):
        return True
    return any(meaning.leads(one) or meaning.goes(one) for one in binding.modules(meaning))


def _faults_of_bindings(bindings: Sequence[Binding], module: Module, meaning: Meaning) -> Iterator[Fault]:
    for one in bindings:
        if one.name == "*":
            if meaning.stars_of(one.module):
                yield one.start, f"takes everything out of `{one.module}`; name what it takes"
        elif one.target is not None and module.name in (one.target.module, one.target.dotted):
            if not meaning.has_moved(module.name):
                yield one.start, f"`{module.name}` would import `{one.target.name}` from itself"
        elif one.target is not None and not meaning.has(one.target):
            yield one.start, f"`{one.target.module}` has no `{one.target.name}`"


def _collisions(renaming: Renaming) -> Iterator[Fault]:
    for renamed in renaming:
        at = renaming.collision(renamed)
        if at is not None:
            yield at, f"`{renamed.old}` would become `{renamed.new}`, which is something else here"
