"""What each cause of a residual looks like: columns of torque, to first order, that its numbers multiply.

Every joint is measured in its maximum torque.

* a load on the last link: its ten parameters times the regressor's columns of that link;
* a tilted base: the change of the gravity torque with the turn about either axis;
* friction, an offset, motor inertia: dry in either direction, viscous; one; acceleration;
* a late effort: the torque's rate of change, that of rigid bodies and that with friction;
* an effort in another unit, of the wrong sign or of another joint: the model's torque of every joint.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arm import Arm
from ...arm.friction_terms import MOVING
from ...arm.joint_friction import MEASURED_SMOOTHING, friction_basis
from ...arrays import FloatArray
from ...models.load import load_model
from ...models.payload.payload import Payload
from ...models.payload.placed import attached
from ...models.recursive.regressor import LINK_PARAMETERS
from ..analysis.evaluation import Evaluated
from .evidence import stands

SPACING = 0.004
"""s between the samples that are looked at: a residual says little new in less, and it is many columns."""

RATE_SPAN = 0.020
"""s over which a torque's rate of change is taken; dry friction jumps, and a late jump fills about that time."""

TURN = 0.05
"""s before and after a joint turns round, in which its torque says nothing about the lag; and rad/s below which."""


class CauseColumns:
    """The columns of every cause, and where they are.

    Attributes:
        payload: columns of a load's parameters.
        tilt: of a turn of the base about each of `tilt_axes`.
        friction: of the numbers `MOVING` of the friction law.
        offset, motor: one each.
        rate: of a lag of the rigid bodies' torque.
        lag: of a lag of the torque with friction.
        model: of each joint's torque; without friction where that was fitted to this effort, and so has its unit.
        count: of all of them with the residual, which is the last.

    Args:
        arm: without payload.
        payload: that the model carries.
        sticking: (n,) N·m that dry friction may hold of a joint that stands.
        fitted: whether the model's friction was fitted to this effort.
    """

    def __init__(self, arm: Arm, payload: Payload, sticking: FloatArray, fitted: bool = False) -> None:
        self.payload = range(len(LINK_PARAMETERS))
        self.tilt = range(self.payload.stop, self.payload.stop + 2)
        self.friction = range(self.tilt.stop, self.tilt.stop + len(MOVING))
        self.offset, self.motor, self.rate, self.lag = range(self.friction.stop, self.friction.stop + 4)
        self.model = range(self.lag + 1, self.lag + 1 + arm.n)
        self.count = self.model.stop + 1
        self._arm, self._sticking, self._fitted = arm, sticking, fitted
        loaded = attached(arm, payload)
        self._tilted = [load_model("newton_euler", _pulled(loaded, axis)) for axis in tilt_axes(arm)]

    def friction_of(self, name: str) -> int:
        """Return the column of a number of the friction law, one of `MOVING`."""
        return self.friction[MOVING.index(name)]

    def of(self, piece: Evaluated) -> tuple[FloatArray, NDArray[np.bool_]]:
        """(n, count, N) columns of some samples of a piece, zero where one does not count; (n, N) between reversals.

        A sample does not count at a joint whose residual is not known, or that stands and may be held by dry friction.

        Args:
            piece: with the regressor's ten columns of the last link as `extra`, and of two samples or more.
        """
        motion = piece.motion
        spacing = max(1, round(SPACING / float(np.median(np.diff(motion.time)))))
        ends = motion.time[0] + RATE_SPAN, motion.time[-1] - 0.5 * RATE_SPAN
        begin, end = np.searchsorted(motion.time, ends).tolist()
        rows = slice(begin, end, spacing)
        residual = piece.residual[rows].T
        columns = np.empty((self._arm.n, self.count, residual.shape[1]))
        columns[:, self.payload] = piece.extra[rows].transpose(1, 2, 0)
        for column, model in zip(self.tilt, self._tilted, strict=True):
            columns[:, column] = model.gravity(motion.q[rows]).T
        basis = friction_basis(motion.qd[rows], MEASURED_SMOOTHING, names=MOVING)
        columns[:, self.friction] = basis.transpose(2, 0, 1)
        columns[:, self.offset] = 1.0
        columns[:, self.motor] = motion.qdd[rows].T
        columns[:, self.rate] = _rate(piece.rigid, motion.time, rows, -0.5 * RATE_SPAN, 0.5 * RATE_SPAN)
        columns[:, self.lag] = _rate(piece.total, motion.time, rows, -RATE_SPAN, 0.0)
        columns[:, self.model] = (piece.rigid if self._fitted else piece.total)[rows].T
        columns[:, -1] = np.nan_to_num(residual)
        columns *= (1.0 / self._arm.maximum_torque)[:, None, None]
        held = stands(motion.time, motion.qd)[rows].T & (np.abs(residual) <= self._sticking[:, None])
        columns *= ~(np.isnan(residual) | held)[:, None, :]
        return columns, (np.abs(motion.qd[rows]) > TURN * (1.0 + np.abs(motion.qdd[rows]))).T


def _rate(torque: FloatArray, time: FloatArray, rows: slice, *ends: float) -> FloatArray:
    """(n, N) minus the rate of change of `torque` at `rows`, between two times about each, s."""
    first, last = (np.stack([np.interp(time[rows] + end, time, column) for column in torque.T]) for end in ends)
    return np.asarray((first - last) / (ends[1] - ends[0]))


def tilt_axes(arm: Arm) -> FloatArray:
    """(2, 3) unit vectors of the base across gravity, about which it may be tilted; x and y of an upright arm."""
    down = arm.gravity_direction
    first = np.eye(3)[int(np.argmin(np.abs(down)))]
    first = first - (first @ down) * down
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(first, down)])


def _pulled(arm: Arm, axis: FloatArray) -> Arm:
    """The arm under the change of gravity that a turn of its base about `axis` makes, per rad.

    The base turned by t sees gravity turned by -t.
    """
    pull = -np.cross(axis, arm.base_gravity)
    size = float(np.linalg.norm(pull))
    return arm.with_(gravity=size, gravity_direction=pull / size if size else pull)
