"""Stäubli TX40: friction and rotor inertia next to the published ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from puma560_dynamics.arm.friction_terms import DRY
from puma560_dynamics.identification.identify import Identified

from .figures import apart
from .fitting import fitted
from .section import Section, table_of
from .tx40 import COLUMNS, CUT_OFF

PUBLISHED = {  # Janot, Gautier and Vandanjon: at the joints; those of motor 6 act on q5 + q6
    "rotor inertia": (0.362, 0.362, 0.0988, 0.0313, 0.0468, 0.0105),
    "viscous": (8.05, 5.53, 1.97, 1.11, 1.86, 0.65),
    "Coulomb": (7.14, 8.26, 6.34, 2.48, 3.03, 0.282),
}
MOTOR_6 = {"rotor inertia": 0.00964, "viscous": 0.616, "Coulomb": 1.95}


def tx40_numbers(folder: Path, arm: Path) -> Section:
    """Friction and rotor inertia of the whole motion, next to the published ones."""
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
                rows.append((f"{kind}, {name}", f"{row @ x:.4g}", "not separable", f"{published:g}", ""))
                continue
            value, error = float(row @ x), float(np.sqrt(row @ cover @ row))
            off.append((value - published) / error)
            errors.append(error / abs(published))
            rows.append(
                (f"{kind}, {name}", f"{value:.4g} ± {error:.2g}", f"{error / abs(value):.0%}", f"{published:g}",
                 f"{off[-1]:+.1f}")
            )  # fmt: skip
    table = table_of(("", "found ± standard error", "relative", "published", "apart, standard errors"), rows)
    words = (
        f"{int((np.array(errors) <= 0.1).sum())} of {len(errors)} standard errors are at most 10 % of the value, "
        f"{int((np.abs(off) <= 2.0).sum())} of {len(off)} numbers within 2 of them of the published ones. Condition "
        f"number {found.estimate.condition:.0f}; {', '.join(f'{rows:.0f}' for rows in found.estimate.effective)} "
        f"independent windows. The rotors of {' and '.join(hidden)} add to the inertia of the links about "
        "the same axes in every motion, so no motion distinguishes them."
    )
    return Section(
        "TX40: friction and rotor inertia",
        table,
        words,
        {"real_tx40_numbers": apart([row[0] for row in rows if row[-1]], off)},
    )


def _seen(found: Identified, row: np.ndarray) -> bool:
    """Whether torque shows a number (a row over the unknowns) apart from all others."""
    inertial = row[found.unknowns.inertial]
    left = inertial - np.linalg.lstsq(found.base.map.T, inertial, rcond=None)[0] @ found.base.map
    return bool(np.linalg.norm(left) < 1e-6)
