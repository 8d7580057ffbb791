"""How long gravity may be held or motion damped on faults, in total: repeated faults must not renew it indefinitely."""

from __future__ import annotations

from .gate_state import REACTING, GateState

BUDGET_GAIN = 0.1
"""Seconds of holding that a second of open gate gives back."""


class HoldBudget:
    """Counts the time of holding and damping; whole time, also that in which a command was on its way.

    Args:
        limit: s of holding and damping in total.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self.reset(0.0)

    def reset(self, now: float) -> None:
        """Begin again at the steady time `now` (s)."""
        self._held, self._counted = 0.0, now

    def count(self, now: float, state: GateState) -> bool:
        """Count the time up to the steady time `now` (s), spent in `state`; whether nothing is left."""
        if now > self._counted:
            whole, self._counted = now - self._counted, now
            if state is GateState.OPEN:
                self._held = max(self._held - BUDGET_GAIN * whole, 0.0)
            elif state in REACTING:
                self._held += whole
        return self._held >= self._limit
