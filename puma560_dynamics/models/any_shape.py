"""Extend methods of models to states of any shape by numpy broadcasting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..errors import StateError
from ..states import broadcast_joint_arrays

Result = TypeVar("Result", FloatArray, tuple[FloatArray, ...])

STATES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity", "elements"), ("q",)
    ),
    **dict.fromkeys(("potential_energy", "gravity_derivative"), ("q",)),
    **dict.fromkeys(("coriolis_matrix", "coriolis_torque", "transposed_coriolis_torque"), ("q", "qd")),
    **dict.fromkeys(("momentum", "kinetic_energy", "energy"), ("q", "qd")),
    **dict.fromkeys(
        ("terms", "torque", "torque_derivatives", "regressor", "base_regressor"),
        ("q", "qd", "qdd"),
    ),
    **dict.fromkeys(("acceleration", "acceleration_derivatives"), ("q", "qd", "tau")),
    "inverse_jacobian": ("q",),
}
"""Names of the state arguments of a model's methods, by name of the method."""


def any_shape(method: Callable[..., Any], names: tuple[str, ...]) -> Callable[..., Any]:
    """Wrap a method for arrays of equal shape ``(n,)`` or ``(N, n)`` to accept all arrays that broadcast to ``(…, n)``.

    Args:
        method: method of a model that takes arrays and returns an array, or a tuple or dataclass of arrays.
        names: names of its state arguments; ``out`` is passed on if the method has this argument.
    """
    takes_out = "out" in signature(method).parameters

    @wraps(method)
    def wrapped(self: Any, *states: ArrayLike, **named: Any) -> Any:
        options = {"out": out} if takes_out and (out := named.pop("out", None)) is not None else {}
        if named:
            states = (*states, *(named.pop(name) for name in names[len(states) :] if name in named))
        if named or len(states) != len(names):
            raise TypeError(f"{method.__name__} takes {', '.join(names)}")
        first = states[0]
        if isinstance(first, np.ndarray) and first.ndim in (1, 2) and first.shape[-1] == self.arm.n:
            shape = first.shape
            if all(isinstance(state, np.ndarray) and state.shape == shape for state in states):
                return method(self, *states, **options)
        arrays = broadcast_joint_arrays(self.arm.n, dict(zip(names, states, strict=True)), self.arm.joint_names)
        leading = arrays[0].shape[:-1]
        if len(leading) < 2:
            return method(self, *arrays, **options)
        found = _reshaped(method(self, *(array.reshape(-1, self.arm.n) for array in arrays)), leading)
        return put(found, **options) if options else found

    return wrapped


def put(found: Result, out: Result) -> Result:
    """Copy a result into the caller's array `out`, or named tuple of arrays, and return `out`.

    Raises:
        StateError: `out` has a wrong shape or type, or is read-only.
    """
    if isinstance(found, tuple):
        if type(out) is not type(found):
            raise StateError(f"out: expected {type(found).__name__}, as an earlier call returned it")
        for part, to in zip(found, out, strict=True):
            put(part, to)
        return out
    if (
        not isinstance(out, np.ndarray)
        or out.shape != found.shape
        or out.dtype != np.float64
        or not out.flags.writeable
    ):
        raise StateError(f"out: expected a writable float64 array of shape {found.shape}")
    out[...] = found
    return out


def _reshaped(found: Any, leading: tuple[int, ...]) -> Any:
    """Reshape the first axis of all arrays of a result to the lengths `leading`."""
    if isinstance(found, np.ndarray):
        return found.reshape(*leading, *found.shape[1:])
    if isinstance(found, tuple):
        parts = [_reshaped(part, leading) for part in found]
        return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)
    return type(found)(**{item.name: _reshaped(getattr(found, item.name), leading) for item in fields(found)})
