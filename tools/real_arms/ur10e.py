"""Universal Robots UR10e: prediction of held-out motion, torque gains from a known load, and the mass of that load."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from puma560_dynamics import ReplaySettings, load_arm
from puma560_dynamics.arm.friction_terms import FULL
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.identification.from_bags import read_motion
from puma560_dynamics.identification.predict import validate
from puma560_dynamics.identification.torque_gains import identify_gains
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.models.payload.payload import Payload

from .fitting import band_words, fitted, prior_words, with_columns
from .section import Section, decimals, gains, table_of, torques

LITERATURE = np.array([14.87, 13.26, 11.13, 10.62, 11.03, 11.47])
"""Gains quoted by the data set, N·m/A."""

LOAD_MASS = 2.805
"""Mass of the known load, kg."""

COLUMNS = "t=0 q=1:7 qd=7:13 effort=13:19 effort.unit=A effort.gain=14.87,13.26,11.13,10.62,11.03,11.47"
CUT_OFF = 10.0
"""Cut-off of the filter, Hz; that of the plain calculation."""

PLAIN = (0.092, 0.040, 0.038, 0.101, 0.274, 0.526)
"""Relative errors of the plain calculation: ordinary least squares with base parameters, for filtered effort."""


def ur10e_motion(folder: Path) -> Section:
    """Predict a point-to-point motion from a fit to the exciting motion."""
    exciting, points = (folder / f"ur-{name}.csv.gz" for name in ("20_02_10-30sec_12harm", "20_01_17-ptp_10_points"))
    found, settings = fitted(folder / "ur10e.urdf", [exciting], f"{COLUMNS} rows=635:3510", CUT_OFF)
    fit = validate(exciting, found, settings)
    held = validate(points, found, with_columns(settings, f"{COLUMNS} rows=700:4200"))
    names = found.unknowns.arm.joint_names
    table = table_of(
        ("joint", "fitted motion, filtered", "held-out motion, filtered",
         "held-out motion, filtered, plain calculation", "held-out motion, as measured", "held-out motion, standing"),
        zip(names, decimals(fit.filtered), decimals(held.filtered), decimals(PLAIN), decimals(held.raw),
            (f"{100 * share:.0f} %" for share in held.still), strict=True),
    )  # fmt: skip
    lower = int((held.filtered < PLAIN).sum())
    words = (
        f"The error is lower than that of the plain calculation in {lower} of {len(names)} joints. "
        f"{prior_words(found)} {band_words(found, points, with_columns(settings, f'{COLUMNS} rows=700:4200'))}"
    )
    return Section(
        "UR10e: a motion that was not fitted", table, words,
        {"real_ur10e": torques(held, names, CUT_OFF, "UR10e, point-to-point motion: measured and predicted")},
    )  # fmt: skip


def ur10e_other_motion(folder: Path) -> Section:
    """Predict a motion that was not used to choose the friction law, with the simple and the full law."""
    exciting, other = (folder / f"ur-{name}.csv.gz" for name in ("20_02_10-30sec_12harm", "20_02_19_14harm50sec"))
    cells = []
    for full in (False, True):
        found, settings = fitted(folder / "ur10e.urdf", [exciting], f"{COLUMNS} rows=635:3510", CUT_OFF, full=full)
        held = validate(other, found, with_columns(settings, COLUMNS))
        cells += [decimals(held.filtered), decimals(held.moving)]
    names = found.unknowns.arm.joint_names
    table = table_of(
        (
            "joint",
            "`--friction simple`, all samples",
            "`--friction simple`, moving",
            "`--friction full`, all samples",
            "`--friction full`, moving",
        ),
        zip(names, *cells, strict=True),
    )
    words = (
        "The errors are those of all rows of `ur-20_02_19_14harm50sec`, including the rest before and after the "
        "motion, predicted with the fit to `30sec_12harm`."
    )
    return Section("UR10e: another motion that was not fitted", table, words)


def ur10e_gains(folder: Path) -> Section:
    """Identify gains from motion without and with a load."""
    empty, full = (folder / f"ur-20_02_19_14harm50sec{name}.csv.gz" for name in ("", "Load"))
    settings = ReplaySettings(arm=str(folder / "ur10e.urdf"), cut_off=CUT_OFF, columns="t=0 q=1:7 qd=7:13 effort=13:19")
    unknowns = Unknowns(load_arm(settings.arm), load=True, friction=FULL)
    recordings = [
        read_motion(path, unknowns, settings, Findings(), payload=payload)
        for path, payload in ((empty, Payload()), (full, None))
    ]
    found = identify_gains(unknowns, recordings, LOAD_MASS)
    rows = zip(
        found.joints,
        (f"{value:.2f} ± {value * error:.2f}" for value, error in zip(found.values, found.errors, strict=True)),
        ("yes" if determined else "**refused**" for determined in found.determined),
        decimals(LITERATURE, 2),
        (f"{ratio:.2f}" for ratio in found.values / LITERATURE),
        (f"{100 * share:.1f} %" for share in found.by_load),
        (f"{100 * share:.1f} %" for share in found.unexplained),
        strict=True,
    )
    table = table_of(
        (
            "joint",
            "gain, N·m/A",
            "determined",
            "literature",
            "ratio",
            "effort due to the load, % of the effort",
            "unexplained effort, % of the effort",
        ),
        rows,
    )
    within = int((np.abs(found.values / LITERATURE - 1.0) < 0.15)[found.determined].sum())
    words = (
        f"{within} of the {int(found.determined.sum())} gains that are determined are within 15 % of the literature's. "
    )
    words += f"{found.refusal[:1].upper()}{found.refusal[1:]}." if found.refusal else ""
    return Section(
        "UR10e: torque gains from a known load",
        table,
        words,
        {"real_ur10e_gains": gains(found, LITERATURE)},
    )


def ur10e_load(folder: Path) -> Section:
    """Identify the mass of the load with the literature's gains."""
    empty, full = (folder / f"ur-20_02_19_14harm50sec{name}.csv.gz" for name in ("", "Load"))
    found, _ = fitted(folder / "ur10e.urdf", [empty], COLUMNS, CUT_OFF, loaded=[full])
    values, errors = found.body(-1)
    ratio, error = LOAD_MASS / values[0], LOAD_MASS / values[0] * errors[0] / values[0]
    table = table_of(
        ("", "found", "true"),
        [("mass, kg", f"{values[0]:.3f} ± {errors[0]:.3f}", f"{LOAD_MASS}"),
         ("gains over the literature's, for the true mass", f"{ratio:.3f} ± {error:.3f}", "1")],
    )  # fmt: skip
    words = (
        f"With the literature's gains, the mass found is {100 * (values[0] / LOAD_MASS - 1.0):.0f} % above the true "
        f"mass. This is {abs(values[0] - LOAD_MASS) / errors[0]:.0f} times its standard error, which contains the "
        "noise of the recordings but no error of the gains. Gains that are "
        f"{100 * (1.0 - ratio):.0f} % below the literature's would give the true mass. The determined gains in the "
        "section above agree with this."
    )
    return Section("UR10e: the mass of the load with the literature's gains", table, words)
