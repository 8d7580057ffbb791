"""Magnitude of the torques of spinning rotors, which the papers neglect, and two independent derivations of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize

from ..arm import Arm
from ..arrays import FloatArray, read_only
from ..description.urdf import urdf
from ..emdeg import Poly, Ring, angle_values, angular_velocity_components, coriolis_and_centrifugal
from ..models.gyroscopic import GyroscopicModel, WithRotors, rotor_inertia, spin_momentum
from ..models.interface import DynamicModel
from ..models.recursive.newton_euler import NewtonEulerModel
from ..models.recursive.pinocchio_model import import_pinocchio
from ..models.terms import Elements, velocity_pairs
from ..states import joint_arrays


@dataclass(frozen=True, eq=False)
class GyroscopicSize:
    """Largest torques of spinning rotors, per joint.

    Attributes:
        torque: (n,) largest magnitude of the velocity terms found, N·m.
        share: (n,) the same as a fraction of the joint's maximum torque.
        q: (n, n) position at which each maximum was found, one row per joint, rad.
        qd: (n, n) velocity at which each maximum was found, one row per joint, rad/s.
        acceleration_torque: (n,) largest torque of the acceleration terms at random positions, N·m, where every other
            joint has the acceleration that its maximum torque would give it alone.
    """

    torque: FloatArray
    share: FloatArray
    q: FloatArray
    qd: FloatArray
    acceleration_torque: FloatArray


def gyroscopic_size(base: DynamicModel, count: int = 300, seed: int = 7) -> GyroscopicSize:
    """Search for the largest torques over all positions and velocities within the joint limits.

    Every joint's torque is quadratic in the velocities. So at random positions, each velocity is set to its limits and
    to zero, and a local search starts at the best result.

    Args:
        base: any model of an arm with `rotors`; its matrix A gives the largest accelerations.
        count: number of random positions.
        seed: seed of the random positions.

    Raises:
        UnsupportedArmError: the arm does not define the axes of its rotors.
    """
    arm, n = base.arm, base.arm.n
    model = GyroscopicModel(arm)
    q = np.random.default_rng(seed).uniform(*arm.pose_range, (count, n))
    patterns = np.array(list(product((-1.0, 0.0, 1.0), repeat=n)))
    patterns = patterns[len(patterns) // 2 :] * arm.velocity  # reversed velocities give the same torque
    elements = model.elements(q)
    j, k = velocity_pairs(n).T
    torque = elements.coriolis @ (patterns[:, j] * patterns[:, k]).T + elements.centrifugal @ (patterns**2).T
    found = [_polished(model, q, patterns, torque[:, joint], joint) for joint in range(n)]
    largest = read_only([value for value, _, _ in found])
    alone = arm.maximum_torque / np.diagonal(base.kinetic_energy_matrix(q), axis1=1, axis2=2)
    return GyroscopicSize(
        torque=largest,
        share=read_only(largest / arm.maximum_torque),
        q=read_only([place for _, place, _ in found]),
        qd=read_only([speed for _, _, speed in found]),
        acceleration_torque=read_only((np.abs(elements.kinetic_energy) @ alone[..., None]).max(axis=(0, 2))),
    )


def _polished(
    model: GyroscopicModel, q: FloatArray, qd: FloatArray, torque: FloatArray, joint: int
) -> tuple[float, FloatArray, FloatArray]:
    """Maximise the torque of one joint by a local search from the largest value in `torque` (count, patterns).

    Return the largest magnitude and its position.
    """
    place, pattern = np.unravel_index(int(np.abs(torque).argmax()), torque.shape)
    sign = float(np.sign(torque[place, pattern]))
    if not sign:
        return 0.0, q[0], np.zeros_like(q[0])
    arm = model.arm
    scale = np.concatenate([np.ones(arm.n), arm.velocity])

    def less(x: FloatArray) -> float:
        state = x * scale
        return -sign * float(model.torque(state[: arm.n], state[arm.n :], np.zeros(arm.n))[joint])

    bounds = [*zip(*arm.pose_range, strict=True), *[(-1.0, 1.0)] * arm.n]
    start = np.concatenate([q[place], qd[pattern] / arm.velocity])
    best = minimize(less, start, method="L-BFGS-B", bounds=bounds)
    state = best.x * scale
    return float(-best.fun), state[: arm.n], state[arm.n :]


def lagrangian_elements(arm: Arm, q: FloatArray) -> Elements:
    """Return A, B and C of the rotors' cross terms at positions (N, n) rad by Lagrange's equations; gravity is zero."""
    ring = Ring()
    a = _kinetic_energy(arm, ring)
    b, c = coriolis_and_centrifugal(a)
    values = angle_values(arm.exact_chain, q)

    def numbers(rows: tuple[tuple[Poly, ...], ...]) -> FloatArray:
        entries = [np.broadcast_to(entry.evaluate(values), len(q)) for row in rows for entry in row]
        return np.stack(entries, axis=-1).reshape(len(q), arm.n, -1)

    return Elements(numbers(a), numbers(b), numbers(c), np.zeros_like(q))


def lagrangian_disagreement(arm: Arm, count: int = 200, seed: int = 5) -> float:
    """Return the largest difference between closed form and Lagrange's equations, relative to the largest element."""
    q = np.random.default_rng(seed).uniform(-np.pi, np.pi, (count, arm.n))
    ours, theirs = GyroscopicModel(arm).elements(q), lagrangian_elements(arm, q)
    return max(float(np.abs(own - other).max() / np.abs(theirs.kinetic_energy).max())
               for own, other in zip(ours, theirs, strict=True))  # fmt: skip


def _kinetic_energy(arm: Arm, ring: Ring) -> tuple[tuple[Poly, ...], ...]:
    """Return the matrix (n, n) whose quadratic form in the rates is twice the energy of the cross terms."""
    moving = [(i, rotor) for i, rotor in enumerate(arm.rotors) if rotor.carrier]
    axes = [(rotor.carrier - 1, rotor.axis.tolist()) for _, rotor in moving]
    momentum = spin_momentum(arm).tolist()
    parts: dict[tuple[int, int], Any] = {}
    for (i, _), components in zip(moving, angular_velocity_components(arm.exact_chain, ring, axes), strict=True):
        for j, component in enumerate(components):
            if j != i:  # the term of the joint itself is constant, and part of the motor inertia
                entry = Fraction(str(momentum[i])) * component
                for place in ((i, j), (j, i)):
                    parts[place] = parts.get(place, 0) + entry
    return tuple(tuple(ring.sum((parts.get((i, j), 0),)) for j in range(arm.n)) for i in range(arm.n))


MASS_SHARE = 0.1
"""Mass of each rotor as a fraction of the mass of its link; the torque does not depend on it."""

SHAPE = np.diag([0.7, 0.7, 1.0])
"""Inertia of a rotor relative to the inertia about its axis (z); the torque does not depend on the shape."""


class GearedBodies:
    """Inverse dynamics of an arm with rotors as separate bodies.

    Args:
        arm: arm with `rotors`.
        share: mass of each rotor as a fraction of the mass of its link, from which it is subtracted.

    Raises:
        MissingDependencyError: Pinocchio is not installed.
    """

    def __init__(self, arm: Arm, share: float = MASS_SHARE) -> None:
        self.arm = arm
        self._pin = pin = import_pinocchio()
        inertias = [j * _along(rotor.axis, SHAPE) for j, rotor in zip(rotor_inertia(arm), arm.rotors, strict=True)]
        self._model = model = pin.buildModelFromXML(urdf(_without_rotors(arm, inertias, share), inertia="paper"))
        model.gravity.linear = np.array(arm.base_gravity)
        for rotor, inertia, name in zip(arm.rotors, inertias, arm.joint_names, strict=True):
            link = arm.links[rotor.carrier - 1] if rotor.carrier else None
            turn = _turned_to(rotor.axis)
            center = np.zeros(3) if link is None else np.array(link.center_of_gravity)
            body = pin.Inertia(share * link.mass if link else share, np.zeros(3), turn.T @ inertia @ turn)
            joint = model.addJoint(rotor.carrier, pin.JointModelRZ(), pin.SE3(turn, center), f"rotor of {name}")
            model.appendBodyToJoint(joint, body, pin.SE3.Identity())
        self._data = model.createData()
        self._ratio = np.array([motor.gear_ratio for motor in arm.motors])

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Return the inverse dynamics ``(…, n)`` N·m of links and rotors."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        both = [np.concatenate([part, self._ratio * part], axis=-1) for part in (q, qd, qdd)]
        rows = zip(*(part.reshape(-1, 2 * self.arm.n) for part in both), strict=True)
        found = np.array([self._pin.rnea(self._model, self._data, *row) for row in rows])
        torque: FloatArray = found[:, : self.arm.n] + self._ratio * found[:, self.arm.n :]
        return torque.reshape(q.shape)


def own_joint_inertia(arm: Arm) -> FloatArray:
    """Return the inertia (n,) kg·m² that a rotor adds at its joint if the joint moves the rotor's link: 2 h e·z.

    It is 0 if another link closer to the base contains the motor. This inertia is constant, so the motor inertia of
    table 6, which was measured at the joint, already contains it; a model with rotors as bodies adds it to J N².
    """
    h = spin_momentum(arm)
    return np.array([2.0 * h[i] * rotor.axis[2] * (rotor.carrier == i + 1) for i, rotor in enumerate(arm.rotors)])


def bodies_disagreement(arm: Arm, count: int = 200, seed: int = 6, base: DynamicModel | None = None) -> float:
    """Return the largest difference between our terms and rotors as bodies, relative to the largest torque.

    Args:
        arm: arm with `rotors`.
        count: number of random states.
        seed: seed of the random states.
        base: model of the arm without cross terms of rotors; Newton-Euler by default.

    Raises:
        MissingDependencyError: Pinocchio is not installed.
    """
    rng = np.random.default_rng(seed)
    q, qd = rng.uniform(-np.pi, np.pi, (count, arm.n)), rng.uniform(-5.0, 5.0, (count, arm.n))
    qdd = rng.uniform(-20.0, 20.0, (count, arm.n))
    ours = WithRotors(base or NewtonEulerModel(arm)).torque(q, qd, qdd) + own_joint_inertia(arm) * qdd
    theirs = GearedBodies(arm).torque(q, qd, qdd)
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


def _without_rotors(arm: Arm, inertias: list[FloatArray], share: float) -> Arm:
    """Return the arm after subtraction of its rotors, which are at the centers of gravity of the links."""
    links = list(arm.links)
    for rotor, inertia in zip(arm.rotors, inertias, strict=True):
        if rotor.carrier:
            link, whole = links[rotor.carrier - 1], arm.links[rotor.carrier - 1]
            links[rotor.carrier - 1] = replace(
                link, mass=link.mass - share * whole.mass, inertia=link.inertia - inertia
            )
    return arm.with_(links=tuple(links))


def _along(axis: FloatArray, shape: FloatArray) -> FloatArray:
    """Rotate a tensor (3, 3) from a frame whose z is `axis` to the frame in which `axis` (3,) is given."""
    turn = _turned_to(axis)
    return np.asarray(turn @ shape @ turn.T)


def _turned_to(axis: FloatArray) -> FloatArray:
    """Return a rotation matrix (3, 3) with `axis` (3,) as third column."""
    other = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = np.cross(other, axis)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(axis, x), axis], axis=-1)
