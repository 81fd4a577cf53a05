"""The arguments of a call, with literal stars spread out."""

import ast
from collections.abc import Mapping, Sequence

from msgspec import Struct

from archgate.index.elements import Placed, elements
from archgate.index.scopes import Scope


class Arguments(Struct, frozen=True):
    """Positional and keyword arguments, each with the scope that it is evaluated in, as far as they can be told."""

    positional: Sequence[Placed]
    keywords: Mapping[str, Placed]

    def get(self, position: int, name: str) -> Placed | None:
        """The argument for a parameter; None where there is none, or where it cannot be told which it is."""
        if position < len(self.positional):
            return self.positional[position]
        return self.keywords.get(name)

    def after(self, count: int) -> "Arguments":
        """The arguments without the first `count` positional ones."""
        return Arguments(self.positional[count:], self.keywords)


def arguments_of(call: ast.Call, scope: Scope) -> Arguments:
    """The arguments of a call that stands in `scope`."""
    positional: list[Placed] = []
    for argument in call.args:
        if not isinstance(argument, ast.Starred):
            positional.append((argument, scope))
            continue
        spread = elements(argument.value, scope)
        positional.extend(spread)
        if any(element is None for element, _ in spread):
            break
    return Arguments(positional, _keywords(call, scope))


def _keywords(call: ast.Call, scope: Scope) -> dict[str, Placed]:
    found: dict[str, Placed] = {}
    for keyword in call.keywords:
        if keyword.arg is not None:
            found[keyword.arg] = (keyword.value, scope)
            continue
        items = ast.Call(ast.Attribute(keyword.value, "items", ast.Load()), [], [])
        for pair, where in elements(items, scope):
            match pair:
                case ast.Tuple(elts=[ast.Constant(value=str(name)), value]):
                    found[name] = (value, where)
    return found
