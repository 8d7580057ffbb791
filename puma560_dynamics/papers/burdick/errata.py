"""Corrections of Burdick's text; the entries of the page evaluate every reading."""

from __future__ import annotations

from types import MappingProxyType

from ..erratum import Erratum, Evidence, with_faults

SOURCE = "Burdick 1986"

APPENDIX = "appendix II"


def _erratum(
    table: str, entry: str, text: str, corrected: str, damage: tuple[str, ...], why: str, proof: str = "model"
) -> Erratum:
    return Erratum(table, entry, text, corrected, proof, why, Evidence(damage), MappingProxyType({}))


ERRATA: tuple[Erratum, ...] = with_faults(
    (
        _erratum(
            "section 3",
            "equation (12)",
            "M(q) + c(q, q²) + b(q, q) + g(q) = F",
            "M(q) q̈ + c(q, q̇²) + b(q, q̇) + g(q) = F",
            ("dot", "term"),
            "M alone is a matrix",
            "text",
        ),
        _erratum(
            "section 3",
            "below equation (12)",
            "c(q, q²), b(q, q), and g(q) are the vectors of coriolis, centrifugal, and gravity forces",
            "… of centrifugal, coriolis, and gravity forces",
            ("statement",),
            "(13) has the squared velocities with c and their products with b, and calls c centripetal",
            "text",
        ),
        _erratum(
            "section 4",
            "equation (35)",
            "b_p,i,p+1 = 0",
            "b_p,i,p+1 = 0 for joints i < p whose axis is perpendicular to those of the pair",
            ("lines",),
            "with an axis at another angle the generator's b_p,i,p+1 is not zero; the next line is damaged in the "
            "scan, and the condition may be lost",
        ),
        _erratum(
            APPENDIX,
            "g311",
            "m3*ry3 + m4*d4 + m5*d4 + m6*d4",
            "-m3*ry3 + m4*d4 + m5*d4 + m6*d4",
            ("sign",),
            "only so are g2 and g3 what the generator derives; K117 has the same sum with these signs",
        ),
        _erratum(
            APPENDIX,
            "g314",
            "m6*rz6 + m5*ry5",
            "m6*rz6 - m5*ry5",
            ("+/-",),
            "only so is g5, read with g314, what the generator derives; g313 is the same sum, the scan does not "
            "determine which of the two g5 names, and with g313 in its place g5 holds and g314 is not used",
        ),
        _erratum(
            APPENDIX,
            "M11",
            "… + V8*T21 + 2*V7*T22 …",
            "… + 2*V8*T21 + 2*V7*T22 …",
            ("letter",),
            "only so is M11 what the generator derives",
        ),
        _erratum(
            APPENDIX,
            "c211",
            "… + V1*T… + K1111*T21",
            "… + V8*s2*s23 + K1111*s2*c23",
            ("indices", "term"),
            "only so is c211 what the generator derives; no V and T of the lists complete it with K1111*T21, and none "
            "of the T is s2*s23; the index of T is not legible",
        ),
        _erratum(
            APPENDIX,
            "c511",
            "(-K1115*s5 …)*T4 … + V10*c5",
            "(-K1116*s5 …)*T4 … + (K1110*c4 + K1113*s4)*c5",
            ("5/6", "term"),
            "only so is c511 what the generator derives; V10, K1110*s4 + K1113*c4, is right in M13 and c133",
        ),
        _erratum(
            APPENDIX,
            "names and signs",
            "names whose index the scan does not determine, names with misread characters, lost signs, and lost lines "
            "(M66, b415, b435, b436, T15, T16)",
            "read so that the lines hold, each in the rows of `puma560 paper claims`",
            ("indices", "lines"),
            "most stand in several lines; where other names would hold as well, the rows name them",
        ),
        _erratum(
            APPENDIX,
            "g1 to g6",
            "no factor",
            "-g times what is printed",
            ("term",),
            "by (10) and (16) with z up; what is printed has the unit of a first moment",
        ),
    )
)
"""Corrections in the order of the paper."""


def corrected_constants() -> dict[str, str]:
    """Return the corrected expressions of constants in appendix II, by name."""
    return {e.entry: e.corrected for e in ERRATA if e.entry in ("g311", "g314")}
