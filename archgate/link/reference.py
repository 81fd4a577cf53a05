"""What one import comes to once the whole host is known."""

from typing import Literal

from msgspec import Struct

EdgeKind = Literal["eager", "lazy", "typing", "dynamic", "implied"]
Absence = Literal["nothing", "outside", "foreign"]


class Reference(Struct, frozen=True, gc=False):
    """One import of a module that is there (or of an external): where it stands and how it runs.

    `name` is what the import takes out of `target` by that name ("*" for all of it), "" where the import is of the
    module itself. `package` is not "" where the module was taken out of that package by a name which the package itself
    may bind to something else.
    """

    target: str
    kind: EdgeKind
    line: int
    name: str = ""
    conditional: bool = False
    package: str = ""


class Missing(Struct, frozen=True, gc=False):
    """One first-party import that reaches no module of the host.

    `absence`: `nothing` of that name, a relative import that climbs `outside` the root package (`target` then is as
    written, with its dots), or `foreign` code that the configuration lists as excluded or apart. `tolerant`: the host
    survives the `ImportError`.
    """

    target: str
    kind: EdgeKind
    line: int
    absence: Absence
    tolerant: bool = False
