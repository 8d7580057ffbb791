"""The time constants of the torque path, derived in one place.

All follow from two numbers: the period of the watchdog and the largest age of a joint state. So the times for
which gate, node and guard wait have this order for any setting::

    longest_step < own_stall, the larger of state_timeout and four periods
                 < command_timeout (guard takes over) <= guard_timeout
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...errors import StateError

WATCHDOG_PERIOD_S = 0.01
"""Period of the watchdog of every node that sends torque, s."""

MAX_STAY_S = 4.0
"""Seconds for which a guard that is asked to stop waits for the end of another node's torque. Launch repeats its signal
after 5 s and kills after 10 s. The guard takes over sooner: the node may be killed when both are asked to stop."""


@dataclass(frozen=True)
class Timing:
    """Time constants of one torque path.

    Attributes:
        state_timeout: largest age of a joint state, by its stamp and by its arrival, s.
        period: period of the watchdog, s.

    Raises:
        StateError: a number that is not positive, or too large to protect anything.
    """

    state_timeout: float = 0.1
    period: float = WATCHDOG_PERIOD_S

    def __post_init__(self) -> None:
        if not 0.0 < self.period <= 0.1:
            raise StateError(f"period of the watchdog: expected more than 0 and at most 0.1 s, got {self.period}")
        if not 0.0 < self.state_timeout <= 10.0:
            raise StateError(f"state_timeout: expected more than 0 and at most 10 s, got {self.state_timeout}")

    @cached_property
    def longest_step(self) -> float:
        """Longest time step of a rate limit, s: after a pause the torque must not jump."""
        return 2.0 * self.period

    @cached_property
    def own_stall(self) -> float:
        """Seconds of silence after which a process must not continue its last torque."""
        return max(self.state_timeout, 2.0 * self.longest_step)

    @cached_property
    def look_around(self) -> float:
        """Seconds in which a process that stood still reads what arrived meanwhile, before it decides."""
        return 5.0 * self.period

    @cached_property
    def late(self) -> float:
        """Seconds between two calls of a watchdog after which the process reports that it is late."""
        return 5.0 * self.period

    @cached_property
    def command_timeout(self) -> float:
        """Seconds without a command after which the guard takes over, unless given otherwise."""
        return 3.0 * self.own_stall

    @cached_property
    def shortest_command_timeout(self) -> float:
        """Shortest permitted `command_timeout`, s: a node sends nothing more after `own_stall`."""
        return 2.0 * self.own_stall

    @cached_property
    def heartbeat(self) -> float:
        """Seconds between two heartbeats of the guard."""
        return 5.0 * self.period

    @cached_property
    def guard_timeout(self) -> float:
        """Seconds without a heartbeat after which the guard counts as lost."""
        return max(5.0 * self.state_timeout, 10.0 * self.heartbeat)

    @cached_property
    def repeat_zero(self) -> float:
        """Seconds for which a zero torque is repeated: controllers subscribe with best effort."""
        return 1.0


def take_over_time(timing: Timing, timeout: float | None = None) -> float:
    """Return the seconds of silence after which a guard takes over.

    Args:
        timing: time constants of the torque gate.
        timeout: requested seconds; `Timing.command_timeout` by default.

    Raises:
        StateError: less than `Timing.shortest_command_timeout`, or not less than `MAX_STAY_S`.
    """
    least = timing.shortest_command_timeout
    found = timing.command_timeout if timeout is None else timeout
    if not least <= found < MAX_STAY_S:
        raise StateError(
            f"command_timeout: expected {least:g} (twice state_timeout) to less than {MAX_STAY_S:g} s, got "
            f"{found:g}{' (three times state_timeout)' if timeout is None else ''}; a shorter one would take over from "
            "a node that is only late, a longer one after a guard that is asked to stop has left "
            f"({MAX_STAY_S:g} s): change it, or lower state_timeout"
        )
    return found
