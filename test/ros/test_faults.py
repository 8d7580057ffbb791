"""Faults injected into real processes: no torque steps beyond the rate limit, no node dies, all of it is said.

``make faults`` runs every case and writes ``docs/faults.csv``, and its summary into ``docs/faults.md``; a run of some
cases (``make fault-rows ARGS="-k killed"``) writes only their rows. Here those that need a process, and a
few of each kind; `test_loop_faults.py` has the faults in messages on a simulated clock.
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.ros.domain import Peer, Starter, reserved_domain
from helpers.ros.fault_cases import CASES, NOTHING_WRONG, OVER_SERVICES, RESTARTS
from helpers.ros.faults import ENDS, PAUSES, PERIOD, REFUSED, RIDES, TIMES, Bench, Outcome, as_csv, summary, updated
from helpers.ros.touch_cases import TOUCHES
from helpers.ros.touched import Touched
from rclpy.client import Client
from rosgraph_msgs.msg import Clock
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics import load_arm
from puma560_dynamics.control.gate.gate_settings import RATE_FROM_LIMIT

PAGE = Path(__file__).parent.parent.parent / "docs" / "faults.md"
DATA = PAGE.with_suffix(".csv")
BEGIN, END = "<!-- faults: written by `make faults` -->", "<!-- end of faults -->"


@pytest.fixture(scope="module")
def outcomes(pytestconfig: pytest.Config) -> Iterator[list[Outcome]]:
    """Collects what happened; written into the page when asked for."""
    collected: list[Outcome] = []
    yield collected
    if os.environ.get("WRITE_FAULTS") and collected:
        text = PAGE.read_text(encoding="utf-8")
        before, after = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
        data = updated(DATA.read_text(encoding="utf-8"), as_csv(collected), set(expected_endings()))
        DATA.write_text(data, encoding="utf-8")
        PAGE.write_text(f"{before}\n\n{summary(data)}\n\n{after}", encoding="utf-8")


def judge(outcome: Outcome, expected: str, child: subprocess.Popen[bytes], outcomes: list[Outcome]) -> None:
    """The three promises: no step beyond the rate limit, safe in time, no process dies."""
    outcomes.append(outcome)
    assert outcome.excess == 0.0, f"beyond the rates: {outcome}"
    assert outcome.ending == expected, outcome
    if expected not in (RIDES, PAUSES) and outcome.case not in NOTHING_WRONG:
        assert 0.0 < outcome.safe_after < TIMES["state_timeout"] + 1.0, outcome
        assert outcome.diagnostics != "–", outcome
    assert child.poll() is None, "the node died"


class Reset:
    """Opens a gate that a fault has closed."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._client: Client = peer.node.create_client(Trigger, "feedforward_node/reset")

    def __call__(self) -> None:
        if self._client.service_is_ready():
            answer = self._client.call_async(Trigger.Request())
            self._peer.until(answer.done, 5.0)


class Stage:
    """A node that stands one fault after another, with a reset in between."""

    def __init__(self, domain: int, restart: bool) -> None:
        self.starter, self.peer = Starter(domain), Peer(domain)
        settings: dict[str, Any] = {"autostart": True, "restart_after_fault": restart, **TIMES}
        self.child = self.starter("feedforward_node", **settings)
        self.bench = Bench(self.peer)
        self._reset = Reset(self.peer)

    def driven(self) -> bool:
        """Whether the right torque comes to be sent, after a reset if a fault has ended it."""
        for _ in range(30):
            # What was said of the fault before is shown for a while.
            if (
                not self.bench.ended()
                and self.bench.driven(1.0)
                and self.peer.until(lambda: self.bench.reported and self.bench.reported[-1][2] == 0, 5.0)
            ):
                return True
            self._reset()
            self.peer.wait(0.1)
        return False

    def close(self) -> None:
        """End its processes."""
        self.starter.processes.stop()
        self.peer.close()


@pytest.fixture(scope="module")
def stage() -> Iterator[Callable[[bool], Stage]]:
    """A node that runs, with or without `restart_after_fault`; another one when it died."""
    stages: dict[bool, Stage] = {}
    with contextlib.ExitStack() as stack:

        def get(restart: bool) -> Stage:
            if restart not in stages or stages[restart].child.poll() is not None:
                stages[restart] = Stage(stack.enter_context(reserved_domain()), restart)
                stack.callback(stages[restart].close)
            return stages[restart]

        yield get


OVER_PROCESSES = (
    *OVER_SERVICES,
    "NaN position",
    "drop-out of 0.5 s",
    "two publishers that contradict",
    "publisher restarted",
    "references stamped an hour ago",
    "a second publisher of commands",
    "drop-out of 0.5 s, restart_after_fault",
)


@pytest.mark.parametrize("case", [*CASES, *RESTARTS] if os.environ.get("WRITE_FAULTS") else OVER_PROCESSES)
def test_a_fault(case: str, stage, outcomes: list[Outcome]):
    fault, expected = (CASES | RESTARTS)[case]
    on = stage(case in RESTARTS)
    times = {"ends": 2.5, "settle": 0.3} if expected == ENDS else {"settle": 1.0}
    for _ in range(5):
        assert on.driven(), on.starter.output("feedforward_node")
        outcome = on.bench.inject(case, lambda: fault(on.bench), **times)
        again = on.bench.driven(0.5 if expected == ENDS else 5.0)
        assert outcome.excess == 0.0, f"beyond the rates: {outcome}"
        if not on.bench.paused():
            break
    judge(outcome, expected, on.child, outcomes)
    if expected == ENDS:
        assert not again, "nothing but a reset opens it again"
    else:
        assert again, "it must drive again"


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
    assert bench.driven(), start.output("feedforward_node")

    def fault() -> None:
        running[0] = 0.0
        if not states:
            bench.spoil = lambda message: []
        peer.wait(2.5)
        running[0] = 1.0

    judge(bench.inject(case, fault, ends=2.5), ENDS, child, outcomes)


KILLED = {
    "feedforward_node": ENDS,
    "plant_node": ENDS,
    "reference_node": ENDS,
    "command_guard_node": ENDS,
    "validator_node, marker_node and view_node": RIDES,
}
LOOKERS = ("validator_node", "marker_node", "view_node")


@pytest.mark.xdist_group("killed")  # all nodes of a robot: one after another, since a busy machine pauses
@pytest.mark.parametrize("name", list(KILLED))
def test_a_process_that_is_killed(name: str, start, peer, outcomes: list[Outcome]):
    """Over the simulated arm, all nodes in separate processes; the command guard acts for killed processes."""
    children = {
        "plant_node": start("plant_node", rate=100.0, bandwidth="[5.0]"),
        "reference_node": start("reference_node", rate=100.0, autostart=True),
        **{looker: start(looker) for looker in LOOKERS if "validator" in name},
        "command_guard_node": start("command_guard_node"),
    }
    victims = [node for node in (*children, "feedforward_node") if node in name]
    bench = Bench(peer, drives=False)

    def all_report(*nodes: str) -> bool:
        return set(nodes) <= {node for _, node, _, _ in bench.reported}

    # A process that starts keeps the machine busy: the torque begins when the others run.
    assert peer.until(lambda: all_report(*set(children) - {"reference_node"}), 120.0), bench.reported
    assert peer.until(lambda: peer.node.count_publishers("reference"))
    options = {"guard": "command_guard_node"}
    children["feedforward_node"] = start("feedforward_node", autostart=True, **options, **TIMES)
    assert peer.until(lambda: all_report("feedforward_node"), 40.0), start.output("feedforward_node")
    reset = Reset(peer)
    references = peer.listen(JointTrajectory, "reference")

    def drives() -> bool:
        """Whether the arm moves under torque: at rest the node does not miss references."""
        moves = references and max(map(abs, references[-1].points[0].velocities)) > 0.5
        return bool(moves) and len(bench.received) > 150 and not bench.ended()

    for _ in range(20):  # a machine that is busy with the start may have paused for too long
        if peer.until(lambda: drives() or bench.ended()) and drives():
            break
        reset()
        peer.wait(1.0)
    else:
        pytest.fail(f"it does not move under torque: {bench.reported[-20:]}")

    def fault() -> None:
        for victim in victims:
            children[victim].send_signal(signal.SIGKILL)
            children[victim].wait()
        peer.wait(2.0)

    outcome = bench.inject(f"{name} killed", fault, ends=2.5 if KILLED[name] == ENDS else 0.0)
    outcomes.append(outcome)
    assert outcome.excess == 0.0, f"beyond the rates: {outcome}"
    assert (outcome.ending == ENDS) == (KILLED[name] == ENDS), outcome
    assert all(child.poll() is None for other, child in children.items() if other not in victims)
    if name == "feedforward_node":
        assert any("have stopped" in text for _, node, _, text in bench.reported if node == "command_guard_node")


def expected_endings() -> dict[str, str]:
    """The outcome of every case."""
    expected = {case: ending for case, (_, ending) in (CASES | RESTARTS).items()}
    expected |= {"simulated time paused": ENDS, "simulated time and states paused": ENDS}
    expected |= {f"{name} killed": ending for name, ending in KILLED.items()}
    return expected | {case: touch.ending for case, touch in TOUCHES.items()}


IN_EVERY_RUN = ("efforts lost, contact_policy: stop", "a payload of 60 kg set")
"""`test_touch_on_the_wire.py` and `test_contact_stop.py` have the others."""


@pytest.mark.parametrize("case", list(TOUCHES) if os.environ.get("WRITE_FAULTS") else IN_EVERY_RUN)
def test_a_touched_or_guided_arm(case: str, start, peer, outcomes: list[Outcome]):
    touch = TOUCHES[case]
    arm = load_arm(touch.arm)
    guard = {"guard": "command_guard_node"} if touch.guard else {"guard": "none"}
    children = {name: start(name) for name in ("command_guard_node",) if touch.guard}
    settings = {"autostart": True, "arm": touch.arm, "brakes": "none", **guard, **TIMES, **touch.settings}
    child = start("feedforward_node", **settings)
    bench, driver = Bench(peer, drives=False), Touched(peer, arm)
    if "wall" in case:
        driver.q[0] = arm.upper[0] - 0.3
    bench.growth = bench.removal = RATE_FROM_LIMIT * arm.maximum_torque
    driver.unit = 0.0 if touch.ending == REFUSED else 1.0
    key, value = ("fault", "effort_lost") if touch.ending == REFUSED else ("gate", "open")
    driver.stream(200.0)
    assert peer.until(lambda: driver.shows(key, value), 30.0), driver.reported()
    if touch.ending != REFUSED and "contact_policy" in touch.settings:
        assert peer.until(driver.knows_its_noise)
        assert driver.set_together(payload__mass=0.0).successful  # finds the service
    if "mode" in touch.settings:
        assert driver.shows("guiding", "guided")
    peer.wait(0.3)
    times = {"ends": 2.5, "settle": 0.3} if touch.ending == ENDS else {"settle": 1.0}
    outcome = bench.inject(case, lambda: touch.fault(driver, children), **times)
    outcomes.append(outcome)
    assert outcome.excess == 0.0, f"beyond the rates: {outcome}"
    assert outcome.ending == touch.ending, outcome
    assert touch.reports in outcome.diagnostics
    if touch.ending == ENDS:
        longest = max(TIMES["state_timeout"] + 1.0, 5.0 * TIMES["state_timeout"] + 0.2 if touch.guard else 0.0)
        assert 0.0 < outcome.safe_after < longest, outcome
        assert outcome.diagnostics != "–", outcome
    assert child.poll() is None, "the node died"


def test_a_run_of_some_cases_keeps_the_rows_of_the_others():
    rows = "fault,outcome\na,old\ngone,old\nb,old\n"
    assert (
        updated(rows, "fault,outcome\nnew,now\nb,now\n", {"a", "b", "new"}) == "fault,outcome\na,old\nb,now\nnew,now\n"
    )


def test_the_page_shows_these_cases_and_outcomes():
    """The figures of the page are of one run; what happens in each case must not change."""
    text, data = PAGE.read_text(encoding="utf-8"), DATA.read_text(encoding="utf-8")
    assert text[text.index(BEGIN) + len(BEGIN) : text.index(END)].strip() == summary(data)
    shown = {row["fault"]: row["outcome"] for row in csv.DictReader(io.StringIO(data))}
    expected = expected_endings()
    assert {case: ending for case, ending in shown.items() if case in expected} == expected
    assert set(shown) == set(expected)
