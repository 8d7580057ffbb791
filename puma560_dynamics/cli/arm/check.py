"""`puma560 arm check`: read an arm, check its physical consistency, and show tables of links, motors and limits."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from ..options import add_arm_options, chosen_arm
from ..output import FAILED, OK, console, escape, print_json, table
from ..payload_options import add_payload_options, carried_payload
from ..progress import Progress

if TYPE_CHECKING:
    from ...arm import Arm, Joint, Link
    from ...arrays import FloatArray
    from ...report.text_table import TextTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 arm check`."""
    add_arm_options(parser, first=True)
    add_payload_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Load the arm, which raises if it is not physically possible, and print its data; fail if a load is too heavy."""
    with Progress("loading"):
        from ...arm import check_physics, rod_transfers
        from ...arm.consistent import possible_arm
        from ...arm.friction import KINETIC_SHARE
        from ...models.payload.payload import attached
        from ...models.payload.payload_text import payload_json, payload_words

        arm = chosen_arm(arguments)
        payload = carried_payload(arguments, arm)
        report, load = check_physics(arm), largest_gravity_load(arm)
        loaded = largest_gravity_load(attached(arm, payload)) if payload.mass else load
        fraction = _fraction(arm, loaded)
        too_heavy = [
            name for name, value in zip(arm.joint_names, fraction, strict=True) if value is not None and value > 1
        ]
        held = not (payload.mass and too_heavy)
    if arguments.json:
        return print_json(
            {
                # values that a description lacks are only reported
                "ok": (report.ok or arm.origin is not None) and held,
                "arm": arm.name,
                "gravity": arm.gravity,
                "warnings": list(report.warnings),
                "remarks": list(arm.remarks),
                "links": [
                    {
                        "name": link.name,
                        "mass": link.mass,
                        "center_of_gravity": link.center_of_gravity.tolist(),
                        "inertia": link.inertia.tolist(),
                        "not_given": list(link.incomplete),
                    }
                    for link in _as_given(arm)
                ],
                "largest_gravity_load": load.tolist(),
                "payload": payload_json(arm, payload),
                "largest_gravity_load_with_payload": loaded.tolist(),
                "fraction_of_maximum_torque": fraction,
                "joints": [
                    {
                        "name": joint.name,
                        "kind": joint.kind,
                        "lower": None if joint.continuous else joint.lower,
                        "upper": None if joint.continuous else joint.upper,
                        "velocity": joint.velocity,
                        "gear_ratio": motor.gear_ratio,
                        "motor_inertia": motor.inertia,
                        "maximum_torque": motor.maximum_torque,
                        "break_away_torque": motor.break_away_torque,
                        "torque_resolution": motor.torque_resolution,
                    }
                    for joint, motor in zip(arm.joints, arm.motors, strict=True)
                ],
                "friction": [
                    {"name": name} | asdict(friction)
                    for name, friction in zip(arm.joint_names, arm.friction, strict=False)
                ],
            }
        )
    out = console()
    out.print(f"{escape(arm.name)}: {escape(arm.source)}")
    motors = table(
        f"Motors and limits; gravity {arm.gravity:g} m/s²",
        "joint", ">gear", ">inertia\nkg·m²", ">max.\nN·m", ">break-\naway\nN·m", ">gravity\nN·m", ">range\n°",
    )  # fmt: skip
    for joint, motor, gravity in zip(arm.joints, arm.motors, load, strict=True):
        motors.add_row(
            escape(joint.name),
            f"{motor.gear_ratio:g}",
            f"{motor.inertia:g}",
            f"{motor.maximum_torque:g}",
            f"{motor.break_away_torque:g}",
            f"{gravity:.2f}",
            _range(joint),
        )
    out.print(motors)
    out.print("gravity: largest over the joint ranges")
    if payload.mass:
        out.print()
        out.print(_with_load(arm, f"With {escape(payload_words(arm, payload))}", load, loaded, fraction))
    if sliding := ", ".join(joint.name for joint in arm.joints if joint.slides):
        out.print(f"{escape(sliding)}: prismatic, with kg, N and m in place of kg·m², N·m and °, here and below")
    out.print()
    if arm.friction:
        for part in _friction(arm):
            out.print(part)
    elif arm.break_away_torque.any():
        out.print(
            "friction: not in the file; predictions use the break-away torque as Coulomb friction, compensation uses "
            f"{KINETIC_SHARE:g} of it"
        )
    out.print()
    out.print(_links(arm))
    for warning in (*report.warnings, *arm.remarks):
        out.print(f"note: {escape(warning)}")
    for transfer in rod_transfers(arm):
        out.print(
            f"note: the URDF transfers a rod with {transfer.moment:.6g} kg·m² along z of {transfer.link} from "
            f"{transfer.parent} to {transfer.link}; no torque changes"
        )
    for change in possible_arm(arm).changes:
        out.print(f"note: {escape(change)}; models of this package use the file's numbers")
    if not held:
        out.print(f"[bold red]failed: {escape(', '.join(too_heavy))} cannot hold arm and load in every pose[/]")
    return OK if held else FAILED


def _fraction(arm: Arm, load: FloatArray) -> list[float | None]:
    """Return a gravity load as a fraction of the maximum torque of each joint; `None` where this is not given."""
    return [
        float(value) / motor.maximum_torque if motor.maximum_torque > 0.0 else None
        for value, motor in zip(load, arm.motors, strict=True)
    ]


def _with_load(
    arm: Arm, title: str, load: FloatArray, loaded: FloatArray, fraction: Sequence[float | None]
) -> TextTable:
    """Return a table of the gravity load with and without the payload, and the margin of the motors."""
    rows = table(title, "joint", ">gravity\nN·m", ">with load\nN·m", ">max.\nN·m", ">margin\nN·m", ">gravity / max.")
    for joint, motor, bare, full, used in zip(arm.joints, arm.motors, load, loaded, fraction, strict=True):
        margin, percent = ("–", "–") if used is None else (f"{motor.maximum_torque - full:.2f}", f"{100 * used:.0f} %")
        rows.add_row(escape(joint.name), f"{bare:.2f}", f"{full:.2f}", f"{motor.maximum_torque:g}", margin, percent)
    return rows


def _range(joint: Joint) -> str:
    if joint.continuous:
        return "continuous"
    if joint.slides:
        return f"{joint.lower:g}…{joint.upper:g} m"
    return f"{math.degrees(joint.lower):.0f}…{math.degrees(joint.upper):.0f}"


def largest_gravity_load(arm: Arm, count: int = 5000) -> FloatArray:
    """Return the largest gravity torque (n,) N·m over `count` random poses within the joint limits."""
    import numpy as np

    from ...models.load import load_model

    q = np.random.default_rng(0).uniform(*arm.pose_range, (count, arm.n))
    return np.asarray(np.abs(load_model("newton_euler", arm).gravity(q)).max(axis=0))


def _friction(arm: Arm) -> Iterator[TextTable | str]:
    """Yield tables of friction parameters per joint (first the required ones, then others), and a line with units."""
    from ...arm.friction_terms import FRICTION_TERMS

    usual = [name for name, term in FRICTION_TERMS.items() if term.required]
    given = [name for name in FRICTION_TERMS if name not in usual and any(getattr(one, name) for one in arm.friction)]
    for title, names in (("Kinetic friction", usual), ("More of friction", given)):
        if not names:
            continue
        numbers = table(title, "joint", *(">" + name.replace("_", "\n") for name in names))
        for joint, friction in zip(arm.joints, arm.friction, strict=True):
            numbers.add_row(escape(joint.name), *(f"{getattr(friction, name):.4g}" for name in names))
        yield numbers
    units = {name: FRICTION_TERMS[name].shown_unit() for name in (*usual, *given)}
    others = [f"{name}: {unit}" for name, unit in units.items() if unit not in ("N·m", "1")]
    yield "; ".join(["N·m", *others])


def _as_given(arm: Arm) -> Iterator[Link]:
    """Yield the links with their bodies in the frames of the description (the last in that of the tip) or arm file."""
    for link, frame in zip(arm.links, arm.frames, strict=True):
        turn = frame[:3, :3].T
        center = turn @ (link.center_of_gravity - frame[:3, 3])
        yield replace(link, center_of_gravity=center + 0.0, inertia=turn @ link.inertia @ turn.T)


def _links(arm: Arm) -> TextTable:
    frames = f"in the frames of the description, the last in that of {arm.tip}" if arm.origin else "in their frames"
    links = table(
        f"Links, {frames}; – where not given",
        "link", ">mass\nkg", ">center of gravity\nm", ">Ixx, Iyy, Izz\nkg·m²",
    )  # fmt: skip
    for link in _as_given(arm):
        moments = zip(("Ixx", "Iyy", "Izz"), link.inertia.diagonal(), strict=True)
        links.add_row(
            escape(link.name),
            "–" if "mass" in link.incomplete else f"{link.mass:.4g}",
            ", ".join(f"{value:.4g}" for value in link.center_of_gravity),
            ", ".join("–" if name in link.incomplete else f"{value:.4g}" for name, value in moments),
        )
    return links
