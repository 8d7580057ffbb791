"""Dry friction beyond Coulomb's law: it increases with the transmitted torque, and reverses over a distance.

Loaded gear teeth and bearings add a fraction μ of the torque u that the joint transmits to the dry friction:

.. math:: \\tau_f = \\dots + \\mu\\, |u|\\, \\mathrm{sign}(\\dot\\theta)

The transmitted torque is that of links and payload, which depends on the fit. So the fit is repeated with the torque of
the previous fit, which converges quickly because the fraction is small. The distance over which friction reverses
(`presliding`) is then chosen with all windows of a recording, including those at rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..arm.friction_terms import DRY
from ..arrays import FloatArray
from .presliding import DISTANCES
from .unknowns import Unknowns
from .windows import Rows

SWEEPS = 2
"""Number of rounds over all motors, because the choices of coupled motors depend on each other."""


def transmitted(columns: FloatArray, x: FloatArray, unknowns: Unknowns) -> FloatArray:
    """Return the torque (…, n) N·m that motors transmit to links and payload.

    Args:
        columns: (…, n, p) columns from `Unknowns.columns`.
        x: (p,) values of the unknowns.
        unknowns: names and indices of the unknowns.
    """
    bodies = np.zeros(unknowns.size)
    for place in unknowns.bodies:
        bodies[place] = x[place]
    return np.asarray((columns @ bodies) @ np.linalg.inv(unknowns.arm.transmission))


def with_load_friction(rows: Sequence[Rows], x: FloatArray, unknowns: Unknowns) -> list[Rows]:
    """Return rows in which the columns of load-dependent friction are computed with the torque of `x` (p,)."""
    result = []
    for piece in rows:
        shares = np.abs(transmitted(piece.columns, x, unknowns)) * piece.direction
        columns = piece.columns.copy()
        columns[..., unknowns.place_of("load")] = shares[:, None, :] * unknowns.arm.transmission.T
        result.append(replace(piece, columns=columns))
    return result


def dry_friction(x: FloatArray, unknowns: Unknowns, load: FloatArray) -> FloatArray:
    """Return the dry friction (…, n, 2) N·m of every motor in positive and negative direction.

    Args:
        x: (p,) values of the unknowns.
        unknowns: names and indices of the unknowns.
        load: (…, n) torque that the motors transmit, N·m.
    """
    share = x[unknowns.place_of("load")] if "load" in unknowns.sought else np.zeros(unknowns.n)
    return np.asarray(x[unknowns.places_of(DRY)] + (share * np.abs(load))[..., None])


def choose_presliding(rows: Sequence[Rows], x: FloatArray, unknowns: Unknowns) -> FloatArray:
    """Return the presliding distance (n,) rad of each motor: that of `DISTANCES` with the smallest residual.

    The shortest distance is chosen if residuals are equal.

    Args:
        rows: rows with `slip`.
        x: (p,) values of the unknowns, fitted to windows in which the joint moves in one direction.
        unknowns: names and indices of the unknowns.
    """
    columns = np.concatenate([piece.columns for piece in rows])
    slip = np.concatenate([piece.slip for piece in rows])
    rest = x.copy()
    rest[unknowns.places_of(DRY)] = 0.0
    rest[unknowns.place_of("load")] = 0.0
    torque = dry_friction(x, unknowns, transmitted(columns, x, unknowns))
    friction = np.einsum("wmd,wmdg->wmg", torque, slip)  # for every window, motor and distance
    there = np.isfinite(friction).all(axis=(1, 2))
    if not there.any():
        return np.asarray(DISTANCES[0] * unknowns.arm.motion_scale)
    residual = (np.concatenate([piece.effort for piece in rows]) - columns @ rest)[there]
    friction = friction[there]
    weight = 1.0 / np.maximum(np.square(residual).mean(axis=0), 1e-12)
    turns = unknowns.arm.transmission
    chosen = np.full(unknowns.n, len(DISTANCES) // 2)
    for _ in range(SWEEPS):
        for motor in range(unknowns.n):
            own = friction[:, np.arange(unknowns.n), chosen]
            own[:, motor] = 0.0
            left = residual - own @ turns
            trials = left[:, :, None] - friction[:, motor, None, :] * turns[motor][:, None]
            chosen[motor] = int(np.argmin(weight @ np.square(trials).sum(axis=0)))
    return np.asarray(np.array(DISTANCES)[chosen] * unknowns.arm.motion_scale)
