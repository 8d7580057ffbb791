"""What is identified, as one vector: bodies, motors, friction and perhaps a load, and the torque's columns for it.

The order is: ten numbers a link (linear form, see `bodies`), n motor inertias, then of each joint the torque of dry
friction in positive and in negative direction, viscous friction and offset; where they are asked for, of each joint
the share of the transmitted torque that dry friction takes in addition, and the bend of viscous friction; at the end,
if there is one, ten numbers of the load in the frame of the last link.

Motor inertia and friction are those of motors, which turn with `Arm.transmission` times the joints; the offset is that
of the effort, which is measured at the joint.
"""

from __future__ import annotations

import numpy as np

from ..arm import Arm
from ..arm.joint_friction import BASIS_NUMBERS, MEASURED_SMOOTHING, friction_basis
from ..arrays import FloatArray
from ..models.recursive.regressor import LINK_PARAMETERS, Regressor, parameter_names
from .bodies import SIZE


class Unknowns:
    """Names and places of the unknowns of an arm.

    Args:
        arm: its geometry.
        load: whether a load on the last link is unknown too.
        load_friction: whether dry friction may grow with the torque that a joint transmits.
        bend: whether viscous friction may bend with velocity.
    """

    def __init__(self, arm: Arm, *, load: bool = False, load_friction: bool = False, bend: bool = False) -> None:
        self.arm = arm
        self.n = arm.n
        self.links = len(arm.links)
        self.load = load
        friction = [f"{joint}.{name}" for joint in arm.joint_names for name in BASIS_NUMBERS]
        friction += [f"{joint}.load_friction" for joint in arm.joint_names if load_friction]
        friction += [f"{joint}.bend" for joint in arm.joint_names if bend]
        bodies = [f"load.{name}" for name in LINK_PARAMETERS] if load else []
        self.names: tuple[str, ...] = (*parameter_names(arm), *friction, *bodies)
        self._bend_at = self.friction.stop + (self.n if load_friction else 0)
        self._last = self._bend_at + (self.n if bend else 0)
        self._regressor = Regressor(arm)

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return len(self.names)

    @property
    def inertial(self) -> slice:
        """Links and motors: the columns of `Regressor`."""
        return slice(0, self.motors.stop)

    @property
    def motors(self) -> slice:
        """Motor inertias."""
        return slice(SIZE * self.links, SIZE * self.links + self.n)

    @property
    def friction(self) -> slice:
        """Four numbers a joint."""
        return slice(self.motors.stop, self.motors.stop + len(BASIS_NUMBERS) * self.n)

    @property
    def load_friction(self) -> slice:
        """Shares of the transmitted torque; empty where it is not asked for."""
        return slice(self.friction.stop, self._bend_at)

    @property
    def bend(self) -> slice:
        """Bends of viscous friction; empty where it is not asked for."""
        return slice(self._bend_at, self._last)

    @property
    def bodies(self) -> tuple[slice, ...]:
        """Ten numbers each: the links, then the load."""
        links = tuple(slice(SIZE * i, SIZE * (i + 1)) for i in range(self.links))
        return (*links, slice(self._last, self._last + SIZE)) if self.load else links

    @property
    def not_negative(self) -> FloatArray:
        """(k, size) rows whose products with the unknowns cannot be negative.

        Motor inertia; friction of every kind, not offsets; and the slope of viscous friction up to the velocity limit.
        """
        unit = np.eye(self.size)
        friction = np.arange(self.friction.start, self.friction.stop).reshape(self.n, len(BASIS_NUMBERS))
        slope = unit[friction[:, 2]]
        if self.bend.stop > self.bend.start:
            fastest = np.abs(self.arm.transmission) @ self.arm.velocity
            slope = slope - 2.0 * fastest[:, None] * unit[self.bend]
        return np.vstack(
            [unit[self.motors], unit[friction[:, :2].ravel()], slope, unit[self.friction.stop : self._last]]
        )

    def columns(self, q: FloatArray, qd: FloatArray, qdd: FloatArray, *, loaded: bool = False) -> FloatArray:
        """(N, n, size) torque of each unknown's unit at states (N, n) in rad, rad/s, rad/s².

        The columns of load-dependent friction are 0: they take a torque to multiply (`load_friction`).

        Args:
            q, qd, qdd: states.
            loaded: whether the arm carries the unknown load.

        Raises:
            StateError: shapes differ, or numbers are not finite.
        """
        result = np.zeros((len(q), self.n, self.size))
        result[..., self.inertial] = self._regressor.matrix(q, qd, qdd)
        turns = self.arm.transmission
        at_motors, rotors = qd @ turns.T, qdd @ turns.T
        for motor, shares in enumerate(turns.tolist()):
            basis = friction_basis(at_motors[:, motor], MEASURED_SMOOTHING).T
            at = self.friction.start + len(BASIS_NUMBERS) * motor
            for joint in np.flatnonzero(shares).tolist():
                result[:, joint, at : at + len(BASIS_NUMBERS) - 1] = shares[joint] * basis[:, :-1]
                if self.bend.stop > self.bend.start:
                    speed = at_motors[:, motor]
                    result[:, joint, self.bend.start + motor] = -shares[joint] * speed * np.abs(speed)
                result[:, joint, self.motors.start + motor] = shares[joint] * rotors[:, motor]
            result[:, motor, at + len(BASIS_NUMBERS) - 1] = 1.0
        if loaded:  # what moves with the last link acts as that link does
            result[..., self.bodies[-1]] = result[..., self.bodies[self.links - 1]]
        return result
