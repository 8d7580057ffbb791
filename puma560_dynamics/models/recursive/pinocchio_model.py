"""Define the dynamic model by Pinocchio, an independent reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm, Link
from ...arm.link_place import BASE_LINK
from ...arm.with_followers import refuse_followers
from ...arrays import FloatArray
from ...description.urdf import urdf
from ...errors import UnsupportedArmError, UrdfError
from ...extras import missing_dependency
from ...robot_xml import robot_root
from ...states import joint_arrays
from ..derivatives import TorqueDerivatives
from ..terms import OperationCount
from .recursive_model import RecursiveModel


def import_pinocchio() -> ModuleType:
    """Import and return the pinocchio module.

    Raises:
        MissingDependencyError: Pinocchio is not installed.
    """
    try:
        import pinocchio
    except ImportError:
        raise missing_dependency("model 'pinocchio'", "pinocchio") from None
    module: ModuleType = pinocchio
    return module


class PinocchioModel(RecursiveModel):
    """Recursive Newton-Euler and composite rigid body algorithms of Pinocchio, for an arm loaded from a URDF.

    Joints of the description that are not joints of `arm` (a gripper, a second arm) are fixed at zero.

    Args:
        arm: arm with joint names, motor inertia (set as armature, which a URDF cannot express) and gravity.
        description: URDF text; by default generated from `arm`.
        payload: body on the last link, with its center of gravity and inertia in the frame of this link.
        base: link in whose frame the arm's gravity is given; the root if `None` or if the description lacks the link.

    Raises:
        MissingDependencyError: Pinocchio is not installed.
        UrdfError: the description cannot be read, lacks joints of `arm`, or has them in a different order.
        UnsupportedArmError: the arm has mimic joints; use `FollowingModel` with this model of ``arm.chain``.
    """

    kind = "pinocchio"

    def __init__(
        self,
        arm: Arm,
        description: str | None = None,
        payload: Link | None = None,
        base: str | None = BASE_LINK,
    ) -> None:
        refuse_followers(arm, "Pinocchio's model")
        super().__init__(arm)
        self._pin = pin = import_pinocchio()
        try:
            if description is None:
                description = urdf(arm)
            else:
                robot_root(description)  # raises for oversized descriptions
            self._model = pin.buildModelFromXML(description)
        except Exception as error:  # Boost.Python's exceptions have no common base class
            reason = " ".join(str(error).split())[:200]
            raise UrdfError(f"Pinocchio cannot read the robot description: {reason}; check the URDF") from None
        aside = [number for number, name in enumerate(self._model.names) if number and name not in arm.joint_names]
        if 0 < len(aside) < self._model.njoints - 1:
            self._model = pin.buildReducedModel(self._model, aside, self._rest(aside))
        names = tuple(self._model.names)[1:]
        if names != arm.joint_names or self._model.nv != arm.n:
            raise UrdfError(
                f"the robot description has the moving joints {', '.join(names) or 'none'}; expected "
                f"{', '.join(arm.joint_names)} in this order; give the URDF of this arm"
            )
        if payload is not None:
            # In Pinocchio, the frame of a URDF joint is the frame of its child link.
            body = pin.Inertia(payload.mass, np.array(payload.center_of_gravity), np.array(payload.inertia))
            self._model.appendBodyToJoint(arm.n, body, pin.SE3.Identity())
        # Pinocchio represents the angle of a continuous joint by cosine and sine.
        self._circles = np.array([joint.nq == 2 for joint in list(self._model.joints)[1:]])
        self._model.armature = np.array(arm.motor_inertia)
        self._model.gravity.linear = self._rotation(base) @ arm.base_gravity
        self._data = self._model.createData()
        self._weightless = self._model.copy()
        self._weightless.gravity.linear = np.zeros(3)
        self._weightless_data = self._weightless.createData()
        # The copies of the model with which compiled code loops over states; builds without OpenMP do not have them.
        pool = getattr(pin, "ModelPool", None) if hasattr(pin, "rneaInParallel") else None
        self._pools = {} if pool is None else {id(one): pool(one, 1) for one in (self._model, self._weightless)}

    def _rest(self, aside: Sequence[int]) -> FloatArray:
        """Return the configuration (nq,) with all joints at zero, and the joints `aside` within their limits."""
        model = self._model
        rest = np.array(self._pin.neutral(model))
        for joint in (model.joints[number] for number in aside):
            low, high = model.lowerPositionLimit[joint.idx_q], model.upperPositionLimit[joint.idx_q]
            if joint.nq == 1 and low <= high:
                rest[joint.idx_q] = min(max(0.0, low), high)
        return rest

    def _rotation(self, base: str | None) -> FloatArray:
        """Return the (3, 3) rotation from the link `base` to the root of the description, which may be the world."""
        if base is None or not self._model.existFrame(base):
            return np.eye(3)
        frame = self._model.frames[self._model.getFrameId(base)]
        return np.array(frame.placement.rotation)

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        """Return inverse dynamics by `pinocchio.rnea`, ``(…, n)`` N·m."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        if q.ndim == 1:
            return np.array(self._pin.rnea(self._model, self._data, self._configuration(q), qd, qdd))
        return self._many(self._model, self._data, q, qd, qdd)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        q = self._q(q)
        result = np.empty((*q.shape, self.arm.n))
        for row, matrix in zip(q.reshape(-1, self.arm.n), result.reshape(-1, self.arm.n, self.arm.n), strict=True):
            upper = np.triu(self._pin.crba(self._model, self._data, self._configuration(row)))
            matrix[:] = upper + np.triu(upper, 1).T
        return result

    def gravity(self, q: ArrayLike) -> FloatArray:
        q = self._q(q)
        result = np.empty_like(q)
        for row, torque in zip(q.reshape(-1, self.arm.n), result.reshape(-1, self.arm.n), strict=True):
            torque[:] = self._pin.computeGeneralizedGravity(self._model, self._data, self._configuration(row))
        return result

    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> TorqueDerivatives:
        """Evaluate `DynamicModel.torque_derivatives` by `pinocchio.computeRNEADerivatives`."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        by_position, by_velocity = np.empty((2, *q.shape, self.arm.n))
        for index in np.ndindex(q.shape[:-1]):
            state = self._configuration(q[index]), qd[index], qdd[index]
            self._pin.computeRNEADerivatives(self._model, self._data, *state)
            by_position[index], by_velocity[index] = self._data.dtau_dq, self._data.dtau_dv
        return TorqueDerivatives(self.torque(q, qd, qdd), by_position, by_velocity, self.kinetic_energy_matrix(q))

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Raise, because calculations of Pinocchio's compiled code cannot be counted.

        Raises:
            UnsupportedArmError: always; use 'newton_euler', which has the same algorithm.
        """
        raise UnsupportedArmError(
            "Pinocchio is compiled code whose calculations cannot be counted here; "
            "count model 'newton_euler', the same algorithm in Python"
        )

    def _weightless_torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        if q.ndim == 1:
            return np.array(self._pin.rnea(self._weightless, self._weightless_data, self._configuration(q), qd, qdd))
        return self._many(self._weightless, self._weightless_data, q, qd, qdd)

    def _free(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        repeated = np.repeat(q, len(qd), axis=0)
        motions = (np.tile(motion, (len(q), 1)) for motion in (qd, qdd))
        return self._many(self._weightless, self._weightless_data, repeated, *motions).reshape(len(q), *qd.shape)

    def _many(self, model: object, data: object, *states: FloatArray) -> FloatArray:
        """Return the torques (N, n) of N states; the loop over them is compiled if Pinocchio was built with OpenMP."""
        configurations, qd, qdd = self._configuration(states[0]), *states[1:]
        pool = self._pools.get(id(model))
        if pool is not None and len(qd):
            found = self._pin.rneaInParallel(1, pool, configurations.T, qd.T, qdd.T)
            return np.ascontiguousarray(found.T).reshape(qd.shape)  # one joint: (N,)
        rnea = self._pin.rnea
        torques = np.empty((len(qd), self.arm.n))
        for torque, state in zip(torques, zip(configurations, qd, qdd, strict=True), strict=True):
            torque[:] = rnea(model, data, *state)
        return torques

    def _configuration(self, q: FloatArray) -> FloatArray:
        """Return Pinocchio's configuration vectors (…, nq) for positions `q` (…, n)."""
        if not self._circles.any():
            return q
        parts = [
            np.stack((np.cos(q[..., k]), np.sin(q[..., k])), axis=-1) if circle else q[..., k : k + 1]
            for k, circle in enumerate(self._circles.tolist())
        ]
        return np.concatenate(parts, axis=-1)
