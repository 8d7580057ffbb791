"""Differences of positions of continuous joints: the driver may wrap them at ±π, which does not change the model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import sub

TURN = 2.0 * math.pi


def differences(after: Sequence[float], before: Sequence[float], endless: Sequence[bool]) -> list[float]:
    """n displacements, rad: of a joint without position limits the shortest one, whole turns left out.

    Args:
        after, before: n finite positions, rad.
        endless: n, whether the joint has no limits of position.
    """
    if True not in endless:
        return list(map(sub, after, before))
    return [
        math.remainder(new - old, TURN) if round_ else new - old
        for new, old, round_ in zip(after, before, endless, strict=True)
    ]
