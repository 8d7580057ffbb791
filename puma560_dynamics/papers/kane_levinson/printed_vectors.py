"""Vectors of Kane and Levinson in the form of the paper: components along the unit vectors of a body."""

from __future__ import annotations

from typing import NamedTuple


class PrintedVector(NamedTuple):
    """A vector in the form of the paper.

    Attributes:
        equation: number of the equation.
        body: body to which the vector belongs.
        basis: body whose unit vectors form the basis.
        components: expressions of the three components.
    """

    equation: str
    body: str
    basis: str
    components: tuple[str, str, str]


ANGULAR = (
    PrintedVector("(13)", "A", "A", ("0", "qd1", "0")),
    PrintedVector("(14)", "A", "A", ("0", "Z1", "0")),
    PrintedVector("(15)", "A", "A", ("0", "Z4*u1 + Z5*u3", "0")),
    PrintedVector("(16)", "B", "B", ("Z2", "Z10", "Z11")),
    PrintedVector("(17)", "B", "B", ("c3*u1 + s3*u3", "Z6*u1 + Z7*u3", "Z8*u1 + Z9*u3")),
    PrintedVector("(16) for C:", "C", "C", ("Z2", "Z10", "Z11")),
    PrintedVector("(17) for C:", "C", "C", ("c3*u1 + s3*u3", "Z6*u1 + Z7*u3", "Z8*u1 + Z9*u3")),
    PrintedVector("(18)", "D", "D", ("u1", "u2", "u3")),
    PrintedVector("(19)", "E", "E", ("Z12", "Z13", "Z14")),
    PrintedVector("(20)", "E", "E", ("u1 + u4", "c4*u2 + s4*u3", "-s4*u2 + c4*u3")),
    PrintedVector("(21)", "F", "F", ("Z19", "Z20", "Z21")),
    PrintedVector("(22)", "F", "F", ("c5*u1 + Z15*u2 + Z16*u3 + c5*u4", "c4*u2 + s4*u3 + u5",
                              "s5*u1 + Z17*u2 + Z18*u3 + s5*u4")),
)  # fmt: skip
"""Angular velocities of the bodies, in several forms."""

VELOCITIES = (
    PrintedVector("(28)", "A", "A", ("0", "0", "0")),
    PrintedVector("(29)", "B", "A", ("0", "0", "-L1*qd1")),
    PrintedVector("(30)", "B", "A", ("0", "0", "Z22*u1 + Z23*u3")),
    PrintedVector("(31)", "B", "A", ("0", "0", "Z24")),
    PrintedVector("(32)", "C", "C", ("Z25*u1 + Z26*u3", "Z27*u1 + Z28*u3 + u6", "Z29*u1 + Z30*u3")),
    PrintedVector("(33)", "C", "C", ("Z31", "Z32", "Z33")),
    PrintedVector("(34)", "D", "C", ("Z34*u1 + Z35*u3", "Z27*u1 + Z28*u3 + u6", "Z36*u1 + Z37*u3")),
    PrintedVector("(35)", "D", "C", ("Z38", "Z32", "Z39")),
    PrintedVector("(40)", "E", "E", ("Z44*u1 + Z50*u2 + Z51*u3", "Z46*u1 + Z47*u3 + C22*u6",
                              "Z52*u1 + Z49*u3 + L6*u4 + C23*u6")),
    PrintedVector("(41)", "E", "E", ("Z54", "Z55", "Z57")),
    PrintedVector("(42)", "F", "E", ("Z44*u1 + Z58*u2 + Z59*u3", "Z46*u1 + Z47*u3 + C22*u6",
                              "Z60*u1 + Z49*u3 + L3*u4 + C23*u6")),
    PrintedVector("(43)", "F", "E", ("Z61", "Z55", "Z62")),
)  # fmt: skip
"""Velocities of the mass centers, in several forms."""

ANGULAR_ACCELERATIONS = (
    PrintedVector("(48)", "A", "A", ("0", "Z63*u1 + Z4*ud1 + Z64*u3 + Z5*ud3", "0")),
    PrintedVector("(49)", "B", "B", ("-Z3*s3*u1 + c3*ud1 + Z3*c3*u3 + s3*ud3", "Z67*u1 + Z6*ud1 + Z68*u3 + Z7*ud3",
                              "Z69*u1 + Z8*ud1 + Z70*u3 + Z9*ud3")),
    PrintedVector("(56)", "A", "A", ("0", "ud1*Z4 + ud3*Z5 + Z71", "0")),
    PrintedVector("(57)", "B", "B", ("ud1*c3 + ud3*s3 + Z72", "ud1*Z6 + ud3*Z7 + Z73", "ud1*Z8 + ud3*Z9 + Z74")),
    PrintedVector("(57) for C:", "C", "C", ("ud1*c3 + ud3*s3 + Z72", "ud1*Z6 + ud3*Z7 + Z73", "ud1*Z8 + ud3*Z9 + Z74")),
    PrintedVector("(58)", "D", "D", ("ud1", "ud2", "ud3")),
    PrintedVector("(59)", "E", "E", ("ud1 + ud4", "ud2*c4 + ud3*s4 + Z75", "-ud2*s4 + ud3*c4 + Z76")),
    PrintedVector("(60)", "F", "F", ("ud1*c5 + ud2*Z15 + ud3*Z16 + ud4*c5 + Z81", "ud2*c4 + ud3*s4 + ud5 + Z82",
                              "ud1*s5 + ud2*Z17 + ud3*Z18 + ud4*s5 + Z83")),
)  # fmt: skip
"""Angular accelerations."""

ACCELERATIONS = (
    PrintedVector("(65)", "A", "A", ("0", "0", "0")),
    PrintedVector("(69)", "B", "A", ("Z1*Z24", "0", "Z92*u1 + Z22*ud1 + Z93*u3 + Z23*ud3")),
    PrintedVector("(71)", "B", "A", ("Z94", "0", "Z22*ud1 + Z23*ud3 + Z95")),
    PrintedVector("(72)", "C", "C", ("Z25*ud1 + Z26*ud3 + Z105", "Z27*ud1 + Z28*ud3 + ud6 + Z106",
                              "Z29*ud1 + Z30*ud3 + Z107")),
    PrintedVector("(73)", "D", "C", ("Z34*ud1 + Z35*ud3 + Z112", "Z27*ud1 + Z28*ud3 + ud6 + Z113",
                              "Z36*ud1 + Z37*ud3 + Z114")),
    PrintedVector("(74)", "E", "E", ("Z44*ud1 + Z50*ud2 + Z51*ud3 + Z128", "Z46*ud1 + Z47*ud3 + C22*ud6 + Z129",
                              "Z52*ud1 + Z49*ud3 + L6*ud4 + C23*ud6 + Z130")),
    PrintedVector("(75)", "F", "E", ("Z44*ud1 + Z58*ud2 + Z59*ud3 + Z134", "Z46*ud1 + Z47*ud3 + C22*ud6 + Z135",
                              "Z60*ud1 + Z49*ud3 + L3*ud4 + C23*ud6 + Z136")),
)  # fmt: skip
"""Accelerations of mass centers."""

PARTIAL = {
    "A": {1: ("0", "Z4", "0"), 3: ("0", "Z5", "0")},
    "B": {1: ("c3", "Z6", "Z8"), 3: ("s3", "Z7", "Z9")},
}
"""Nonzero partial angular velocities (24) to (27), by body and number of the generalized speed."""

PARTIAL_VELOCITIES = {"A": {}, "B": {1: ("0", "0", "Z22"), 3: ("0", "0", "Z23")}}
"""Nonzero partial velocities (45) to (47) of mass centers, by body and number of the generalized speed."""
