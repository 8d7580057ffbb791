"""Controller side of lock-step with a simulated plant: pairs of inputs, simulated time, and conditions for lock-step.

Lock-step is only for `puma560 run`. The plant waits for the command to each state, so time passes in steps, and every
time-out of the torque path counts simulated time: while the plant stands still, no watchdog acts. On a robot that
would be deadly. Three rules prevent it: `refusal` checks the conditions before the start and while lock-step runs; a
state without a reference of exactly the same stamp is not answered; and only the simulation's references have it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Generic, TypeVar

S = TypeVar("S")
R = TypeVar("R")

PLANT = "plant_node"
"""Name of the only node whose joint states may be answered in lock-step."""

LOCAL = "LOCALHOST"
"""Value of ROS_AUTOMATIC_DISCOVERY_RANGE that keeps a node on its machine."""


class SimulatedClock:
    """Simulated time: the time of the joint state that is being answered."""

    def __init__(self) -> None:
        self._time = 0.0
        self._since: float | None = None

    def set(self, time: float) -> None:
        """Set the time to `time` (s); it is 0 before the first call."""
        self._time = time

    def run_on(self, now: float) -> None:
        """Continue with the steady clock from `now` (s), so that the torque ends if the plant is gone."""
        if self._since is None:
            self._since = now

    def at(self, now: float) -> float:
        """Return the simulated time (s) at the steady time `now` (s)."""
        return self._time if self._since is None else self._time + now - self._since


MAX_REFERENCES = 8
"""Largest number of references that wait for their state; references arrive one sample ahead."""


class Pairs(Generic[S, R]):
    """Pairs each joint state with the reference of the same time, in any order of arrival."""

    def __init__(self) -> None:
        self._state: tuple[int, S] | None = None
        self._references: dict[int, R] = {}
        self._done = -1

    def done(self, stamp: int) -> bool:
        """Return whether the state of time `stamp` (ns) was already returned."""
        return stamp <= self._done

    def state(self, stamp: int, state: S) -> tuple[S, R] | None:
        """Store the state of time `stamp` (ns). Return state and reference if both are known, otherwise None."""
        if not self.done(stamp):
            self._state = stamp, state
        return self._pair()

    def reference(self, stamp: int, reference: R) -> tuple[S, R] | None:
        """Store the reference of time `stamp` (ns). Return state and reference if both are known, otherwise None."""
        if not self.done(stamp):
            self._references[stamp] = reference
        while len(self._references) > MAX_REFERENCES:
            del self._references[min(self._references)]
        return self._pair()

    def _pair(self) -> tuple[S, R] | None:
        if self._state is None or self._state[0] not in self._references:
            return None
        stamp, state = self._state
        reference = self._references[stamp]
        self._state, self._done = None, stamp
        self._references = {time: each for time, each in self._references.items() if time > stamp}
        return state, reference


def refusal(
    *, simulated_time: bool, guard: str, discovery: str, controller: bool, states_from: Collection[str] | None = None
) -> str | None:
    """Return the reason to refuse lock-step, a sentence; `None` if lock-step is permitted.

    Args:
        simulated_time: whether the node has ``use_sim_time``.
        guard: name of the node that guards the commands, or ``"none"``: a guard counts real time.
        discovery: value of ROS_AUTOMATIC_DISCOVERY_RANGE, empty if it is not set.
        controller: whether a controller manager exists, or a controller that receives the commands.
        states_from: names of the nodes that publish joint states; `None` to skip this check.
    """
    reason = None
    if not simulated_time:
        reason = "use_sim_time is false"
    elif guard != "none":
        reason = f"{guard} guards the commands in real time"
    elif discovery != LOCAL:
        reason = f"ROS_AUTOMATIC_DISCOVERY_RANGE is {discovery or 'not set'}, expected {LOCAL}"
    elif controller:
        reason = "a controller of ros2_control is here"
    elif states_from is not None and set(states_from) != {PLANT}:
        reason = f"joint_states come from {', '.join(sorted(states_from)) or 'no node'}, expected only {PLANT}"
    return reason and (
        f"lock-step is only for the simulated arm of `puma560 run`: {reason}; use feedforward_node, and leave the "
        "parameter lock_step of plant_node false"
    )
