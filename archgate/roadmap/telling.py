"""One thing to say about a leaf, before it is a finding."""

from typing import Literal

from msgspec import Struct

RoadmapCode = Literal["ROADMAP", "LEAF_STATE", "EVIDENCE_MISSING"]


class Remark(Struct, frozen=True, order=True):
    """What is wrong with `leaf` ("": with the document) at a line; `about` tells remarks about one leaf apart."""

    line: int
    code: RoadmapCode
    leaf: str
    about: str
    message: str
    fix: str = ""
