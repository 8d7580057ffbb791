"""Whether a joint state may be used: fresh, in order, plausible and consistent in itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import StateError
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
        self._velocity = np.zeros_like(settings.velocity)

    @property
    def age(self) -> float:
        """Age of the last state by its stamp, s."""
        return self._stamps.age

    def forget(self) -> None:
        """Take the next state as the first one."""
        self._stamps.forget()
        self._plausibility.forget()
        self._consistency.forget()
        self._velocity = np.zeros_like(self._settings.velocity)

    def check(
        self,
        now: float,
        clock: float,
        stamp: float,
        position: NDArray[np.float64],
        velocity: NDArray[np.float64],
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
            StateError: another shape, or not finite; the state is not used.
            FaultError: the state shows a fault.
        """
        shape = self._settings.lower.shape
        if position.shape != shape or velocity.shape != shape:
            raise StateError(f"joint state: expected {shape[0]} positions and velocities, got another number")
        if not (np.isfinite(position).all() and np.isfinite(velocity).all()):
            raise StateError("joint state: expected finite positions and velocities, the message is not used")
        elapsed = self._stamps.check(stamp, clock, now)
        found: dict[Fault, FaultError] = {}
        # Every check follows every state, so that one fault hides no other.
        for check in (
            lambda: self._plausibility.check(now, position, elapsed),
            lambda: self._consistency.check(position, velocity, elapsed),
            lambda: check_velocity(self._settings, velocity),
        ):
            try:
                check()
            except FaultError as error:
                found[error.fault] = error
        before, self._velocity = self._velocity, velocity
        over = np.abs(velocity) > self._settings.velocity_margin * self._settings.velocity
        if Fault.INCONSISTENT not in found and over.any() and (np.abs(before) > self._settings.velocity)[over].all():
            found.pop(Fault.JUMP, None)  # an arm that runs away; at an encoder that slips nothing was fast before
        if found:
            raise next(iter(found.values()))
        return elapsed
