"""Constants K and g of Burdick's appendix II, by masses, inertias and lengths."""

from __future__ import annotations

CONSTANTS = """
K112 = m5*ry5*ry5 + Ixx6 - Izz6 + m6*rz6*rz6
K119 = Ixx4 - Iyy4 + Ixx5 - Izz5
K1110 = m5*a3*ry5 - m6*a3*rz6
K1115 = m5*a2*ry5 - m6*a2*rz6
K1116 = m5*d4*ry5 - m6*d4*rz6
K121 = -Ixz2 + m2*d2*rx2 + (m3 + m4 + m5 + m6)*a2*(d2 + d3)
K141 = Izz4 + Ixx5 + Izz6
K151 = Izz5 + m5*ry5*ry5 + Ixx6 + m6*rz6*rz6
K33 = Izz5 + m6*a3*a3 + m6*d4*d4 + m5*ry5*ry5 + m5*d4*d4 + m5*a3*a3 \
  + m6*rz6*rz6 + Ixx6 + Iyy4 + m4*d4*d4 + m4*a3*a3 + m3*ry3*ry3 + Izz3
g211 = m2*rx2 + m3*a2 + m6*a2 + m5*a2 + m4*a2
g311 = m3*ry3 + m4*d4 + m5*d4 + m6*d4
g312 = m4*a3 + m6*a3 + m5*a3
g313 = m6*rz6 - m5*ry5
g314 = m6*rz6 + m5*ry5
K111 = -Ixx2 + Iyy2 + m2*rx2*rx2 + (m3 + m4 + m5 + m6)*a2*a2
K113 = Ixx3 - Iyy3 + m3*ry3*ry3 + Ixx4 - Izz4 + m4*d4*d4 - m4*a3*a3 + m5*d4*d4 - m5*a3*a3 + m5*ry5*ry5 \
  + Ixx6 - Izz6 + m6*d4*d4 - m6*a3*a3 + m6*rz6*rz6
K115 = Ixy3 + m4*a3*d4 + m5*a3*d4 + m6*a3*d4
K117 = -m3*a2*ry3 + m4*a2*d4 + m5*a2*d4 + m6*a2*d4
K1111 = m4*a2*a3 + m5*a2*a3 + m6*a2*a3
K1113 = m5*d2*ry5 + m5*d3*ry5 - m6*d2*rz6 - m6*d3*rz6
K123 = -Ixz3 + (m4 + m5 + m6)*a3*(d2 + d3)
K125 = Iyz3 - m3*d2*ry3 - m3*d3*ry3 + (m4 + m5 + m6)*d4*(d2 + d3)
K11 = m6*a3*a3 + m6*d3*d3 + 2*m6*d2*d3 + m6*d2*d2 + Ixx5 + m6*a2*a2 \
  + m5*a2*a2 + m5*d2*d2 + 2*m5*d2*d3 + Izz4 + m5*d3*d3 + m5*a3*a3 \
  + m4*a3*a3 + m4*d3*d3 + 2*m4*d2*d3 + m4*d2*d2 + m4*a2*a2 + Iyy3 \
  + m3*d3*d3 + 2*m3*d2*d3 + m3*d2*d2 + m3*a2*a2 + Iyy2 + m2*d2*d2 \
  + Izz6 + m2*rx2*rx2 + m1*ry1*ry1 + Izz1
K22 = m6*a2*a2 + m6*d4*d4 + Izz5 + m6*a3*a3 + m5*ry5*ry5 \
  + m5*a3*a3 + m6*rz6*rz6 + m5*d4*d4 + m5*a2*a2 + Ixx6 \
  + Iyy4 + m4*d4*d4 + m4*a3*a3 + m4*a2*a2 + m3*ry3*ry3 \
  + m3*a2*a2 + Izz3 + m2*rx2*rx2 + Izz2
K1122 = 2*K112
K11102 = 2*K1110
K11132 = 2*K1113
K11152 = 2*K1115
K11162 = 2*K1116
"""
"""Constants as printed; two are wrong (`errata.corrected_constants`).

Letters and digits that the scan confuses are read like those of the other terms in the same sum.
"""

UNLISTED = "K11132"
"""Constant for which the scan has no line; it is read like the other doublings, as 2*K1113."""


def pairs_of(lines: str) -> list[tuple[str, str]]:
    """Return the names and expressions of lines ``name = expression``."""
    joined = lines.replace("\\\n", " ")
    return [
        (name.strip(), text.strip()) for name, text in (line.split("=") for line in joined.splitlines() if line.strip())
    ]
