"""What is identified, as one vector: bodies, motors, friction and perhaps a load, and the torque's columns for it.

The order is: ten numbers a link (linear form, see `bodies`), n motor inertias, then of each joint the torque of dry
friction in positive and in negative direction, viscous friction and offset; at the end, if there is one, ten numbers
of the load in the frame of the last link.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..arm.joint_friction import MEASURED_SMOOTHING, friction_basis
from ..models.recursive.regressor import LINK_PARAMETERS, Regressor, parameter_names
from .bodies import SIZE

FRICTION = ("coulomb_positive", "coulomb_negative", "viscous", "offset")
"""Friction parameters of a joint, the attributes of `JointFriction`."""


class Unknowns:
    """Names and places of the unknowns of an arm.

    Args:
        arm: its geometry.
        load: whether a load on the last link is unknown too.
    """

    def __init__(self, arm: Arm, *, load: bool = False) -> None:
        self.arm = arm
        self.n = arm.n
        self.load = load
        friction = [f"{joint}.{name}" for joint in arm.joint_names for name in FRICTION]
        bodies = [f"load.{name}" for name in LINK_PARAMETERS] if load else []
        self.names: tuple[str, ...] = (*parameter_names(arm), *friction, *bodies)
        self._regressor = Regressor(arm)

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return len(self.names)

    @property
    def inertial(self) -> slice:
        """Links and motors: the columns of `Regressor`."""
        return slice(0, 11 * self.n)

    @property
    def motors(self) -> slice:
        """Motor inertias."""
        return slice(10 * self.n, 11 * self.n)

    @property
    def friction(self) -> slice:
        """Four numbers a joint."""
        return slice(11 * self.n, 15 * self.n)

    @property
    def bodies(self) -> tuple[slice, ...]:
        """Ten numbers each: the links, then the load."""
        links = tuple(slice(SIZE * i, SIZE * (i + 1)) for i in range(self.n))
        return (*links, slice(15 * self.n, 15 * self.n + SIZE)) if self.load else links

    @property
    def not_negative(self) -> NDArray[np.intp]:
        """Places of numbers that cannot be negative: motor inertias and friction, not offsets."""
        friction = np.arange(self.friction.start, self.friction.stop).reshape(self.n, len(FRICTION))
        return np.concatenate([np.arange(self.motors.start, self.motors.stop), friction[:, :3].ravel()])

    def columns(
        self, q: NDArray[np.float64], qd: NDArray[np.float64], qdd: NDArray[np.float64], *, loaded: bool = False
    ) -> NDArray[np.float64]:
        """(N, n, size) torque of each unknown's unit at states (N, n) in rad, rad/s, rad/s².

        Args:
            q, qd, qdd: states.
            loaded: whether the arm carries the unknown load.

        Raises:
            StateError: shapes differ, or numbers are not finite.
        """
        result = np.zeros((len(q), self.n, self.size))
        result[..., self.inertial] = self._regressor.matrix(q, qd, qdd)
        for joint in range(self.n):
            at = self.friction.start + len(FRICTION) * joint
            result[:, joint, at : at + len(FRICTION)] = friction_basis(qd[:, joint], MEASURED_SMOOTHING).T
        if loaded:  # what moves with the last link is felt as that link is
            result[..., self.bodies[-1]] = result[..., self.bodies[self.n - 1]]
        return result
