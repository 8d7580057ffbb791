"""Recordings that no one would make on purpose: each is read, or refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from bags import random_states, write_bag

from puma560_dynamics import load_arm
from puma560_dynamics.replay.analyse import analyse
from puma560_dynamics.replay.findings import Findings
from puma560_dynamics.replay.recording import open_recording
from puma560_dynamics.replay.samples import Block, CommandSamples
from puma560_dynamics.replay.settings import ReplaySettings

ARM = load_arm("akb1986")


def read(path: Path) -> tuple[list[Block], dict[str, int]]:
    """Blocks, and counts of what was lost."""
    findings = Findings()
    blocks = list(open_recording([path], ARM, ReplaySettings(), findings).blocks())
    return blocks, {finding.kind: finding.count for finding in findings.warnings}


@pytest.mark.parametrize("wild", [np.inf, -1e300])
def test_numbers_that_nobody_measured_are_left_out(tmp_path: Path, wild: float):
    states = random_states(np.random.default_rng(1), 400, rate=250.0)
    states.effort[200, 2] = states.velocity[100, 1] = states.position[300, 0] = wild
    commands = CommandSamples(states.log_time, states.effort.copy())
    path = write_bag(tmp_path / "bag", states=states, commands=commands)
    (block,), found = read(path)
    assert np.isnan(block.states.effort[200, 2]) and np.isnan(block.commands.effort[200, 2])
    assert np.isnan(block.states.position[300, 0]) and np.isnan(block.states.velocity[100, 1])
    assert np.isfinite(block.states.effort).sum() == 6 * 400 - 1
    assert found == {"not_believable": 1}  # four fields, one number each
    analysis = analyse([path], ReplaySettings(models=("full",), model="full"))
    assert np.isfinite(analysis.total["effort"].rms).all() and np.isfinite(analysis.total["command"].rms).all()
    assert {"not_believable", "not_finite", "command_not_finite"} <= {f.kind for f in analysis.findings if f.loss}


@pytest.mark.parametrize(
    "listed", ["bag_0.mcap", "[..]", f"[{'x' * 5000}]", "[bag_0.mcap, 3]", "[folder.mcap]"], ids=lambda text: text[:12]
)
def test_metadata_that_list_what_no_file_can_be(tmp_path: Path, listed: str):
    bag = write_bag(tmp_path / "bag", states=random_states(np.random.default_rng(1), 10))
    (bag / "folder.mcap").mkdir()
    (bag / "metadata.yaml").write_text(
        f"rosbag2_bagfile_information: {{relative_file_paths: {listed}, topics_with_message_count: []}}"
    )
    (block,), found = read(bag)
    assert len(block.states.stamp) == 10 and set(found) & {"missing_file", "damaged_metadata"}


def test_metadata_that_count_without_end(tmp_path: Path):
    bag = write_bag(tmp_path / "bag", states=random_states(np.random.default_rng(1), 10))
    text = (bag / "metadata.yaml").read_text()
    (bag / "metadata.yaml").write_text(text.replace("message_count: 10", "message_count: .inf"))
    assert text != (bag / "metadata.yaml").read_text()
    (block,), found = read(bag)
    assert len(block.states.stamp) == 10 and found == {"damaged_metadata": 1}
