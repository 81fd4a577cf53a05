"""One thing to say about a leaf, before it is a finding and as one."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from archgate.gate.finding import Finding, finding_of_law
from archgate.policy.roadmap_terms import ROADMAP

RoadmapCode = Literal["ROADMAP", "LEAF_STATE", "LEAF_RESCOPED", "EVIDENCE_MISSING"]


class Remark(Struct, frozen=True, order=True):
    """What is wrong with `leaf` ("": with the document) at a line; `about` tells remarks about one leaf apart."""

    line: int
    code: RoadmapCode
    leaf: str
    about: str
    message: str
    fix: str = ""


def finding_from(remark: Remark, path: str) -> Finding:
    """The finding for a remark about the file `path`; its id is `roadmap|leaf|about`."""
    found = finding_of_law(
        remark.code, ROADMAP, remark.leaf, remark.about, remark.message, path=path, line=remark.line, fix=remark.fix
    )
    return replace(found, leaf=remark.leaf)
