"""Compare the replay of a long bag with reading the bag message by message: `python benchmarks/replay_hour.py`.

The script writes a bag of joint states and commands at 1 kHz in a temporary folder (2.6 GB and some minutes for an
hour). Then, from a warm cache, it deserialises every joint state with rosbags (a part of the bag, scaled to two
readings), and analyses the bag with every model. It prints the ratio and the largest memory of the analysis.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.bags.writer import BagWriter

RATE = 1000.0
PIECE = 100_000
READ = 200_000
"""Number of messages that are read with rosbags to measure its rate."""

START = 1_700_000_000_000_000_000
JOINTS = ("joint1", "joint2", "joint3", "joint4", "joint5", "joint6")


def motion(time: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return positions, velocities and accelerations of multi-sines about a pose in the middle of the range."""
    frequency = 2 * np.pi * np.arange(1, 6) * 0.1
    phase = random.uniform(0, 2 * np.pi, (6, 5))
    size = 0.15 / np.arange(1, 6)
    angle = time[:, None, None] * frequency + phase
    q = np.array([0.0, -1.2, 1.2, 0.3, 0.4, 0.0]) + (size * np.sin(angle)).sum(axis=2)
    return q, (size * frequency * np.cos(angle)).sum(axis=2), -(size * frequency**2 * np.sin(angle)).sum(axis=2)


def write(folder: Path, seconds: float) -> int:
    """Write a bag of a moving arm, and return the number of joint states."""
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_JAZZY)
    types = store.types
    stamp = types["builtin_interfaces/msg/Time"](sec=0, nanosec=0)
    header = types["std_msgs/msg/Header"](stamp=stamp, frame_id="")
    zeros = np.zeros(6)
    state = types["sensor_msgs/msg/JointState"](header, list(JOINTS), zeros, zeros, zeros)
    layout = types["std_msgs/msg/MultiArrayLayout"](dim=[], data_offset=0)
    command = types["std_msgs/msg/Float64MultiArray"](layout, zeros)
    templates = {
        "/joint_states": bytes(store.serialize_cdr(state, "sensor_msgs/msg/JointState")),
        "/effort_controller/commands": bytes(store.serialize_cdr(command, "std_msgs/msg/Float64MultiArray")),
    }
    random = np.random.default_rng(1)
    model = load_model("generated", load_arm())
    total = int(seconds * RATE)
    with BagWriter(folder) as bag:
        bag.topic("/joint_states", "sensor_msgs/msg/JointState")
        bag.topic("/effort_controller/commands", "std_msgs/msg/Float64MultiArray")
        for first in range(0, total, PIECE):
            count = min(PIECE, total - first)
            seconds_since = np.arange(first, first + count) / RATE
            q, qd, qdd = motion(seconds_since, np.random.default_rng(2))
            torque = model.torque(q, qd, qdd) + 5.0 * np.tanh(qd / 0.05) + random.normal(0.0, 0.1, q.shape)
            stamps = START + np.arange(first, first + count) * int(1e9 / RATE)
            rows = np.tile(np.frombuffer(templates["/joint_states"], dtype=np.uint8), (count, 1))
            rows[:, 4:12] = np.stack([stamps // 10**9, stamps % 10**9], axis=1).astype("<u4").view(np.uint8)
            numbers = np.ascontiguousarray(np.concatenate([q, qd, torque], axis=1))
            for field in range(3):  # the arrays are at the end of the message, each after its length
                end = rows.shape[1] - (2 - field) * (48 + 8)
                rows[:, end - 48 : end] = np.ascontiguousarray(numbers[:, 6 * field : 6 * field + 6]).view(np.uint8)
            orders = np.tile(np.frombuffer(templates["/effort_controller/commands"], dtype=np.uint8), (count, 1))
            orders[:, -48:] = np.ascontiguousarray(torque).view(np.uint8)
            for when, row, order in zip(stamps.tolist(), rows, orders, strict=True):
                bag.write("/joint_states", when + 200_000, row.tobytes())
                bag.write("/effort_controller/commands", when + 500_000, order.tobytes())
    return total


def read(folder: Path, most: int) -> float:
    """Return the rate at which rosbags deserialises joint states one by one, 1/s."""
    from rosbags.highlevel import AnyReader

    with AnyReader([folder]) as reader:
        wanted = [each for each in reader.connections if each.topic == "/joint_states"]
        began, count = time.perf_counter(), 0
        for connection, _, raw in reader.messages(wanted):
            reader.deserialize(raw, connection.msgtype)
            count += 1
            if count == most:
                break
        return count / (time.perf_counter() - began)


def analyse(folder: Path) -> tuple[float, float, int]:
    """Return time in s, peak memory in MB and number of samples of an analysis in this process."""
    from puma560_dynamics.replay.analyse import analyse as replay
    from puma560_dynamics.replay.settings import ReplaySettings

    began = time.perf_counter()
    found = replay([folder], ReplaySettings())
    took = time.perf_counter() - began
    return took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, found.timing.count


def main() -> None:
    """Write the bag, time reading and replay, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300.0, help="length of the bag (default: 300; an hour: 3600)")
    parser.add_argument("--bag", type=Path, help="a bag to use, made if it does not exist (default: a temporary one)")
    parser.add_argument("--analyse", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.analyse:
        print(json.dumps(analyse(arguments.analyse)))
        return
    with tempfile.TemporaryDirectory() as place:
        folder = arguments.bag or Path(place) / "long"
        if not folder.exists():
            count = write(folder, arguments.seconds)
            print(f"wrote {count} joint states")
        rates, times = [], []
        for _ in range(3 if arguments.seconds <= 600 else 1):
            rates.append(read(folder, READ))
            own = [sys.executable, __file__, "--analyse", str(folder)]
            times.append(json.loads(subprocess.run(own, check=True, capture_output=True, text=True).stdout))
    took, memory, samples = sorted(times)[len(times) // 2]
    rate = sorted(rates)[len(rates) // 2]
    twice = 2 * samples / rate
    print(f"rosbags, twice, message by message: {twice:.1f} s ({rate:.0f} joint states/s)")
    print(f"replay, every model: {took:.1f} s ({samples / took:.0f} samples/s), {memory:.0f} MB at most")
    print(f"replay / reading twice: {took / twice:.2f}")


if __name__ == "__main__":
    main()
