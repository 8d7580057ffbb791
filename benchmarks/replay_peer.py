"""Compare a recording with Pinocchio as a user would write it, without this package: `python replay_peer.py FILE URDF`.

Reads the file with pandas (pyarrow if pandas is not installed; rosbags for a bag), filters and differentiates the
positions with scipy, computes the torque row by row with `pinocchio.rnea`, and prints the RMS of the difference as
JSON. The whole recording is in memory.
"""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np

CUT_OFF, EDGE = 15.0, 0.2
"""Cut-off of the filter, Hz, and time at both ends that is not compared, s."""

Arrays = dict[str, np.ndarray]


def read(path: Path) -> Arrays:
    """Return the arrays ``t`` (N,), ``q`` and ``tau`` (N, n) of a recording."""
    if path.is_dir():
        return read_bag(path)
    if path.suffix == ".npz":
        with np.load(path) as loaded:
            return {name: loaded[name] for name in ("t", "q", "tau")}
    if find_spec("pandas") is not None:
        import pandas

        frame = pandas.read_csv(path) if path.suffix == ".csv" else pandas.read_parquet(path)
        named = {str(name): frame[name].to_numpy() for name in frame.columns}
    else:
        import pyarrow.csv
        import pyarrow.parquet

        table = pyarrow.csv.read_csv(path) if path.suffix == ".csv" else pyarrow.parquet.read_table(path)
        named = {name: table[name].to_numpy() for name in table.column_names}
    n = sum(name.startswith("tau") for name in named)
    return {"t": named["t"], **{a: np.column_stack([named[f"{a}{k + 1}"] for k in range(n)]) for a in ("q", "tau")}}


def read_bag(path: Path) -> Arrays:
    """Return the arrays of a bag's joint states, read message by message with rosbags."""
    from rosbags.highlevel import AnyReader
    from rosbags.typesys import Stores, get_typestore

    times, positions, efforts = [], [], []
    with AnyReader([path], default_typestore=get_typestore(Stores.ROS2_JAZZY)) as reader:
        wanted = [each for each in reader.connections if each.topic == "/joint_states"]
        for connection, _, raw in reader.messages(wanted):
            message = reader.deserialize(raw, connection.msgtype)
            times.append(message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec)
            positions.append(message.position)
            efforts.append(message.effort)
    return {"t": np.array(times), "q": np.array(positions), "tau": np.array(efforts)}


def largest_memory() -> float:
    """Return the largest resident memory of this process, MB; what was there before it began does not count."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) / 1024


def main() -> None:
    """Compare, and print the RMS of each joint."""
    import pinocchio
    from scipy.signal import butter, filtfilt

    recorded = read(Path(sys.argv[1]))
    time, q = recorded["t"], recorded["q"]
    period = float(np.median(np.diff(time)))
    b, a = butter(2, CUT_OFF, fs=1.0 / period)
    smooth = filtfilt(b, a, q, axis=0)
    velocity = np.gradient(smooth, period, axis=0)
    acceleration = np.gradient(velocity, period, axis=0)
    model = pinocchio.buildModelFromUrdf(sys.argv[2])
    n = q.shape[1]
    aside = list(range(n + 1, model.njoints))
    model = pinocchio.buildReducedModel(model, aside, pinocchio.neutral(model)) if aside else model
    data = model.createData()
    torque = np.array([pinocchio.rnea(model, data, *row) for row in zip(q, velocity, acceleration, strict=True)])
    used = (time > time[0] + EDGE) & (time < time[-1] - EDGE)
    rms = np.sqrt(np.mean((recorded["tau"] - torque)[used] ** 2, axis=0))
    print(json.dumps({"samples": len(time), "rms": rms.tolist(), "memory": largest_memory()}))


if __name__ == "__main__":
    main()
