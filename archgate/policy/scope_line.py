"""Where in a policy's file a piece of its scope stands."""

from archgate.policy.problems import Problems
from archgate.policy.source import read_source
from archgate.policy.tables import SCOPE


def scope_line(data: bytes, key: str, value: str = "") -> int:
    """The line of the element `value` in the list `key` of `[scope]`, or the next best: of the key, of the table.

    `data` are the bytes of a policy file; 0 where there is no such table.
    """
    source = read_source(data, Problems("", "INVALID"))
    if source is None:
        return 0
    scope = source.values.get(SCOPE.name)
    listed = scope.get(key) if isinstance(scope, dict) else None
    element = listed.index(value) if isinstance(listed, list) and value in listed else None
    return source.text.line(SCOPE, key, element)
