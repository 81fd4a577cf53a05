"""What one source file says. Knows no policy, no path and no module name: equal bytes give an equal index."""

from typing import Literal

from msgspec import Struct

SCHEMA = 25
"""Raised whenever the same bytes would give another index; part of every cache key."""

ImportTime = Literal["eager", "lazy", "dynamic"]


class Import(Struct, frozen=True, array_like=True, gc=False):
    """One name that one import statement (or one dynamic import call) asks for.

    `from .a import b as c` is `module="a", level=1, name="b", bound="c"`; `import a.b` is `module="a.b", name="",
    bound="a"`; a star import has `name="*"`, `bound=""`; a dynamic import has `bound=""`. In a dynamic import `module`
    may begin with `{__name__}` or `{__package__}`, standing for the importer's own name or package; with such a token a
    `level` says how many last segments of what the token stands for are dropped first (`import_module("..a", __name__)`
    is `module="{__name__}.a", level=1`). Without a token a dynamic `level` means what it means in a `from` statement.

    `line` is the first line of the statement, or of the call. `definition` is the qualified name of the enclosing
    definition, "" at module level. `guards` are the dotted paths, as imported (`typing.TYPE_CHECKING`, `..compat.TC`),
    of names whose truth the statement needs to run; a name that is imported from several places has all its paths in
    one guard, sorted and joined by `|` (`typing.TYPE_CHECKING|typing_extensions.TYPE_CHECKING`); `a.*.name` among them
    is what a star import of `a` binds as `name`, if it binds that.
    `conditional`: under `if`, `try`, `with`, `match` or a loop. `tolerant`: in a `try` that survives an `ImportError`.
    `is_global`: in a definition that declares the name `global`, so that it is the module's.
    """

    module: str
    level: int
    name: str
    bound: str
    line: int
    time: ImportTime
    definition: str = ""
    guards: tuple[str, ...] = ()
    conditional: bool = False
    tolerant: bool = False
    is_global: bool = False


class Definition(Struct, frozen=True, array_like=True, gc=False):
    """A function or class: its qualified name without `<locals>`, its first and last line (decorators included), and
    how large it is.

    - `statements` in its body, those of definitions in it included, since who reads it scrolls through them. A
      definition counts one beside its own body, an `elif` one; clauses such as `else`, `except` and `case` are no
      statements. Strings that stand alone, docstrings among them, count nothing.
    - `lines` from the line of `def` or `class` to `end`, decorators left out.
    - `cyclomatic`: see `archgate.index.branching`. Definitions in a function do not count for it. A class has one,
      what branches in its own body, and the cyclomatic complexity of each of its methods.
    - `nesting`: the most blocks (`if`, loops, `try`, `with`, `match`) in one another around a statement. An `elif` is
      as deep as its `if`; a definition is not deeper than what it stands in, and its blocks count on from there.
    - `arguments` of a function, `*args` and `**kwargs` included. What a method receives by itself (`self`, `cls`, the
      first one unless it is a `staticmethod`) is not counted.
    - `methods` of a class: the functions in its body as they are written, also in an `if` there; each overload and
      setter is one.
    """

    name: str
    kind: Literal["function", "class"]
    line: int
    end: int
    statements: int = 0
    lines: int = 0
    cyclomatic: int = 0
    nesting: int = 0
    arguments: int = 0
    methods: int = 0


class ModuleIndex(Struct, frozen=True, array_like=True, gc=False):
    """What one file says, in source order.

    `names` are the module-level names bound by anything but an import; `exports` is `__all__` where it can be read
    (literals, `+=`, `.append`, `.extend` folded), `None` where there is none or it is `computed`. `rebound` are the
    module-level names that are deleted, or written to through the namespace (`globals()["a"] = ...`), sorted. `bases`
    are the dotted bases of each class that has some, `watched` the builtins in use through which code cannot be seen.
    `flow` is the encoded `archgate.index.flow.Flow`, b"" where nothing can flow. `statements` and `lines` are those of
    the whole file, statements counted as in a `Definition`, lines as they stand there.
    `suppressions` are what the file asks its tools to pass over, each with its line (`archgate.index.suppressions`).
    """

    imports: tuple[Import, ...]
    definitions: tuple[Definition, ...]
    names: tuple[str, ...]
    exports: tuple[str, ...] | None = None
    computed: bool = False
    rebound: tuple[str, ...] = ()
    bases: tuple[tuple[str, tuple[str, ...]], ...] = ()
    watched: tuple[str, ...] = ()
    flow: bytes = b""
    statements: int = 0
    lines: int = 0
    suppressions: tuple[tuple[str, int], ...] = ()


class Unreadable(Struct, frozen=True, gc=False):
    """A file that cannot be read or parsed, and why; `line` is 0 where there is none.

    `needs` is the version of Python that could parse it, "" where none could.
    """

    reason: str
    line: int = 0
    needs: str = ""
