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
"""Constants as read; two are wrong (`errata.corrected_constants`), and `SCANNED` has the text of the scan.

Letters and digits that the scan confuses are read like those of the other terms in the same sum.
"""

UNLISTED = "K11132"
"""Constant for which the scan has no line if “K111s2 = 2K111s” stands for K11152; it is read as 2*K1113."""

DOUBLINGS = (UNLISTED, "K11152")
"""Constants for one of which the scan has the line “K111s2 = 2K111s”, whose s stands for 3 or 5."""


_SCAN = """
K111: K 111 = -1.,2 + lyy2 + m 2rnrx 2 + msa2a2 + m4a2a2 + m5a2a 2 + m6a2a2
K112: K 112 = m 5ry 5ry 5 + lxx 6 - lzz6 + m6r,5r,5
K113: Ku3 = 1., 3 - lyy 3 + msry3 ry 3 +I,., - lzz• + m 4d,d4 - m4a3a3 + m 5 d4d, - msasas + msry5ry5. + I,, 6 - \
  Izz 6 + m5d4d4 - m6asas + m6rz5Tz6
K115: K 115 = l,y 3 + m 4a3d4 + m5a3d4 + m6asd•
K117: K 111 = -m3a 2ry 3 + m,a2 d, + msa2d; + m6aid•
K119: K 119 = I,,, - lyy 4 +1,,5 - l.,5
K1110: K1110 = msasry 5 - m6asrz6
K1111: K 1111 = m4a2a 3 + m5a2~ + m 6 a2as
K1113: K 1113 = m5 dzry 5 + msdsry 5 - m5d2rz6 - m5d3r,5
K1115: K1 115 = m5a2ry 5 - m5a2r,6
K1116: K11 16 = msd;ry 5 - m6d<rz6
K121: K 121 = -I,.2 + m2d2rx2 + msa2d2 + msa2ds + m,a2d2 + m4a2d3 + m5a2d2 + msazds + mila2d2 + m5azds
K123: K1 2s = -J,.3 + m 4asdz + m,asds + msasd2 + msasds + m6asd2 + m6asds
K125: K 12s = Iyzs - msd2ry 3 - msdsry8 + m4dzd4 + m4dsd• + m 5d2d4 + m5dsd4 + m 6 d2d• + m5dsd4
K141: Ku1 = I,,.+ lxxs + Izzs
K151: K1s1 = lzz5 + m5ry5Ty5 + I,,6 + ffl5Tz5Tz6
K1122: K 1122 = 2K112
K11102: K11102 = 2K1110
K11162: K11162 = 2K1116
K11152: K111s2 = 2K111s
g211: 11211 = m 2rx 2 + m3a2 + m5a2 + m5a2 + m4a2
g311: g811 = m3ry3 + m 4d4 + m 5 d, + m 6 d;
g312: 1Js12 = m4a3 +ms as+ m5a3
g313: 1Js1s = m5rz6 - m5ry 5
g314: f/s11 = m6rz6 + m5ry5
K11: K11 = msasas + msdsds + 2m5d2ds + m5d2 d2+1., 5 + m 0 a.2a2 + msa2a2 + m5d2d2 + 2msd2ds + lz,. + m5dsds + \
  m5a3a3 + m,asas + m4dsds + 2m•d2ds + m,d2d2 + m4a2a2 + lyy 8 + msdsds + 2msdzds + msd2d2 + msa2a2 + lyyz + \
  m2d2dz + lzz6 + m2rx2rx2 + m1ry1 ryl +Izzi
K22: K22 = m 6 a 2a2 + m6d4d4 + lzz5 + m6a3a3 + m 5 ry 5 ry 5 + m5a3a3 + m5rz6 rz 6 + msd4d4 + m5a2a2 + I,, 6 + \
  lyy 4 + m4d4d4 + m4a3a3 + m 4a 2a 2 + m 8 ry 3 ry 3 + msa2a2 + lzzs + m2rx2rxz + lzz2
K33: Kn = 1,, 5 + m6asa3 + m 6 d4 d4 + m 5ry 5 ry 5 + m 5 d4d4 + msasas + m6rz 6 r,6 + I,.6 + lyy 4 + m,d.d, + \
  m4a3a3 + m 3 ry 3 ry 3 + lzz 3
"""

SCANNED = {
    name: " ".join(text.split()) for name, _, text in (line.partition(": ") for line in _SCAN.splitlines() if line)
}
"""Text of the scan of each constant, by name, without line breaks."""


def pairs_of(lines: str) -> list[tuple[str, str]]:
    """Return the names and expressions of lines ``name = expression``."""
    joined = lines.replace("\\\n", " ")
    return [
        (name.strip(), text.strip()) for name, text in (line.split("=") for line in joined.splitlines() if line.strip())
    ]
