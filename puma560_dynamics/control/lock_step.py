"""The controller's side of lock-step with a simulated plant: its inputs, its time, and where it is refused.

Only for `puma560 run`. The plant waits for the command of each state, so time passes in steps, and every time-out
of the torque path counts simulated time: while the plant stands, no watchdog acts. On a robot that would be deadly.
Three things keep it away from one: `refusal` names what rules it out, before the start and while it runs; a
state without a reference of exactly the same stamp is not answered; and no other source of references has that.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Generic, TypeVar

S = TypeVar("S")
R = TypeVar("R")

PLANT = "plant_node"
"""The one node whose joint states may be answered in lock-step."""

LOCAL = "LOCALHOST"
"""Value of ROS_AUTOMATIC_DISCOVERY_RANGE that keeps a node on its machine."""


class SimulatedClock:
    """Simulated time: that of the joint state that is being answered."""

    def __init__(self) -> None:
        self._time = 0.0
        self._since: float | None = None

    def set(self, time: float) -> None:
        """It is `time` (s) now; before that it is 0."""
        self._time = time

    def run_on(self, now: float) -> None:
        """From the steady time `now` (s) on, pass with it: the plant may have gone, and the torque has to end."""
        if self._since is None:
            self._since = now

    def at(self, now: float) -> float:
        """Simulated time (s) at the steady time `now` (s)."""
        return self._time if self._since is None else self._time + now - self._since


MAX_REFERENCES = 8
"""References that wait for their state at most: they come a sample ahead."""


class Pairs(Generic[S, R]):
    """Brings each joint state together with the reference of its time, in whatever order they arrive."""

    def __init__(self) -> None:
        self._state: tuple[int, S] | None = None
        self._references: dict[int, R] = {}
        self._done = -1

    def done(self, stamp: int) -> bool:
        """Return whether the state of time `stamp` (ns) was handed out already."""
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
    """Return what rules out lock-step, a sentence; `None` if nothing does.

    Args:
        simulated_time: whether the node has ``use_sim_time``.
        guard: name of the node that guards the commands, or ``"none"``: a guard counts real time.
        discovery: value of ROS_AUTOMATIC_DISCOVERY_RANGE, empty if it is not set.
        controller: whether a controller manager is there, or a controller that takes the commands.
        states_from: names of the nodes that publish joint states; `None` where that does not matter yet.
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
