"""The distance over which each motor's friction turns round, from all windows of a recording, standing ones too."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arm.joint_friction import BASIS_NUMBERS
from ..arrays import FloatArray
from .load_friction import transmitted
from .presliding import DISTANCES
from .unknowns import Unknowns
from .windows import Rows

SWEEPS = 2
"""Rounds over the motors: coupled motors share joints."""


def dry_friction(x: FloatArray, unknowns: Unknowns, load: FloatArray) -> FloatArray:
    """(…, n, 2) N·m of dry friction of every motor in positive and in negative direction.

    Args:
        x: (p,) unknowns.
        unknowns: names and places.
        load: (…, n) N·m that the motors transmit.
    """
    dry = x[unknowns.friction].reshape(unknowns.n, len(BASIS_NUMBERS))[:, :2]
    share = np.zeros(unknowns.n)
    share[: unknowns.load_friction.stop - unknowns.load_friction.start] = x[unknowns.load_friction]
    return np.asarray(dry + (share * np.abs(load))[..., None])


def choose_presliding(rows: Sequence[Rows], x: FloatArray, unknowns: Unknowns) -> FloatArray:
    """(n,) rad, of `DISTANCES` the one that leaves the least residual; the shortest where none does better.

    Args:
        rows: with the memory of friction.
        x: (p,) unknowns as fitted to windows of steady direction.
        unknowns: names and places.
    """
    columns = np.concatenate([piece.columns for piece in rows])
    slip = np.concatenate([piece.slip for piece in rows])
    rest = x.copy()
    dry = np.arange(unknowns.friction.start, unknowns.friction.stop).reshape(unknowns.n, len(BASIS_NUMBERS))[:, :2]
    rest[dry] = 0.0
    rest[unknowns.load_friction] = 0.0
    torque = dry_friction(x, unknowns, transmitted(columns, x, unknowns))
    friction = np.einsum("wmd,wmdg->wmg", torque, slip)  # of every motor, a distance each
    there = np.isfinite(friction).all(axis=(1, 2))
    if not there.any():
        return np.full(unknowns.n, DISTANCES[0])
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
    return np.asarray(np.array(DISTANCES)[chosen])
