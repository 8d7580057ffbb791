"""The whole way by the commands a person types: excite, play, record, identify, replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from helpers.identification.laboratory import NOISE, PERIOD, follow, hidden_arm

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.cli import command as cli
from puma560_dynamics.control.trajectory.joint_path import Present
from puma560_dynamics.control.trajectory.trajectory_effort import TrajectoryEffort
from puma560_dynamics.control.trajectory.waypoints import Waypoint
from puma560_dynamics.identification.windows import WINDOW
from puma560_dynamics.replay.analyse import analyse
from puma560_dynamics.replay.reading.samples import JointSamples
from puma560_dynamics.replay.settings import ReplaySettings

RECORDED = 2.0 * PERIOD
"""s from sample to sample."""

START = 1_795_000_000 * 10**9  # ns


def played(arm: Arm, truth: Arm, message: Path, bag: Path, rng: np.random.Generator) -> None:
    """Send the trajectory through the feed-forward, from its first point on, and record what `truth` does."""
    from helpers.replay.bags import write_bag

    data = yaml.safe_load(message.read_text(encoding="utf-8"))
    points = [
        Waypoint(
            point["time_from_start"]["sec"] + 1e-9 * point["time_from_start"]["nanosec"],
            *(point[key] for key in ("positions", "velocities", "accelerations", "effort")),
        )
        for point in data["points"]
    ]
    there = Present(np.array(points[0].positions), np.zeros(arm.n))
    filled = TrajectoryEffort(load_model("generated", arm)).fill(data["joint_names"], points, present=there)
    path = filled.path
    time = np.arange(points[0].time, path.times[-1], PERIOD)
    q, qd, _ = path.at(time)
    ahead = np.column_stack([np.interp(time, path.times, effort) for effort in filled.effort.T])
    got = follow(arm, truth, q, qd, ahead, rng, old=0.05)
    stamp = START + np.round(1e9 * got.time).astype(np.int64)
    write_bag(bag, states=JointSamples(stamp, stamp, got.position, np.full_like(got.position, np.nan), got.effort))


def printed(capsys: pytest.CaptureFixture[str], words: str, *paths: Path) -> dict[str, Any]:
    """What a command prints with --json; `paths` stand where it says {}."""
    capsys.readouterr()
    assert cli.main([*words.format(*paths).split(), "--json"]) == 0
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


def test_from_excitation_to_a_replay_that_is_good(arm: Arm, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A hidden arm moved by the paper's numbers, then judged with the numbers that were found."""
    pytest.importorskip("rosbags")
    rng = np.random.default_rng(17)
    truth = hidden_arm(arm, rng)
    first, second, mine = (tmp_path / name for name in ("first", "second", "mine.yaml"))
    for seed, bag in ((1, first), (2, second)):
        message = bag.with_suffix(".yaml")
        printed(capsys, f"excite --seed {seed} --rounds 1 --harmonics 3 --period 12 --periods 1 -o {{}}", message)
        played(arm, truth, message, bag, rng)
    found = printed(capsys, "identify {} --held-out {} -o {}", first, second, mine)
    left = np.array([joint["rms"]["held_out"]["after"] for joint in found["joints"]])
    noise = NOISE * np.sqrt(1.5 * RECORDED / WINDOW)  # of white noise, what a mean by a Hann window leaves
    assert (left < 2.0 * noise).all()
    before, after = (
        analyse([second], ReplaySettings(arm=str(which), model="newton_euler", models=("newton_euler",)))
        for which in ("akb1986", mine)
    )
    assert before.verdict.level != "good"
    assert after.verdict.level == "good"
