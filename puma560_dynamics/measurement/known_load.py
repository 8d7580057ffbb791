"""Compute the torque of a known load on a joint from readings of weights, levers and forces, or the arm's weight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..models.interface import DynamicModel
from ..models.load import load_model
from .measured import varied_arm


@dataclass(frozen=True, eq=False)
class KnownLoad:
    """A load as a sum of products of readings, and of the gravity torque of the arm.

    Attributes:
        products: names of the readings of each product, such as mass, gravity and lever.
        pose: (n,) pose of the arm whose gravity torque is part of the load, rad; `None` without gravity of the arm.
    """

    products: tuple[tuple[str, ...], ...] = ()
    pose: FloatArray | None = None

    def torque(self, values: Mapping[str, float], gravity: GravityTorque) -> float:
        """Return the torque that holds the joint under this load, N·m, from values of the readings by name."""
        own = 0.0 if self.pose is None else gravity.at(self.pose)
        return own + sum(float(np.prod([values[name] for name in product])) for product in self.products)


class GravityTorque:
    """Gravity torque of a joint's motor at poses, for one set of link readings.

    Args:
        arm: arm whose transmission maps joint torques to the motor.
        joint: index of the joint.
        values: values of link readings, by path in the arm file; others are those of the arm.
    """

    def __init__(self, arm: Arm, joint: int, values: Mapping[str, float]) -> None:
        self._arm, self._joint, self._values = arm, joint, values
        self._model: DynamicModel | None = None
        self._known: dict[bytes, float] = {}

    def at(self, pose: FloatArray) -> float:
        """Return the torque of the joint's motor that holds the arm at `pose` (n,) rad, N·m."""
        if self._model is None:
            self._model = load_model("newton_euler", varied_arm(self._arm, self._values))
        key = pose.tobytes()
        if key not in self._known:
            torque = np.linalg.solve(self._arm.transmission.T, self._model.gravity(pose))
            self._known[key] = float(torque[self._joint])
        return self._known[key]
