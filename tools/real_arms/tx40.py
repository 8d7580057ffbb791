"""Stäubli TX40: evaluation of its recording, and an arm file based on its description."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from puma560_dynamics.arm.friction_terms import DRY
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.identification.identify import Identified
from puma560_dynamics.identification.predict import Validated, smoothed, validate
from puma560_dynamics.identification.presliding import STILL

from .fitting import band_words, fitted, prior_words, with_columns
from .section import Section, apart, decimals, table_of, torques, with_error

CUT_OFF = 100.0
"""Cut-off of the filter, Hz; that of the plain calculation."""

MATRIX = np.diag([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
MATRIX[5, 4] = 32.0
COLUMNS = {
    "time": {"rate": 5000},
    "position": "0:6",
    "effort": {"columns": "0:6", "file": "motor_torques.csv.gz"},
    "motor": {"matrix": MATRIX},
    "offset": [0.0, -np.pi / 2.0, np.pi / 2.0, 0.0, 0.0, 0.0],
}

HALF = 22500
"""Number of rows of half the motion."""


def arm_file(folder: Path, where: Path) -> Path:
    """Write an arm file based on the description, with coupled wrist and an inertia of link 6 (rounded to 0 there)."""
    rows = ", ".join(str(row) for row in MATRIX.tolist())
    path = where / "tx40.yaml"
    path.write_text(
        f"description: {folder.resolve() / 'tx40_mdh_modified.urdf'}\nname: tx40\n"
        f"links: {{link_6: {{inertia: [3.0e-4, 3.0e-4, 3.0e-4]}}}}\ntransmission: [{rows}]\n",
        encoding="utf-8",
    )
    return path


PLAIN_FIRST = (0.056, 0.058, 0.088, 0.112, 0.124, 0.111)
PLAIN_SECOND = (0.158, 0.172, 0.355, 0.265, 0.491, 0.379)
"""Relative errors of the plain calculation (ordinary least squares with base parameters) for both halves."""


def tx40_halves(folder: Path, arm: Path) -> Iterator[Section]:
    """Predict the second half of the motion from a fit to the first half, and from a fit to the second half.

    Args:
        folder: recordings of the TX40.
        arm: its arm file.

    Yields:
        The errors over all samples, then the errors while each joint moves.
    """
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
        ("joint", "first half (fitted)", "first half, plain calculation", "second half (held out)",
         "goal for the second half", "second half, plain calculation", "second half, fitted to the second half",
         "second half, standing"),
        zip(names, decimals(first.filtered), decimals(PLAIN_FIRST), decimals(second.filtered), decimals(most),
            decimals(PLAIN_SECOND), decimals(own.filtered), (f"{100 * share:.0f} %" for share in second.still),
            strict=True),
    )  # fmt: skip
    reached, bound = (int((errors <= most).sum()) for errors in (second.filtered, own.filtered))
    words = (
        "The arm is identified from the first half of the motion and predicts the second half. The goal for the second "
        "half is an error of at most 1.5 times that of the first half, and at most 0.20. The goal is reached in "
        f"{reached} of 6 joints. A fit to the second half itself reaches it in {bound} of 6, so better parameters "
        "alone would not reach the goal. "
        f"The fit to the first half finds that the effort is {1e3 * found.lead:.1f} ms ahead of the motion. "
        f"{prior_words(found)} " + band_words(found, path, with_columns(settings, second_rows))
    )
    picture = torques(second, names, CUT_OFF, "TX40, second half of the motion: measured and predicted")
    title = "TX40: the second half of the motion from the first"
    yield Section(title, table, words, {"real_tx40": picture})

    table = table_of(
        ("joint", "second half (held out)", "goal for the second half", "second half, fitted to the second half",
         "first half, RMS error, N·m", "second half, RMS error, N·m"),
        zip(names, decimals(second.moving), decimals(most_moving), decimals(own.moving), decimals(left(first), 2),
            decimals(left(second), 2), strict=True),
    )  # fmt: skip
    ratio = left(second) / left(first)
    moving = [name for name, met in zip(names, second.moving <= most_moving, strict=True) if met]
    words = (
        "These are the errors over the samples in which the joint moves, from the same fits and with a goal computed "
        f"in the same way. The goal is reached in {len(moving)} of 6 joints: {', '.join(moving)}. In N·m the "
        f"error of the second half is {ratio.min():.2f} to {ratio.max():.2f} times that of the first half."
    )
    yield Section("TX40: the same prediction, while each joint moves", table, words)


def left(found: Validated) -> FloatArray:
    """Return the RMS difference (n,) N·m of filtered effort and prediction while each joint moves."""
    low = smoothed(found.predicted, CUT_OFF)
    moves = (np.abs(low.velocity) > STILL) & np.isfinite(low.torque)
    squares = np.where(moves, low.effort - low.torque, 0.0) ** 2
    return np.asarray(np.sqrt(squares.sum(axis=0) / moves.sum(axis=0)))


PUBLISHED = {  # Janot, Gautier and Vandanjon: at the joints; those of motor 6 act on q5 + q6
    "rotor inertia": (0.362, 0.362, 0.0988, 0.0313, 0.0468, 0.0105),
    "viscous": (8.05, 5.53, 1.97, 1.11, 1.86, 0.65),
    "Coulomb": (7.14, 8.26, 6.34, 2.48, 3.03, 0.282),
}
UNITS = {"rotor inertia": "kg·m²", "viscous": "N·m·s/rad", "Coulomb": "N·m"}

MOTOR_6 = {"rotor inertia": 0.00964, "viscous": 0.616, "Coulomb": 1.95}


def tx40_numbers(folder: Path, arm: Path) -> Section:
    """Compare friction and rotor inertia identified from the whole motion with the published values."""
    found, _ = fitted(arm, [folder / "motor_positions.csv.gz"], COLUMNS, CUT_OFF, full=False)
    unknowns, x, cover = found.unknowns, found.estimate.x, found.estimate.covariance
    unit = np.eye(unknowns.size)
    sums = {
        "rotor inertia": unit[unknowns.motors],
        "viscous": unit[unknowns.place_of("viscous")],
        "Coulomb": 0.5 * unit[unknowns.places_of(DRY)].sum(axis=1),
    }
    rows, off, errors, hidden = [], [], [], []
    for kind, sought in sums.items():
        for motor, name in enumerate(unknowns.arm.joint_names):
            row, published = sought[motor], PUBLISHED[kind][motor]
            if motor == 4 and kind != "Coulomb":  # published for joint 5: motors 5 and 6 together
                row = row + sought[5]
            if motor == 5 and kind == "Coulomb":
                published = MOTOR_6[kind]
            if not _seen(found, row):
                hidden.append(name)
                rows.append((f"{kind}, {name}", f"{row @ x:.4g} {UNITS[kind]}", "not separable", f"{published:g}", ""))
                continue
            value, error = float(row @ x), float(np.sqrt(row @ cover @ row))
            off.append((value - published) / error)
            errors.append(error / abs(published))
            share, apart_by = f"{100 * error / abs(value):.0f} %", f"{off[-1]:+.1f}".replace("-", "−")
            words = f"{with_error(value, error)} {UNITS[kind]}"
            rows.append((f"{kind}, {name}", words, share, f"{published:g}", apart_by))
    table = table_of(
        ("", "found ± standard error", "standard error, % of the value", "published",
         "found less published, in standard errors"), rows)  # fmt: skip
    words = (
        f"{int((np.array(errors) <= 0.1).sum())} of {len(errors)} standard errors are at most 10 % of the value, and "
        f"{int((np.abs(off) <= 2.0).sum())} of {len(off)} numbers differ from the published ones by at most 2 standard "
        f"errors. The condition number of the fit is {found.estimate.condition:.0f}. For the joints in order the "
        f"recording is worth {', '.join(f'{rows:.0f}' for rows in found.estimate.effective)} windows with independent "
        "noise ([weights](identification.md#method)). The inertia of the "
        f"rotors of {' and '.join(hidden)} is added to the inertia of the links about the same axes in every motion, "
        "so no motion distinguishes rotor and link."
    )
    return Section(
        "TX40: friction and rotor inertia",
        table,
        words,
        {"real_tx40_numbers": apart([row[0] for row in rows if row[-1]], off)},
    )


def _seen(found: Identified, row: np.ndarray) -> bool:
    """Return whether torque shows a combination of unknowns (a row of coefficients) separately."""
    inertial = row[found.unknowns.inertial]
    left = inertial - np.linalg.lstsq(found.base.map.T, inertial, rcond=None)[0] @ found.base.map
    return bool(np.linalg.norm(left) < 1e-6)
