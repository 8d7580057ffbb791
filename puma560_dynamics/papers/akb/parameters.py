"""Armstrong, Khatib and Burdick, sections 5 and 6: statements about the measured parameters."""

from __future__ import annotations

import numpy as np

from ...arm.parts import DAC_STEPS
from ...arrays import FloatArray
from ...measurement.combine import ENTRIES, Piece, remainder
from ...models.gyroscopic import GyroscopicModel
from ...models.tables.table import names_in, read_table
from ..bench import Bench
from ..corrections import Corrections, of_place
from ..entry import NO_NUMBER, Chapter, EntryKind, EntryResult, EntryRow, Paper
from ..rotors import gyroscopic_size
from . import printed
from .errata import akb_errata

CHAPTER = Chapter(Paper.AKB)

GYROSCOPIC_POSES = 60
"""Number of random poses at which gyroscopic torques are computed."""

POSES = 20_000
"""Number of random poses over the joint ranges."""

WRIST_MASS = sum(printed.TABLE_4[f"{link}.mass"] for link in printed.WRIST)


@CHAPTER.entry(
    "section 5",
    "link 3 alone = link 3 with wrist less the wrist",
    "puma560 measure combine",
    criterion="seven numbers of link 3 against the difference of tables 4 to 6 (frames of table A1, as corrected), "
    "with links 4 to 6 in zero position as the wrist (our choice), each within the tolerance of the difference by RMS "
    "of the printed ones, for centers of gravity at least the ±0.003 m of table 5 (our choice)",
)
def link_3_without_wrist(bench: Bench) -> EntryResult:
    whole = Piece("assemblies.link3_with_wrist", 2)
    parts = [Piece(path, int(path[-1]) - 1) for path in printed.WRIST]
    left = remainder(bench.arm, whole, parts)
    link = bench.arm.links[2]
    ours = [link.mass, *link.center_of_gravity, *np.diag(link.inertia)]
    tolerance = np.maximum(left.half_width[: len(ours)], 0.003 * np.array([entry[0] == "c" for entry in ENTRIES[:7]]))
    names = {"m": "kg", "rx": "m", "ry": "m", "rz": "m", "Ixx": "kg·m²", "Iyy": "kg·m²", "Izz": "kg·m²"}
    rows = tuple(
        EntryRow(f"{name} ± {width:.2g}", float(value), float(found), unit, bool(abs(found - value) <= width))
        for (name, unit), value, found, width in zip(names.items(), ours, left.values, tolerance, strict=False)
    )
    outside = [row for row in rows if not row.agrees]
    joined, detached = (printed.TABLE_4[f"assemblies.{name}.mass"] for name in ("link3_with_wrist", "detached_wrist"))
    return EntryResult(
        "7 numbers of link 3",
        f"{len(rows) - len(outside)} within the tolerance of the difference",
        not outside,
        contradiction="rx of the difference is not the 0 of table 5: the wrist stands next to axis 3 by a3 (table A1)",
        shown=[row.name.partition(" ")[0] for row in outside] == ["rx"],
        note=f"links 4 to 6 have {WRIST_MASS:.2f} kg; with the detached wrist of table 4 ({detached:.2f} kg) the "
        f"mass would be {joined - detached:.2f} kg against {link.mass:.2f}, and rx "
        f"{-detached * bench.arm.joints[3].a / (joined - detached):.3f} m",
        rows=rows,
    )


@CHAPTER.entry(
    "table 4",
    "the detached wrist is what link 3 with wrist has more than link 3",
    "puma560 measure combine",
    criterion="the mass of the detached wrist against the difference of both lines, within RMS of the printed "
    "tolerances. The paper does not state this; we take the labels “Link 3”, “Link 3 with Complete Wrist” and "
    "“Detached Wrist” literally",
)
def detached_wrist(bench: Bench) -> EntryResult:
    whole, with_wrist, alone = (
        printed.TABLE_4[f"{path}.mass"]
        for path in ("assemblies.detached_wrist", "assemblies.link3_with_wrist", "links.link3")
    )
    left = with_wrist - alone
    band = float(np.sqrt(sum((0.01 + 0.01 * mass) ** 2 for mass in (whole, with_wrist, alone))))
    return EntryResult(
        whole,
        round(left, 2),
        abs(whole - left) <= band,
        f"kg, ± {band:.2f}",
        contradiction=f"table 4 disagrees with itself: the detached wrist is {whole - left:.2f} kg heavier. The paper "
        "does not state whether it had more parts than the wrist of the other line; a number may also be misprinted, "
        "or misread in the scan",
        shown=abs(left - WRIST_MASS) < band,
        note=f"links 4 to 6 together have {WRIST_MASS:.2f} kg, which agrees with the difference within {band:.2f} kg; "
        "these masses are ±25 %, and section 5 derives them with the measured wrist mass, so they are no independent "
        "evidence",
    )


@CHAPTER.entry(
    "table 5",
    "the center of gravity of the wrist in frame 4",
    "puma560 measure combine",
    criterion="rz of the line Wrist against the centers of links 4 to 6 combined, within RMS of the printed tolerances "
    "(±0.003 m; ±25 % of each link's mass and center)",
)
def wrist_center(bench: Bench) -> EntryResult:
    mass = np.array([printed.TABLE_4[f"{link}.mass"] for link in printed.WRIST])
    z = np.array([printed.TABLE_5[link][2] for link in printed.WRIST])
    center = float(mass @ z / mass.sum())
    parts = [0.25 * mass * (z - center) / mass.sum(), 0.25 * mass * z / mass.sum()]
    band = float(np.sqrt(0.003**2 + sum(float(part @ part) for part in parts)))
    said = printed.TABLE_5["assemblies.detached_wrist"][2]
    other, width = _wrist_by_difference()
    return EntryResult(
        said,
        round(center, 4),
        abs(said - center) <= band,
        f"m, ± {band:.3f}",
        contradiction="table 5 disagrees with itself, unless the line Wrist is of another body than links 4 to 6: "
        f"table 4's detached wrist is {printed.TABLE_4['assemblies.detached_wrist.mass'] - mass.sum():.2f} kg heavier",
        shown=abs(said - center) > band and abs(said - other) > width,
        note="by section 5, link 3 is link 3 with wrist less the wrist. These two lines put the wrist at "
        f"{other:.3f} ± {width:.2f} m (masses of table 4, d4 of table A1), not {said:g}",
    )


def _wrist_by_difference() -> tuple[float, float]:
    """Return z of the wrist in frame 4 by link 3 with wrist less link 3, and the RMS of the printed tolerances, m."""
    whole, alone = "assemblies.link3_with_wrist", "links.link3"
    m1, m2 = (printed.TABLE_4[f"{path}.mass"] for path in (whole, alone))
    y1, y2 = (printed.TABLE_5[path][1] for path in (whole, alone))
    left = m1 - m2
    # y of frame 3 is opposite to z of frame 4, whose origin is at -d4.
    center = -(m1 * y1 - m2 * y2) / left - float(printed.TABLE_A1[3][2])
    by_masses = [(0.01 + 0.01 * mass) * other * (y1 - y2) / left**2 for mass, other in ((m1, m2), (m2, m1))]
    by_centers = [0.003 * mass / left for mass in (m1, m2)]
    return center, float(np.sqrt(np.sum(np.square([*by_masses, *by_centers]))))


@CHAPTER.entry(
    "section 5",
    "motor inertia, seen through the gear, does not contribute to the inertial forces at other joints",
    "puma560 paper gyroscopic",
    criterion="the sentence against tables A4 to A7: Im_i occurs only in a_ii",
)
def reflected_inertia(bench: Bench) -> EntryResult:
    names = {
        name: names_in(entry.tree) for table in ("a4", "a5", "a6", "a7") for name, entry in read_table(table).items()
    }
    places = {i: [name for name, used in names.items() if f"Im{i}" in used] for i in range(1, 7)}
    q = _random_poses(bench)
    cross = np.abs(GyroscopicModel(bench.arm).kinetic_energy_matrix(q)).max(axis=0)
    i, j = sorted(map(int, np.unravel_index(int(cross.argmax()), cross.shape)))
    return EntryResult(
        "a_ii only",
        ", ".join(f"Im{i} in {' '.join(where)}" for i, where in places.items()),
        all(where == [f"a_{i}{i}"] for i, where in places.items()),
        note="with a_53 = I_m5 + … of the scan read as a_33 = Im3 + …. "
        f"{Corrections(tuple(e for e in of_place(akb_errata(), 'A4').errata if 'a_53' in e.text)).note}. The tables "
        "have no cross terms G J of the rotors' inertia J and the gear ratio G. With the rotors' axes assumed in the "
        f"arm file, the largest found at {POSES} random poses is {cross[i, j]:.3f} kg·m² (a_{i + 1}{j + 1})",
    )


@CHAPTER.entry(
    "section 6",
    "the measured total inertia is somewhat less certain at joint 1, because its friction is larger",
    "puma560 arm check",
    criterion="none, because neither the pose nor the measure (kg·m² or a share) is printed. The entry reports the "
    "tolerance of Imotor in table 6, taken as that of the total, as a share of the total inertia a_ii (our choices): "
    f"the smallest and the largest at {POSES} random poses over the joint ranges of the arm file, because the paper "
    "prints none. It shows that joint 1 has the "
    "largest share at some poses and not at others, and the largest break-away torque of table 7",
)
def uncertain_joint_1(bench: Bench) -> EntryResult:
    tolerance = np.array([float(printed.TOLERANCES[f"motors.joint{i}.inertia"].removeprefix("±")) for i in range(1, 7)])
    q = _random_poses(bench)
    of_motor = 100 * tolerance / np.array(printed.MOTOR_INERTIA)
    shares = tolerance / np.diagonal(bench.recursive.kinetic_energy_matrix(q), axis1=1, axis2=2)
    part = float((shares.argmax(axis=1) == 0).mean())
    friction = printed.TABLE_7["break_away_torque"]
    rows = tuple(
        EntryRow(f"joint {i}, ± {width:g} kg·m² of a_{i}{i}", None, f"{100 * low:.1f} to {100 * high:.1f}", "%")
        for i, (width, low, high) in enumerate(zip(tolerance, shares.min(axis=0), shares.max(axis=0), strict=True), 1)
    )
    return EntryResult(
        "joint 1",
        f"joint 1 at {100 * part:.0f} % of the poses, as a share; joint {1 + int(tolerance.argmax())} in kg·m²",
        False,
        obstacle="neither the pose of the measurement is printed, nor whether the uncertainty is in kg·m² or a share",
        shown=0.0 < part < 1.0 and int(np.argmax(friction)) == 0,
        note=f"the break-away torque is largest at joint 1 ({friction[0]:g} N·m). As a share of Imotor alone, the "
        f"tolerance is {of_motor[0]:.0f} % at joint 1 and {of_motor[1:].min():.0f} to {of_motor[1:].max():.0f} % at "
        "the others",
        rows=rows,
    )


def _random_poses(bench: Bench) -> FloatArray:
    """Return random poses (POSES, n) over the joint ranges, rad."""
    return np.random.default_rng(1986).uniform(bench.arm.lower, bench.arm.upper, (POSES, bench.arm.n))


@CHAPTER.entry(
    "section 5",
    "gyroscopic torques of the rotors can be determined from the data, and are neglected",
    "puma560 paper gyroscopic",
    criterion=f"{NO_NUMBER}. The entry reports the largest velocity terms that a search from "
    f"{GYROSCOPIC_POSES} random poses finds if missing values are assumed, and shows that they can then be computed",
)
def gyroscopic(bench: Bench) -> EntryResult:
    size = gyroscopic_size(bench.generated, count=GYROSCOPIC_POSES)
    rows = tuple(
        EntryRow(name, None, float(100 * share), "% of maximum torque")
        for name, share in zip(bench.arm.joint_names, size.share, strict=True)
    )
    worst = float(size.share.max())
    return EntryResult(
        "no number",
        f"up to {100 * worst:.2g} % of maximum torque at full speed",
        False,
        obstacle="the directions of the rotors' axes, their sense of rotation, the rotor's share of Imotor, joint "
        "ranges and full speeds are not printed; those of the arm file, full speeds too, are assumed or from "
        "elsewhere",
        shown=bool(np.isfinite(size.torque).all()),
        rows=rows,
    )


@CHAPTER.entry(
    "section 5",
    "the wrist's inertias are those of thin shells",
    "puma560 measure shapes",
    criterion="none, because the dimensions are not printed; the entry shows that the inertias of links 4 to 6 "
    "are those of bodies that can exist: no moment is larger than the sum of the other two",
)
def thin_shells(bench: Bench) -> EntryResult:
    principal = [np.diag(link.inertia) for link in bench.arm.links[3:]]
    real = all(_can_exist(moments) for moments in principal)
    misread = of_place(akb_errata(), "6", entries=lambda name: name == "link 5, Ixx")
    uncorrected = _can_exist(np.array(printed.TABLE_6["links.link5"], dtype=float))
    return EntryResult(
        "no dimensions",
        f"{'all' if real else 'not all'} three possible",
        False,
        obstacle="the outside dimensions are not printed, so that no shell can be computed from them",
        shown=real and not uncorrected,
        note=f"only with Ixx5 = {principal[1][0]:.2e} kg·m² instead of the scan's "
        f"{printed.TABLE_6['links.link5'][0]:.2e}: "
        f"{misread.note}",
    )


def _can_exist(moments: FloatArray) -> bool:
    """Return whether principal moments (3,) satisfy the triangle inequality, to rounding."""
    return bool(moments.sum() - 2 * moments.max() > -1e-15)


@CHAPTER.entry(
    "section 5",
    "centers of gravity were located by balancing each link on a knife edge, once orthogonal to each axis",
    "puma560 measure knife-edge",
    criterion="none: no reading of a balance is printed, only the results (table 5)",
)
def knife_edge(bench: Bench) -> EntryResult:
    return EntryResult("no reading", "nothing to compute", False, obstacle="the readings are not printed")


@CHAPTER.entry(
    "section 6",
    "link 1 needs no mass: its parameters appear in a11 alone, and do not depend on the configuration",
    "puma560 paper constants",
    criterion="the sentence against tables A2 and A4 to A7: m1, ry1 and Izz1 occur only in I1, and I1 only in a_11; "
    "I1 has no factor there: the derivative of a_11 with respect to I1 is 1, multiplied out in the ring of cosines, "
    "sines and parameters",
)
def link_1(bench: Bench) -> EntryResult:
    lumped = read_table("a2")
    own = {name for name, entry in lumped.items() if {"m1", "ry1", "Izz1"} & set(names_in(entry.tree))}
    tables = {
        name: names_in(entry.tree) for table in ("a4", "a5", "a6", "a7") for name, entry in read_table(table).items()
    }
    used = sorted(name for name, names in tables.items() if own & set(names))
    element = bench.rederivation.table_elements(bench.tables, ["I1"])["a_11"]
    with_i1 = [dict(element.ring.factors(monomial)) for monomial, _ in element.items()]
    alone = [factors for factors in with_i1 if "I1" in factors] == [{"I1": 1}]
    return EntryResult(
        "a_11", ", ".join(used), own == {"I1"} and used == ["a_11"] and alone,
        note="through I1, which no cosine or sine multiplies" if alone else "through I1",
    )  # fmt: skip


@CHAPTER.entry(
    "section 6",
    "total inertia of link 1 = Izz1 + Imotor",
    "puma560 arm check",
    criterion="the sum of the arm file's numbers against the sum of table 6's, to 1e-12; the paper prints no sum",
    kind=EntryKind.TRANSCRIPTION,
)
def total_of_link_1(bench: Bench) -> EntryResult:
    total = float(bench.arm.links[0].inertia[2, 2]) + bench.arm.motors[0].inertia
    own, motor = printed.TABLE_6["links.link1"][2], printed.MOTOR_INERTIA[0]
    return EntryResult(f"{own} + {motor}", total, abs(total - own - motor) < 1e-12, "kg·m²")


@CHAPTER.entry(
    "section 6",
    "torque resolution = maximum torque / 2048",
    "puma560 arm check",
    criterion="our number of steps against the printed one",
    kind=EntryKind.TRANSCRIPTION,
)
def resolution(bench: Bench) -> EntryResult:
    return EntryResult(2048, DAC_STEPS, DAC_STEPS == 2048, "steps")
