"""Inputs, time and refusal of the controller in lock-step."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from puma560_dynamics.control.lock_step import Pairs, SimulatedClock, refusal

FITTING: dict[str, Any] = {"simulated_time": True, "guard": "none", "discovery": "LOCALHOST", "controller": False}


def events(count: int) -> list[tuple[str, int]]:
    return [(kind, stamp) for stamp in range(1, count + 1) for kind in ("state", "reference")]


@pytest.mark.parametrize("order", list(permutations(events(1) * 2)))
def test_a_pair_is_handed_out_once_in_any_order(order: tuple[tuple[str, int], ...]):
    pairs: Pairs[str, str] = Pairs()
    found = [getattr(pairs, kind)(stamp, f"{kind} {stamp}") for kind, stamp in order]
    assert [pair for pair in found if pair is not None] == [("state 1", "reference 1")]
    assert pairs.done(1) and not pairs.done(2)


def test_a_state_without_a_reference_of_its_stamp_is_never_answered():
    """As on a robot, whose states and references come on separate clocks."""
    pairs: Pairs[int, int] = Pairs()
    for step in range(1000):
        assert pairs.state(4 * step, step) is None
        assert pairs.reference(4 * step + 1, step) is None


def test_references_may_come_ahead():
    pairs: Pairs[str, int] = Pairs()
    assert [pairs.reference(stamp, stamp) for stamp in (1, 2, 3)] == [None] * 3
    assert [pairs.state(stamp, "state") for stamp in (1, 2, 3)] == [("state", 1), ("state", 2), ("state", 3)]


def test_pairs_follow_each_other():
    pairs: Pairs[str, str] = Pairs()
    found = [getattr(pairs, kind)(stamp, kind) for kind, stamp in events(5)]
    assert found == [None, ("state", "reference")] * 5
    assert pairs.done(5)


def test_simulated_time_stands_until_the_torque_has_to_end():
    clock = SimulatedClock()
    assert clock.at(50.0) == 0.0
    clock.set(2.5)
    assert [clock.at(now) for now in (51.0, 52.0, 1000.0)] == [2.5] * 3
    clock.run_on(1000.0)
    clock.run_on(1001.0)  # once
    assert clock.at(1002.0) == 4.5


@pytest.mark.parametrize("states_from", [None, ["plant_node"], ["plant_node", "plant_node"]])
def test_it_is_accepted_next_to_the_plant_alone(states_from: list[str] | None):
    assert refusal(**FITTING, states_from=states_from) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"simulated_time": False}, "use_sim_time is false"),
        ({"guard": "command_guard_node"}, "command_guard_node guards the commands in real time"),
        ({"discovery": ""}, "ROS_AUTOMATIC_DISCOVERY_RANGE is not set"),
        ({"discovery": "SUBNET"}, "ROS_AUTOMATIC_DISCOVERY_RANGE is SUBNET"),
        ({"controller": True}, "a controller of ros2_control is here"),
        ({"states_from": []}, "joint_states come from no node"),
        ({"states_from": ["joint_state_broadcaster"]}, "joint_states come from joint_state_broadcaster"),
        ({"states_from": ["plant_node", "gripper"]}, "joint_states come from gripper, plant_node"),
    ],
)
def test_everything_else_is_refused(change: dict, words: str):
    reason = refusal(**{**FITTING, **change})
    assert reason is not None and words in reason and "use feedforward_node" in reason
