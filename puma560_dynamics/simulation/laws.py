"""Torque as a function of time and state: what drives a simulated arm."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..errors import StateError
from ..models.interface import DynamicModel
from ..states import joint_array
from .gains import critically_damped

Law = Callable[[float, FloatArray, FloatArray], FloatArray]
"""Time s, position rad (n,) and velocity rad/s (n,) -> torque N·m (n,)."""


def constant(torque: ArrayLike, n: int) -> Law:
    """The same torque (n,) N·m all the time.

    Raises:
        StateError: another shape, or not finite.
    """
    fixed = _vector("torque", torque, n)
    return lambda _time, _q, _qd: fixed


def toward(model: DynamicModel, target: ArrayLike) -> Law:
    """Gravity of `model` and critically damped PD (`control.gains`) that bring the arm to `target` (n,) rad.

    Raises:
        StateError: another shape, or not finite.
    """
    goal = _vector("target", target, model.arm.n)
    proportional, derivative = critically_damped(model, pose=goal)
    return lambda _time, q, qd: model.gravity(q) + proportional * (goal - q) - derivative * qd


def _vector(name: str, values: ArrayLike, n: int) -> FloatArray:
    array = joint_array(name, values, n)
    if array.ndim != 1:
        raise StateError(f"{name}: expected shape ({n},), got {array.shape}; give one number a joint")
    return np.array(array)
