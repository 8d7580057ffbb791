"""Let the torque of every model include an external wrench on a link."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..errors import StateError
from .any_shape import put

SIZE = 6
"""Number of elements of a wrench: force (N), then moment (N·m)."""


def with_wrench(torque: Callable[..., FloatArray]) -> Callable[..., FloatArray]:
    """Wrap the method ``torque`` of a model so that it takes the arguments ``wrench`` and ``link`` by name.

    A wrench F that acts on the arm is subtracted as :math:`J^T F`: the result is what the motors must supply.
    """

    @wraps(torque)
    def wrapped(self: Any, *states: ArrayLike, **named: Any) -> FloatArray:
        if "wrench" not in named and "link" not in named:
            return torque(self, *states, **named)
        wrench, link, out = (named.pop(name, None) for name in ("wrench", "link", "out"))
        if wrench is None:
            raise StateError("torque: a link is given without a wrench; give the wrench that acts on it")
        force = wrench_array(wrench)
        _check_states(force, *states, *named.values())
        q = named["q"] if "q" in named else states[0]
        pushed = wrench_torque(self, q, force, link)  # first, because it checks the link
        found = np.asarray(torque(self, *states, **named) - pushed)
        return found if out is None else put(found, out)

    return wrapped


def wrench_array(wrench: ArrayLike) -> FloatArray:
    """Convert a wrench to an array (…, 6).

    Raises:
        StateError: it has another shape, or is not finite.
    """
    try:
        array = np.asarray(wrench, dtype=np.float64)
    except (TypeError, ValueError):
        raise StateError(f"wrench: expected six finite numbers, force and moment, got {wrench!r:.80}") from None
    if array.shape[-1:] != (SIZE,):
        raise StateError(f"wrench: expected shape (…, {SIZE}), force and moment, got {array.shape}")
    if not np.isfinite(array).all():
        raise StateError("wrench: not finite; expected finite numbers in N and N·m")
    return array


def wrench_torque(model: Any, q: ArrayLike, wrench: FloatArray, link: str | None) -> FloatArray:
    """Return :math:`J^T F`, the joint torques (…, n) of a wrench on the origin of a link's frame, N·m."""
    return np.asarray((wrench[..., None, :] @ model.jacobian(q, link))[..., 0, :])


def _check_states(wrench: FloatArray, *states: ArrayLike) -> None:
    given = [np.shape(state)[:-1] for state in states]
    try:
        np.broadcast_shapes(wrench.shape[:-1], *given)
    except ValueError:
        raise StateError(
            f"wrench: {wrench.shape[:-1]} states, but the other arguments have {given}; give one per state"
        ) from None
