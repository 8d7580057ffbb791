"""Check age, order, plausibility and consistency of joint states, and record since when they are good."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...arrays import FloatArray
from ...errors import MessageError, StateError
from ...states import LARGEST, measurable
from .faults import Fault, FaultError
from .gate_settings import MAX_OFFSET_S, GateSettings
from .plausibility import Consistency, Plausibility, check_velocity
from .timing import WATCHDOG_PERIOD_S

MAX_FUTURE_S = 2.0 * WATCHDOG_PERIOD_S
"""Seconds that a stamp may be ahead of the clock: a simulated clock is published in steps."""

SAME_STAMP_S = 5e-10
"""Difference from which two stamps count as different, s: stamps have a resolution of 1 ns."""


class StampCheck:
    """Checks the stamps of one topic.

    A message is fresh if its age by stamp is at most `timeout`, and it is no more than `MAX_FUTURE_S` ahead.

    Args:
        timeout: largest age of a message by its stamp, s.
        offset_limit: largest difference between the clock of the stamps and the local clock, s. Both limits of the
            age are extended by this difference.

    Raises:
        StateError: a time-out that is not positive, or an offset outside of 0 to `MAX_OFFSET_S`.
    """

    def __init__(
        self, timeout: float = GateSettings.state_timeout, offset_limit: float = GateSettings.clock_offset_limit
    ) -> None:
        if not 0.0 < timeout < math.inf:
            raise StateError(f"time-out of stamps: expected a positive number of seconds, got {timeout}")
        if not 0.0 <= offset_limit <= MAX_OFFSET_S:
            raise StateError(f"clock_offset_limit: expected 0 to {MAX_OFFSET_S:g} s, got {offset_limit}")
        self.timeout, self.offset_limit = timeout, offset_limit
        self.forget()

    def forget(self) -> None:
        """Treat the next stamp as the first one."""
        self._last: float | None = None
        self._accepted = -math.inf
        self.age = 0.0

    def check_stamp(self, stamp: float, clock: float, now: float) -> float:
        """Check a stamp, and store it as the last accepted one.

        Args:
            stamp: stamp of the message, s.
            clock: current time of the clock used for stamps, s.
            now: steady time, s.

        Returns:
            Seconds since the last accepted message, by stamps; 0 for the first. `age` becomes the age of this
            message less `offset_limit`, s, at least 0.

        Raises:
            MessageError: no stamp or no clock, too old, from the future, a duplicate, or out of order.
        """
        if not clock > 0.0:
            raise MessageError("the clock has not started, the message is not used; publish /clock or set use_sim_time")
        if not stamp > 0.0:
            raise MessageError("stamp is zero, the message is not used; expected the time of the measurement")
        age = clock - stamp
        side, limit = ("past", self.timeout) if age > 0.0 else ("future", MAX_FUTURE_S)
        allowed = limit + self.offset_limit
        if not abs(age) <= allowed:
            raise MessageError(
                f"stamp is {abs(age):.3g} s in the {side}; expected at most {allowed:g} s; synchronise the clocks, "
                "or set use_sim_time for a simulated one"
            )
        last = self._last
        # An earlier stamp after a silence, which is a fault anyway, comes from a clock that was restarted.
        restarted = now - self._accepted > self.timeout
        if last is not None and abs(stamp - last) < SAME_STAMP_S:
            raise MessageError("stamp is that of the last message, or the clock stands still; the message is not used")
        if last is not None and stamp < last and not restarted:
            raise MessageError(f"stamp is {last - stamp:.3g} s before the last one; the message is not used")
        elapsed = 0.0 if last is None else stamp - last if stamp > last else now - self._accepted
        self._last, self._accepted = stamp, now
        self.age = max(age - self.offset_limit, 0.0)
        return elapsed


class StateCheck:
    """Checks the joint states of one arm.

    Args:
        settings: limits and tolerances.

    Attributes:
        age: age of the last state by its stamp, s.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._stamps = StampCheck(settings.state_timeout, settings.clock_offset_limit)
        self._plausibility = Plausibility(settings)
        self._consistency = Consistency(settings)
        self._limits: list[float] = settings.velocity.tolist()
        self._velocity = [0.0] * len(self._limits)
        self.age = 0.0

    def forget(self) -> None:
        """Treat the next state as the first one."""
        self._stamps.forget()
        self.age = 0.0
        self._plausibility.forget()
        self._consistency.forget()
        self._velocity = [0.0] * len(self._limits)

    def check_state(self, now: float, clock: float, stamp: float, position: FloatArray, velocity: FloatArray) -> float:
        """Check a joint state.

        Args:
            now: steady time, s.
            clock: current time of the clock used for stamps, s.
            stamp: time of the measurement, s.
            position, velocity: (n,) rad and rad/s, in the arm's order.

        Returns:
            Seconds since the last accepted state, by stamps; 0 for the first.

        Raises:
            MessageError: the stamp is invalid; the state is not used.
            StateError: a wrong shape, not finite, or beyond `LARGEST`; the state is not used, and no check stores it.
            FaultError: the state shows a fault.
        """
        shape = self._settings.lower.shape
        if position.shape != shape or velocity.shape != shape:
            raise StateError(f"joint state: expected {shape[0]} positions and velocities, got another number")
        q: list[float] = position.tolist()
        qd: list[float] = velocity.tolist()
        if not (measurable(q) and measurable(qd)):
            raise StateError(
                f"joint state: expected finite positions and velocities of at most {LARGEST:g} rad and rad/s, the "
                "message is not used"
            )
        elapsed = self._stamps.check_stamp(stamp, clock, now)
        self.age = self._stamps.age
        found: dict[Fault, FaultError] = {}
        # Run every check on every state, so that one fault hides no other.
        try:
            self._plausibility.check_position(now, q, elapsed)
        except FaultError as error:
            found[error.fault] = error
        try:
            self._consistency.check_consistency(q, qd, elapsed)
        except FaultError as error:
            found[error.fault] = error
        try:
            check_velocity(self._settings, qd)
        except FaultError as error:
            found[error.fault] = error
        before, self._velocity = self._velocity, qd
        if found:
            if Fault.INCONSISTENT not in found and self._runs_away(before, qd):
                found.pop(Fault.JUMP, None)  # the joint was already fast: a slipping encoder shows no speed before
            raise next(iter(found.values()))
        return elapsed

    def _runs_away(self, before: Sequence[float], velocity: Sequence[float]) -> bool:
        """Return whether a joint is too fast, and every such joint exceeded its velocity limit one state ago."""
        fastest = self._settings.fastest
        over = [joint for joint, speed in enumerate(velocity) if abs(speed) > fastest[joint]]
        return bool(over) and all(abs(before[joint]) > self._limits[joint] for joint in over)


class GoodStates:
    """Records the times of usable joint states, by the steady clock of the caller.

    Args:
        timeout: age from which the last state no longer gives the pose of the arm, s.
    """

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._last = self._since = 0.0
        self.trusted = False
        """Whether states may be used at all; `doubt` ends it until the next `start`."""

    def start(self, now: float) -> None:
        """Trust states again, as if the last one had come at `now` (s)."""
        self.trusted = True
        self._last = self._since = now

    def doubt(self) -> None:
        """Stop using states, because they are doubtful."""
        self.trusted = False

    def note_state(self, now: float, age: float) -> None:
        """Record a state that arrived at `now` (s), measured `age` s before. After a gap, `good_for` counts anew."""
        if now - age - self._last > self._timeout:
            self._since = now
        if self.trusted:
            self._last = now - age

    def interrupt(self, now: float) -> None:
        """Count states as good only from `now` (s) on: something is wrong."""
        self._since = now

    def silent(self, now: float) -> bool:
        """Return whether the last state is too old at `now` (s)."""
        return now - self._last > self._timeout

    def fresh(self, now: float) -> bool:
        """Return whether the last state still gives the pose of the arm at `now` (s)."""
        return self.trusted and not self.silent(now)

    def good_for(self, now: float) -> float:
        """Return the seconds for which states have been good without interruption at `now` (s)."""
        return now - self._since
