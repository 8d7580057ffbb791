"""Small arms of known numbers, moved exactly along a series, with effort that has coloured noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.signal import lfilter

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction, Link
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, joint_friction_torque
from puma560_dynamics.identification.solve import Estimate
from puma560_dynamics.identification.windows import Rows
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.motion.motion import Motion

RATE = 200.0
"""Hz."""

NOISE = 0.15
"""N·m, standard deviation of the effort's noise."""

MEMORY = 0.97
"""Correlation of the noise from sample to sample: it lasts for about 0.15 s."""

LINK = """<link name="{name}"><inertial><origin xyz="{x} 0.02 0.01"/><mass value="{mass}"/>
<inertia ixx="{i}" iyy="{i}" izz="{i}" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
JOINT = """<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>
<origin xyz="{x} 0 0.1"/>
<axis xyz="{axis}"/><limit lower="-3" upper="3" velocity="3" effort="100"/></joint>"""


def description(axes: Sequence[str] = ("0 0 1", "0 1 0", "0 1 0")) -> str:
    """A URDF of an arm with a joint about each axis."""
    parts = ['<robot name="small"><link name="base"/>']
    for index, axis in enumerate(axes):
        parent = "base" if index == 0 else f"link{index}"
        mass, inertia = 4.0 / (index + 1), 0.08 / (index + 1)
        parts.append(LINK.format(name=f"link{index + 1}", x=0.15, mass=mass, i=inertia))
        parts.append(
            JOINT.format(
                name=f"joint{index + 1}", parent=parent, child=f"link{index + 1}", x=0.3 * bool(index), axis=axis
            )
        )
    return "".join([*parts, "</robot>"])


def true_arm(arm: Arm, rng: np.random.Generator, spread: float = 0.3, *, load: float = 0.0) -> Arm:
    """An arm whose links are off those of `arm` by this share, with different motors and friction."""

    def body(link: Link) -> Link:
        scale = np.exp(spread * rng.normal())
        return Link(link.name, link.mass * scale, link.center_of_gravity * np.exp(spread * rng.normal()),
                    link.inertia * scale)  # fmt: skip

    return arm.with_(
        name="true",
        links=tuple(map(body, arm.links)),
        motors=tuple(replace(motor, inertia=float(rng.uniform(0.1, 0.6))) for motor in arm.motors),
        friction=tuple(
            replace(JointFriction(*rng.uniform((1.0, 1.0, 0.5, 0.0), (3.0, 3.0, 2.0, 0.0))), load=load)
            for _ in arm.joints
        ),
    )


def moved(
    truth: Arm, rng: np.random.Generator, seconds: float = 20.0, payload: Payload | None = None, size: float = 1.0
) -> Motion:
    """Smooth random motion, its exact derivatives, and the effort that it takes."""
    time = np.arange(0.0, seconds, 1.0 / RATE)
    frequency = rng.uniform(0.08, 0.6, (5, truth.n))
    angle = 2.0 * np.pi * frequency * time[:, None, None] + rng.uniform(0.0, 6.0, (5, truth.n))
    high = size * rng.uniform(0.2, 0.5, (5, truth.n)) / (1.0 + 2.0 * frequency)
    rate = 2.0 * np.pi * frequency
    q, qd, qdd = (
        (high * np.sin(angle)).sum(1),
        (high * rate * np.cos(angle)).sum(1),
        (-high * rate**2 * np.sin(angle)).sum(1),
    )
    rigid = load_model("newton_euler", truth, payload).torque(q, qd, qdd)
    turns = truth.transmission if truth.coupled else None
    rotors = qdd @ truth.armature
    lost = joint_friction_torque(truth.friction, qd, MEASURED_SMOOTHING, transmission=turns, load=rigid - rotors)
    white = rng.normal(size=q.shape) * NOISE * np.sqrt(1.0 - MEMORY**2)
    noise = lfilter([1.0], [1.0, -MEMORY], white, axis=0)
    return motion(time, q, qd, qdd, rigid + lost + noise)


def motion(time: np.ndarray, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, effort: np.ndarray) -> Motion:
    """As replay hands it on, every sample fit for comparison."""
    return Motion(0, time, q, qd, qdd, effort, np.full_like(q, np.nan), {}, np.ones(len(time), dtype=bool))


def small_arm(axes: Sequence[str] = ("0 0 1", "0 1 0", "0 1 0")) -> Arm:
    """The arm of `description`."""
    return load_arm(description(axes))


def level_rows(effort: list[list[float]], valid: list[list[bool]] | None = None) -> Rows:
    """Windows of joints whose torque is one unknown: a column of ones."""
    values = np.array(effort)
    nothing = np.zeros_like(values)
    return Rows(
        segment=0,
        time=np.arange(len(values), dtype=float),
        columns=np.ones((*values.shape, 1)),
        effort=values,
        slope=nothing,
        curve=nothing,
        valid=np.ones(values.shape, dtype=bool) if valid is None else np.array(valid),
        direction=np.ones(values.shape, dtype=np.int8),
        slip=np.zeros((*values.shape, 2, 0)),
        measured=np.ones(values.shape, dtype=bool),
        moves=np.ones(values.shape, dtype=bool),
    )


def level_estimate(x: float, variance: float, n: int = 1) -> Estimate:
    ones = np.ones(n)
    rows = np.ones(n, dtype=np.int64)
    return Estimate(np.array([x]), np.array([[variance]]), ones, rows, ones, 1.0, ones, 0.0, ones)
