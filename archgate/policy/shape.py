"""Raw TOML tables against structs: unknown, missing and ill-typed keys, all told at once."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import FieldInfo

from archgate.host.phrases import meant_or_known, nearest
from archgate.policy.problems import Reporter

NOUNS = {
    "array": "a list",
    "bool": "true or false",
    "date": "a date",
    "datetime": "a date",
    "float": "a number",
    "int": "an integer",
    "object": "a table",
    "str": "a string",
    "time": "a time",
}
EXPECTED = re.compile(r"Expected `([a-z| ]+)`, got `([a-z]+)`")
ELEMENT = re.compile(r"\$\[(\d+)\]")


@cache
def fields_of(shape: type[Struct]) -> Mapping[str, FieldInfo]:
    """The fields of a struct by the keys under which they are written, in order."""
    return {field.encode_name: field for field in msgspec.structs.fields(shape)}


def read_shapes(raw: Mapping[str, Any], wanted: Sequence[type[Struct]], report: Reporter) -> list[Any]:
    """One struct of each wanted type from the keys of `raw`, which they share out among them.

    A struct is None where its keys are missing or ill-typed; each such key is told to `report`, as is every key that
    belongs to none of them.
    """
    known = _known_keys(tuple(wanted))
    meant = set() if raw.keys() <= known else set(_tell_unknown(raw, known, report))
    return [_read_shape(raw, shape, report, meant) for shape in wanted]


@cache
def _known_keys(shapes: tuple[type[Struct], ...]) -> frozenset[str]:
    return frozenset(key for shape in shapes for key in fields_of(shape))


def _tell_unknown(raw: Mapping[str, Any], known: frozenset[str], report: Reporter) -> Iterator[str]:
    """Tell the unknown keys, and give the known ones that were probably meant by them."""
    free = known - raw.keys()
    for key in raw:
        if key not in known:
            guess = nearest(key, free)
            report(key, f"unknown key `{key}`; {meant_or_known(key, free if guess else known)}")
            yield guess


def _read_shape(raw: Mapping[str, Any], shape: type[Struct], report: Reporter, meant: set[str]) -> Any:
    fields = fields_of(shape)
    try:
        return msgspec.convert({key: raw[key] for key in fields if key in raw}, shape)
    except msgspec.ValidationError as error:
        told = [_tell_field(raw, field, report, meant) for field in fields.values()]
        if not any(told):
            report("", str(error))
        return None


def _tell_field(raw: Mapping[str, Any], field: FieldInfo, report: Reporter, meant: set[str]) -> bool:
    """Tell what is wrong with one field, if anything is; whether there is."""
    key = field.encode_name
    if key not in raw:
        if field.required and key not in meant:
            report("", f"`{key}` is missing")
        return field.required
    try:
        msgspec.convert(raw[key], field.type)
    except msgspec.ValidationError as error:
        place = ELEMENT.search(str(error))
        element = int(place.group(1)) if place else None
        report(key, _in_words(key, str(error), raw[key], element, field), element=element)
        return True
    return False


def _in_words(key: str, message: str, value: Any, element: int | None, field: FieldInfo) -> str:
    what = f"`{key}`" if element is None else f"element {element + 1} of `{key}`"
    types = EXPECTED.search(message)
    if types:
        wanted = " or ".join(NOUNS.get(name.strip(), name) for name in types.group(1).split("|"))
        return f"{what} must be {wanted}, not {NOUNS.get(types.group(2), types.group(2))}"
    if "enum value" in message:
        found = str(value if element is None else value[element])
        choices = list(_choices(inspect.type_info(field.type)))
        return f"{what} is `{found}`; {meant_or_known(found, choices)}"
    return f"{what}: {message}"


def _choices(shape: inspect.Type) -> Iterator[str]:
    """The strings that a type allows by name, wherever in it they stand."""
    if isinstance(shape, inspect.LiteralType):
        yield from (str(value) for value in shape.values)
    elif isinstance(shape, inspect.UnionType):
        for part in shape.types:
            yield from _choices(part)
    elif isinstance(shape, inspect.VarTupleType | inspect.ListType | inspect.SetType | inspect.FrozenSetType):
        yield from _choices(shape.item_type)
