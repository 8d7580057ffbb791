"""What a body, a joint or a clock can have: a cause beyond that is none, however well it fits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arm import Arm
from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray
from ...models.payload.payload import Payload
from ...models.payload.placed import placed_payload
from .normal_equations import Fit

SURE = 3.0
"""Standard errors beyond a bound from which on a number is on the wrong side of it."""

LONGEST_REACH = 1.0
"""m from the frame of the last link at which a load may have its center of mass."""

LARGEST_TILT = 0.5
"""rad; the column of a tilt is that of a small one."""

LONGEST_LAG = 0.1
"""s; the column of a lag is that of a short one."""


class Possible:
    """Bounds of the causes of one arm.

    Attributes:
        friction: (n, 3) lowest change of dry friction forwards and backwards, and viscous friction, of each joint.
        motor: (n,) lowest change of each motor's inertia.

    Args:
        arm: without payload.
        payload: that the model carries.
        friction: that the model takes, one a joint.
    """

    scale = np.array([-1.0])
    """Lowest change of an effort's scale: one of the wrong sign is another cause."""

    def __init__(self, arm: Arm, payload: Payload, friction: Sequence[JointFriction]) -> None:
        known = [(one.coulomb_positive, one.coulomb_negative, one.viscous) for one in friction]
        self.friction = -np.array(known, dtype=np.float64).reshape(-1, 3)
        self.motor = -np.asarray(arm.motor_inertia, dtype=np.float64)
        payload = placed_payload(arm, payload)
        moments = payload.mass * payload.center_of_mass
        origin = payload.inertia + payload.mass * (
            payload.center_of_mass @ payload.center_of_mass * np.eye(3)
            - np.outer(payload.center_of_mass, payload.center_of_mass)
        )
        self._carried = np.array([payload.mass, *moments, *(origin[i, j] for i, j in _PLACES)])

    def allows_load(self, found: Fit) -> bool:
        """Whether the load that the arm would carry is a body: a mass, its center in reach, an inertia that mass has.

        A load of no mass is possible: one that was put down.
        """
        k = len(found.values)
        whole = self._carried[:k] + found.values
        mass, error = whole[0], found.errors[0]
        if mass < -SURE * error:
            return False
        added = found.values[0]
        if not self._carried[0] and added < SURE * error:
            return False
        if mass > SURE * error and np.linalg.norm(whole[1:4]) / mass > LONGEST_REACH:
            return False
        return k < len(self._carried) or mass <= SURE * error or _is_body(whole, found.covariance)

    @staticmethod
    def allows_tilt(found: Fit) -> bool:
        """Whether a tilt is small enough for what was fitted."""
        return float(np.linalg.norm(found.values)) <= LARGEST_TILT

    @staticmethod
    def allows_lag(found: Fit) -> bool:
        """Whether a lag is short enough for what was fitted."""
        return abs(float(found.values[0])) <= LONGEST_LAG


_PLACES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
"""Where the parameters of an inertia tensor are in it."""


def _is_body(body: FloatArray, covariance: FloatArray) -> bool:
    """Return whether ten parameters are those of a distribution of mass, within their errors.

    Then the pseudo-inertia (the second moments of that distribution) is negative in no direction.
    """
    moments = _pseudo_inertia(body)
    sizes, directions = np.linalg.eigh(moments)
    lowest = directions[:, 0]
    slope = np.array([lowest @ _pseudo_inertia(one) @ lowest for one in np.eye(len(body))])
    return bool(sizes[0] > -SURE * np.sqrt(max(slope @ covariance @ slope, 0.0)))


def _pseudo_inertia(body: FloatArray) -> FloatArray:
    """(4, 4) second and first moments and mass of ten parameters, about the frame's origin."""
    tensor = np.zeros((3, 3))
    for place, value in zip(_PLACES, body[4:], strict=True):
        tensor[place] = tensor[place[::-1]] = value
    result = np.empty((4, 4))
    result[:3, :3] = 0.5 * np.trace(tensor) * np.eye(3) - tensor
    result[3, :3] = result[:3, 3] = body[1:4]
    result[3, 3] = body[0]
    return result
