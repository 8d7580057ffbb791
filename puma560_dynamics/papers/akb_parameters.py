"""Armstrong, Khatib and Burdick, sections 5 and 6: what the measured parameters are, and what they leave open."""

from __future__ import annotations

import numpy as np

from ..arm.arm import DAC_STEPS
from ..arm.quantity import parse_tolerance
from ..explicit.constants import PRINTED, parameters
from ..explicit.evaluate import evaluate
from ..explicit.table import names_in, read_table
from ..measurement.budget import propagate
from ..measurement.combine import ENTRIES, Piece, remainder
from ..measurement.varied_arm import link_readings
from ..rotors.size import gyroscopic_size
from . import akb_printed as printed
from .bench import Bench
from .claim import Chapter, Finding, Paper, Row

CHAPTER = Chapter(Paper.AKB)

WRIST_MASS = sum(printed.TABLE_4[f"{link}.mass"] for link in printed.WRIST)


@CHAPTER.entry("section 5", "link 3 alone = link 3 with wrist less the wrist", "puma560 measure combine")
def link_3_without_wrist(bench: Bench) -> Finding:
    whole = Piece("assemblies.link3_with_wrist", 2)
    parts = [Piece(path, int(path[-1]) - 1) for path in printed.WRIST]
    left = remainder(bench.arm, whole, parts)
    link = bench.arm.links[2]
    ours = [link.mass, *link.center_of_gravity, *np.diag(link.inertia)]
    names = ENTRIES[: len(ours)]
    tolerance = np.maximum(left.half_width[: len(ours)], 0.003 * np.array([entry[0] == "c" for entry in names]))
    rows = tuple(
        Row(f"{name} ± {width:.2g}", float(value), float(found), "", bool(abs(found - value) <= width))
        for name, value, found, width in zip(names, ours, left.values, tolerance, strict=False)
    )
    outside = [row for row in rows if not row.agrees]
    return Finding(
        "7 numbers of link 3",
        f"{len(rows) - len(outside)} within the tolerance of the difference",
        not outside,
        obstacle="rx of the difference is not 0: the wrist stands beside axis 3 by a3, which table 5 leaves out",
        bounded=[row.name.partition(" ")[0] for row in outside] == ["center_of_gravity.0"],
        rows=rows,
    )


@CHAPTER.entry("table 4", "links 4 to 6 are the detached wrist", "puma560 measure combine")
def detached_wrist(bench: Bench) -> Finding:
    links = sum(link.mass for link in bench.arm.links[3:])
    whole = printed.TABLE_4["assemblies.detached_wrist.mass"]
    band = parse_tolerance("±25%").of(links)
    return Finding(
        whole,
        links,
        abs(whole - links) <= band,
        "kg",
        obstacle="the detached wrist is heavier than links 4 to 6 by more than their 25 %, and link 3 with wrist "
        "less link 3 is links 4 to 6: the paper does not say what more was detached",
        bounded=abs(printed.TABLE_4["assemblies.link3_with_wrist.mass"] - WRIST_MASS
                    - printed.TABLE_4["links.link3.mass"]) < 0.02,
    )  # fmt: skip


@CHAPTER.entry(
    "section 5", "tolerances of calculated constants are RMS combinations of the readings'", "puma560 constants"
)
def combined_tolerances(bench: Bench) -> Finding:
    symbols = parameters(bench.arm)
    names = [name for name in PRINTED if not name.startswith("Im")]
    readings = {path: reading for path, reading in link_readings(bench.arm).items() if path.startswith("links.")}

    def constants(values: dict[str, float]) -> list[float]:
        moved = dict(symbols)
        for path, value in values.items():
            _, link, name, *axis = path.split(".")
            number = link.removeprefix("link")
            if name == "mass":
                moved[f"m{number}"] = value
            elif int(axis[0]) < 3:
                letter = "xyz"[int(axis[0])]
                moved[f"I{letter}{letter}{number}" if name == "inertia" else f"r{letter}{number}"] = value
        return [float(evaluate(read_table("a2")[name].tree, moved)) for name in names]

    width = propagate(constants, readings).half_width  # type: ignore[arg-type]
    rows = []
    for name, ours in zip(names, width.tolist(), strict=True):
        said = PRINTED[name].tolerance or 0.0
        rows.append(Row(f"± of {name}", said, ours, "", abs(ours / said - 1.0) < 0.05))
    factor = [row.computed / row.printed for row in rows]  # type: ignore[operator]
    return Finding(
        f"{len(rows)} tolerances",
        f"{sum(row.agrees for row in rows)} within 5 %",
        all(row.agrees for row in rows),
        obstacle="the tolerances of the readings themselves are not all printed (link 3 was measured with the wrist, "
        "the wrist by its outside), and it is not said which went in",
        bounded=0.5 < float(np.median(factor)) < 2.0,
        note=f"ours is {np.median(factor):.2f} times the printed one in the median",
        rows=tuple(rows),
    )


@CHAPTER.entry("section 5", "a motor acts on its own joint alone, by inertia times the square of the gear ratio",
               "puma560 gyroscopic")  # fmt: skip
def reflected_inertia(bench: Bench) -> Finding:
    names = {
        name: names_in(entry.tree) for table in ("a4", "a5", "a6", "a7") for name, entry in read_table(table).items()
    }
    places = {f"Im{i}": [name for name, used in names.items() if f"Im{i}" in used] for i in range(1, 7)}
    # The same by energy: a rotor of inertia I_m/N² at speed N q̇ has ½ I_m q̇².
    rotor = np.array([m.inertia / m.gear_ratio**2 for m in bench.arm.motors])
    ratio = np.array([m.gear_ratio for m in bench.arm.motors])
    energy = rotor * ratio**2 - bench.arm.motor_inertia
    return Finding(
        "a_ii only",
        ", ".join(f"Im{i[2:]} in {' '.join(where)}" for i, where in places.items()),
        all(len(set(where)) == 1 and where[0] == f"a_{i[2:]}{i[2:]}" for i, where in places.items() if where)
        and float(np.abs(energy).max()) < 1e-12,
    )


@CHAPTER.entry("section 5", "gyroscopic torques of the rotors can be determined from the data, and are neglected",
               "puma560 gyroscopic")  # fmt: skip
def gyroscopic(bench: Bench) -> Finding:
    size = gyroscopic_size(bench.generated, count=60)
    rows = tuple(
        Row(name, None, float(100 * share), "% of maximum torque")
        for name, share in zip(bench.arm.joint_names, size.share, strict=True)
    )
    worst = float(size.share.max())
    return Finding(
        "no number",
        f"up to {100 * worst:.2g} % of maximum torque at full speed",
        worst < 0.05,
        obstacle="the directions of the rotors' axes are not printed; with those of the arm file (an assumption) "
        "they are not small at full speed",
        bounded=bool(np.isfinite(size.torque).all()),
        rows=rows,
    )


@CHAPTER.entry("section 5", "the wrist's inertias are those of thin shells", "puma560 arm")
def thin_shells(bench: Bench) -> Finding:
    principal = [np.diag(link.inertia) for link in bench.arm.links[3:]]
    real = all(sum(moments) - 2 * max(moments) > -1e-15 for moments in principal)
    return Finding(
        "no dimensions",
        f"{'all' if real else 'not all'} three are bodies that can exist",
        False,
        obstacle="the outside dimensions are not printed, so that no shell can be computed from them",
        bounded=real,
    )


@CHAPTER.entry(
    "section 6", "link 1 needs no mass: its parameters stand in the constant part of a11 alone", "puma560 constants"
)
def link_1(bench: Bench) -> Finding:
    lumped = read_table("a2")
    own = {name for name, entry in lumped.items() if {"m1", "ry1", "Izz1"} & set(names_in(entry.tree))}
    tables = {
        name: names_in(entry.tree) for table in ("a4", "a5", "a6", "a7") for name, entry in read_table(table).items()
    }
    used = sorted(name for name, names in tables.items() if own & set(names))
    return Finding("a_11", ", ".join(used), own == {"I1"} and used == ["a_11"], note="through I1")


@CHAPTER.entry("section 6", "total inertia of link 1 = Izz1 + Imotor", "puma560 arm")
def total_of_link_1(bench: Bench) -> Finding:
    total = float(bench.arm.links[0].inertia[2, 2]) + bench.arm.motors[0].inertia
    said = printed.TABLE_6["links.link1"][2] + printed.MOTOR_INERTIA[0]
    return Finding(said, total, abs(total - said) < 1e-12, "kg·m²")


@CHAPTER.entry("section 6", "torque resolution = maximum torque / 2048", "puma560 arm")
def resolution(bench: Bench) -> Finding:
    rows = tuple(
        Row(
            f"joint {i}",
            torque / 2048,
            motor.maximum_torque / DAC_STEPS,
            "N·m",
            motor.maximum_torque / DAC_STEPS == torque / 2048,
        )
        for i, (motor, torque) in enumerate(
            zip(bench.arm.motors, printed.TABLE_7["maximum_torque"], strict=True), start=1
        )
    )
    return Finding(2048, DAC_STEPS, all(row.agrees for row in rows), "steps", rows=rows)
