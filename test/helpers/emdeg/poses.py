"""Random exact poses and vectors."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Placement
from puma560_dynamics.emdeg.chain.pose import roll_pitch_yaw

ANGLES = st.one_of(st.integers(-4, 4).map(lambda n: n * math.pi / 2), st.floats(-4, 4))


ROTATIONS = st.tuples(ANGLES, ANGLES, ANGLES).map(roll_pitch_yaw)


FRACTIONS = st.fractions(-2, 2, max_denominator=50)


VECTORS = st.tuples(FRACTIONS, FRACTIONS, FRACTIONS)


POSES = st.builds(Placement, ROTATIONS, VECTORS)
