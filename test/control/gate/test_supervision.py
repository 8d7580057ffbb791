"""What forbids torque to begin, and what ends it, in each situation other than the joint states."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.supervision import MAX_UNNAMED_S, UNKNOWN_NODE, WAITING, WATCHING, Supervision
from puma560_dynamics.control.gate.timing import Timing
from puma560_dynamics.errors import MessageError, StateError

TIMING = Timing()
GUARD = "/command_guard_node"
NOW = 50.0


def guarded(policy: str = "close") -> Supervision:
    """A guard that watches, an active controller, no other process."""
    supervision = Supervision(TIMING, GUARD, policy)
    supervision.note_heartbeat(NOW, WATCHING)
    supervision.note_publishers(0.0, [GUARD])
    supervision.note_controller(True)
    return supervision


def fault(supervision: Supervision, now: float = NOW) -> Fault | None:
    """The fault without its sentence, which is never empty."""
    found = supervision.find_fault(now)
    assert found is None or found[1]
    return None if found is None else found[0]


def reason(supervision: Supervision) -> str:
    """The sentence of the fault at `NOW`."""
    found = supervision.find_fault(NOW)
    assert found is not None
    return found[1]


def test_when_all_is_well_nothing_is_in_the_way():
    supervision = guarded()
    assert supervision.guarded
    assert supervision.obstacle(NOW) is None
    assert supervision.find_fault(NOW) is None
    assert supervision.warning is None


def test_without_a_guard_none_is_expected():
    supervision = Supervision(TIMING)
    assert not supervision.guarded
    assert supervision.obstacle(NOW) is None
    assert supervision.find_fault(NOW) is None


@pytest.mark.parametrize("guard", ["none", GUARD])
def test_another_publisher_of_commands_is_a_fault(guard: str):
    supervision = guarded() if guard == GUARD else Supervision(TIMING)
    supervision.note_publishers(0.0, ["/other", GUARD][: 2 if guard == GUARD else 1])
    assert "/other publishes on the command topic too" in (supervision.obstacle(NOW) or "")
    assert GUARD not in (supervision.obstacle(NOW) or "")
    assert fault(supervision) is Fault.SECOND_COMMANDER
    assert "/other" in reason(supervision)
    supervision.note_publishers(0.0, [GUARD] if guard == GUARD else [])
    assert supervision.obstacle(NOW) is None
    assert supervision.find_fault(NOW) is None


def test_several_other_publishers_are_all_named():
    supervision = guarded()
    supervision.note_publishers(0.0, ["/b", GUARD, "/a"])
    assert "/a, /b publishes" in (supervision.obstacle(NOW) or "")


def test_a_second_node_of_the_name_of_the_guard_is_a_rival():
    supervision = guarded()
    supervision.note_publishers(0.0, [GUARD, GUARD])
    assert GUARD in (supervision.obstacle(NOW) or "")
    assert fault(supervision) is Fault.SECOND_COMMANDER


def test_without_a_guard_a_node_of_any_name_is_a_rival():
    supervision = Supervision(TIMING)
    supervision.note_publishers(0.0, ["none"])
    assert supervision.obstacle(NOW) is not None
    assert fault(supervision) is Fault.SECOND_COMMANDER


def test_the_list_of_publishers_stays_the_callers():
    names = [GUARD, "/other"]
    guarded().note_publishers(0.0, names)
    assert names == [GUARD, "/other"]


def test_a_command_of_an_unknown_publisher_is_a_fault_for_a_while():
    """A publisher that the middleware has not reported yet."""
    supervision = guarded()
    supervision.note_foreign_command(NOW)
    assert fault(supervision) is Fault.SECOND_COMMANDER
    assert "another node" in reason(supervision)
    assert fault(supervision, NOW + 0.9 * TIMING.state_timeout) is Fault.SECOND_COMMANDER
    assert fault(supervision, NOW + 1.1 * TIMING.state_timeout) is None


def test_a_guard_that_was_never_there():
    supervision = Supervision(TIMING, GUARD)
    assert not supervision.guard_alive(NOW)
    assert f"no heartbeat of {GUARD}" in (supervision.obstacle(NOW) or "")
    assert fault(supervision) is Fault.GUARD_LOST


def test_a_guard_that_is_silent():
    supervision = guarded()
    later = NOW + 0.99 * TIMING.guard_timeout
    assert supervision.guard_alive(later)
    assert fault(supervision, later) is None
    too_late = NOW + 1.01 * TIMING.guard_timeout
    assert not supervision.guard_alive(too_late)
    assert "no heartbeat" in (supervision.obstacle(too_late) or "")
    assert fault(supervision, too_late) is Fault.GUARD_LOST
    supervision.note_heartbeat(too_late, WATCHING)
    assert supervision.obstacle(too_late) is None
    assert fault(supervision, too_late) is None


@pytest.mark.parametrize("state", ["damping", "fading_out", "", "closed"])
def test_a_guard_that_is_busy_forbids_a_beginning_only(state: str):
    """What it sends is already a fault (`COMMAND_SILENCE`); its heartbeat alone is none."""
    supervision = guarded()
    supervision.note_heartbeat(NOW, state)
    assert f"ending a torque ({state})" in (supervision.obstacle(NOW) or "")
    assert fault(supervision) is None


def test_a_controller_that_is_not_active():
    supervision = guarded()
    supervision.note_controller(False)
    assert "controller is not active" in (supervision.obstacle(NOW) or "")
    assert fault(supervision) is Fault.CONTROLLER_LOST
    supervision.note_controller(True)
    assert supervision.obstacle(NOW) is None
    assert fault(supervision) is None


def test_a_controller_of_which_nothing_is_known_is_not_in_the_way():
    for supervision in (guarded(), Supervision(TIMING)):
        supervision.note_controller(None)
        assert supervision.obstacle(NOW) is None
        assert fault(supervision) is None


def test_two_publishers_of_joint_states():
    supervision = guarded()
    supervision.note_input_publishers(NOW, ["/arm"], [])
    assert supervision.obstacle(NOW) is None
    assert fault(supervision) is None
    supervision.note_input_publishers(NOW, ["/replay", "/arm"], [])
    assert "/arm, /replay publish joint_states; expected 1" in (supervision.obstacle(NOW) or "")
    assert fault(supervision) is Fault.TWO_STATE_PUBLISHERS
    assert "/arm, /replay" in reason(supervision)
    supervision.note_input_publishers(NOW, ["/arm"], [])
    assert supervision.obstacle(NOW) is None
    assert fault(supervision) is None


def test_two_publishers_of_joint_states_of_one_name():
    """A process that was killed stays in the graph for the lease of the middleware."""
    supervision = Supervision(TIMING)
    supervision.note_input_publishers(NOW, ["/arm", "/arm"], [])
    assert "several publishers named /arm: one may be a process that has died" in (supervision.obstacle(NOW) or "")
    assert "wait 20 s" in (supervision.obstacle(NOW) or "")
    assert fault(supervision) is Fault.TWO_STATE_PUBLISHERS
    supervision.note_input_publishers(NOW + 12.5, ["/arm", "/arm"], [])
    assert "wait 8 s" in (supervision.obstacle(NOW + 12.5) or "")
    supervision.note_input_publishers(NOW + 20.0, ["/arm", "/arm"], [])
    assert "/arm, /arm publish joint_states; expected 1; stop one" in (supervision.obstacle(NOW + 20.0) or "")
    supervision.note_input_publishers(NOW + 21.0, ["/arm"], [])
    assert supervision.obstacle(NOW + 21.0) is None
    supervision.note_input_publishers(NOW + 30.0, ["/arm", "/arm"], [])
    assert "wait 20 s" in (supervision.obstacle(NOW + 30.0) or "")


@pytest.mark.parametrize(("most", "count", "fine"), [(2, 2, True), (2, 3, False), (0, 9, True), (1, 0, True)])
def test_how_many_publishers_joint_states_may_have(most: int, count: int, fine: bool):
    supervision = Supervision(TIMING, state_publishers=most)
    supervision.note_input_publishers(NOW, [f"/{number}" for number in range(count)], [])
    assert (supervision.obstacle(NOW) is None) is fine
    assert (fault(supervision) is None) is fine


def test_two_publishers_of_references_are_refused_and_no_fault():
    """None of them is followed, and the loss of the reference in a motion is the fault."""
    supervision = guarded()
    supervision.note_input_publishers(NOW, ["/arm"], ["/planner"])
    supervision.check_reference_publishers()
    supervision.note_input_publishers(NOW, ["/arm"], ["/planner", "/other"])
    with pytest.raises(MessageError, match="/other, /planner publish references; expected one publisher"):
        supervision.check_reference_publishers()
    assert supervision.obstacle(NOW) is None
    assert fault(supervision) is None
    supervision.note_input_publishers(NOW, ["/arm"], [])
    supervision.check_reference_publishers()


def test_a_controller_that_is_not_watched_is_a_warning_only():
    supervision = guarded()
    assert supervision.warning is None
    supervision.note_unwatched("nothing notices the end of the controller")
    assert supervision.warning == "nothing notices the end of the controller"
    assert supervision.obstacle(NOW) is None
    assert fault(supervision) is None
    supervision.note_unwatched(None)
    assert supervision.warning is None


def test_the_policy_warn_names_rivals_and_nothing_else():
    supervision = guarded("warn")
    supervision.note_publishers(0.0, [GUARD, "/other"])
    supervision.note_foreign_command(NOW)
    assert supervision.obstacle(NOW) is None
    assert fault(supervision) is None
    assert "/other publishes on the command topic too" in (supervision.warning or "")
    supervision.note_publishers(0.0, [GUARD])
    assert supervision.warning is None


def test_the_policy_warn_excuses_no_other_fault():
    supervision = guarded("warn")
    supervision.note_publishers(0.0, [GUARD, "/other"])
    assert fault(supervision, NOW + 1.0) is Fault.GUARD_LOST
    supervision.note_controller(False)
    assert fault(supervision) is Fault.CONTROLLER_LOST
    assert supervision.obstacle(NOW) is not None
    supervision.note_input_publishers(NOW, ["/arm", "/replay"], [])
    assert fault(supervision) is Fault.TWO_STATE_PUBLISHERS


def test_a_second_commander_comes_before_all_other_faults():
    """It is the one that must take this node's torque away at once."""
    supervision = Supervision(TIMING, GUARD)
    supervision.note_controller(False)
    supervision.note_input_publishers(NOW, ["/arm", "/replay"], [])
    supervision.note_publishers(0.0, ["/other"])
    assert fault(supervision) is Fault.SECOND_COMMANDER
    assert "/other" in (supervision.obstacle(NOW) or "")


@pytest.mark.parametrize("policy", ["", "ignore", "Close"])
def test_an_unknown_policy(policy: str):
    with pytest.raises(StateError, match="rival_policy"):
        Supervision(TIMING, GUARD, policy)


def test_a_publisher_without_a_name_counts_after_a_second():
    """The guard itself is found so at first."""
    supervision = Supervision(Timing())
    supervision.note_publishers(10.0, [UNKNOWN_NODE])
    assert supervision.find_fault(10.0) is None
    supervision.note_publishers(10.0 + 0.9 * MAX_UNNAMED_S, [UNKNOWN_NODE])
    assert supervision.find_fault(11.0) is None
    supervision.note_publishers(10.0 + MAX_UNNAMED_S, [UNKNOWN_NODE])
    assert "a node without a name publishes" in str(supervision.find_fault(11.0))
    supervision.note_publishers(11.5, [])
    supervision.note_publishers(12.0, [UNKNOWN_NODE])
    assert supervision.find_fault(12.0) is None


def test_a_guard_that_takes_over_too_early_is_refused():
    """It would command while the node still may."""
    supervision = Supervision(Timing(state_timeout=0.3), "guard")
    supervision.note_heartbeat(0.0, WATCHING, 0.3)
    assert "guard takes over after 0.3 s; expected at least 0.6 s" in str(supervision.obstacle(0.0))
    supervision.note_heartbeat(0.0, WATCHING, 0.6)
    assert supervision.obstacle(0.0) is None


def test_a_guard_that_receives_no_commands_guards_nothing():
    supervision = Supervision(TIMING, "guard")
    supervision.note_heartbeat(0.0, WAITING, 0.3)
    assert "guard does not receive the commands" in str(supervision.obstacle(0.0))
    supervision.note_heartbeat(0.0, WATCHING, 0.3)
    assert supervision.obstacle(0.0) is None
    later = 1.1 * TIMING.guard_timeout
    supervision.note_heartbeat(later, WAITING, 0.3)
    assert supervision.find_fault(later) is not None
