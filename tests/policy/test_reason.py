"""Which reasons will do."""

import pytest

from archgate.policy.reason import weakness

GOOD = [
    "unreviewed",
    "The feed still fetches directly; the port lands with its leaf.",
    "Vendor SDK has no asynchronous interface",
    "旧的行情模块直接访问网络,等端口随该阶段落地之后再移除",
    "The todo list view renders through the old template engine.",
    "Legacy billing needs SOAP, which only zeep speaks.",
]
WEAK = {
    "": "blank",
    " \t\n": "blank",
    "too short, truly": "characters",
    "Unreviewed": "placeholder",
    "todo": "placeholder",
    "TBD": "placeholder",
    "n/a": "placeholder",
    "xxx": "placeholder",
    "legacy": "placeholder",
    "TODO write the reason for this": "placeholder",
    "fixme: describe what stands in the way": "placeholder",
    "legacy code, legacy code, legacy code": "placeholder",
    "aaaaaaaaaaaaaaaaaaaaaaaaaa": "placeholder",
    "ababab ababab ababab ababab": "placeholder",
    "qwerty qwerty qwerty qwerty": "placeholder",
    "....................": "placeholder",
    "-- ?? -- ?? -- ?? -- ?? --": "placeholder",
}


@pytest.mark.parametrize("reason", GOOD)
def test_a_reason_says_something_about_its_place(reason: str) -> None:
    assert weakness(reason) == ""


@pytest.mark.parametrize(("reason", "fault"), WEAK.items())
def test_a_reason_that_gives_none_is_told(reason: str, fault: str) -> None:
    assert fault in weakness(reason)
