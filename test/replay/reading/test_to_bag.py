"""A recording written as a bag reads back to the same samples."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("rosbags")
pytest.importorskip("mcap")
from puma560_dynamics import BagError, ReplaySettings, read_bag, read_recording
from puma560_dynamics.bags.joint_messages import JointMessages
from puma560_dynamics.replay.reading.to_bag import recording_to_bag

EXAMPLE = Path(__file__).parents[3] / "examples" / "pick_and_place"
GENERATOR = np.random.default_rng(8)
N = 300
SETTINGS = ReplaySettings(columns="time.unit=ns")


def recording() -> dict[str, np.ndarray]:
    """Every bit of the numbers is in use; stamps are uneven."""
    stamp = 1_700_000_000_000_000_000 + np.cumsum(GENERATOR.integers(3_900_000, 4_100_000, N))
    phase = 1e-9 * (stamp - stamp[0])[:, None] + np.arange(6.0)
    effort = GENERATOR.normal(size=(N, 6))
    effort[5, 2] = np.nan
    return {"t": stamp, "q": 0.3 * np.sin(phase), "qd": 0.3 * np.cos(phase), "tau": effort, "qdd": -0.3 * np.sin(phase)}


def same(one: object, other: object) -> None:
    for field in fields(one):  # type: ignore[arg-type]
        np.testing.assert_array_equal(getattr(one, field.name), getattr(other, field.name), field.name)


def test_a_table_reads_back_bit_for_bit(tmp_path: Path):
    data = recording()
    recording_to_bag(data, tmp_path / "bag", SETTINGS)
    before, after = read_recording(data, settings=SETTINGS), read_bag(tmp_path / "bag")
    same(before.states, after.states)
    same(before.reference, after.reference)
    assert not len(after.commands.log_time)


def test_what_is_missing_stays_missing(tmp_path: Path):
    data = {name: values for name, values in recording().items() if name in ("t", "q")}
    recording_to_bag(data, tmp_path / "bag", SETTINGS)
    after = read_bag(tmp_path / "bag").states
    np.testing.assert_array_equal(after.position, data["q"])
    assert np.isnan(after.velocity).all() and np.isnan(after.effort).all()


def test_a_bag_reads_back_as_a_bag(tmp_path: Path):
    recording_to_bag(EXAMPLE, tmp_path / "bag")
    before, after = read_bag(EXAMPLE), read_bag(tmp_path / "bag")
    same(before.states, after.states)
    same(before.commands, after.commands)
    same(before.reference, after.reference)


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path):
    with pytest.raises(BagError, match="exists already"):
        recording_to_bag(recording(), tmp_path, SETTINGS)
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_of_a_bag_that_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> bytes:
        raise BagError("the disk is full")

    monkeypatch.setattr(JointMessages, "state", full)
    with pytest.raises(BagError, match="the disk is full"):
        recording_to_bag(recording(), tmp_path / "bag", SETTINGS)
    assert not (tmp_path / "bag").exists()


def test_a_time_that_no_message_holds_is_refused(tmp_path: Path):
    late = recording()
    late["t"] = late["t"] + 1_000_000_000_000_000_000
    with pytest.raises(BagError, match="after 2038"):
        recording_to_bag(late, tmp_path / "bag", SETTINGS)
    assert not (tmp_path / "bag").exists()
