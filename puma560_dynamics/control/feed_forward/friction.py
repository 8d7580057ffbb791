r"""Friction compensation: a fraction of the kinetic friction that `arm.joint_friction` models.

.. math:: \tau = m\, s\, \tau_f(\dot q), \qquad m = 0.9, \quad 0 \le s \le 1

with the margin m and the scale s. Compensation at the measured velocity is positive feedback: a torque above the
kinetic friction would drive the joint. So it uses the smallest friction of a moving joint, stays below it by the
margin, and begins only at a velocity that is certainly motion: beyond the dead band, and beyond one count of the
encoder per sample. The offset of the friction is not compensated: it may be an error in the zero of the effort
signal, and it would act at rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm, JointFriction
from ...arm.friction import least_friction
from ...arm.friction_terms import FRICTION_TERMS
from ...arm.joint_friction import friction_numbers, joint_friction_torque
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ..parameter_spec import check_parameters, documented_parameters, each_joint, number, parameter

MARGIN = 0.9
"""m: fraction of the kinetic friction that is compensated at scale 1."""

QUANTA = 2.0
"""Smallest dead band in encoder counts per sample: one count is no motion, even in a sample of half the period."""


OF_THE_ARM = (
    each_joint(
        "friction.coulomb",
        "kinetic Coulomb friction per joint",
        "N·m",
        "the friction of the arm file, or 0.45 of the break-away torque if the file has none",
    ),
    each_joint("friction.viscous", "viscous friction per joint", "N·m·s/rad", "the friction of the arm file, or none"),
)
"""Parameters that replace the arm's friction in `FrictionCompensation.of`."""


@documented_parameters
@dataclass(frozen=True, eq=False)
class FrictionCompensation:
    """Compensation of one arm's friction.

    Attributes:
        joints: kinetic friction of n joints; the offset is removed (`JointFriction.without_offset`).
        transmission: (n, n) `Arm.transmission` if motors are coupled; `joints` is then the friction of the motors.

    Raises:
        StateError: a negative or infinite number, a number out of bounds, or a wrong number of resolutions.
    """

    joints: tuple[JointFriction, ...]
    scale: float = number(
        0.5,  # more than 1 would drive the arm
        0.0,
        1.0,
        "",
        f"fraction of the compensation; 1 compensates {MARGIN:g} of the kinetic friction",
        read_only=False,
    )
    dead_band: float = number(0.02, 0.0, 10.0, "rad/s", "velocity below which Coulomb friction is not compensated")
    smoothing: float = number(
        0.05,
        1e-4,
        10.0,
        "rad/s",
        "velocity beyond the dead band over which the compensation of Coulomb friction rises to 76 %",
    )
    position_resolution: FloatArray = parameter(
        unit="rad",
        low=0.0,
        per_joint=True,
        otherwise="an unknown resolution",
        default_factory=lambda: np.zeros(1),
        doc="one encoder count of each joint (the dead band of a measured velocity is at least two counts per sample)",
    )
    transmission: FloatArray | None = None
    _numbers: Mapping[str, FloatArray] = field(init=False, repr=False)
    _counts: FloatArray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name, term in FRICTION_TERMS.items():
            values = [getattr(joint, name) for joint in self.joints]
            if not np.isfinite(values).all() or (min(values, default=0.0) < 0.0 and not term.signed):
                numbers = "finite numbers" if term.signed else "finite numbers of 0 or more"
                raise StateError(f"{name} of friction: expected {numbers}, got {', '.join(map(str, values))}")
        check_parameters(self)
        counts = read_only(self.position_resolution)
        if counts.shape not in {(1,), (len(self.joints),)} or not np.isfinite(counts).all() or (counts < 0.0).any():
            raise StateError(
                f"position resolution: expected one number or {len(self.joints)}, finite and 0 or more, in rad, "
                f"got {counts.tolist()}"
            )
        object.__setattr__(self, "position_resolution", counts)
        if self.transmission is not None:  # a coupled motor's velocity contains the counts of all its joints
            counts = read_only(np.abs(self.transmission) @ np.broadcast_to(counts, len(self.joints)))
        object.__setattr__(self, "_counts", counts)
        object.__setattr__(self, "joints", tuple(joint.without_offset() for joint in self.joints))
        object.__setattr__(self, "_numbers", friction_numbers(self.joints))

    @classmethod
    def of(
        cls,
        arm: Arm,
        scale: float | None = None,
        *,
        coulomb: ArrayLike | None = None,
        viscous: ArrayLike | None = None,
        **changes: Any,
    ) -> FrictionCompensation:
        """Return the compensation of the arm's `least_friction`: from its file, or estimated from break-away torques.

        Args:
            arm: arm with the friction to compensate.
            scale: fraction of the largest compensation, 0 to 1; the default of the class if not given.
            coulomb: (n,) N·m in either direction, in place of the arm's Coulomb friction.
            viscous: (n,) N·m·s/rad, in place of the arm's viscous friction.
            changes: other attributes.

        Returns:
            The friction compensation for `TorqueLoop` and `LoopSettings`.

        Raises:
            StateError: the same as for the class, or a wrong number of entries.
        """
        joints = least_friction(arm)
        for key, given in (("coulomb", coulomb), ("viscous", viscous)):
            if given is not None:
                each = _numbers(f"{key} friction", given, arm.n)
                names = [name for name, term in FRICTION_TERMS.items() if term.parameter == key]
                joints = tuple(replace(old, **dict.fromkeys(names, new)) for old, new in zip(joints, each, strict=True))
        changes.setdefault("transmission", arm.transmission if arm.coupled else None)
        if scale is not None:
            changes["scale"] = scale
        return cls(joints, **changes)

    def torque(self, qd: FloatArray, period: float | None = None) -> FloatArray:
        """Return the torque that overcomes the compensated part of friction.

        Args:
            qd: (…, n) rad/s.
            period: time between the samples from which a measured `qd` was differentiated, s; 0 if it is not known yet
                (Coulomb friction of joints with a given resolution is then not compensated); None for a velocity
                that no encoder measured, such as that of a reference.

        Returns:
            (…, n) N·m.
        """
        torque = joint_friction_torque(self._numbers, qd, self.smoothing, self._dead_band(period), self.transmission)
        return np.asarray(MARGIN * self.scale * torque)

    def _dead_band(self, period: float | None) -> FloatArray:
        if period is None:
            return np.asarray(self.dead_band)
        if period > 0.0:
            return np.maximum(self.dead_band, QUANTA * self._counts / period)
        return np.where(self._counts > 0.0, np.inf, self.dead_band)


def _numbers(name: str, given: ArrayLike, n: int) -> list[float]:
    values = np.asarray(given, dtype=np.float64)
    if values.shape != (n,):
        raise StateError(f"{name}: expected {n} numbers, one per joint, got {values.tolist()}")
    numbers: list[float] = values.tolist()
    return numbers
