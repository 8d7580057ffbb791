"""What the tolerances of table A3 mean in torque: the parameters support no higher accuracy.

Torque is linear in the constants I1…I23, Im1…Im6, g1…g5, so each tolerance moves it by a known amount at
every state. The tolerances are independent measurements; their effects add as squares.
"""

from __future__ import annotations

import numpy as np

from ...arm import Arm
from ..sampling import TorqueEffect, sample_states
from .full import FullModel
from .table_a3 import constant_rows


def torque_uncertainty(arm: Arm, count: int = 20_000) -> TorqueEffect:
    """Half width of the torque's tolerance band over `sample_states`: RMS and largest, a number a joint.

    Args:
        arm: whose constants; the tolerances are those printed in table A3.
        count: of samples.
    """
    states = sample_states(arm, count)
    exact = FullModel(arm)
    torque = exact.torque(*states)
    squares = np.zeros_like(torque)
    for row in constant_rows(arm):
        if row.tolerance:
            moved = FullModel(arm, changes={row.name: row.computed + row.tolerance})
            squares += (moved.torque(*states) - torque) ** 2
    largest = np.sqrt(squares.max(axis=0))
    return TorqueEffect(np.sqrt(squares.mean(axis=0)), largest, largest / arm.maximum_torque)
