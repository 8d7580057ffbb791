"""Vector of the unknowns (bodies, motors, friction and optionally a payload), and columns: torque per unit of each one.

The order is: ten parameters per link (linear form, see `bodies`); n motor inertias; for each joint the parameters
`FITTED` of the friction law (dry friction in positive and negative direction, viscous friction, offset, …); n values
for each requested further parameter of the friction law; ten parameters of an unknown payload, if any, in the frame of
the last link.

Motor inertia and friction belong to the motors, whose velocity is `Arm.transmission` times the joint velocity. The
offset belongs to the effort, which is measured at the joint.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..arm.friction_terms import FITTED, FRICTION_TERMS, FULL
from ..arm.joint_friction import MEASURED_SMOOTHING, friction_basis
from ..arrays import FloatArray
from ..errors import IdentificationError
from ..models.recursive.regressor import LINK_PARAMETERS, Regressor, parameter_names
from .bodies import SIZE

FrictionChoice = Literal["auto", "simple", "full"]
"""Friction parameters to be fitted: `FITTED` (simple), also `FULL` (full), or those that predict better (auto)."""


def sought_friction(choice: FrictionChoice) -> tuple[str, ...]:
    """Return the friction parameters to be fitted in addition to `FITTED`.

    Raises:
        IdentificationError: the choice is not known.
    """
    if choice not in get_args(FrictionChoice):
        raise IdentificationError(f"friction {choice!r} is not known; use one of {', '.join(get_args(FrictionChoice))}")
    return () if choice == "simple" else FULL


class Unknowns:
    """Names and indices of the unknowns of an arm, and the regressor for them.

    Args:
        arm: arm with the geometry.
        load: whether there is an unknown payload on the last link.
        friction: names of friction parameters in `FULL` that are unknown in addition to those in `FITTED`.

    Attributes:
        sought: names of all friction parameters that are unknown.
        names: (p,) names of the unknowns, such as ``joint1.viscous``.
    """

    def __init__(self, arm: Arm, *, load: bool = False, friction: Collection[str] = ()) -> None:
        self.arm = arm
        self.n = arm.n
        self.links = len(arm.links)
        self.load = load
        further = [name for name in FRICTION_TERMS if name in friction]
        self.sought: tuple[str, ...] = (*FITTED, *further)
        numbers = [f"{joint}.{name}" for joint in arm.joint_names for name in FITTED]
        shown = {"load": "load_friction"}  # because names of an unknown payload also begin with "load"
        numbers += [f"{joint}.{shown.get(name, name)}" for name in further for joint in arm.joint_names]
        bodies = [f"load.{name}" for name in LINK_PARAMETERS] if load else []
        self.names: tuple[str, ...] = (*parameter_names(arm), *numbers, *bodies)
        start = self.motors.stop
        always = start + np.arange(self.n * len(FITTED)).reshape(self.n, len(FITTED)).T
        self._last = start + len(numbers)
        rest = np.arange(start + always.size, self._last).reshape(len(further), self.n)
        self._places: dict[str, NDArray[np.intp]] = dict(zip(self.sought, (*always, *rest), strict=True))
        self._regressor, self._weightless = Regressor(arm), Regressor(arm.with_(gravity=0.0))

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return len(self.names)

    @property
    def inertial(self) -> slice:
        """Slice of the parameters of links and motors, which are the columns of `Regressor`."""
        return slice(0, self.motors.stop)

    @property
    def motors(self) -> slice:
        """Slice of motor inertias."""
        return slice(SIZE * self.links, SIZE * self.links + self.n)

    def place_of(self, name: str) -> NDArray[np.intp]:
        """Return the indices (n,) of a friction parameter of each joint; empty if the parameter is not unknown."""
        return self._places.get(name, np.empty(0, dtype=np.intp))

    def places_of(self, names: Collection[str]) -> NDArray[np.intp]:
        """Return the indices (n, k) of k friction parameters, one row per joint."""
        return np.stack([self._places[name] for name in names], axis=-1)

    @property
    def bodies(self) -> tuple[slice, ...]:
        """Slices of ten parameters each: the links, then an unknown payload."""
        links = tuple(slice(SIZE * i, SIZE * (i + 1)) for i in range(self.links))
        return (*links, slice(self._last, self._last + SIZE)) if self.load else links

    @property
    def not_negative(self) -> FloatArray:
        """Rows (k, size) whose products with the unknowns must not be negative.

        The products are motor inertias, friction parameters except offsets, and the slope of viscous friction at the
        velocity limit.
        """
        unit = np.eye(self.size)
        rows = {name: unit[self.place_of(name)] for name in self.sought if not FRICTION_TERMS[name].signed}
        if "bend" in rows:
            fastest = np.abs(self.arm.transmission) @ self.arm.velocity
            rows["viscous"] = rows["viscous"] - 2.0 * fastest[:, None] * rows["bend"]
        return np.vstack([unit[self.motors], *rows.values()])

    def columns(
        self, q: FloatArray, qd: FloatArray, qdd: FloatArray, *, loaded: bool = False, weightless: bool = False
    ) -> FloatArray:
        """Return the torque (N, n, size) per unit of each unknown, at states (N, n) in rad, rad/s, rad/s².

        The columns of load-dependent friction are 0; `dry_friction` computes them from the transmitted torque.

        Args:
            q, qd, qdd: (N, n) states, rad, rad/s, rad/s².
            loaded: whether the arm has the unknown payload.
            weightless: whether the torque is that of an arm without gravity.

        Raises:
            StateError: shapes differ, or numbers are not finite.
        """
        result = np.zeros((len(q), self.n, self.size))
        result[..., self.inertial] = (self._weightless if weightless else self._regressor).matrix(q, qd, qdd)
        turns = self.arm.transmission
        at_motors, rotors = qd @ turns.T, qdd @ turns.T
        names = [name for name in self.sought if not FRICTION_TERMS[name].times_load]
        of_motors = [name for name in names if not FRICTION_TERMS[name].at_joint]
        at_joints = [name for name in names if FRICTION_TERMS[name].at_joint]
        motors, joints = self.places_of(of_motors), self.places_of(at_joints)
        for motor, shares in enumerate(turns.tolist()):
            smoothing = MEASURED_SMOOTHING * self.arm.motion_scale[motor]
            basis = friction_basis(at_motors[:, motor], smoothing, names=of_motors).T
            for joint in np.flatnonzero(shares).tolist():
                result[:, joint, motors[motor]] = shares[joint] * basis
                result[:, joint, self.motors.start + motor] = shares[joint] * rotors[:, motor]
            result[:, motor, joints[motor]] = friction_basis(qd[:, motor], smoothing, names=at_joints).T
        if loaded:  # a payload acts as part of the last link
            result[..., self.bodies[-1]] = result[..., self.bodies[self.links - 1]]
        return result
