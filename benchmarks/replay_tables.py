"""Compare the replay of one recording in every format with a user's own script: `python benchmarks/replay_tables.py`.

The recording is a simulated motion of a Panda at 500 Hz with position, velocity and effort of seven joints, written as
CSV, Parquet, NPZ and MCAP. `replay_peer.py` is the user's script. Both take turns in separate processes; the table has
medians of the processor time (user and system) and the largest resident memory. Replay also computes the band, every
model and the causes. An hour: ``--seconds 3600 --rounds 1`` (1.5 GB in the folder, about eight minutes).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from native import Unavailable
from replay_peer import largest_memory
from robot_files import folder

from puma560_dynamics import ReplaySettings, compare_recording, load_arm, load_model, recording_to_bag

RATE = 500.0
PIECE = 50_000
FORMATS = ("run.csv", "run.parquet", "run.npz", "bag")
PANDA = ("example-robot-data", "panda_description/urdf/panda.urdf")
NOISE = {"q": 1e-5, "qd": 1e-4, "tau": 0.05}
"""Standard deviation of the noise, rad, rad/s, N·m."""

ALIKE = 0.02
"""Largest relative difference of the RMS of both: their filters are not the same."""


@dataclass(frozen=True)
class Measured:
    """One run in a process.

    Attributes:
        cpu: processor time, s.
        memory: largest resident memory, MB.
        rms: (n,) N·m.
    """

    cpu: float
    memory: float
    rms: np.ndarray


def write(place: Path, description: Path, seconds: float) -> None:
    """Write the recording in every format."""
    import pyarrow
    import pyarrow.csv
    import pyarrow.parquet

    arm = load_arm(str(description))
    model, n = load_model("pinocchio", arm), arm.n
    random, time = np.random.default_rng(1), np.arange(int(seconds * RATE)) / RATE
    frequency, size = 2 * np.pi * np.array([0.1, 0.206, 0.291, 0.404, 0.495]), 0.2 / np.arange(1, 6)
    phase = random.uniform(0, 2 * np.pi, (n, 5))
    middle = np.array([0.5 * (joint.lower + joint.upper) for joint in arm.joints])
    groups = {name: np.empty((len(time), n)) for name in NOISE}
    for first in range(0, len(time), PIECE):
        part = slice(first, first + PIECE)
        angle = time[part, None, None] * frequency + phase
        q = middle + (size * np.sin(angle)).sum(axis=2)
        qd, qdd = (size * frequency * np.cos(angle)).sum(axis=2), -(size * frequency**2 * np.sin(angle)).sum(axis=2)
        tau = model.torque(q, qd, qdd) + np.tanh(qd / 0.02) + qd
        for name, values in (("q", q), ("qd", qd), ("tau", tau)):
            groups[name][part] = np.round(values + random.normal(0.0, NOISE[name], values.shape), 9)
    stamps = np.round(1.7e9 + time, 6)
    np.savez(place / "run.npz", t=stamps, q=groups["q"], qd=groups["qd"], tau=groups["tau"])
    named = {f"{name}{k + 1}": values[:, k] for name, values in groups.items() for k in range(n)}
    table = pyarrow.table({"t": stamps, **named})
    pyarrow.csv.write_csv(table, place / "run.csv")
    pyarrow.parquet.write_table(table, place / "run.parquet")
    recording_to_bag(place / "run.npz", place / "bag", ReplaySettings(arm=str(description)))


def ours(path: Path, description: Path) -> None:
    """Replay a recording in this process, and print the RMS of each joint as JSON."""
    found = compare_recording(path, ReplaySettings(arm=str(description), friction="none", velocity="filtered"))
    rms = found.total["effort"].rms.tolist()
    print(json.dumps({"samples": found.timing.count, "rms": rms, "memory": largest_memory()}))


def measured(command: list[str]) -> Measured:
    """Run a command, and return what it took.

    Raises:
        RuntimeError: it failed.
    """
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with exit code {process.returncode}")
    found = json.loads(text)
    return Measured(usage.ru_utime + usage.ru_stime, found["memory"], np.array(found["rms"]))


def table(results: dict[str, list[tuple[Measured, Measured]]]) -> str:
    """Return the medians as Markdown; `results` has pairs of replay and script by format."""
    lines = ["| format | replay, s | script, s | ratio | replay, MB | script, MB | largest difference of the RMS |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]  # fmt: skip
    for name, pairs in results.items():
        fast, slow = (statistics.median(pair[k].cpu for pair in pairs) for k in (0, 1))
        ratio = statistics.median(own.cpu / other.cpu for own, other in pairs)
        memory = [max(pair[k].memory for pair in pairs) for k in (0, 1)]
        apart = max(float(np.max(np.abs(own.rms / other.rms - 1.0))) for own, other in pairs)
        lines.append(
            f"| {name.removeprefix('run.')} | {fast:.1f} | {slow:.1f} | {ratio:.2f} | {memory[0]:.0f} "
            f"| {memory[1]:.0f} | {100 * apart:.2g} % |"
        )
    return "\n".join(lines)


def main() -> int:
    """Write the recording, measure both, and print the table; the exit code is 1 if their results differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120.0, help="length of the recording (default: 120)")
    parser.add_argument("--rounds", type=int, default=3, help="number of runs of each (default: 3)")
    parser.add_argument("--description", type=Path, help="URDF of the arm (default: the Panda of example-robot-data)")
    parser.add_argument("--replay", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    try:
        description = arguments.description or folder(PANDA[0]) / PANDA[1]
    except Unavailable as reason:
        print(f"not measured: {reason}", file=sys.stderr)
        return 1
    if arguments.replay is not None:
        ours(arguments.replay, description)
        return 0
    load_model("generated", load_arm(str(description)))  # derived once per arm, and then kept
    results: dict[str, list[tuple[Measured, Measured]]] = {name: [] for name in FORMATS}
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        write(place, description, arguments.seconds)
        own = [sys.executable, __file__, "--description", str(description), "--replay"]
        peer = [sys.executable, str(Path(__file__).with_name("replay_peer.py"))]
        for _ in range(arguments.rounds):
            for name, pairs in results.items():
                path = str(place / name)
                pairs.append((measured([*own, path]), measured([*peer, path, str(description)])))
    reader = "pandas" if find_spec("pandas") is not None else "pyarrow, because pandas is not installed"
    print(f"{arguments.seconds:g} s at {RATE:g} Hz, seven joints; the script reads CSV and Parquet with {reader}\n")
    print(table(results))
    differ = any(np.any(np.abs(a.rms / b.rms - 1.0) > ALIKE) for pairs in results.values() for a, b in pairs)
    if differ:
        print(f"the results differ by more than {100 * ALIKE:g} %", file=sys.stderr)
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
