"""Compute motor and drive inertia from the period of an oscillation under a position gain (section 5 of the paper).

A motor torque ``-K (q_j - q_j0)`` makes joint j a torsional spring while the other joints are held. With the period T,
the stiffness of gravity ``dg_j/dq_j``, and the viscous damping factor zeta,

.. math:: I = (K + \\partial g_j/\\partial q_j)\\, T^2 (1 - \\zeta^2) / 4 \\pi^2

is the total inertia about the joint, and ``I - a_jj(q)`` is the inertia of motor and drive. Dry friction does not
change the period (`oscillation`). Positive velocity feedback, with which the paper made joint 1 swing for several
cycles, is a negative damping factor (-0.1 in the paper) and is corrected by the same formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arrays import FloatArray
from ..errors import MeasurementError
from ..models.load import load_model
from ..states import joint_array
from .budget import Budget, propagate
from .measured import Measured, link_readings, positive, varied_arm

MOTOR, TOTAL, ARM, GRAVITY = range(4)
"""Indices in the budget of a `MotorInertia`."""

NO_DAMPING = Measured(0.0, "1")


@dataclass(frozen=True, slots=True)
class TorsionalSpring:
    """Readings of one experiment with a position gain.

    Attributes:
        stiffness: position gain K, N·m/rad.
        period: period of a full oscillation, s.
        damping_factor: viscous damping zeta as a fraction of critical damping; negative with positive velocity
            feedback.

    Raises:
        MeasurementError: a reading is impossible for an oscillation.
    """

    stiffness: Measured
    period: Measured
    damping_factor: Measured = NO_DAMPING

    def __post_init__(self) -> None:
        positive("stiffness", self.stiffness)
        positive("period", self.period)
        if not abs(self.damping_factor.value) + self.damping_factor.half_width < 1.0:
            raise MeasurementError(f"damping factor is {self.damping_factor}: expected -1 to 1, or nothing oscillates")


@dataclass(frozen=True, eq=False)
class MotorInertia:
    """Inertia of motor and drive from an experiment.

    Attributes:
        budget: values and tolerances, by index: inertia of motor and drive (`MOTOR`), total inertia (`TOTAL`), inertia
            a_jj of the arm (`ARM`), all kg·m², and stiffness of gravity (`GRAVITY`), N·m/rad.
        exact: paths of readings of the arm file that affect the result but have no tolerance.
    """

    budget: Budget
    exact: tuple[str, ...]

    @property
    def value(self) -> Measured:
        """Inertia of motor and drive, reflected to the joint, kg·m²."""
        return Measured(float(self.budget.values[MOTOR]), "kg m^2", float(self.budget.half_width[MOTOR]))


def motor_inertia(
    arm: Arm, joint: str, pose: ArrayLike, spring: TorsionalSpring, *, gravity_compensated: bool = False
) -> MotorInertia:
    """Calculate the inertia of motor and drive of `joint`.

    Args:
        arm: arm whose links and their tolerances are used; its motor inertias are not used.
        joint: name of the joint that oscillates.
        pose: (n,) pose about which the joint oscillates, rad.
        spring: readings of the experiment.
        gravity_compensated: whether the controller compensates g(q), so that gravity does not act as a spring.

    Raises:
        MeasurementError: the arm has no such joint, or the inertia of the motor would not be positive.
        StateError: the pose has a wrong shape or is not finite.
    """
    index, q = joint_index(arm, joint), joint_array("pose", pose, arm.n, arm.joint_names)
    measured = {"stiffness": spring.stiffness, "period": spring.period, "damping_factor": spring.damping_factor}
    links = {path: reading for path, reading in link_readings(arm).items() if path.startswith("links.")}

    def parts(readings: Mapping[str, float]) -> FloatArray:
        own, gravity = link_share(varied_arm(arm, readings), index, q)
        gravity = 0.0 if gravity_compensated else gravity
        undamped = readings["period"] ** 2 * (1.0 - readings["damping_factor"] ** 2)
        total = (readings["stiffness"] + gravity) * undamped / (4.0 * math.pi**2)
        return np.array([total - own, total, own, gravity])

    budget = propagate(parts, measured | links)
    motor, total, own, gravity = budget.values
    if not motor > 0.0:
        raise MeasurementError(
            f"{joint}: the total inertia is {total:.4g} kg m^2 ({spring.stiffness}, gravity {gravity:.4g} N m/rad, "
            f"{spring.period}), the arm alone has {own:.4g} kg m^2; look at stiffness, period and pose"
        )
    return MotorInertia(budget, _without_tolerance(parts, measured | links))


def joint_index(arm: Arm, joint: str) -> int:
    """Return the index of `joint` in the arm.

    Raises:
        MeasurementError: the arm has no such joint.
    """
    if joint not in arm.joint_names:
        raise MeasurementError(f"joint {joint!r} is not of this arm; it has {', '.join(arm.joint_names)}")
    return arm.joint_names.index(joint)


def link_share(arm: Arm, joint: int, q: FloatArray) -> tuple[float, float]:
    """Return a_jj without motor inertia (kg·m²) and dg_j/dq_j (N·m/rad) of a joint at `q` (n,).

    The gravity torque of a joint contains only the first harmonic of its angle, so the central difference over ±90°
    gives the exact derivative.
    """
    model = load_model("newton_euler", arm)
    quarter = np.zeros(arm.n)
    quarter[joint] = math.pi / 2.0
    rest, unit = np.zeros(arm.n), np.eye(arm.n)[joint]
    own = model.torque(q, rest, unit)[joint] - model.gravity(q)[joint] - arm.motor_inertia[joint]
    ahead, behind = model.gravity(q + quarter)[joint], model.gravity(q - quarter)[joint]
    return float(own), float(0.5 * (ahead - behind))


def _without_tolerance(
    parts: Callable[[Mapping[str, float]], FloatArray], readings: Mapping[str, Measured]
) -> tuple[str, ...]:
    tried = {path: Measured(r.value, r.unit, 0.01 * abs(r.value)) for path, r in readings.items() if not r.half_width}
    nominal = {path: Measured(r.value, r.unit) for path, r in readings.items()}
    effects = propagate(parts, nominal | tried).effects
    return tuple(path for path, effect in effects.items() if abs(effect[MOTOR]) > 1e-9 and path.startswith("links."))
