"""How large everything in the host is: each function, class and file, with a name of its own."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from archgate.index.module import Definition
from archgate.link.host import HostIndex
from archgate.link.module import Module


class Size(Struct, frozen=True, gc=False):
    """The measures of a function, a class or a file; `archgate.index.module.Definition` says what they count.

    `module` is the module's name; `name` the qualified name in it (see `names_of`), "" for the file itself. `line` is
    that of the `def` or `class`. `definitions` counts the functions and classes in a file, at any depth. A measure that
    its kind does not have is 0: `cyclomatic` and `nesting` for files, `arguments` but for functions, `methods` but for
    classes, `definitions` but for files.
    """

    module: str
    name: str
    kind: Literal["function", "class", "file"]
    path: str
    line: int
    statements: int
    lines: int
    cyclomatic: int = 0
    nesting: int = 0
    arguments: int = 0
    methods: int = 0
    definitions: int = 0


def sizes(host: HostIndex) -> Iterator[Size]:
    """Every file, class and function of the host that can be read, sorted by module and name."""
    for _, module in sorted(host.modules.items()):
        if module.path not in host.unreadable:
            yield from sorted(_in_module(module), key=lambda size: size.name)


def names_of(definitions: Sequence[Definition]) -> list[str]:
    """A name for each definition of a file, given in source order, by which it differs from all others.

    It is the qualified name without `<locals>`; the second definition of a name in one scope is `name#2`, the third
    `name#3`, and so are they called in the names of what they hold: `C#2.run`.
    """
    names: list[str] = []
    around: list[tuple[Definition, str, Counter[str]]] = []
    outermost: Counter[str] = Counter()
    for definition in definitions:
        while around and around[-1][0].end < definition.line:
            around.pop()
        prefix, seen = (f"{around[-1][1]}.", around[-1][2]) if around else ("", outermost)
        own = definition.name.rpartition(".")[2]
        seen[own] += 1
        name = f"{prefix}{own}#{seen[own]}" if seen[own] > 1 else f"{prefix}{own}"
        around.append((definition, name, Counter()))
        names.append(name)
    return names


def _in_module(module: Module) -> Iterator[Size]:
    index = module.index
    yield Size(
        module=module.name,
        name="",
        kind="file",
        path=module.path,
        line=1,
        statements=index.statements,
        lines=index.lines,
        definitions=len(index.definitions),
    )
    for name, one in zip(names_of(index.definitions), index.definitions, strict=True):
        yield Size(
            module.name,
            name,
            one.kind,
            module.path,
            one.end - one.lines + 1,
            one.statements,
            one.lines,
            one.cyclomatic,
            one.nesting,
            one.arguments,
            one.methods,
        )
