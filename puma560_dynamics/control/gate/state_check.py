"""Whether a joint state may be used: fresh, in order, plausible and consistent in itself."""

from __future__ import annotations

from collections.abc import Sequence

from ...arrays import FloatArray
from ...errors import StateError
from ...states import LARGEST, measurable
from .consistency import Consistency
from .faults import Fault, FaultError
from .gate_settings import GateSettings
from .plausibility import Plausibility, check_velocity
from .stamps import StampCheck


class StateCheck:
    """Follows the joint states of one arm.

    Args:
        settings: limits and tolerances.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._stamps = StampCheck(settings.state_timeout, settings.clock_offset_limit)
        self._plausibility = Plausibility(settings)
        self._consistency = Consistency(settings)
        self._limits: list[float] = settings.velocity.tolist()
        self._velocity = [0.0] * len(self._limits)

    @property
    def age(self) -> float:
        """Age of the last state by its stamp, s."""
        return self._stamps.age

    def forget(self) -> None:
        """Take the next state as the first one."""
        self._stamps.forget()
        self._plausibility.forget()
        self._consistency.forget()
        self._velocity = [0.0] * len(self._limits)

    def check(
        self,
        now: float,
        clock: float,
        stamp: float,
        position: FloatArray,
        velocity: FloatArray,
    ) -> float:
        """Accept a state.

        Args:
            now: steady time, s.
            clock: the clock that stamps are of, s.
            stamp: of the state, s.
            position, velocity: (n,) rad and rad/s, in the arm's order.

        Returns:
            Seconds since the last accepted state, by stamps; 0 for the first.

        Raises:
            MessageError: the stamp makes no sense; the state is not used.
            StateError: another shape, not finite, or beyond `LARGEST`; the state is not used, and no check follows it.
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
        elapsed = self._stamps.check(stamp, clock, now)
        found: dict[Fault, FaultError] = {}
        # Every check follows every state, so that one fault hides no other.
        try:
            self._plausibility.check(now, q, elapsed)
        except FaultError as error:
            found[error.fault] = error
        try:
            self._consistency.check(q, qd, elapsed)
        except FaultError as error:
            found[error.fault] = error
        try:
            check_velocity(self._settings, qd)
        except FaultError as error:
            found[error.fault] = error
        before, self._velocity = self._velocity, qd
        if found:
            if Fault.INCONSISTENT not in found and self._runs_away(before, qd):
                found.pop(Fault.JUMP, None)  # at an encoder that slips nothing was fast before
            raise next(iter(found.values()))
        return elapsed

    def _runs_away(self, before: Sequence[float], velocity: Sequence[float]) -> bool:
        """Whether some joint is too fast, and each such joint was beyond its limit one state ago."""
        fastest = self._settings.fastest
        over = [joint for joint, speed in enumerate(velocity) if abs(speed) > fastest[joint]]
        return bool(over) and all(abs(before[joint]) > self._limits[joint] for joint in over)
