"""Pinocchio as a dynamic model, the independent reference."""

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
from ..terms import OperationCount
from .recursive_model import RecursiveModel


def import_pinocchio() -> ModuleType:
    """Return the pinocchio module.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import pinocchio
    except ImportError:
        raise missing_dependency("model 'pinocchio'", "pinocchio") from None
    module: ModuleType = pinocchio
    return module


class PinocchioModel(RecursiveModel):
    """Recursive Newton-Euler and composite rigid bodies by Pinocchio, loaded from a URDF.

    Args:
        arm: joint names, motor inertia (set as armature, which a URDF cannot carry) and gravity.
        description: URDF text; the one generated from `arm` by default.
        payload: a body that the last link carries, its center of gravity and inertia in that link's frame.
        base: link in whose frame the arm has gravity, if the description has it; else, and for `None`, the root.

    Raises:
        MissingDependencyError: Pinocchio is not installed.
        UrdfError: the description cannot be read, or lacks joints of `arm`, or has them in another order. Joints
            that are not the arm's, a gripper's or another arm's, are held at zero.
        UnsupportedArmError: joints follow others; `FollowingModel` takes this model of ``arm.chain``.
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
                robot_root(description)  # refuses what is beyond its bounds
            self._model = pin.buildModelFromXML(description)
        except Exception as error:  # of Boost.Python, which has no common class
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
            # The joint's frame is the last link's: Pinocchio puts a URDF's joint where its child link is.
            body = pin.Inertia(payload.mass, np.array(payload.center_of_gravity), np.array(payload.inertia))
            self._model.appendBodyToJoint(arm.n, body, pin.SE3.Identity())
        # Pinocchio takes the angle of a continuous joint as its cosine and sine.
        self._circles = np.array([joint.nq == 2 for joint in list(self._model.joints)[1:]])
        self._model.armature = np.array(arm.motor_inertia)
        self._model.gravity.linear = self._rotation(base) @ arm.base_gravity
        self._data = self._model.createData()
        self._weightless = self._model.copy()
        self._weightless.gravity.linear = np.zeros(3)
        self._weightless_data = self._weightless.createData()

    def _rest(self, aside: Sequence[int]) -> FloatArray:
        """(nq,) all joints at zero; those that are not the arm's at zero or the nearest limit, where they are held."""
        model = self._model
        rest = np.array(self._pin.neutral(model))
        for joint in (model.joints[number] for number in aside):
            low, high = model.lowerPositionLimit[joint.idx_q], model.upperPositionLimit[joint.idx_q]
            if joint.nq == 1 and low <= high:
                rest[joint.idx_q] = min(max(0.0, low), high)
        return rest

    def _rotation(self, base: str | None) -> FloatArray:
        """(3, 3) from the arm's base to the root of the description, which may be the world it is mounted in."""
        if base is None or not self._model.existFrame(base):
            return np.eye(3)
        frame = self._model.frames[self._model.getFrameId(base)]
        return np.array(frame.placement.rotation)

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Inverse dynamics by `pinocchio.rnea`, ``(…, n)`` N·m."""
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

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Not available: Pinocchio is compiled code.

        Raises:
            UnsupportedArmError: always; count 'newton_euler' instead, the same algorithm.
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
        rnea = self._pin.rnea
        torques = np.empty((len(states[0]), self.arm.n))
        for torque, (q, qd, qdd) in zip(torques, zip(*states, strict=True), strict=True):
            torque[:] = rnea(model, data, self._configuration(q), qd, qdd)
        return torques

    def _configuration(self, q: FloatArray) -> FloatArray:
        """Pinocchio's configuration at positions `q` (n,)."""
        if not self._circles.any():
            return q
        parts = [(np.cos(x), np.sin(x)) if circle else (x,) for x, circle in zip(q, self._circles, strict=True)]
        return np.array([number for part in parts for number in part])
