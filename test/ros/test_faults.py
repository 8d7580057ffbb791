"""Faults injected into real processes: no torque steps beyond the rate limit, no node dies, all of it is said.

``make faults`` writes the table of ``docs/faults.md`` anew; here its cases and outcomes are compared with it.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from driver import NAMES, Q
from faults import ENDS, PAUSES, PERIOD, RECOVERS, RIDES, TIMES, VELOCITY, Bench, Outcome, stamp, table
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState

PAGE = Path(__file__).parent.parent.parent / "docs" / "faults.md"
BEGIN, END = "<!-- faults: written by `make faults` -->", "<!-- end of faults -->"

Fault = Callable[[Bench], object]


def changed(**fields: object) -> Fault:
    """States with other fields for 0.5 s."""

    def spoil(message: JointState) -> list[JointState]:
        for name, value in fields.items():
            setattr(message, name, value)
        return [message]

    return during(spoil)


def during(spoil: Callable[[JointState], list[JointState]], seconds: float = 0.5) -> Fault:
    """Spoil the states for a while."""

    def fault(bench: Bench) -> None:
        bench.spoil = spoil
        bench.peer.wait(seconds)

    return fault


def silence(seconds: float) -> Fault:
    """No states."""
    return during(lambda message: [], seconds)


def once(spoil: Callable[[JointState], list[JointState]]) -> Fault:
    """Spoil every tenth state."""
    count = iter(range(10**9))
    return during(lambda message: spoil(message) if next(count) % 10 == 0 else [message])


def shifted(seconds: float) -> Callable[[JointState], list[JointState]]:
    """Another stamp."""

    def spoil(message: JointState) -> list[JointState]:
        stamp(message, message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec + seconds)
        return [message]

    return spoil


def two_publishers(bench: Bench) -> None:
    """A second source contradicts the first."""
    other = bench.peer.node.create_publisher(JointState, "joint_states", 10)
    elsewhere = [q - 0.6 for q in Q]

    def spoil(message: JointState) -> list[JointState]:
        bench.states.publish(message)
        second = JointState(name=NAMES, position=elsewhere, velocity=VELOCITY)
        stamp(second, bench.clock())
        other.publish(second)
        return []

    during(spoil, 4.0)(bench)
    bench.peer.node.destroy_publisher(other)


def restart(bench: Bench) -> None:
    """The publisher goes and comes back."""
    bench.spoil = lambda message: []
    bench.peer.node.destroy_publisher(bench.states)
    bench.peer.wait(0.4)
    bench.states = bench.peer.node.create_publisher(JointState, "joint_states", 10)
    assert bench.peer.until(lambda: bench.states.get_subscription_count())


def jumping_bag(bench: Bench) -> None:
    """Time goes back by 10 s and the arm is elsewhere, as when a bag begins anew."""
    elsewhere = [q - 0.6 for q in Q]

    def spoil(message: JointState) -> list[JointState]:
        message.position = elsewhere
        return shifted(-10.0)(message)

    during(spoil, 0.4)(bench)


def parameter_storm(bench: Bench) -> None:
    """Payload and friction, valid and not, as fast as the node answers."""
    client = bench.peer.node.create_client(SetParameters, "feedforward_node/set_parameters")
    assert bench.peer.until(client.service_is_ready)
    deadline = time.monotonic() + 2.0
    futures: list = []

    def ask(values: dict[str, object]) -> None:
        request = [Parameter(name, value=value).to_parameter_msg() for name, value in values.items()]
        futures.append(client.call_async(SetParameters.Request(parameters=request)))

    while time.monotonic() < deadline:
        # A service keeps ten requests: more would be lost, not answered.
        if sum(not future.done() for future in futures) < 5:
            load = abs(math.sin(3.0 * time.monotonic()))
            ask({"payload.mass": 3.0 * load, "friction.scale": 2.0 * load, "terms.friction": load > 0.5})
        bench.peer.wait(0.01)
    assert bench.peer.until(lambda: all(future.done() for future in futures), 20.0)
    ask({"payload.mass": 0.0, "friction.scale": 0.5, "terms.friction": False})
    assert bench.peer.until(futures[-1].done, 20.0)
    refused = [r for future in futures for r in future.result().results if not r.successful]
    assert refused, "a scale above 1 must be refused"


def change(bench: Bench, *transitions: int) -> None:
    """Lifecycle transitions, one after another."""
    client = bench.peer.node.create_client(ChangeState, "feedforward_node/change_state")
    assert bench.peer.until(client.service_is_ready)
    for transition in transitions:
        future = client.call_async(ChangeState.Request(transition=Transition(id=transition)))
        assert bench.peer.until(future.done)
        assert future.result().success
    bench.peer.node.destroy_client(client)


DEACTIVATE, ACTIVATE = Transition.TRANSITION_DEACTIVATE, Transition.TRANSITION_ACTIVATE
SHUFFLED = [5, 0, 3, 1, 4, 2]

CASES: dict[str, tuple[Fault, str]] = {
    "joints in another order": (
        changed(
            name=[NAMES[i] for i in SHUFFLED],
            position=[Q[i] for i in SHUFFLED],
            velocity=[VELOCITY[i] for i in SHUFFLED],
        ),
        RIDES,
    ),
    "a gripper's joints in between": (
        during(lambda m: [JointState(header=m.header, name=["finger"], position=[0.1], velocity=[0.0]), m]),
        RIDES,
    ),
    "a joint missing": (changed(name=NAMES[:5], position=Q[:5], velocity=VELOCITY[:5]), RECOVERS),
    "a joint twice": (
        changed(name=[*NAMES, "joint1"], position=[*Q, 0.0], velocity=[*VELOCITY, 0.0]),
        RECOVERS,
    ),
    "wrong length": (changed(position=Q[:4]), RECOVERS),
    "NaN position": (changed(position=[math.nan, *Q[1:]]), RECOVERS),
    "infinite velocity": (changed(velocity=[*VELOCITY[:5], math.inf]), RECOVERS),
    "every tenth state NaN": (
        once(lambda m: [JointState(header=m.header, name=NAMES, position=[math.nan] * 6, velocity=VELOCITY)]),
        RIDES,
    ),
    "stamps 5 s in the past": (during(shifted(-5.0)), RECOVERS),
    "stamps 5 s in the future": (during(shifted(5.0)), RECOVERS),
    "every state twice": (during(lambda m: [m, m]), RIDES),
    "every tenth state late": (once(shifted(-0.02)), RIDES),
    "drop-out of 5 ms": (silence(0.005), RIDES),
    "drop-out of 50 ms": (silence(0.05), RIDES),
    "drop-out of 0.5 s": (silence(0.5), RECOVERS),
    "drop-out of 5 s": (silence(5.0), ENDS),
    "publisher restarted": (restart, RECOVERS),
    "two publishers that contradict": (two_publishers, ENDS),
    "a bag that jumps": (jumping_bag, RECOVERS),
    "parameter storm": (parameter_storm, RIDES),
    "deactivated and activated under motion": (lambda bench: change(bench, DEACTIVATE, ACTIVATE), PAUSES),
}


@pytest.fixture(scope="module")
def outcomes(pytestconfig: pytest.Config) -> Iterator[list[Outcome]]:
    """Collects what happened; written into the page when asked for."""
    collected: list[Outcome] = []
    yield collected
    if os.environ.get("WRITE_FAULTS") and collected:
        text = PAGE.read_text(encoding="utf-8")
        before, after = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
        PAGE.write_text(f"{before}\n\n{table(collected)}\n\n{after}", encoding="utf-8")


def judge(outcome: Outcome, expected: str, child: subprocess.Popen[bytes], outcomes: list[Outcome]) -> None:
    """The three promises: no step beyond the rate limit, safe in time, nobody dies."""
    outcomes.append(outcome)
    assert outcome.step <= 1.0 + 1e-9, outcome
    assert outcome.ending == expected, outcome
    if expected not in (RIDES, PAUSES):  # nothing is wrong in either of these
        assert 0.0 < outcome.safe_after < TIMES["state_timeout"] + 1.0, outcome
        assert outcome.diagnostics != "–", outcome
    assert child.poll() is None, "the node died"


@pytest.mark.parametrize("case", list(CASES))
def test_a_fault(case: str, start, peer, outcomes: list[Outcome]):
    fault, expected = CASES[case]
    child = start("feedforward_node", autostart=True, **TIMES)
    bench = Bench(peer)
    assert bench.driven(), start.said("feedforward_node")
    outcome = bench.inject(case, lambda: fault(bench), settle=1.5)
    judge(outcome, expected, child, outcomes)
    if expected != ENDS:
        assert bench.driven(), "it must drive again"


@pytest.mark.parametrize(
    ("case", "states"), [("simulated time paused", True), ("simulated time and states paused", False)]
)
def test_simulated_time_that_stands_still(case: str, states: bool, start, peer, outcomes: list[Outcome]):
    """The watchdog is on a steady clock."""
    child = start("feedforward_node", autostart=True, use_sim_time=True, **TIMES)
    now = [100.0]
    clocks = peer.node.create_publisher(Clock, "/clock", 10)

    def tick() -> None:
        now[0] += PERIOD * running[0]
        message = Clock()
        message.clock.sec, message.clock.nanosec = int(now[0] // 1), int((now[0] % 1) * 1e9)
        clocks.publish(message)

    running = [1.0]
    peer.node.create_timer(PERIOD, tick)
    bench = Bench(peer, clock=lambda: now[0])
    assert bench.driven(), start.said("feedforward_node")

    def fault() -> None:
        running[0] = 0.0
        if not states:
            bench.spoil = lambda message: []
        peer.wait(4.0)
        running[0] = 1.0

    judge(bench.inject(case, fault, settle=0.5), ENDS, child, outcomes)


KILLED = {
    "feedforward_node": ENDS,
    "plant_node": ENDS,
    "reference_node": RIDES,
    "command_guard_node": RIDES,
    "validator_node, marker_node and view_node": RIDES,
}
LOOKERS = ("validator_node", "marker_node", "view_node")


@pytest.mark.parametrize("name", list(KILLED))
def test_a_process_that_is_killed(name: str, start, peer, outcomes: list[Outcome]):
    """Over the simulated arm, all nodes in processes of their own; the command guard speaks for the dead."""
    gate = {name: value for name, value in TIMES.items() if name != "reference_timeout"}
    children = {
        "plant_node": start("plant_node", rate=100.0),
        "reference_node": start("reference_node", rate=100.0, autostart=True),
        **{looker: start(looker) for looker in LOOKERS if "validator" in name},
        "command_guard_node": start("command_guard_node", **gate),
        "feedforward_node": start("feedforward_node", autostart=True, pd=True, bandwidth="[5.0]", **TIMES),
    }
    victims = [node for node in children if node in name]
    bench = Bench(peer, drives=False)

    def all_speak() -> bool:
        speakers = {node for _, node, _, _ in bench.said}
        return len(bench.heard) > 300 and set(children) - {"reference_node", "view_node"} <= speakers

    assert peer.until(all_speak, 40.0)
    peer.wait(2.0)  # the guard hears the commands

    def fault() -> None:
        for victim in victims:
            children[victim].send_signal(signal.SIGKILL)
            children[victim].wait()
        peer.wait(4.0)

    outcome = bench.inject(f"{name} killed", fault, settle=0.1)
    outcomes.append(outcome)
    assert outcome.step <= 1.0 + 1e-9, outcome
    assert (outcome.ending == ENDS) == (KILLED[name] == ENDS), outcome
    assert all(child.poll() is None for other, child in children.items() if other not in victims)
    if name == "feedforward_node":
        assert any("fell silent" in text for _, node, _, text in bench.said if node == "command_guard_node")


def test_the_page_shows_these_cases_and_outcomes():
    """The figures of the page are of one run; what happens in each case must not change."""
    text = PAGE.read_text(encoding="utf-8")
    rows = [line.split("|") for line in text[text.index(BEGIN) : text.index(END)].splitlines() if line.startswith("| ")]
    shown = {cells[1].strip(): cells[2].strip() for cells in rows[1:]}
    expected = {case: ending for case, (_, ending) in CASES.items()}
    expected |= {"simulated time paused": ENDS, "simulated time and states paused": ENDS}
    expected |= {f"{name} killed": ending for name, ending in KILLED.items()}
    assert {case: ending for case, ending in shown.items() if case in expected} == expected
    assert set(shown) == set(expected)
