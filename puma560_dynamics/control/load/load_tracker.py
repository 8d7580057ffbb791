"""Follow what the arm carries: nothing, something gripped that is not lifted yet, or a load that is weighed."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray
from ...models.interface import DynamicModel
from ..observer.torque_uncertainty import ASSUMED_TOLERANCE
from .load_estimate import LoadEstimate
from .load_filter import EFFORT_TOLERANCE, OUTLIER, LoadFilter
from .load_limits import largest_mass
from .load_rows import BANDWIDTH, LoadRow, LoadRows
from .weight_test import Verdict, WeightTest

LIFT = 0.02
"""Distance by which the tip rises after a grip before the load is weighed, m: a support may carry it before."""

SIDEWAYS = 5.0
"""Distance sideways after which the load is weighed too, as a multiple of the distance upwards."""

SETTLED = 4.0 / BANDWIDTH
"""Time after a grip before which the low-pass contains what was before, s."""

BEFORE = 3
"""Number of equations before a suspicion in which the external torque may have begun already."""

QUIET = 4
"""Number of expected equations after which a contact is over."""


class Carries(Enum):
    """What the arm carries."""

    NOTHING = "nothing"
    GRIPPED = "gripped"
    LOAD = "load"


class LoadTracker:
    """Estimates the load from samples of the arm and from grips.

    Args:
        model: model of the arm with what it always carries.
        friction: friction of each joint; by default that of the arm.
        lift: distance by which the tip rises before the load is weighed, m; `SIDEWAYS` times that without a rise.
        by_weight: whether a constant weight at the tip counts as a grip, and its end as a release, without a trigger.
        limit: largest mass of a load, kg; by default what the arm can hold in every pose.
        effort_noise, velocity_noise, assumed, external: as for `LoadRows`.
        effort_tolerance: as for `LoadFilter`.

    Attributes:
        carries: what the arm carries.
        triggered: whether a trigger started the load, not its weight.
        contact: whether an external torque acts that is no load.

    Raises:
        StateError: a noise or friction with another number of joints, or negative.
    """

    def __init__(
        self,
        model: DynamicModel,
        friction: Sequence[JointFriction] | None = None,
        *,
        lift: float = LIFT,
        by_weight: bool = False,
        limit: float | None = None,
        effort_noise: ArrayLike | None = None,
        velocity_noise: ArrayLike | None = None,
        assumed: float = ASSUMED_TOLERANCE,
        effort_tolerance: float = EFFORT_TOLERANCE,
        external: bool = False,
    ) -> None:
        self.model, self.limit = model, largest_mass(model.arm) if limit is None else limit
        self._rows = LoadRows(
            model,
            friction,
            effort_noise=effort_noise,
            velocity_noise=velocity_noise,
            assumed=assumed,
            external=external,
        )
        self._filter = LoadFilter(self._rows, self.limit, effort_tolerance)
        self._lift, self._by_weight = lift, by_weight
        self.carries, self.triggered, self.contact = Carries.NOTHING, False, False
        self._gripped_at: FloatArray | None = None
        self._gripped = 0.0
        self._past: deque[LoadFilter] = deque(maxlen=BEFORE)
        self._test: WeightTest | None = None
        self._surprises = self._expected = 0

    @property
    def estimate(self) -> LoadEstimate | None:
        """Return the load; `None` while nothing is weighed."""
        return self._filter.estimate if self.carries is Carries.LOAD and self._filter.used else None

    @property
    def used(self) -> int:
        """Return the number of equations that contribute to the load."""
        return self._filter.used

    @property
    def tests(self) -> bool:
        """Return whether it is open if an external torque is a weight or a contact."""
        return self._test is not None

    def grip(self) -> None:
        """Begin with another load: something was gripped. A second grip without release changes nothing."""
        if self.carries is Carries.NOTHING or not self.triggered:
            self._end_test()
            self._filter.release()
            self.carries, self.triggered, self._gripped_at = Carries.GRIPPED, True, None

    def release(self) -> None:
        """End the load: it was released."""
        self._end_test()
        if self.carries is not Carries.NOTHING:
            self._filter.release()
        self.carries, self.triggered, self._gripped_at = Carries.NOTHING, False, None

    def restart(self) -> None:
        """Begin again at the next sample, as after a gap in time; the load and what is known of it stay."""
        self._rows.restart()
        self._gripped_at = None
        self._end_test()

    def update(self, time: float, q: ArrayLike, qd: ArrayLike, effort: ArrayLike) -> bool:
        """Add a sample.

        Args:
            time: time of the sample, s, later than the previous one.
            q: (n,) positions, rad.
            qd: (n,) velocities, rad/s.
            effort: (n,) torques of the motors, N·m.

        Returns:
            Whether the estimate may have changed.

        Raises:
            StateError: the time does not increase, or a state has another number of joints or is not finite.
        """
        row = self._rows.update(time, q, qd, effort)
        if row is None:
            return False
        if self.carries is Carries.GRIPPED:
            return self._wait_for_lift(row)
        if self._test is not None:
            self._go_on(self._test, row)
        elif self.contact:
            self._wait_for_quiet(row)
        else:
            self._past.append(self._filter.copy())
            self._filter.use(row)
            self._surprises = self._surprises + 1 if self._filter.surprise > OUTLIER else 0
            if self._by_weight and not self.triggered and self._surprises >= 2:
                loaded = self.carries is Carries.LOAD
                self._filter = self._past[0]
                self._test = WeightTest(self._filter, loaded, self._tip(row))
        return True

    def _wait_for_lift(self, row: LoadRow) -> bool:
        tip = self._tip(row)
        if self._gripped_at is None:
            self._gripped_at, self._gripped = tip, row.time
        if not self._lifted(tip - self._gripped_at) or row.time - self._gripped < SETTLED:
            return False
        self.carries = Carries.LOAD
        self._filter.grip()
        self._filter.use(row)
        return True

    def _lifted(self, moved: FloatArray) -> bool:
        """Return whether the load has left its support; an arm that sags below the weight moves down."""
        gravity = self.model.arm.gravity_vector
        size = float(np.linalg.norm(gravity))
        if size == 0.0:
            return float(np.linalg.norm(moved)) >= self._lift
        up = -gravity / size
        rise = float(moved @ up)
        return rise >= self._lift or float(np.linalg.norm(moved - rise * up)) >= SIDEWAYS * self._lift

    def _go_on(self, test: WeightTest, row: LoadRow) -> None:
        verdict = test.use(row, self._tip(row))
        if verdict is Verdict.OPEN:
            return
        if verdict is Verdict.LOAD:
            self._filter = test.changed
            self.carries = Carries.NOTHING if self.carries is Carries.LOAD else Carries.LOAD
        elif verdict is Verdict.NOTHING:
            self._filter = test.unchanged
        else:
            self.contact, self._expected = True, 0
        self._end_test()

    def _wait_for_quiet(self, row: LoadRow) -> None:
        """Learn nothing while a contact lasts."""
        trial = self._filter.copy()
        trial.use(row)
        self._expected = self._expected + 1 if trial.surprise < OUTLIER else 0
        if self._expected >= QUIET:
            self.contact = False

    def _end_test(self) -> None:
        self._test, self._surprises = None, 0
        self._past.clear()

    def _tip(self, row: LoadRow) -> FloatArray:
        return np.array(self.model.forward_kinematics(row.q)[:3, 3])
