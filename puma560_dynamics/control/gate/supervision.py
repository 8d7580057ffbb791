"""Supervision of the processes that act on the arm: guard, other publishers, controller. No ROS here."""

from __future__ import annotations

import math
from collections.abc import Collection

from ...errors import MessageError, StateError
from .faults import Fault
from .timing import Timing

WATCHING = "watching"
"""Guard state: commands arrive, and the guard sends nothing."""

UNKNOWN_NODE = "_NODE_NAME_UNKNOWN_"
"""Name that the ROS graph gives to a node until its name is known."""

MAX_UNNAMED_S = 1.0
"""Seconds after which a publisher without a name counts as another publisher of commands."""

LEASE_S = 20.0
"""Seconds for which a killed process stays in the ROS graph (participant lease of Fast DDS)."""

NO_GUARD = "none"
"""Value of the parameter `guard` if no guard monitors the commands."""

WAITING = "waiting"
"""Guard state: the guard cannot take over, because it has no setup or no other node publishes commands."""

LOST = "lost"
"""Guard state: the guard stood still while a torque acted. It takes nothing over until a command arrives."""

LEFT = "left"
"""Node state: the controller ended while a torque acted. Neither the node nor the guard sends until a reset."""

TWO_NODES = "two_nodes"
"""Guard state: two nodes publish a setup for the guard, so that it does not know which torque it guards."""

OTHER_PUBLISHER_POLICIES = ("close", "warn")
"""Reactions to a second publisher of commands: close the gate, or only report the publisher in diagnostics."""

ONE_COMMANDER = "{} publishes on the command topic too; only one node may command"


class Supervision:
    """Monitors the conditions for torque other than joint states: guard, publishers and controller.

    Args:
        timing: time constants.
        guard: name of the guard node, or `NO_GUARD`.
        rival_policy: one of `OTHER_PUBLISHER_POLICIES`.
        state_publishers: largest number of publishers of joint_states; 0 for any number.

    Raises:
        StateError: an unknown policy.
    """

    def __init__(
        self, timing: Timing, guard: str = NO_GUARD, rival_policy: str = "close", state_publishers: int = 1
    ) -> None:
        if rival_policy not in OTHER_PUBLISHER_POLICIES:
            raise StateError(
                f"rival_policy {rival_policy!r} is not known; use one of {', '.join(OTHER_PUBLISHER_POLICIES)}"
            )
        self._timing, self._guard, self._policy = timing, guard, rival_policy
        self._beat = self._watched = self._stray = self._looked = -math.inf
        self._guard_state, self._takes_over, self._guard_sent = "", math.inf, 0.0
        self._instance = self._setup = self._expected = ""
        self._present = True
        self._unnamed = self._twice = math.inf
        self._other_publishers: tuple[str, ...] = ()
        self._controller: bool | None = None
        self._gone = self._wrong_order = False
        self._order: str | None = None
        self._unwatched: str | None = None
        self._most_states = state_publishers
        self._states: tuple[str, ...] = ()
        self._references: tuple[str, ...] = ()

    @property
    def guarded(self) -> bool:
        """Return whether a guard is expected."""
        return self._guard != NO_GUARD

    def expect(self, setup: str) -> None:
        """Set the digest of the setup (`GuardSetup`) that a guard must report; an empty text accepts any guard."""
        self._expected = setup

    def note_heartbeat(
        self, now: float, state: str, timeout: float = math.inf, sent: float = 0.0, instance: str = "", setup: str = ""
    ) -> None:
        """Note that the guard is alive at the steady time `now` (s).

        Args:
            now: steady time, s.
            state: state that the guard reports.
            timeout: s of silence after which the guard takes over.
            sent: system clock at which the guard sent its last command, s; 0 for none.
            instance: identifier of the guard's process.
            setup: digest of the guard's setup.
        """
        self._guard_state, self._takes_over, self._guard_sent = state, timeout, sent
        self._instance, self._setup = instance, setup
        self._beat = now
        if state != WAITING and self._same_setup:
            self._watched = now

    def note_publishers(self, now: float, others: Collection[str]) -> None:
        """Note the other nodes that have a publisher on the command topic at the steady time `now` (s).

        A node without a known name counts only after `MAX_UNNAMED_S`, because it may be the guard. A command of such a
        node counts at once.
        """
        names = [name for name in others if name != UNKNOWN_NODE]
        if len(names) == len(others):
            self._unnamed = math.inf
        else:
            self._unnamed = min(self._unnamed, now)
            if now - self._unnamed >= MAX_UNNAMED_S:
                names.append("a node without a name")
        self._present = self._guard in names
        if self.guarded and self._present:
            names.remove(self._guard)  # only once: a second node with this name is another publisher
        self._other_publishers = tuple(sorted(names))

    def note_foreign_command(self, now: float) -> None:
        """Note that a command that neither this node nor the guard sent arrived at the steady time `now` (s)."""
        self._stray = now

    def note_controller(self, active: bool | None, gone: bool = False) -> None:
        """Note whether the effort controller is active.

        Args:
            active: whether the controller is active; `None` if unknown.
            gone: whether inactivity is only inferred, because the controller manager has left the graph.
        """
        self._controller, self._gone = active, gone

    @property
    def controller_ended(self) -> bool:
        """Return whether the controller is known not to be active."""
        return self._controller is False

    @property
    def takes_nothing(self) -> bool:
        """Return whether the controller manager reports an inactive controller, which ignores commands."""
        return self._controller is False and not self._gone

    def note_unwatched(self, problem: str | None) -> None:
        """Note why an end of the controller would not be detected (a sentence); `None` if it would be detected."""
        self._unwatched = problem

    def note_command_order(self, problem: str | None, wrong: bool) -> None:
        """Note the problem that `CommandOrder` found, `None` for none, and whether it must end an acting torque."""
        self._order, self._wrong_order = problem, wrong

    def note_input_publishers(self, now: float, states: Collection[str], references: Collection[str]) -> None:
        """Note the names of the nodes that publish joint states and references at the steady time `now` (s)."""
        self._twice = min(self._twice, now) if len(set(states)) < len(states) else math.inf
        self._looked = now
        self._states, self._references = tuple(sorted(states)), tuple(sorted(references))

    def check_reference_publishers(self) -> None:
        """Check that at most one node publishes references.

        Raises:
            MessageError: several nodes publish references.
        """
        if len(self._references) > 1:
            raise MessageError(
                f"{', '.join(self._references)} publish references; expected one publisher, none is followed"
            )

    def commanded_by_another(self, now: float) -> bool:
        """Return whether another node sent a command within `Timing.state_timeout` before the steady time `now` (s)."""
        return now - self._stray <= self._timing.state_timeout

    def _other_commander(self, now: float) -> bool:
        return self._policy == "close" and (bool(self._other_publishers) or self.commanded_by_another(now))

    @property
    def _names(self) -> str:
        return ", ".join(self._other_publishers) or "another node"

    @property
    def _two_states(self) -> str | None:
        if not self._most_states or len(self._states) <= self._most_states:
            return None
        names = sorted(set(self._states))
        left = LEASE_S - (self._looked - self._twice)
        if len(names) <= self._most_states and left > 0.0:
            twice = ", ".join(name for name in names if self._states.count(name) > 1)
            return (
                f"joint_states has several publishers named {twice}: one may be a process that has died, which the "
                f"middleware notices after {LEASE_S:g} s; wait {math.ceil(left)} s, or stop one of them"
            )
        return (
            f"{', '.join(self._states)} publish joint_states; expected {self._most_states}; stop one of them, or set "
            "state_publishers if they are of different joints"
        )

    @property
    def guard_busy(self) -> bool:
        """Return whether the guard reports that it is ending a torque."""
        return self._guard_state not in ("", WATCHING, WAITING, TWO_NODES, LOST)

    @property
    def takes_over(self) -> float:
        """Seconds of silence after which the guard takes over."""
        return self._takes_over

    def beat_since(self, time: float) -> bool:
        """Return whether a heartbeat of a guard that could take over arrived after the steady time `time` (s)."""
        return self._watched > time

    @property
    def guard_sent(self) -> float:
        """System clock at which the guard sent its last command, s; 0 for none."""
        return self._guard_sent

    @property
    def guard_present(self) -> bool:
        """Return whether the guard's command publisher is in the graph, where it stays about 20 s after a kill."""
        return self._present

    @property
    def guard_lost(self) -> bool:
        """Return whether the guard reports `LOST`: it does not know which command acts, and takes nothing over."""
        return self._guard_state == LOST

    @property
    def instance(self) -> str:
        """Identifier of the guard's process. It changes at a restart, which makes the guard forget commands."""
        return self._instance

    def guard_expected(self, now: float) -> bool:
        """Return whether a required guard is not ready at the steady time `now` (s), but may be ready soon."""
        return self.guarded and not self.guard_busy and not (self._guard_state == WATCHING and self.guard_alive(now))

    @property
    def _same_setup(self) -> bool:
        return not self._expected or self._setup == self._expected

    def guard_alive(self, now: float) -> bool:
        """Return whether a guard that could take over sent a heartbeat in the last `Timing.guard_timeout` seconds."""
        return now - self._watched <= self._timing.guard_timeout

    def obstacle(self, now: float) -> str | None:
        """Return the reason, a sentence, not to begin torque at the steady time `now` (s); `None` if it may begin."""
        if self._other_commander(now):
            return (
                f"{self._names} publishes on the command topic too; stop it, or wait until the middleware "
                "has noticed its end"
            )
        if self._two_states is not None:
            return self._two_states
        if self.guarded and self._guard_state == WAITING and now - self._beat <= self._timing.guard_timeout:
            return f"{self._guard} does not receive the commands of this node yet; give both the same topic"
        if self.guarded and not self._same_setup and now - self._beat <= self._timing.guard_timeout:
            return f"{self._guard} has not taken over the arm and the settings of this node yet; wait, or restart it"
        if self.guarded and not self.guard_alive(now):
            return f"no heartbeat of {self._guard}; start it, or set guard to none if nothing should guard the commands"
        if self.guarded and self._guard_state == TWO_NODES:
            return (
                f"two nodes publish what {self._guard} is to guard; stop one, or wait until the middleware has noticed "
                "its end"
            )
        if self.guarded and self._guard_state == LOST:
            return f"{self._guard} does not know what acts; look at the arm, then start the guard again"
        if self.guarded and self._guard_state != WATCHING:
            return f"{self._guard} is ending a torque ({self._guard_state}); wait until it has"
        if self.guarded and not self._takes_over >= self._timing.shortest_command_timeout:  # also true for NaN
            return (
                f"{self._guard} takes over after {self._takes_over:g} s; expected at least "
                f"{self._timing.shortest_command_timeout:g} s, twice state_timeout"
            )
        if self._controller is False:
            return "the effort controller is not active; activate it first"
        return self._order

    def find_fault(self, now: float) -> tuple[Fault, str] | None:
        """Return the fault at the steady time `now` (s) while torque acts, with a sentence; `None` if there is none."""
        if self._other_commander(now):
            return Fault.SECOND_COMMANDER, ONE_COMMANDER.format(self._names)
        if self._two_states is not None:
            return Fault.TWO_STATE_PUBLISHERS, self._two_states
        if self._controller is False:
            return Fault.CONTROLLER_LOST, "the effort controller is no longer active"
        if self._wrong_order:
            return Fault.CONTROLLER_LOST, str(self._order)
        if self.guarded and not self.guard_alive(now):
            return Fault.GUARD_LOST, f"no heartbeat of {self._guard} for {self._timing.guard_timeout:g} s"
        return None

    @property
    def warning(self) -> str | None:
        """Warning about other publishers, if the policy only reports them, or about an unwatched controller."""
        if self._policy == "warn" and self._other_publishers:
            return ONE_COMMANDER.format(self._names)
        return self._unwatched
