"""Compare reading a bag to arrays with reading it message by message with `rosbags`.

Both take turns in every round; results are medians of the ratios of processor time.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rosbags.rosbag2 import Reader

from puma560_dynamics import load_arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.reading.bag_recording import open_recording
from puma560_dynamics.replay.settings import ReplaySettings

sys.path.insert(0, str(Path(__file__).parent.parent / "test" / "replay"))
from helpers.replay.bags import JOINTS, STORE, random_states, state_messages, write_messages

COUNT = 150_000
ROUNDS = 3
KINDS = [("mcap", None), ("mcap", "chunks"), ("mcap", "message"), ("mcap", "file"), ("sqlite3", None)]


def ours(path: Path) -> int:
    """Read a bag in blocks, and return the number of joint states."""
    recording = open_recording([path], load_arm("akb1986"), ReplaySettings(), Findings())
    return sum(len(block.states.stamp) for block in recording.blocks())


def theirs(path: Path) -> int:
    """Read a bag message by message with `rosbags`, and return the number of joint states."""
    with Reader(path) as reader:
        return sum(1 for c, _, data in reader.messages(reader.connections) if STORE.deserialize_cdr(data, c.msgtype))


def seconds(read: Callable[[Path], int], path: Path) -> float:
    """Return the processor time of one reading, s."""
    before = time.process_time()
    if read(path) != COUNT:
        raise RuntimeError(f"{read.__name__} did not read all of {path}")
    return time.process_time() - before


def main() -> None:
    """Measure, and print a table."""
    print(f"{COUNT} joint states of six joints; million messages a second, and how many times faster")
    messages = state_messages("/joint_states", JOINTS, random_states(np.random.default_rng(0), COUNT))
    with tempfile.TemporaryDirectory() as folder:
        for storage, compression in KINDS:
            path = Path(folder) / f"{storage}_{compression}"
            write_messages(path, messages, storage=storage, compression=compression)
            rounds = [(seconds(ours, path), seconds(theirs, path)) for _ in range(ROUNDS)]
            fast = statistics.median(a for a, _ in rounds)
            ratio = statistics.median(b / a for a, b in rounds)
            print(f"{storage:8} {compression or 'none':8} {COUNT / fast / 1e6:6.2f} {ratio:6.1f}x")


if __name__ == "__main__":
    main()
