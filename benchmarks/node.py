"""Compare `feedforward_node` at 1 kHz with a bare relay: `python benchmarks/node.py`, about two minutes.

This process drives the loop: it sends joint states at the requested rate and receives the commands. In turns, the relay
and the node answer, each in a separate process, with all checks of the node enabled and a guard's heartbeat. The torque
of each state is known, so that a command can be matched with its state. Ratios are medians over the rounds, because
other load of the machine varies. ``--json`` prints JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path
from struct import Struct
from typing import Any

import numpy as np
from diagnostic_msgs.msg import KeyValue
from machine import processor_time
from page import with_table
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.serialization import serialize_message
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.control.gate.guard_setup import setup_digest
from puma560_dynamics.control.gate.supervision import WATCHING
from puma560_dynamics.nodes.wire.heartbeat import Heartbeat, heartbeat_message
from puma560_dynamics.nodes.wire.messages import joint_state
from puma560_dynamics.nodes.wire.spin import make_executor, start_ros
from puma560_dynamics.nodes.wire.topics import COMMANDS, HEARTBEAT, JOINT_STATES, LATCHED, RELIABLE, SETUP
from puma560_dynamics.system.machine import go_first, lock_memory
from puma560_dynamics.system.processes import Processes

RELAY, NODE = "bare relay", "feedforward_node"
SETTLE = 2.0
"""Time with commands before a measurement, s, for the fade-in and for initialisation."""

GOALS = {"processor above the relay": 0.12, "p50 × relay": 1.3, "p99 × relay": 1.5}
"""Goals: largest fraction of a core above the relay, and largest ratios of latencies."""

LEAST_ANSWERED = 0.9
"""Smallest fraction of states with a command for a valid measurement; on a busy machine the node may close its gate."""

LATE = 0.005
"""Delay above which states are left out, s, because position and velocity must be consistent."""

QUARTER = 15.0
"""Time between two readings of the node's memory, s."""

STAMP = Struct("<iI")
SIX = Struct("<6d")
DIGITS = 6
"""Number of decimals of a torque (N·m) or position (rad) with which a command is matched to a state."""


class Driver(Node):
    """Node that sends a motion that repeats every two seconds, and receives the commands."""

    def __init__(self, rate: float) -> None:
        super().__init__("benchmark")
        arm = load_arm("akb1986")
        count = round(2.0 * rate)
        phase = 2.0 * np.pi * np.arange(count)[:, None] / count + np.arange(6)
        q = np.array(HOME) + 0.2 * np.sin(phase)
        qd = 0.2 * np.pi * np.cos(phase)
        stamp = self.get_clock().now().to_msg()
        self._messages = [
            serialize_message(joint_state(stamp, arm.joint_names, *state)) for state in zip(q, qd, strict=True)
        ]
        torques = load_model("full", arm).torque(q, qd, np.zeros_like(q))
        self._index = {RELAY: _indexed(q), NODE: _indexed(torques)}
        self._sent = np.full(count, np.nan)
        self._rate, self._began, self._next = rate, time.monotonic(), 0
        self.answering = RELAY
        self.latencies: list[float] = []
        self.unknown = self.states = 0
        self._states = self.create_publisher(JointState, JOINT_STATES, RELIABLE)
        self.create_subscription(Float64MultiArray, COMMANDS, self._on_command, RELIABLE, raw=True)
        self._setup = ""
        self._heartbeat = self.create_publisher(KeyValue, HEARTBEAT, RELIABLE)
        self.create_subscription(String, SETUP, self._on_setup, LATCHED)
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(1.0 / rate, self._send, clock=steady)
        self.create_timer(0.05, self._beat, clock=steady)

    def _send(self) -> None:
        now = time.monotonic()
        due = int((now - self._began) * self._rate)
        if due - self._next > LATE * self._rate:  # a real arm does not wait for a busy machine
            self._next = due
        k = self._next % len(self._messages)
        self._next += 1
        message = self._messages[k]
        seconds, nanoseconds = divmod(time.time_ns(), 1_000_000_000)
        self._sent[k] = time.perf_counter()
        self._states.publish(message[:4] + STAMP.pack(seconds, nanoseconds) + message[4 + STAMP.size :])
        self.states += 1

    def _beat(self) -> None:
        """Publish the heartbeat of a guard that would take over after half a second."""
        self._heartbeat.publish(heartbeat_message(Heartbeat(WATCHING, 0.5, setup=self._setup)))

    def _on_setup(self, message: String) -> None:
        self._setup = setup_digest(message.data)

    def _on_command(self, data: bytes) -> None:
        now = time.perf_counter()
        k = self._index[self.answering].get(_key(SIX.unpack_from(data, len(data) - SIX.size)))
        if k is None or np.isnan(self._sent[k]):
            self.unknown += 1
            return
        self.latencies.append(now - self._sent[k])
        self._sent[k] = np.nan  # only the first command for a state counts


def _key(six: Any) -> tuple[float, ...]:
    return tuple(round(value, DIGITS) for value in six)


def _indexed(rows: np.ndarray) -> dict[tuple[float, ...], int]:
    """Return the index of each row by its rounded values."""
    found = {_key(row): k for k, row in enumerate(rows.tolist())}
    if len(found) != len(rows):
        raise ValueError("two states of the motion have the same torque")
    return found


class Bench:
    """The driver, and the relay or the node, one after the other."""

    def __init__(self, processes: Processes, rate: float, domain: int, model: str, priority: int) -> None:
        self._processes, self._rate, self._domain, self._priority = processes, rate, domain, priority
        self._model = model
        start_ros(domain=domain)
        if priority:
            go_first(priority)
            lock_memory()
        self._driver = Driver(rate)
        self._executor = make_executor()
        self._executor.add_node(self._driver)

    def spin(self, seconds: float) -> float:
        """Send states for a given time, and return the time that has passed, s."""
        began = time.monotonic()
        while (took := time.monotonic() - began) < seconds:
            self._executor.spin_once(timeout_sec=0.05)
        self._processes.check()
        return took

    def measure(self, name: str, seconds: float, parts: int = 1) -> list[dict[str, float]]:
        """Start the relay or the node, measure it `parts` times for `seconds`, and stop it."""
        driver = self._driver
        driver.answering = name
        self._processes.start(name, self._command(name), {"ROS_DOMAIN_ID": str(self._domain)})
        try:
            waited = 0.0
            driver.latencies.clear()
            while len(driver.latencies) < SETTLE * self._rate:
                waited += self.spin(0.5)
                if waited > 60.0:
                    raise RuntimeError(f"{name} answers too little: {self._processes.last_output(name)}")
            pid = self._processes._children[name].pid
            found = [self._part(pid, seconds) for _ in range(parts)]
            if min(part["answered"] for part in found) < LEAST_ANSWERED:
                raise RuntimeError(f"{name} answers no longer: {self._processes.last_output(name)}")
            return found
        finally:
            self._processes.stop()
            self._processes._children.clear()

    def _part(self, pid: int, seconds: float) -> dict[str, float]:
        driver = self._driver
        driver.latencies.clear()
        driver.unknown = driver.states = 0
        before = processor_time(pid)
        took = self.spin(seconds)
        used = processor_time(pid) - before
        return {
            "processor": used / took,
            "p50": float(np.percentile(driver.latencies or [np.nan], 50)),
            "p99": float(np.percentile(driver.latencies or [np.nan], 99)),
            "answered": len(driver.latencies) / driver.states,
            "unknown": float(driver.unknown),
            "rate": driver.states / took,
            "memory": memory(pid),
        }

    def _command(self, name: str) -> list[str]:
        options = {"realtime_priority": self._priority}
        if name == RELAY:
            start = [str(Path(__file__).with_name("relay.py"))]
        else:
            start = ["-m", "puma560_dynamics.nodes.feedforward_node"]
            options |= {"autostart": True, "lock_memory": bool(self._priority), "brakes": "supported"}
            if self._model:
                options["model"] = self._model
        flags = [part for key, value in options.items() for part in ("-p", f"{key}:={str(value).lower()}")]
        return [sys.executable, *start, "--ros-args", *flags]


def memory(pid: int) -> float:
    """Return the resident memory of a process, bytes."""
    return float(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def summary(rounds: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    """Return the medians, and the values of the goals."""
    medians = {name: {key: statistics.median(one[key] for one in found) for key in found[0]}
               for name, found in rounds.items()}  # fmt: skip
    pairs = list(zip(rounds[NODE], rounds[RELAY], strict=True))
    reached = {
        "processor above the relay": statistics.median(node["processor"] - relay["processor"] for node, relay in pairs),
        "p50 × relay": statistics.median(node["p50"] / relay["p50"] for node, relay in pairs),
        "p99 × relay": statistics.median(node["p99"] / relay["p99"] for node, relay in pairs),
    }
    goals = [{"goal": name, "at_most": most, "reached": reached[name], "met": reached[name] <= most}
             for name, most in GOALS.items()]  # fmt: skip
    return {"medians": medians, "goals": goals}


def grown(looks: list[dict[str, float]]) -> dict[str, float]:
    """Return the memory of a node after its first minute, and its growth until the end, bytes.

    Initialisation (first diagnostics, caches, the heap of the C library) takes place in the first minute.
    """
    first, last = looks[min(3, len(looks) - 2)]["memory"], looks[-1]["memory"]
    return {"memory": first, "growth": last - first}


def table(results: dict[str, Any]) -> str:
    """Return the results as Markdown."""
    lines = [
        f"| at {results['rate_asked_Hz']:g} Hz | of a core | p50, µs | p99, µs | states answered |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, row in results["medians"].items():
        lines.append(
            f"| {name} | {100 * row['processor']:.1f} % | {1e6 * row['p50']:.0f} | {1e6 * row['p99']:.0f} "
            f"| {100 * row['answered']:.2f} % |"
        )
    lines += ["", "| goal | at most | reached | met |", "| --- | ---: | ---: | ---: |"]
    for goal in results["goals"]:
        values = (goal["at_most"], goal["reached"])
        most, reached = (f"{100 * value:.1f} %" if "processor" in goal["goal"] else f"{value:.2f}" for value in values)
        lines.append(f"| {goal['goal']} | {most} | {reached} | {'yes' if goal['met'] else '**no**'} |")
    priority = f"real-time priority {results['priority']}" if results["priority"] else "ordinary priority"
    lines += ["", f"Medians of {results['rounds']} rounds, all processes with {priority}; load of the last minute "
              f"{results['load']:.1f} on {results['cores']} cores."]  # fmt: skip
    if "growth" in results:
        lines += ["", f"Memory of the node from minute 1 to minute {results['minutes']:g}: "
                  f"{results['growth'] / 1024:+.0f} KiB of {results['memory'] / 2**20:.0f} MiB."]  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    """Measure, and print the results or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=1000.0, help="rate of joint states, Hz")
    parser.add_argument("--seconds", type=float, default=8.0, help="length of one measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=0.0, help="then measure the node's memory for so long")
    parser.add_argument("--model", default="", help="model of the node; its default if empty")
    parser.add_argument("--priority", type=int, default=0, help="real-time priority of all three, memory locked")
    parser.add_argument("--domain", type=int, default=57, help="ROS domain")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write the section of benchmarks.md in this folder")
    arguments = parser.parse_args()
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    rounds: dict[str, list[dict[str, float]]] = {RELAY: [], NODE: []}
    with Processes() as processes:
        bench = Bench(processes, arguments.rate, arguments.domain, arguments.model, arguments.priority)
        for _ in range(arguments.rounds):
            for name, found in rounds.items():
                found += bench.measure(name, arguments.seconds)
        results = {"ok": True, "rate_asked_Hz": arguments.rate, "rounds": arguments.rounds, **summary(rounds),
                   "priority": arguments.priority, "load": os.getloadavg()[0], "cores": os.cpu_count()}  # fmt: skip
        if arguments.minutes:
            looks = bench.measure(NODE, QUARTER, parts=max(2, round(60.0 / QUARTER * arguments.minutes)))
            results |= {"minutes": arguments.minutes, **grown(looks)}
    if arguments.write:
        page = arguments.write / "benchmarks.md"
        page.write_text(with_table(page.read_text(encoding="utf-8"), "node", table(results)), encoding="utf-8")
    print(json.dumps(results, indent=2) if arguments.json else table(results))


if __name__ == "__main__":
    main()
