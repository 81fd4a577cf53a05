"""TOML as people write it: parsed with every fault told by its line, and places of keys found again."""

import re
import tomllib
from typing import Any

from archgate.host.errors import InputError, invalid

_CONFLICT = re.compile(r"^(<{7}|>{7}|\|{7})( |$)", re.MULTILINE)
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]")
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")


class TomlSource:
    """The text of a TOML file; lines count from 1."""

    def __init__(self, path: str, data: bytes) -> None:
        """Raises `InputError` if the bytes are no UTF-8."""
        self.path = path
        try:
            self.text = data.decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise invalid("the file is not UTF-8", "save it as UTF-8", path, line) from None

    def parse(self) -> dict[str, Any]:
        """The file's values. Raises `InputError` for conflict markers and for what is no TOML."""
        conflict = _CONFLICT.search(self.text)
        if conflict:
            raise self._fault("the file has conflict markers", "resolve the conflict", conflict.start())
        if self.text.startswith("\ufeff"):
            raise self._fault("the file begins with a byte order mark", "save it as UTF-8 without one", 0)
        try:
            return tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise self._no_toml(str(error)) from None

    def line_of(self, table: str, key: str, item: str = "") -> int:
        """The line of a key in a table ("" for the top of the file), or of a string in its value; 0 if not found."""
        section, found = "", 0
        for number, line in enumerate(self.text.split("\n"), 1):
            header, pair = _HEADER.match(line), _KEY.match(line)
            if header and not pair:
                if found:
                    break
                section = header[1].replace('"', "").replace("'", "").replace(" ", "")
                if section == f"{table}.{key}".lstrip("."):
                    return number
            elif pair:
                if found:
                    break
                found = number if section == table and pair[1] == key else 0
            if found and (not item or f'"{item}"' in line or f"'{item}'" in line):
                return number
        return found

    def _no_toml(self, message: str) -> InputError:
        place = _TOML_PLACE.search(message)
        line = int(place[1]) if place and place[1] else self.text.rstrip("\n").count("\n") + 1 if place else 0
        said = _TOML_PLACE.sub("", message)
        return invalid(f"the file is no TOML: {said[:1].lower()}{said[1:]}", "mend that line", self.path, line)

    def _fault(self, message: str, fix: str, offset: int) -> InputError:
        return invalid(message, fix, self.path, self.text.count("\n", 0, offset) + 1)
