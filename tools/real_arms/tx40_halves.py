"""Stäubli TX40: the second half of the motion from the first."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.identification.predict import Validated, smoothed, validate
from puma560_dynamics.identification.windows import STILL

from .figures import torques
from .fitting import band_words, fitted, prior_words, with_columns
from .section import Section, decimals, table_of
from .tx40 import COLUMNS, CUT_OFF, HALF

PLAIN_FIRST = (0.056, 0.058, 0.088, 0.112, 0.124, 0.111)
PLAIN_SECOND = (0.158, 0.172, 0.355, 0.265, 0.491, 0.379)
"""Relative errors of ordinary least squares over base parameters, effort filtered as the positions."""


def tx40_halves(folder: Path, arm: Path) -> Section:
    """The first half of the motion fitted, the second predicted; and the second by a fit to itself."""
    path = folder / "motor_positions.csv.gz"
    second_rows = {**COLUMNS, "rows": f"{HALF}:"}
    found, settings = fitted(arm, [path], {**COLUMNS, "rows": f":{HALF}"}, CUT_OFF)
    first = validate(path, found, settings)
    second = validate(path, found, with_columns(settings, second_rows))
    itself, own_settings = fitted(arm, [path], second_rows, CUT_OFF, lead=found.lead)
    own = validate(path, itself, own_settings)
    names = found.unknowns.arm.joint_names
    most, most_moving = (np.minimum(0.20, 1.5 * errors) for errors in (first.filtered, first.moving))
    table = table_of(
        ("joint", "first half", "plain", "goal", "second half", "plain", "second half, fitted to itself",
         "moving: goal", "second half", "fitted to itself", "standing", "RMS, N·m, moving: first half", "second half"),
        zip(names, decimals(first.filtered), decimals(PLAIN_FIRST), decimals(most), decimals(second.filtered),
            decimals(PLAIN_SECOND), decimals(own.filtered), decimals(most_moving), decimals(second.moving),
            decimals(own.moving), (f"{share:.0%}" for share in second.still), decimals(left(first), 2),
            decimals(left(second), 2), strict=True),
    )  # fmt: skip
    reached, moving = (int((errors <= goal).sum()) for errors, goal in ((second.filtered, most),
                                                                        (second.moving, most_moving)))  # fmt: skip
    bound = int((own.filtered <= most).sum())
    ratio = left(second) / left(first)
    words = (
        f"The goal (at most 1.5 times the first half's error, and at most 0.20) is reached in {reached} of 6 joints "
        f"over all samples, in {moving} of 6 while the joint moves. A fit to the second half itself "
        f"reaches it in {bound} of 6, so better parameters alone would not reach the goal. In N·m the error of the "
        f"moving joints is {ratio.min():.2f} to {ratio.max():.2f} times that of the first half. "
        f"According to the first half the effort is {1e3 * found.lead:.1f} ms ahead of the motion. "
        f"{prior_words(found)} " + band_words(found, path, with_columns(settings, second_rows))
    )
    picture = torques(second, names, CUT_OFF, "TX40, second half of the motion: measured and predicted")
    return Section("TX40: the second half of the motion from the first", table, words, {"real_tx40": picture})


def left(found: Validated) -> FloatArray:
    """(n,) N·m, RMS of filtered effort less prediction while the joint moves."""
    low = smoothed(found.predicted, CUT_OFF)
    moves = (np.abs(low.velocity) > STILL) & np.isfinite(low.torque)
    squares = np.where(moves, low.effort - low.torque, 0.0) ** 2
    return np.asarray(np.sqrt(squares.sum(axis=0) / moves.sum(axis=0)))
