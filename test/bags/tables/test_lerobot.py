"""A LeRobot data set is a recording by its folder, with its joint names and its episodes one after the other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import ReplaySettings, compare_recording, load_arm, load_model
from puma560_dynamics.bags.tables.lerobot import GAP, INFO, is_lerobot, read_lerobot
from puma560_dynamics.errors import BagError

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

DESCRIPTION = light_arm(fingers=False)
JOINTS = load_arm(DESCRIPTION).joint_names


def swing(seconds: float, seed: int) -> dict[str, np.ndarray]:
    """A multi-sine of the light arm at 100 Hz, with the effort that it takes."""
    rng, arm = np.random.default_rng(seed), load_arm(DESCRIPTION)
    time = np.arange(round(seconds * 100.0)) / 100.0
    omega, phase = rng.uniform(1.0, 4.0, arm.n), rng.uniform(0.0, 6.0, arm.n)
    angle = omega * time[:, None] + phase
    q, qd, qdd = 0.5 * np.sin(angle), 0.5 * omega * np.cos(angle), -0.5 * omega**2 * np.sin(angle)
    effort = load_model("newton_euler", arm).torque(q, qd, qdd)
    return {"timestamp": time, "observation.state": q, "observation.effort": effort}


def write(folder: Path, episodes: list[dict[str, np.ndarray]], names: Any, together: bool = False) -> Path:
    """Write episodes as version 2 does (a file each), or as version 3 (together)."""
    (folder / "meta").mkdir(parents=True)
    shape = {"dtype": "float32", "shape": [len(JOINTS)], "names": names}
    features = {name: shape for name in episodes[0] if name != "timestamp"}
    (folder / INFO).write_text(json.dumps({"fps": 100, "features": features}))
    data = folder / "data" / "chunk-000"
    data.mkdir(parents=True)
    tables = []
    for number, episode in enumerate(episodes):
        columns = {name: values.tolist() for name, values in episode.items()}
        tables.append(pa.table({**columns, "episode_index": [number] * len(episode["timestamp"])}))
    if together:
        parquet.write_table(pa.concat_tables(tables), data / "file-000.parquet")
    else:
        for number, table in enumerate(tables):
            parquet.write_table(table, data / f"episode_{number:06d}.parquet")
    return folder


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("names", [[f"{name}.pos" for name in JOINTS], {"motors": list(JOINTS)}])
def test_a_folder_is_a_recording(tmp_path: Path, together: bool, names: Any):
    folder = write(tmp_path / "set", [swing(8.0, 0), swing(6.0, 1)], names, together)
    table = read_lerobot(folder)
    assert is_lerobot(folder) and table.names[:2] == ("time", f"{JOINTS[0]}.position") and table.rows == 1400
    assert np.diff(table.columns[0]).max() == pytest.approx(GAP)
    found = compare_recording(folder, ReplaySettings(arm=DESCRIPTION, model="newton_euler", models=()))
    assert found.timing.segments == 2
    assert found.total["effort"].rms.max() < 0.01 * np.abs(swing(8.0, 0)["observation.effort"]).max()


def test_joints_without_names_are_those_of_the_arm(tmp_path: Path):
    table = read_lerobot(write(tmp_path / "set", [swing(3.0, 0)], None))
    assert table.names[1] == "0.position"


def test_what_is_no_data_set_is_refused(tmp_path: Path):
    (tmp_path / "meta").mkdir()
    (tmp_path / INFO).write_text("{}")
    with pytest.raises(BagError, match="no features"):
        read_lerobot(tmp_path)
    (tmp_path / INFO).write_text(json.dumps({"features": {"action": {"shape": [6]}}}))
    with pytest.raises(BagError, match="no joint states"):
        read_lerobot(tmp_path)
