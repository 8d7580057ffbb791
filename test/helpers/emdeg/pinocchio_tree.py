"""A robot with several arms in Pinocchio, with joints in the order of a chain, and the results of every function."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
import pinocchio as pin

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.tasks import TASK_NAMES, task_of
from puma560_dynamics.emdeg.tasks.link_task import OfLink

from .interpret import interpret
from .parameter_values import base_values, standard_parameters
from .random_chains import states

State = tuple[FloatArray, ...]

QUICK = SearchEffort(forms=1, sketch=1, rounds=1)

INDIRECT = ("all_elements", "regressor", "base_regressor")
"""Functions that are compared with the torque."""

OF_JOINTS = tuple(name for name in TASK_NAMES if not isinstance(task_of(name), OfLink))
"""Functions of the whole robot."""

MOST_CONDITION = 30
"""Largest condition of the Jacobian of a state at which functions of operational space are compared."""


class PinocchioTree:
    """The joints of a chain in a robot description; all other joints are held at zero.

    Args:
        text: the description.
        chain: the chain that was read from it.
        base: name of the base link.
        body: mass, center of mass and inertia (xx, yy, zz, xy, xz, yz) by link, of bodies to add.
    """

    def __init__(self, text: str, chain: Chain, base: str, bodies: Mapping[str, FloatArray] | None = None) -> None:
        full = pin.buildModelFromXML(text)
        for link, numbers in (bodies or {}).items():
            frame = full.frames[full.getFrameId(link)]
            mass, x, y, z, xx, yy, zz, xy, xz, yz = map(float, numbers)
            tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            full.appendBodyToJoint(frame.parentJoint, pin.Inertia(mass, np.array([x, y, z]), tensor), frame.placement)
        moving = {joint.name for joint in chain.joints}
        held = [number for number in range(1, full.njoints) if full.names[number] not in moving]
        self.model = pin.buildReducedModel(full, held, pin.neutral(full))
        self.data, self.base = self.model.createData(), base
        joints = [self.model.joints[self.model.getJointId(joint.name)] for joint in chain.joints]
        self._joints, self.places = joints, [joint.idx_v for joint in joints]
        assert len(joints) == self.model.nv

    def positions(self, q: FloatArray) -> FloatArray:
        """Positions in the order of Pinocchio, which has cosine and sine of a continuous joint."""
        found = pin.neutral(self.model)
        for joint, value in zip(self._joints, q, strict=True):
            found[joint.idx_q : joint.idx_q + joint.nq] = [value] if joint.nq == 1 else [np.cos(value), np.sin(value)]
        return found

    def theirs(self, values: FloatArray) -> FloatArray:
        """Values per joint in the order of Pinocchio."""
        found = np.zeros(self.model.nv)
        found[self.places] = values
        return found

    def ours(self, rows: FloatArray) -> FloatArray:
        """Rows and columns (n, n) in the order of the chain."""
        return rows[np.ix_(self.places, self.places)]

    def expected(self, name: str, state: State) -> FloatArray:
        """Result of a function (`task_of`) at a state, flat, for functions of which Pinocchio has one."""
        function, _, rest = name.partition(":")
        link, _, axes = rest.partition(":")
        q, (qd, qdd) = self.positions(state[0]), map(self.theirs, state[1:])
        if rest:
            return np.concatenate([self._of_link(function, one, axes, q, qd).ravel() for one in link.split("+")])
        return np.concatenate([np.ravel(part) for part in self._of_joints(function, q, qd, qdd)])

    def _of_joints(self, function: str, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> list[Any]:
        model, data, still = self.model, self.data, np.zeros(self.model.nv)
        if function == "potential_energy":
            return [pin.computePotentialEnergy(model, data, q)]
        if function == "kinetic_energy":
            return [pin.computeKineticEnergy(model, data, q, qd)]
        gravity = pin.computeGeneralizedGravity(model, data, q).copy()
        matrix = pin.crba(model, data, q).copy()
        matrix = np.triu(matrix) + np.triu(matrix, 1).T
        by_q, by_qd, _ = (each.copy() for each in pin.computeRNEADerivatives(model, data, q, qd, qdd))
        torque, at_rest = pin.rnea(model, data, q, qd, qdd), pin.rnea(model, data, q, qd, still)
        coriolis = pin.computeRNEADerivatives(model, data, q, qd, still)[1] / 2
        mass_by_q = pin.computeRNEADerivatives(model, data, q, still, qd)[0]
        slope = pin.computeGeneralizedGravityDerivatives(model, data, q)
        found = {
            "torque": [torque[self.places]],
            "gravity": [gravity[self.places]],
            "kinetic_energy_matrix": [self.ours(matrix)],
            "momentum": [(matrix @ qd)[self.places]],
            "coriolis_torque": [(at_rest - gravity)[self.places]],
            "coriolis_matrix": [self.ours(coriolis)],
            "transposed_coriolis_torque": [((mass_by_q - slope).T @ qd)[self.places] / 2],
            "torque_derivatives": [torque[self.places], *map(self.ours, (by_q, by_qd, matrix))],
            "gravity_derivative": [self.ours(slope)],
        }
        if function in found:
            return found[function]
        assert function == "acceleration_derivatives"
        by_q, by_qd, inverse = (each.copy() for each in pin.computeABADerivatives(model, data, q, qd, torque))
        inverse = np.triu(inverse) + np.triu(inverse, 1).T
        return [qdd[self.places], *map(self.ours, (by_q, by_qd, inverse))]

    def _of_link(self, function: str, link: str, axes: str, q: FloatArray, qd: FloatArray) -> FloatArray:
        model, data, still = self.model, self.data, np.zeros(self.model.nv)
        frame, kind = model.getFrameId(link), pin.LOCAL if axes == "link" else pin.LOCAL_WORLD_ALIGNED
        pin.computeJointJacobiansTimeVariation(model, data, q, qd)
        pin.forwardKinematics(model, data, q, qd, still)
        pin.updateFramePlacements(model, data)
        base = data.oMf[model.getFrameId(self.base)]
        back = np.eye(6) if axes == "link" else np.kron(np.eye(2), base.rotation.T)
        pose = (base.inverse() * data.oMf[frame]).homogeneous
        jacobian = back @ pin.getFrameJacobian(model, data, frame, kind)
        own = jacobian[:, self.places]
        if function == "bias_acceleration":
            found = pin.getFrameAcceleration if axes == "link" else pin.getFrameClassicalAcceleration
            return back @ found(model, data, frame, kind).vector
        if function == "jacobian_rate":
            return (back @ pin.getFrameJacobianTimeVariation(model, data, frame, kind))[:, self.places]
        if function in ("operational_inertia", "consistent_inverse"):
            matrix = pin.crba(model, data, q).copy()
            inverse = np.linalg.inv(self.ours(np.triu(matrix) + np.triu(matrix, 1).T))
            inertia = np.linalg.inv(own @ inverse @ own.T)
            return inertia if function == "operational_inertia" else inverse @ own.T @ inertia
        return {"pose": pose, "jacobian": own, "kinematics": np.concatenate([pose.ravel(), own.ravel()])}[function]


def made(chain: Chain, *names: str) -> list[Program]:
    """Programs of a quick derivation."""
    return list(derive(chain, names, QUICK).programs.values())


def close(found: FloatArray, expected: FloatArray, within: float = 1e-12) -> None:
    """Equal but for rounding, relative to the largest element."""
    assert np.abs(np.ravel(found) - np.ravel(expected)).max() <= within * max(np.abs(expected).max(), 1e-300)


def compare(tree: PinocchioTree, chain: Chain, name: str) -> None:
    """Compare a function at three states, which are not close to a singular pose of the link."""
    (program,), first, compared = made(chain, name), None, 0
    for state in states(chain, 60):
        if name.startswith(("operational", "consistent")):
            jacobian = tree.expected(f"jacobian:{name.split(':')[1]}", state).reshape(6, -1)
            if np.linalg.cond(jacobian) > MOST_CONDITION:
                continue
        known = dict(zip(("q", "qd", "qdd"), state, strict=True), tau=tree.expected("torque", state))
        found = interpret(program, *(known[each] for each in program.inputs))
        if name in INDIRECT:
            found, expected = torque_of(name, found, chain, state), known["tau"]
        else:
            expected = tree.expected(name, state)
        if name == "potential_energy":  # up to a constant: the links of the base are no part of the chain
            first = first or (found, expected)
            found, expected = found - first[0] + first[1], expected
        close(found, expected)
        compared += 1
        if compared == 3:
            return
    raise AssertionError("too few states")


def torque_of(name: str, found: FloatArray, chain: Chain, state: State) -> FloatArray:
    """The torque that all elements or a regressor give."""
    (_, qd, qdd), n = state, chain.n
    if name == "all_elements":
        pairs = list(combinations(range(n), 2))
        a, b, c, g = np.split(found, np.cumsum([n * n, n * len(pairs), n * n]))
        products = np.array([qd[j] * qd[k] for j, k in pairs])
        return a.reshape(n, n) @ qdd + b.reshape(n, -1) @ products + c.reshape(n, n) @ qd**2 + g
    return found @ (base_values(chain) if name == "base_regressor" else standard_parameters(chain))
