"""Dry friction that grows with the torque that a joint transmits, as that of loaded gear teeth and bearings does.

.. math:: \\tau_f = \\dots + \\mu\\, |u|\\, \\mathrm{sign}(\\dot\\theta)

The transmitted torque u is that of links and load, which is what is sought. So the fit is repeated with the torque of
the fit before, which settles quickly because the share is small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..arrays import FloatArray
from .unknowns import Unknowns
from .windows import Rows


def transmitted(columns: FloatArray, x: FloatArray, unknowns: Unknowns) -> FloatArray:
    """(…, n) N·m that motors transmit to links and load.

    Args:
        columns: (…, n, p) of `Unknowns.columns`.
        x: (p,) unknowns.
        unknowns: names and places.
    """
    bodies = np.zeros(unknowns.size)
    for place in unknowns.bodies:
        bodies[place] = x[place]
    return np.asarray((columns @ bodies) @ np.linalg.inv(unknowns.arm.transmission))


def with_load_friction(rows: Sequence[Rows], x: FloatArray, unknowns: Unknowns) -> list[Rows]:
    """Rows with the columns of load-dependent friction for the torque of `x` (p,)."""
    result = []
    for piece in rows:
        shares = np.abs(transmitted(piece.columns, x, unknowns)) * piece.way
        columns = piece.columns.copy()
        columns[..., unknowns.load_friction] = shares[:, None, :] * unknowns.arm.transmission.T
        result.append(replace(piece, columns=columns))
    return result
