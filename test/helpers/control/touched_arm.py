"""A simulated arm that something touches: MuJoCo moves an arm whose numbers differ from its file by their tolerances.

A controller (model of the file, PD) moves the arm along sums of sines or holds it. Known forces push a link, or the
tip, a ball, runs into a wall. The recording has what a driver reports: positions, velocities and efforts, with noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import mujoco
import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.consistent import possible_arm
from puma560_dynamics.arm.friction import arm_friction
from puma560_dynamics.description.urdf import urdf

STEP = 0.0005
"""Step of MuJoCo and of the controller, s."""

BALL = 0.03
"""Radius of the ball at the tip, m."""


@dataclass(frozen=True)
class Touch:
    """A constant force at the origin of a link's frame, in the axes of the base.

    Attributes:
        start, end: s.
        link: name of the link.
        force: N.
    """

    start: float
    end: float
    link: str
    force: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Recorded:
    """What a driver reports, and the true external torque; (N,) or (N, n)."""

    time: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    effort: np.ndarray
    external: np.ndarray


def off_by_tolerances(arm: Arm, seed: int, size: float = 1.0) -> Arm:
    """An arm whose masses, centers, inertias and motor inertias are off by `size` tolerances each, up or down."""
    rng = np.random.default_rng(seed)

    def off(path: str) -> float:
        quantity = arm.quantities.get(path)
        width = 0.0 if quantity is None or quantity.half_width is None else quantity.half_width
        return size * width * float(rng.choice([-1.0, 1.0]))

    links = []
    for link in arm.links:
        place = f"links.{link.name}"
        inertia = np.array(link.inertia)
        for entry, (i, j) in enumerate(((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))):
            change = off(f"{place}.inertia.{entry}")
            inertia[i, j] += change
            inertia[j, i] = inertia[i, j]
        center = link.center_of_gravity + np.array([off(f"{place}.center_of_gravity.{axis}") for axis in range(3)])
        links.append(replace(link, mass=link.mass + off(f"{place}.mass"), center_of_gravity=center, inertia=inertia))
    motors = [
        replace(motor, inertia=motor.inertia + off(f"motors.{name}.inertia"))
        for name, motor in zip(arm.joint_names, arm.motors, strict=True)
    ]
    return arm.with_(links=tuple(links), motors=tuple(motors))


class TouchedArm:
    """The simulated arm.

    Args:
        described: arm of the controller.
        true: arm that MuJoCo moves.
        friction: fraction of the friction of `described` that the joints have.
        wall: distance of a wall along x of the base, m; no wall by default.
    """

    def __init__(self, described: Arm, true: Arm, friction: float = 1.0, wall: float | None = None) -> None:
        self.arm, self._control = described, load_model("newton_euler", described)
        spec = mujoco.MjSpec.from_string(urdf(possible_arm(true).arm))
        for joint, motor, one in zip(spec.joints, true.motors, arm_friction(described)[0], strict=True):
            joint.armature, joint.frictionloss = motor.inertia, friction * one.dry
            joint.solimp_friction[:2], joint.solref_friction[:] = (0.99, 0.9999), (4 * STEP, 1.0)
        for geom in spec.geoms:
            geom.contype = geom.conaffinity = 0
        if wall is not None:
            touches = {"contype": 1, "conaffinity": 1}
            ball, plane = mujoco.mjtGeom.mjGEOM_SPHERE, mujoco.mjtGeom.mjGEOM_PLANE
            spec.bodies[-1].add_geom(type=ball, size=[BALL, 0, 0], mass=0.0, **touches)
            facing = [np.sqrt(0.5), 0, -np.sqrt(0.5), 0]  # towards -x
            spec.worldbody.add_geom(type=plane, size=[2, 2, 0.1], pos=[wall, 0, 0], quat=facing, **touches)
        self._model: Any = spec.compile()
        self._model.dof_damping[:] = [friction * one.viscous for one in arm_friction(described)[0]]
        self._model.opt.timestep = STEP
        self._model.opt.gravity[:] = true.base_gravity
        self._model.opt.integrator = int(mujoco.mjtIntegrator.mjINT_IMPLICITFAST)
        inertia = np.diag(self._control.kinetic_energy_matrix(np.zeros(described.n)))
        self._stiff = 15.0**2 * inertia
        self._damping = 2.0 * 15.0 * inertia

    def record(
        self,
        seconds: float,
        rate: float,
        reference: Any,
        touches: Sequence[Touch] = (),
        noise: tuple[float, float] = (0.0, 0.0),
        seed: int = 0,
    ) -> Recorded:
        """A recording.

        Args:
            seconds: duration, s.
            rate: of the samples, Hz.
            reference: function of the time that returns q, qd and qdd.
            touches: forces.
            noise: standard deviations of velocities, rad/s, and of efforts, as a fraction of the maximum torque.
            seed: of the noise.
        """
        model, data = self._model, mujoco.MjData(self._model)
        every = round(1.0 / (rate * STEP))
        data.qpos[:], data.qvel[:] = reference(0.0)[:2]
        rows: list[tuple[np.ndarray, ...]] = []
        for k in range(round(seconds / STEP)):
            now = k * STEP
            q, qd, qdd = reference(now)
            effort = self._control.torque(q, qd, qdd)
            effort = effort + self._stiff * (q - data.qpos) + self._damping * (qd - data.qvel)
            external = np.zeros(self.arm.n)
            for touch in touches:
                if touch.start <= now < touch.end:
                    jacobian = np.zeros((3, self.arm.n))
                    mujoco.mj_jacBody(model, data, jacobian, None, model.body(touch.link).id)
                    external += touch.force @ jacobian
            state = data.qpos.copy(), data.qvel.copy()
            data.qfrc_applied[:] = effort + external
            mujoco.mj_step(model, data)
            if k % every == 0:
                rows.append((*state, effort, external + self._contacts(data)))
        q, qd, effort, external = (np.array(column) for column in zip(*rows, strict=True))
        rng = np.random.default_rng(seed)
        qd = qd + noise[0] * rng.standard_normal(qd.shape)
        effort = effort + noise[1] * self.arm.maximum_torque * rng.standard_normal(effort.shape)
        return Recorded(np.arange(len(q)) / rate, q, qd, effort, external)

    def _contacts(self, data: Any) -> np.ndarray:
        """Torque of MuJoCo's contacts in the last step, N·m."""
        torque = np.zeros(self.arm.n)
        for index in range(data.ncon):
            contact, force = data.contact[index], np.zeros(6)
            mujoco.mj_contactForce(self._model, data, index, force)
            world = contact.frame.reshape(3, 3).T @ force[:3]
            for sign, geom in ((-1.0, contact.geom1), (1.0, contact.geom2)):
                jacobian = np.zeros((3, self.arm.n))
                body = self._model.geom_bodyid[geom]
                mujoco.mj_jac(self._model, data, jacobian, None, contact.pos, body)
                torque += sign * world @ jacobian
        return torque


def standing(q: Sequence[float]) -> Any:
    """A reference at rest."""
    position, zero = np.array(q, dtype=np.float64), np.zeros(len(q))
    return lambda time: (position, zero, zero)


def swinging(q: Sequence[float], seed: int, speed: float = 0.6) -> Any:
    """A reference of sines around `q`, which begins at rest and reaches about `speed` rad/s at each joint."""
    rng = np.random.default_rng(seed)
    middle = np.array(q, dtype=np.float64)
    omega = rng.uniform(1.0, 3.0, (2, middle.size))
    size = 0.5 * speed / omega * rng.choice([-1.0, 1.0], (2, middle.size))

    def at(time: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        angle = omega * time
        return (
            middle + (size * (1.0 - np.cos(angle))).sum(axis=0),
            (size * omega * np.sin(angle)).sum(axis=0),
            (size * omega**2 * np.cos(angle)).sum(axis=0),
        )

    return at
