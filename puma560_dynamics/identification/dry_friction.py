"""Dry friction beyond Coulomb's law: it increases with the transmitted torque, and reverses over a distance.

Loaded gear teeth and bearings add a fraction μ of the torque u that the joint transmits to the dry friction:

.. math:: \\tau_f = \\dots + \\mu\\, |u|\\, z(\\theta)

The transmitted torque is that of links and payload, which depends on the fit. So the fit is repeated with the torque of
the previous fit, which converges quickly because the fraction is small. The presliding state z replaces the sign of the
velocity (`presliding`), so that rows in which a joint rests or reverses count as well. They are a large part of most
recordings, and a fit without them predicts them badly.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..arm.friction_terms import DRY
from ..arrays import FloatArray, IntegerArray
from ..replay.zero_phase import NORMAL
from .unknowns import Unknowns
from .windows import Rows

HUBER = 3.0
"""Residual, in standard deviations, above which a row has less weight in the fit."""


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


def with_friction(rows: Sequence[Rows], x: FloatArray, unknowns: Unknowns, distances: IntegerArray) -> list[Rows]:
    """Return rows with the columns of dry and load-dependent friction for given presliding distances.

    A row is valid where the effort was measured and the presliding state of every motor of the joint is known.

    Args:
        rows: rows of a recording.
        x: (p,) values of the unknowns, for the transmitted torque.
        unknowns: names and indices of the unknowns.
        distances: (n,) index in `presliding.DISTANCES` of the distance of each motor.
    """
    turns, motors = unknowns.arm.transmission, np.arange(unknowns.n)
    drives = (turns != 0.0).astype(np.float64)
    result = []
    for piece in rows:
        slip = piece.slip[:, motors, :, distances].transpose(1, 0, 2)  # (W, n, 2)
        unknown = ~np.isfinite(slip).all(axis=2)
        slip = np.where(unknown[:, :, None], 0.0, slip)
        columns = piece.columns.copy()
        for way, name in enumerate(DRY):
            columns[..., unknowns.place_of(name)] = slip[:, None, :, way] * turns.T
        if "load" in unknowns.sought:
            shares = np.abs(transmitted(piece.columns, x, unknowns)) * slip.sum(axis=2)
            columns[..., unknowns.place_of("load")] = shares[:, None, :] * turns.T
        valid = piece.measured & (unknown @ drives == 0.0)
        result.append(replace(piece, columns=columns, valid=valid))
    return result


def weighted(
    rows: Sequence[Rows], x: FloatArray, unknowns: Unknowns, distances: IntegerArray, scale: FloatArray
) -> list[Rows]:
    """Return the rows for a fit, with small weights where the friction law does not hold.

    Large residuals have weights after Huber (1964). Without a presliding distance, the friction of a joint at rest is
    not known, and such rows do not count.

    Args:
        rows: rows from `with_friction`.
        x: (p,) values of the unknowns of a previous fit.
        unknowns: names and indices of the unknowns.
        distances: (n,) index in `presliding.DISTANCES` of the distance of each motor.
        scale: (n,) standard deviation of the residuals of moving joints, N·m.
    """
    drives = (unknowns.arm.transmission != 0.0).astype(np.float64)
    result = []
    for piece in rows:
        unknown = ((piece.direction == 0) & (distances == 0)) @ drives > 0.0
        left = np.abs(piece.effort - piece.columns @ x)
        weight = np.sqrt(np.minimum(1.0, HUBER * scale / np.maximum(left, 1e-300)))
        result.append(
            replace(
                piece,
                columns=piece.columns * weight[..., None],
                effort=piece.effort * weight,
                valid=piece.valid & ~unknown,
            )
        )
    return result


def moving_scale(rows: Sequence[Rows], x: FloatArray) -> FloatArray:
    """Return a robust standard deviation (n,) N·m of the residuals of joints in motion; infinite without such rows.

    Args:
        rows: rows from `with_friction`.
        x: (p,) values of the unknowns.
    """
    left = [np.where(each.valid & each.moves, each.effort - each.columns @ x, np.nan) for each in rows]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a joint without motion
        scale = NORMAL * np.nanmedian(np.abs(np.concatenate(left)), axis=0)
    return np.asarray(np.where(scale > 0.0, scale, np.inf))


def dry_friction(x: FloatArray, unknowns: Unknowns, load: FloatArray) -> FloatArray:
    """Return the dry friction (…, n, 2) N·m of every motor in positive and negative direction.

    Args:
        x: (p,) values of the unknowns.
        unknowns: names and indices of the unknowns.
        load: (…, n) torque that the motors transmit, N·m.
    """
    share = x[unknowns.place_of("load")] if "load" in unknowns.sought else np.zeros(unknowns.n)
    return np.asarray(x[unknowns.places_of(DRY)] + (share * np.abs(load))[..., None])
