"""Where Burdick's text had to be mended; each reading of it is put to the test in its entry on the page."""

from __future__ import annotations

from types import MappingProxyType

from ..explicit.errata import Erratum

SOURCE = "Burdick 1986"

APPENDIX = "appendix II"


def _erratum(table: str, entry: str, text: str, mended: str, fault: str, why: str) -> Erratum:
    return Erratum(table, entry, text, mended, "model", fault, why, MappingProxyType({}))


ERRATA: tuple[Erratum, ...] = (
    _erratum(
        "section 4",
        "equation (35)",
        "b_p,i,p+1 = 0 for parallel joints p, p+1 and any joint i",
        "… for axes i that cross the pair at a right angle",
        "print",
        "with an axis at another angle the generator's b_p,i,p+1 is not zero",
    ),
    _erratum(
        APPENDIX,
        "g311",
        "m3*ry3 + m4*d4 + m5*d4 + m6*d4",
        "-m3*ry3 + m4*d4 + m5*d4 + m6*d4",
        "unknown",
        "only so are g2 and g3 what the generator derives; K117 has the same sum with these signs",
    ),
    _erratum(
        APPENDIX,
        "g314",
        "m6*rz6 + m5*ry5",
        "m6*rz6 - m5*ry5",
        "unknown",
        "only so is g5 what the generator derives; g313 is the same sum",
    ),
    _erratum(
        APPENDIX,
        "g1 to g6",
        "no factor",
        "-g times what is printed",
        "print",
        "by (10) and (16) with z up; what is printed has the unit of a first moment",
    ),
)
"""In the order of the paper."""


def mended_constants() -> dict[str, str]:
    """Constants of appendix II that are taken otherwise than printed."""
    return {e.entry: e.mended for e in ERRATA if e.entry in ("g311", "g314")}
