"""The keys of archgate's configuration: what each may hold, and what is wrong with a value."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from archgate.host.phrases import did_you_mean
from archgate.host.printable import control_fault

HIGHEST = 9999
"""The highest generation of the analysis that a configuration may speak of."""

_DRIVE = re.compile(r"[A-Za-z]:")


class Fault(Struct, frozen=True):
    """What is wrong at a key; `item` is the string at fault inside a list, "" for the value as a whole."""

    key: str
    message: str
    fix: str = ""
    item: str = ""


class Setting(Struct, frozen=True):
    """What one key holds; `check` says what is wrong with one string, and how to mend it: `("", "")` for nothing."""

    kind: Literal["list", "text", "number"]
    check: Callable[[str], tuple[str, str]] | None = None


def path_fault(text: str) -> tuple[str, str]:
    """What is wrong with a path or glob that should be relative to the root."""
    from_root = "write it relative to the root, with /"
    parts = text.split("/")
    checks = (
        (not text.strip(), "a path is empty", "take it out"),
        ("\\" in text, f"`{text}` has a backslash", from_root),
        (text.startswith("/") or _DRIVE.match(text) is not None, f"`{text}` is an absolute path", from_root),
        (".." in parts, f"`{text}` leaves the root", from_root),
        (not _tidy(parts), f"`{text}` is the root itself", "name what lies below it"),
        ("" in parts or "." in parts, f"`{text}` has an empty segment", f"write `{_tidy(parts)}`"),
        (bool(control_fault(text)), f"{text!r} {control_fault(text)}", "take it out"),
        (unicodedata.normalize("NFC", text) != text, f"`{text}` is not in Unicode's NFC form", "write it anew"),
    )
    return next(((message, fix) for wrong, message, fix in checks if wrong), ("", ""))


def glob_fault(text: str) -> tuple[str, str]:
    """What is wrong with a glob: `**`, `*` and `?` are all that it knows."""
    if "[" in text:
        return f"`{text}` has a `[`, and globs know no classes of characters", "write `?` for any one character"
    return path_fault(text)


def package_fault(text: str) -> tuple[str, str]:
    """What is wrong with the folder or file of a root package."""
    if "*" in text or "?" in text:
        return f"`{text}` is a pattern", "name each root package"
    message, fix = path_fault(text)
    folder, _, file = text.rpartition("/")
    name = file.removesuffix(".py")
    if not message and name == "__init__":
        return f"`{text}` is a file of a package, not the package", f"write `{folder}`" if folder else "name its folder"
    if not message and not name.isidentifier():
        return f"`{text}` cannot be imported: `{name}` is no Python name", "name the folder of a root package"
    return message, fix


def ref_fault(text: str) -> tuple[str, str]:
    """What is wrong with the name of a git ref."""
    odd = text.startswith("-") or re.search(r"[\s~^:?*\[\\]|\.\.|@\{", text)
    if not text.strip() or odd or control_fault(text):
        return f"`{text}` is no git ref", "write one such as `origin/main`"
    return "", ""


def requires_fault(text: str) -> tuple[str, str]:
    """What is wrong with a version specifier."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(text)
    except InvalidSpecifier:
        return f"`{text}` is no version specifier", "write one such as `~=0.1`"
    return "", ""


SETTINGS = {
    "packages": Setting("list", package_fault),
    "exclude": Setting("list", glob_fault),
    "apart": Setting("list", glob_fault),
    "policies": Setting("text", path_fault),
    "fixtures": Setting("text", path_fault),
    "base": Setting("list", ref_fault),
    "requires": Setting("text", requires_fault),
    "wired": Setting("list", path_fault),
    "analysis": Setting("number"),
}


def faults_of(table: dict[str, Any]) -> list[Fault]:
    """Everything that is wrong with the keys of a table and with each value alone."""
    faults = [] if "packages" in table else [_no_packages()]
    for key, value in table.items():
        if key in SETTINGS:
            faults.extend(_value_faults(key, value, SETTINGS[key]))
        else:
            faults.append(_unknown(key))
    return faults


def _unknown(key: str) -> Fault:
    known = sorted(SETTINGS)
    return Fault(key, f"unknown key `{key}`", did_you_mean(key, known) or "known are " + ", ".join(known))


def _no_packages() -> Fault:
    return Fault(
        "packages", "`packages` names no root package", 'write the folders of the host, as `packages = ["app"]`'
    )


def _value_faults(key: str, value: Any, setting: Setting) -> list[Fault]:
    if setting.kind == "number":
        good = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= HIGHEST
        wanted = f"`{key}` must be a whole number from 1 to {HIGHEST}"
        return [] if good else [Fault(key, wanted, f"write `{key} = 1`")]
    if setting.kind == "text":
        wrong = [] if isinstance(value, str) else [Fault(key, f"`{key}` must be a string", f'write `{key} = "..."`')]
        return wrong or _item_faults(key, [value], setting)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return [Fault(key, f"`{key}` must be a list of strings", f'write `{key} = ["..."]`')]
    return [_no_packages()] if key == "packages" and not value else _item_faults(key, value, setting)


def _item_faults(key: str, items: list[str], setting: Setting) -> list[Fault]:
    told = [(item, *setting.check(item)) for item in items if setting.check]
    return [Fault(key, f"`{key}`: {message}", fix, item) for item, message, fix in told if message]


def _tidy(parts: list[str]) -> str:
    return "/".join(part for part in parts if part not in ("", "."))
