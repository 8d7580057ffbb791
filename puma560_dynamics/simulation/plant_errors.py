"""Draw the simulated arm: the numbers of an arm with errors, so that plant and model do not have the same numbers.

A simulated arm with the numbers of its model makes feed-forward control look better than on a real arm. Here each
number of the plant differs from the number of the model, at random with a seed:

- Kinetic friction is above or below that of the arm (`kinetic_friction`) by a given fraction. Dry friction and viscous
  friction of each joint have separate signs.
- Masses, centers of mass, inertias and motor inertias are uniformly distributed within the tolerances of the arm file.
  A number without a tolerance has the tolerance `ASSUMED`. The inertia of a link is multiplied by one number, so that
  it stays physically possible.
- The last link carries a load that the model does not have: `HIDDEN_SHARE` of the mass of the links.

Dry friction at rest is the break-away torque of table 7, or kinetic friction divided by `TYPICAL_SHARE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arm import Arm, JointFriction, Link
from ..arm.friction import TYPICAL_SHARE, least_friction, static_friction
from ..arrays import FloatArray, read_only
from ..control.trajectory.trajectory import Trajectory
from ..errors import StateError
from ..models.interface import DynamicModel
from ..models.load import load_model
from ..models.payload.payload import Payload, attached

ASSUMED = 0.05
"""Tolerance of a number without a tolerance: as a fraction of a mass, an inertia or a motor inertia, and of the radius
of gyration for a center of mass."""

LARGEST_SHARE = 0.9
"""Largest change of a mass, inertia or motor inertia, as a fraction of it, if its tolerance is larger."""

HIDDEN_SHARE = 0.01
"""Mass of the hidden load, as a fraction of the mass of the links."""

LARGEST_FRICTION_ERROR = 0.5
"""Largest relative error of friction."""

LARGEST_SEED = 2**31 - 1
"""Largest seed."""


@dataclass(frozen=True)
class PlantErrors:
    """Errors of the simulated arm's numbers.

    Attributes:
        friction: relative error of kinetic friction, 0 to `LARGEST_FRICTION_ERROR`; 0 for the numbers of the arm.
        bodies: whether masses, centers, inertias and motor inertias have errors, and there is a hidden load.
        seed: seed of the random numbers. Friction and bodies are drawn separately.

    Raises:
        StateError: a number out of range.
    """

    friction: float = 0.2
    bodies: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0.0 <= self.friction <= LARGEST_FRICTION_ERROR:
            raise StateError(
                f"error of the simulated friction: expected 0 to {LARGEST_FRICTION_ERROR:g}, got {self.friction:g}"
            )
        if not 0 <= self.seed <= LARGEST_SEED:
            raise StateError(f"seed of the simulated arm: expected 0 to {LARGEST_SEED}, got {self.seed}")


NO_ERRORS = PlantErrors(friction=0.0, bodies=False)
"""Plant with the numbers of the arm."""


@dataclass(frozen=True, eq=False)
class SimulatedArm:
    """Numbers of a simulated arm.

    Attributes:
        arm: arm with the drawn bodies, motors and kinetic friction, and with the hidden load.
        break_away: (n,) dry friction at rest, N·m, at least the kinetic dry friction.
        hidden_load: mass that the model does not have, kg.
        errors: errors from which the numbers were drawn.
    """

    arm: Arm
    break_away: FloatArray
    hidden_load: float
    errors: PlantErrors


def kinetic_friction(arm: Arm) -> tuple[JointFriction, ...]:
    """Return the kinetic friction that a plant without errors has.

    It is the section ``friction:`` of the arm file, or otherwise what is compensated (`least_friction`), because table
    7 has only break-away torques.
    """
    return arm.friction or least_friction(arm)


def simulated_arm_of(arm: Arm, errors: PlantErrors) -> SimulatedArm:
    """Draw a simulated arm; the same arm and the same errors give the same numbers in every process.

    Args:
        arm: arm of the model.
        errors: errors of the numbers.

    Returns:
        The simulated arm.
    """
    of_friction, of_bodies = (np.random.default_rng([errors.seed, part]) for part in range(2))
    signs = of_friction.choice([-1.0, 1.0], (arm.n, 2))
    friction = tuple(
        _changed(joint, *(1.0 + errors.friction * sign).tolist())
        for joint, sign in zip(kinetic_friction(arm), signs, strict=True)
    )
    drawn, load = arm.with_(friction=friction), 0.0
    if errors.bodies:
        drawn = _with_other_bodies(drawn, of_bodies)
        load = HIDDEN_SHARE * sum(link.mass for link in arm.links)
        drawn = attached(drawn, Payload(load))
    return SimulatedArm(drawn, read_only(_break_away(arm, friction)), load, errors)


def torque_difference(model: DynamicModel, plant: Arm, motion: Trajectory, samples: int = 500) -> FloatArray:
    """Return the RMS difference of plant and model in the torque along a motion, (n,) N·m, without friction.

    Args:
        model: model of the feed-forward torque.
        plant: the simulated arm, with its loads.
        motion: the motion.
        samples: number of evaluated times.
    """
    points = [motion.at(time) for time in np.linspace(0.0, motion.duration, samples).tolist()]
    states = [np.array([getattr(point, name) for point in points]) for name in ("position", "velocity", "acceleration")]
    difference = load_model("newton_euler", plant).torque(*states) - model.torque(*states)
    return read_only(np.sqrt(np.mean(difference**2, axis=0)))


def _changed(joint: JointFriction, dry: float, viscous: float) -> JointFriction:
    return replace(
        joint,
        coulomb_positive=dry * joint.coulomb_positive,
        coulomb_negative=dry * joint.coulomb_negative,
        viscous=viscous * joint.viscous,
        bend=viscous * joint.bend,
    )


def _break_away(arm: Arm, friction: Sequence[JointFriction]) -> FloatArray:
    """Return (n,) dry friction at rest, in the same way as `static_friction`; at least the drawn kinetic friction."""
    dry = np.array([joint.dry for joint in friction])
    known = static_friction(arm) == arm.break_away_torque
    return np.where(known, np.maximum(arm.break_away_torque, dry), dry / TYPICAL_SHARE)


def _with_other_bodies(arm: Arm, rng: np.random.Generator) -> Arm:
    links = tuple(_other_link(arm, link, rng) for link in arm.links)
    motors = tuple(
        replace(motor, inertia=motor.inertia * _factor(arm, f"motors.{name}.inertia", motor.inertia, rng))
        for name, motor in zip(arm.joint_names, arm.motors, strict=True)
    )
    return arm.with_(links=links, motors=motors)


def _other_link(arm: Arm, link: Link, rng: np.random.Generator) -> Link:
    path, moments = f"links.{link.name}", np.diag(link.inertia)
    size = float(moments.sum())
    radius = float(np.sqrt(size / 2.0 / link.mass)) if link.mass > 0.0 else 0.0
    widths = [_width(arm, f"{path}.center_of_gravity.{axis}", ASSUMED * radius) for axis in range(3)]
    spread = sum(_width(arm, f"{path}.inertia.{axis}", ASSUMED * moment) for axis, moment in enumerate(moments))
    return replace(
        link,
        mass=link.mass * _factor(arm, f"{path}.mass", link.mass, rng),
        center_of_gravity=link.center_of_gravity + np.array(widths) * rng.uniform(-1.0, 1.0, 3),
        inertia=link.inertia * _changed_by(spread, size, rng),
    )


def _factor(arm: Arm, path: str, value: float, rng: np.random.Generator) -> float:
    """Return a factor of a positive number, uniformly distributed within its tolerance."""
    return _changed_by(_width(arm, path, ASSUMED * value), value, rng)


def _changed_by(width: float, value: float, rng: np.random.Generator) -> float:
    share = min(width / value, LARGEST_SHARE) if value > 0.0 else 0.0
    return 1.0 + share * float(rng.uniform(-1.0, 1.0))


def _width(arm: Arm, path: str, assumed: float) -> float:
    """Return the tolerance of a number in the arm file; `assumed` without a tolerance."""
    quantity = arm.quantities.get(path)
    return float(assumed) if quantity is None or not quantity.half_width else quantity.half_width
