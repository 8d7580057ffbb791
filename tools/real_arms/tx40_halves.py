"""Stäubli TX40: the second half of the motion from the first."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from puma560_dynamics.identification.validate import validate

from .figures import torques
from .fitting import band_words, fitted, prior_words, with_columns
from .section import Section, decimals, table_of
from .tx40 import COLUMNS, CUT_OFF, HALF

PLAIN_FIRST = (0.056, 0.058, 0.088, 0.112, 0.124, 0.111)
PLAIN_SECOND = (0.158, 0.172, 0.355, 0.265, 0.491, 0.379)
"""Relative errors of ordinary least squares over base parameters, effort filtered as the positions."""


def tx40_halves(folder: Path, arm: Path) -> Section:
    """The first half of the motion fitted, the second predicted."""
    path = folder / "motor_positions.csv.gz"
    found, settings = fitted(arm, [path], {**COLUMNS, "rows": f":{HALF}"}, CUT_OFF)
    first = validate(path, found, settings)
    second = validate(path, found, with_columns(settings, {**COLUMNS, "rows": f"{HALF}:"}))
    whole, _ = fitted(arm, [path], COLUMNS, CUT_OFF)
    bound = validate(path, whole, with_columns(settings, {**COLUMNS, "rows": f"{HALF}:"}))
    names = found.unknowns.arm.joint_names
    table = table_of(
        ("joint", "first half", "plain", "second half", "plain", "second half, moving", "over the first, moving",
         "moving, fitted too", "standing"),
        zip(names, decimals(first.filtered), decimals(PLAIN_FIRST), decimals(second.filtered),
            decimals(PLAIN_SECOND), decimals(second.moving),
            (f"{ratio:.1f}" for ratio in second.moving / first.moving), decimals(bound.moving),
            (f"{share:.0%}" for share in second.still), strict=True),
    )  # fmt: skip
    good = (second.filtered <= np.minimum(0.20, 1.5 * first.filtered)).sum()
    good_moving = (second.moving <= np.minimum(0.20, 1.5 * first.moving)).sum()
    words = (
        f"At most 1.5 times the first half's error and at most 0.20 in {good} of 6 joints over all samples, and in "
        f"{good_moving} of 6 while the joint moves. {prior_words(found)} "
        + band_words(found, path, with_columns(settings, {**COLUMNS, "rows": f"{HALF}:"}))
    )
    return Section(
        "TX40: the second half of the motion from the first", table, words,
        {"real_tx40": torques(second, names, CUT_OFF, "TX40, second half of the motion: measured and predicted")},
    )  # fmt: skip
