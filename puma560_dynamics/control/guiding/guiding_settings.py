"""Settings of hand guiding, and the numbers that follow from the arm where they are not given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arm.friction import least_friction
from ...arm.tolerances import assumed_factor, tolerances_of
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.interface import DynamicModel
from ..parameter_spec import (
    BOTH,
    NOT_GIVEN,
    ParameterSpec,
    check_parameters,
    documented_parameters,
    number,
    parameter,
)
from .plane_walls import planes_of

PREFIX = "hand_guiding."
"""Prefix of the parameters of `GuidingSettings`."""

FEEDFORWARD, HAND_GUIDING = MODES = ("feedforward", "hand_guiding")
"""Modes of the torque loop."""

WALLS = ParameterSpec(
    f"{PREFIX}walls",
    [NOT_GIVEN],
    "walls at planes: six numbers for each plane, a point of the plane (m) and a normal that points to the allowed "
    "side, in the frame of the base link; [0.0] for none",
    users=BOTH,
)

TOOL_POINT = ParameterSpec(
    f"{PREFIX}tool_point",
    [NOT_GIVEN] * 3,
    "point that the walls at planes hold back, in the frame of the last link, m",
    users=BOTH,
)

OF_THE_ARM = (WALLS, TOOL_POINT)
"""Parameters that are not fields with the same format."""


@documented_parameters
@dataclass(frozen=True, eq=False)
class GuidingSettings:
    """Settings of hand guiding for one arm.

    Attributes:
        walls: six numbers for each plane, a point and a normal in the frame of the base link, in a row; empty for none.
        tool_point: (3,) m, point that the planes hold back, in the frame of the last link.

    Raises:
        StateError: an invalid value; the message begins with the name of the attribute.
    """

    walls: tuple[float, ...] = ()
    tool_point: tuple[float, ...] = (0.0, 0.0, 0.0)
    enabled: bool = parameter(False, doc="whether the mode hand_guiding may be chosen")
    hold_torque: FloatArray | None = parameter(
        None,
        unit="N·m",
        low=0.0,
        per_joint=True,
        otherwise="what the gravity torque may be wrong by, minus friction (`usual_hold`)",
        doc="resistance of each guided joint at rest, against gravity torque that the model does not have",
    )
    timeout: float = number(
        60.0, 0.0, 3600.0, "s", "time without motion after which guiding ends: the arm is held and damped; 0 for never"
    )
    hold_speed: float = number(
        0.5,
        0.0,
        10.0,
        "rad/s",
        "speed up to which a moving joint has less resistance than at rest; 0 for the whole resistance at any speed, "
        "so that an arm that is released in motion comes to rest",
    )
    speed: float = number(0.25, 0.01, 1.0, "", "fraction of the velocity limit above which guided motion is damped")
    limit_margin: float = number(
        0.15, 0.0, 1.0, "rad (m)", "width of the wall before a position limit, and of the damped zone before the wall"
    )
    wall_torque: float = number(
        0.3, 0.0, 1.0, "", "torque of the wall at a position limit, as a fraction of the largest torque that is sent"
    )
    wall_force: float = number(
        0.0,
        0.0,
        1e4,
        "N",
        "largest force of a wall at a plane; 0 for the force that needs a third of the maximum torque of the weakest "
        "joint",
    )
    wall_depth: float = number(0.05, 0.001, 1.0, "m", "depth beyond a plane at which its force is largest")

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.hold_torque is not None:
            hold = read_only(self.hold_torque)
            if hold.ndim != 1 or not (np.isfinite(hold).all() and (hold >= 0.0).all()):
                raise StateError(
                    f"hold_torque: expected finite numbers of 0 or more, one per joint, got {hold.tolist()}"
                )
            object.__setattr__(self, "hold_torque", hold)
        planes_of(self.walls)


DEVIATIONS = 3.0
"""Standard deviations of the gravity torque that the usual hold torque withstands."""

HIDDEN_SHARE = 0.01
"""Mass at the tip that the model does not have, as a fraction of the mass of the links."""

ASSUMED = 0.05
"""Standard deviation of masses, as a fraction, for an arm without tolerances."""

LEAST = 0.003
"""Smallest error of the gravity torque, as a fraction of the maximum torque: also a joint without a load needs a hold,
because other joints move it."""

TRUSTED = 0.8
"""Fraction of the break-away friction that the usual hold torque relies on."""

POSES = 64
"""Number of poses that are searched for the largest error of the gravity torque."""


def gravity_error(model: DynamicModel) -> FloatArray:
    """Return the largest error of the gravity torque to expect, (n,) N·m.

    It is `DEVIATIONS` standard deviations that follow from the tolerances of the arm file, or from `ASSUMED` without
    tolerances, plus the weight of `HIDDEN_SHARE` of the arm's mass at the tip; at least `LEAST` of the maximum torque.
    """
    arm = model.arm
    factor = tolerances_of(arm).factor
    if not factor.any():
        factor = assumed_factor(arm, ASSUMED, centers=True)
    poses = arm.poses(POSES)
    still = np.zeros_like(poses)
    rows = np.array([model.regressor(*state) for state in zip(poses, still, still, strict=True)])
    deviation = np.sqrt(((rows @ factor[: -arm.n]) ** 2).sum(axis=-1))
    hidden = HIDDEN_SHARE * sum(link.mass for link in arm.links)
    found = (DEVIATIONS * deviation + hidden * np.abs(rows[..., -10])).max(axis=0)
    return np.asarray(np.maximum(found, LEAST * arm.maximum_torque))


def usual_hold(model: DynamicModel, hold_speed: float = GuidingSettings.hold_speed) -> FloatArray:
    """Return the resistance that each joint needs, so that a released arm stays at rest, (n,) N·m.

    It is `gravity_error`, minus break-away friction. Kinetic friction counts for nothing: most of it is compensated, so
    that an arm that has to come to rest also from a motion (a hold speed of 0) gets all of it.

    Args:
        model: model of the arm.
        hold_speed: `GuidingSettings.hold_speed`.
    """
    error, arm = gravity_error(model), model.arm
    if hold_speed == 0.0:
        return error
    dry = np.array([joint.dry for joint in least_friction(arm)])
    return np.asarray(np.maximum(error - TRUSTED * np.maximum(arm.break_away_torque, dry), 0.0))


def hold_of(model: DynamicModel, settings: GuidingSettings) -> FloatArray:
    """Return the hold torque of the settings, (n,) N·m, which is `usual_hold` if they give none.

    Raises:
        StateError: a wrong number of joints.
    """
    arm = model.arm
    hold = usual_hold(model, settings.hold_speed) if settings.hold_torque is None else settings.hold_torque
    if hold.shape != (arm.n,):
        raise StateError(f"hold_torque: expected {arm.n} numbers, one per joint, got {hold.tolist()}")
    return hold


def planes_given(numbers: Sequence[float]) -> tuple[float, ...]:
    """Return the planes in the parameter `WALLS`; ``[0.0]`` is none."""
    return () if list(numbers) == [NOT_GIVEN] else tuple(numbers)
