"""Tables of `docs/puma560_parameters.md`: the published parameter sets of the PUMA 560, compared with that of 1986."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from puma560_dynamics.arm import Arm, Link, load_arm
from puma560_dynamics.arm.arm_alignment import Alignment, aligned
from puma560_dynamics.arm.arm_file import load_geometry
from puma560_dynamics.arm.differences import Difference, differences
from puma560_dynamics.arm.friction import friction_torque
from puma560_dynamics.arm.standard_convention import standard_joints
from puma560_dynamics.arm.transform import inverse_pose
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.models.difference_effects import effects
from puma560_dynamics.models.load import load_model
from tools.robotics_toolbox.figures import FILE, OWN, STANDARD_POSES

REFERENCE = "akb1986"
"""Set whose conventions the others are compared in."""

TABLES = ("lee1984", "craig1986")
"""Published geometry without masses."""

DYNAMIC = (OWN, "corke_akb")
"""Published sets with masses, other than the reference."""

SYMBOLS = ("a2", "a3", "d2", "d3", "d4")


def _rows(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (heading, ["---"] * len(heading), *rows))


def _lengths(arm: Arm) -> list[float]:
    """Return a2, a3, d2, d3 and d4, which both conventions name alike."""
    _, second, third, fourth, *_ = arm.joints
    return [third.a, fourth.a, second.d, third.d, fourth.d]


def _found(name: str) -> Alignment:
    return aligned(load_geometry(REFERENCE), load_geometry(name))


def geometry() -> str:
    """Return the lengths of every set as printed, and in the conventions of the reference."""
    rows = []
    for name in (REFERENCE, *TABLES, *DYNAMIC):
        arm, found = load_geometry(name), _found(name)
        a2, a3, d2, d3, d4 = _lengths(found.arm)
        rows.append([f"`{name}`", *(f"{x:g}" for x in _lengths(arm)), *(f"{x:g}" for x in (a2, a3, d2 + d3, d4))])
    heading = ("set", *SYMBOLS, "a2, common", "a3, common", "d2 + d3, common", "d4, common")
    return _rows(heading, rows)


def zero_poses() -> str:
    """Return how joint positions of every set convert to those of the reference."""
    rows = []
    for name in (*TABLES, *DYNAMIC):
        arm, found = load_geometry(name), _found(name)
        frames = arm.frames[:-1, :3, :]
        standard = not np.allclose(frames, np.eye(4)[:3])
        texts = [_turn(change.zero, "q", change.sign) for change in found.changes]
        base = [f"{math.degrees(found.base_turn):g}° about z"] if abs(found.base_turn) > 1e-9 else []
        base += [f"{found.base_shift:g} m along z"] if abs(found.base_shift) > 1e-9 else []
        twists = ", ".join(f"{math.degrees(x) + 0.0:g}" for x in _twists(arm, standard))
        convention = "standard" if standard else "modified"
        rows.append([f"`{name}`", convention, twists, *texts[1:3], " and ".join(base) or "same"])
    heading = ("set", "frames", "twists α, °", f"q2 of `{REFERENCE}`", f"q3 of `{REFERENCE}`", "base frame")
    return _rows(heading, rows)


def _twists(arm: Arm, standard: bool) -> list[float]:
    """Return the twists as printed in the set's own convention."""
    joints = standard_joints(arm.joints, arm.frames) if standard else arm.joints
    return [joint.alpha for joint in joints]


def _turn(zero: float, symbol: str, sign: int) -> str:
    degrees = math.degrees(zero)
    plus = f" {'+' if degrees > 0 else '−'} {abs(degrees):g}°" if abs(degrees) > 1e-9 else ""
    return f"{'' if sign > 0 else '−'}{symbol}{plus}"


def all_differences() -> str:
    """Return every number that matters to torque in which the sets with masses differ from the reference."""
    first = load_arm(REFERENCE)
    rows = []
    for name in DYNAMIC:
        listed = [each for each in differences(first, _found(name).arm) if each.dynamic]
        for each, size in zip(listed, effects(first, listed), strict=True):
            number, values = f"{each.number}, {_unit(each)}", (each.first, each.second)
            sizes = (_size(size.gravity), _size(size.inertia))
            rows.append([f"`{name}`", each.part, number, *(f"{value:.5g}" for value in values), *sizes, each.note])
    heading = ("set", "part", "number", f"`{REFERENCE}`", "set", "gravity torque, N·m", "inertia, kg·m²", "note")
    return _rows(heading, rows)


def _unit(each: Difference) -> str:
    return each.unit.replace(" ", "·").replace("^2", "²")


def _size(values: FloatArray) -> str:
    return f"{values.max():.2g}" if values.max() > 1e-12 else "0"


def torques() -> str:
    """Return gravity torque and inertia of all sets with masses at the named poses of the toolbox."""
    rows = []
    for pose, turns in STANDARD_POSES.items():
        q = np.array(turns) * math.pi
        toolbox = aligned(load_arm(REFERENCE), load_arm(OWN))
        common = toolbox.positions(q)
        for name in (OWN, REFERENCE, "corke_akb"):
            arm = load_arm(name)
            at = q if name == OWN else common
            model = load_model("newton_euler", arm)
            inertia = model.kinetic_energy_matrix(at).diagonal()
            links = inertia - arm.armature.diagonal()
            degrees = ", ".join(f"{math.degrees(x) + 0.0:g}" for x in at[:5])
            weights = [f"{x + 0.0:.4f}" for x in model.gravity(at)[[1, 2, 4]]]
            diagonals = [", ".join(f"{x:.3f}" for x in each[:3]) for each in (inertia, links)]
            rows.append([pose, f"`{name}`", degrees, *weights, *diagonals])
    heading = ("pose", "set", "q1 to q5, °", "g2, N·m", "g3, N·m", "g5, N·m", "M11, M22, M33, kg·m²", "without motors")
    return _rows(heading, rows)


def mistakes() -> str:
    """Return how wrong the toolbox's arm becomes by each usual mistake, at its nominal pose."""
    arm, q = load_arm(OWN), np.array(STANDARD_POSES["qn"]) * math.pi
    model = load_model("newton_euler", arm)
    right, inertia = model.gravity(q), model.kinetic_energy_matrix(q).diagonal()
    akb = load_model("newton_euler", load_arm(REFERENCE))
    wrong = arm.with_(links=tuple(_as_printed(*pair) for pair in zip(arm.links, arm.frames, strict=True)))
    confused = load_model("newton_euler", wrong)
    bare = arm.with_(motors=tuple(replace(motor, inertia=motor.inertia / motor.gear_ratio**2) for motor in arm.motors))
    rotors = load_model("newton_euler", bare).kinetic_energy_matrix(q).diagonal()
    joint, ratio = arm.friction[0], abs(arm.motors[0].gear_ratio)
    at_joint = joint.coulomb_positive + joint.viscous
    at_motor = joint.coulomb_positive / ratio + joint.viscous / ratio**2
    none = arm.with_(links=(*arm.links[:5], replace(arm.links[5], mass=0.0, inertia=np.zeros((3, 3)))))
    light = load_model("newton_euler", none).gravity(q)
    rows = [
        (f"joint positions of `{OWN}` used for `{REFERENCE}`", "g2, N·m", right[1], akb.gravity(q)[1]),
        ("gravity vector of the wrong sign", "g2, N·m", right[1], -right[1]),
        ("bodies of standard frames used in modified frames", "g2, N·m", right[1], confused.gravity(q)[1]),
        ("the same", "M11, kg·m²", inertia[0], confused.kinetic_energy_matrix(q)[0, 0]),
        ("rotor inertia used at the joint, without gear ratio²", "M22, kg·m²", inertia[1], rotors[1]),
        ("the same", "M55, kg·m²", inertia[4], rotors[4]),
        ("friction at the motor used at the joint", "friction of joint 1 at 1 rad/s, N·m", at_joint, at_motor),
        ("`payload(0)` of the toolbox, which removes link 6", "g2, N·m", right[1], light[1]),
    ]
    return _rows(("mistake", "number", "right", "wrong"), [[a, b, f"{c:.4f}", f"{d:.4f}"] for a, b, c, d in rows])


def _as_printed(link: Link, frame: FloatArray) -> Link:
    """Return a link with the numbers that are printed for its standard frame, as if they were for the modified one."""
    back, turn = inverse_pose(frame), frame[:3, :3]
    center = (back @ [*link.center_of_gravity, 1.0])[:3]
    return replace(link, center_of_gravity=center, inertia=turn.T @ link.inertia @ turn)


def friction() -> str:
    """Return the friction of the toolbox at the joints, next to the break-away torque of the reference."""
    toolbox, akb = load_arm(OWN), load_arm(REFERENCE)
    rows = []
    for index, joint in enumerate(akb.joints):
        one = toolbox.friction[index]
        numbers = (akb.motors[index].break_away_torque, one.coulomb_positive, one.coulomb_negative, one.viscous)
        rows.append([joint.name, *(f"{number:.3g}" for number in numbers)])
    units = ("Coulomb −, N·m", "viscous, N·m·s/rad")
    return _rows(("joint", f"break-away, `{REFERENCE}`, N·m", f"Coulomb +, `{OWN}`, N·m", *units), rows)


def sympybotics() -> str:
    """Return the torque of SymPyBotics' example, and what motors and friction add in the toolbox's model."""
    with (FILE.parent / "puma560_sympybotics.csv").open(encoding="utf-8", newline="") as file:
        printed = {quantity: np.array(row, dtype=float) for quantity, *row in list(csv.reader(file))[1:]}
    arm = load_arm(OWN)
    links = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    q, qd, qdd = (printed[key] for key in ("q", "qd", "qdd"))
    ours, driven = (load_model("newton_euler", each).torque(q, qd, qdd) for each in (links, arm))
    lines = [
        ("printed in the tests of SymPyBotics", printed["torque"]),
        (f"`{OWN}` without motors and friction", ours),
        ("with rotor inertia × gear ratio²: `rne` of the toolbox without friction", driven),
        ("with friction too: `rne` of the toolbox", driven + friction_torque(arm.friction, qd)),
    ]
    return _rows(("torque, N·m", *arm.joint_names), [[name, *(f"{x:.5f}" for x in row)] for name, row in lines])


SECTIONS = {
    "geometry of published sets": geometry,
    "zero poses of published sets": zero_poses,
    "differences of published sets": all_differences,
    "torques of published sets": torques,
    "usual mistakes": mistakes,
    "friction of published sets": friction,
    "example of SymPyBotics": sympybotics,
}
"""Functions that return the tables, by the name of their section."""
