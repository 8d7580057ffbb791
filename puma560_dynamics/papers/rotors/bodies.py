"""The same arm with its rotors as real bodies on separate geared joints, by Pinocchio: an independent check.

A rotor that turns by N q relative to its link is a body with a separate joint whose rate is not free. By
virtual work the torque at joint i is that of the joint itself and N times that of the rotor's joint. The
motor inertia is no armature here: it comes from the rotors that turn. What a rotor weighs has to be taken out
of the link that carries it, since the links were weighed with their motors in.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...description.urdf import urdf
from ...models.gyroscopic import WithRotors, rotor_inertia, spin_momentum
from ...models.interface import DynamicModel
from ...models.recursive.newton_euler import NewtonEulerModel
from ...models.recursive.pinocchio_model import import_pinocchio
from ...states import joint_arrays

MASS_SHARE = 0.1
"""Of the carrying link's mass in each rotor; any other gives the same torque."""

SHAPE = np.diag([0.7, 0.7, 1.0])
"""Inertia of a rotor about its center, as a share of that about its axis; any other gives the same torque."""


class GearedBodies:
    """Inverse dynamics of an arm whose rotors are bodies.

    Args:
        arm: with `rotors`.
        share: of the carrying link's mass in each rotor. It is taken out of the link, so it makes no difference.

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
        """Inverse dynamics, ``(…, n)`` N·m, of everything that turns."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        both = [np.concatenate([part, self._ratio * part], axis=-1) for part in (q, qd, qdd)]
        rows = zip(*(part.reshape(-1, 2 * self.arm.n) for part in both), strict=True)
        found = np.array([self._pin.rnea(self._model, self._data, *row) for row in rows])
        torque: FloatArray = found[:, : self.arm.n] + self._ratio * found[:, self.arm.n :]
        return torque.reshape(q.shape)


def own_joint_inertia(arm: Arm) -> FloatArray:
    """(n,) kg·m²: 2 h e·z, what a rotor adds at its own joint when that joint turns it; 0 for motors further in.

    It is constant, so the inertia that was identified at the joint, table 6's, holds it already; rotors as
    bodies give it on top of J N².
    """
    h = spin_momentum(arm)
    return np.array([2.0 * h[i] * rotor.axis[2] * (rotor.carrier == i + 1) for i, rotor in enumerate(arm.rotors)])


def bodies_disagreement(arm: Arm, count: int = 200, seed: int = 6, base: DynamicModel | None = None) -> float:
    """Largest difference between our terms on top of a model and rotors as bodies, as a share of the largest torque.

    Args:
        arm: with `rotors`.
        count: random states.
        seed: of the random states.
        base: model of the arm without its rotors' cross terms; Newton-Euler by default.

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
    """The arm whose links have lost the rotors that sit, locked, at their centers of gravity."""
    links = list(arm.links)
    for rotor, inertia in zip(arm.rotors, inertias, strict=True):
        if rotor.carrier:
            link, whole = links[rotor.carrier - 1], arm.links[rotor.carrier - 1]
            links[rotor.carrier - 1] = replace(
                link, mass=link.mass - share * whole.mass, inertia=link.inertia - inertia
            )
    return arm.with_(links=tuple(links))


def _along(axis: FloatArray, shape: FloatArray) -> FloatArray:
    """(3, 3): a tensor given in a frame whose z is `axis`, in the axes of `axis`."""
    turn = _turned_to(axis)
    return np.asarray(turn @ shape @ turn.T)


def _turned_to(axis: FloatArray) -> FloatArray:
    """(3, 3): a rotation whose third column is `axis`."""
    other = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = np.cross(other, axis)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(axis, x), axis], axis=-1)
