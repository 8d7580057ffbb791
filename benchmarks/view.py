"""Measure the effect of the live page on the control loop: `python benchmarks/view.py`, about two minutes.

Plant, feed-forward and reference run at 1 kHz all the time. In turns, the loop is measured without the page, with the
page and no browser, and with a visitor that receives every update. Results are medians over the rounds of ratios to the
same round without the page, because other load of the machine varies. ``--json`` prints JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import struct
import sys
import threading
import time
from collections.abc import Callable

import msgspec.msgpack
import numpy as np
import viser
import zstandard
from machine import processor_time
from rclpy.node import Node
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from puma560_dynamics.nodes.wire.spin import make_executor, start_ros
from puma560_dynamics.nodes.wire.topics import JOINT_STATES, RELIABLE
from puma560_dynamics.system.processes import Processes

WITHOUT, UNSEEN, SEEN = "without the page", "page, no visitor", "page, one visitor"
CAMERA = {
    "type": "ViewerCameraMessage", "wxyz": (1.0, 0.0, 0.0, 0.0), "position": (2.0, 0.0, 0.0), "fov": 0.7, "near": 0.1,
    "far": 100.0, "image_height": 800, "image_width": 1280, "look_at": (0.0, 0.0, 0.0), "up_direction": (0.0, 0.0, 1.0),
}  # fmt: skip
"""First message that a browser sends."""

STAMP = struct.Struct("<4xiI")
"""Format of the start of a serialised message: four bytes, then seconds and nanoseconds of the header's stamp."""


class Listener(Node):
    """Node that records the ages of joint states and torques at their arrival, from the joint state's stamp."""

    def __init__(self) -> None:
        super().__init__("benchmark")
        self.ages: dict[str, list[float]] = {"joint_states": [], "torque": []}
        for name, kind, topic in (
            ("joint_states", JointState, JOINT_STATES),
            ("torque", JointTrajectory, "feedforward_node/terms"),
        ):
            self.create_subscription(kind, topic, self._note(self.ages[name]), RELIABLE, raw=True)

    def _note(self, ages: list[float]) -> Callable[[bytes], None]:
        def note(message: bytes) -> None:
            seconds, nanoseconds = STAMP.unpack_from(message)
            ages.append(time.time() - seconds - 1e-9 * nanoseconds)

        return note


class Visitor:
    """Client that receives every update of a page, and counts the updates in which the arm moved."""

    def __init__(self, url: str) -> None:
        self.updates = 0
        protocol = f"viser-v{viser.__version__}"
        self._socket = connect(url.replace("http", "ws", 1), subprotocols=[protocol], max_size=None, compression=None)  # type: ignore[list-item]
        self._socket.send(msgspec.msgpack.encode(CAMERA))  # the page only counts clients with a camera as visitors
        self._thread = threading.Thread(target=self._take)
        self._thread.start()

    def _take(self) -> None:
        try:
            while True:
                frame = bytes(self._socket.recv())
                packed = zstandard.decompress(frame[16 : 16 + int.from_bytes(frame[8:16], "little")])
                messages = msgspec.msgpack.decode(packed)["messages"]
                self.updates += any(message["type"] == "SetOrientationMessage" for message in messages)
        except ConnectionClosed:
            return

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
        self._thread.join()


class Bench:
    """The control loop, and the page that runs in parallel during some measurements."""

    def __init__(self, processes: Processes, rate: float, domain: int) -> None:
        self._processes = processes
        self._domain = domain
        start_ros(domain=domain)
        self._listener = Listener()
        self._executor = make_executor()
        self._executor.add_node(self._listener)
        start_node(processes, domain, "plant_node", rate=rate)
        start_node(
            processes,
            domain,
            "feedforward_node",
            autostart=True,
            state_timeout=0.3,
            restart_after_fault=True,
            brakes="supported",
        )
        start_node(processes, domain, "reference_node", rate=rate, autostart=True)
        self.listen(until=lambda: len(self._listener.ages["torque"]) > rate)

    def listen(self, seconds: float = 60.0, until: Callable[[], bool] = lambda: False) -> float:
        """Listen for some time or until a condition is met, and return the time that has passed, s."""
        began = time.monotonic()
        while not until():
            if time.monotonic() - began > seconds:
                break
            self._processes.check()
            self._executor.spin_once(timeout_sec=0.05)
        return time.monotonic() - began

    def measure(self, seconds: float) -> dict[str, float]:
        """Return rates (Hz) and latencies (s) of the loop, measured for `seconds`."""
        for ages in self._listener.ages.values():
            ages.clear()
        took = self.listen(seconds)
        figures = {}
        for name, ages in self._listener.ages.items():
            figures[f"{name} rate"] = len(ages) / took
            for share in (50, 95, 99):
                figures[f"{name} p{share}"] = float(np.percentile(ages, share))
        return figures

    def round(self, kind: str, seconds: float) -> dict[str, float]:
        """Measure the loop once: without the page, with the page, or with a visitor."""
        if kind == WITHOUT:
            self.listen(1.0)
            return self.measure(seconds)
        with Processes() as page:
            start_node(page, self._domain, "view_node", port=0)
            said: list[str] = []

            def live() -> bool:
                page.check()
                said[:] = re.findall(r"http://\S+", page.last_output("view_node", 5000))
                return bool(said) and "no browser is connected" in page.last_output("view_node", 5000)

            self.listen(60.0, live)
            visitor = Visitor(said[0]) if kind == SEEN else None
            self.listen(1.0)  # waits until initial messages are sent and topics are discovered
            if visitor and not self._listener.count_subscribers("feedforward_node/total"):
                raise RuntimeError("the page did not notice its visitor")
            pid = page._children["view_node"].pid
            before, updates, began = processor_time(pid), visitor.updates if visitor else 0, time.monotonic()
            figures = self.measure(seconds)
            took = time.monotonic() - began
            figures["page processor"] = (processor_time(pid) - before) / took
            if visitor:
                figures["page updates"] = (visitor.updates - updates) / took
                visitor.close()
            return figures


def start_node(processes: Processes, domain: int, name: str, **parameters: object) -> None:
    """Start a node of this package."""
    flags = [part for key, value in parameters.items() for part in ("-p", f"{key}:={str(value).lower()}")]
    command = [sys.executable, "-m", f"puma560_dynamics.nodes.{name}", "--ros-args", *flags]
    processes.start(name, command, {"ROS_DOMAIN_ID": str(domain)})


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=1000.0, help="rate of the loop, Hz")
    parser.add_argument("--seconds", type=float, default=6.0, help="length of one measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--domain", type=int, default=57, help="ROS domain")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    rounds: dict[str, list[dict[str, float]]] = {WITHOUT: [], UNSEEN: [], SEEN: []}
    with Processes() as processes:
        bench = Bench(processes, arguments.rate, arguments.domain)
        for _ in range(arguments.rounds):
            for kind, found in rounds.items():
                found.append(bench.round(kind, arguments.seconds))
    medians = {
        kind: {name: statistics.median(figures[name] for figures in found) for name in found[0]}
        for kind, found in rounds.items()
    }
    base = rounds[WITHOUT]
    ratios = {
        kind: {
            name: statistics.median(one[name] / other[name] for one, other in zip(found, base, strict=True))
            for name in base[0]
        }
        for kind, found in rounds.items()
    }
    if arguments.json:
        print(json.dumps({"ok": True, "rate_asked_Hz": arguments.rate, "medians": medians, "ratios": ratios}, indent=2))
        return
    load, cores = os.getloadavg()[1], os.cpu_count()
    print(
        f"{arguments.rounds} rounds of {arguments.seconds:g} s at {arguments.rate:g} Hz; medians, × {WITHOUT}; ", end=""
    )
    print(f"load of the last 5 minutes {load:.1f} on {cores} cores (above {cores}, others were at work too)")
    for kind, figures in medians.items():
        print(f"{kind}:")
        for name, value in figures.items():
            shown = f"{1e3 * value:8.2f} ms" if " p" in name and name in base[0] else f"{value:8.1f} Hz"
            if name == "page processor":
                shown = f"{100 * value:8.1f} % of a core"
            print(f"  {name:<18} {shown}" + (f"   × {ratios[kind][name]:.2f}" if name in base[0] else ""))


if __name__ == "__main__":
    main()
