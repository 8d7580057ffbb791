"""The table of samples: what goes in comes out, in pieces, with units, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.arm import load_arm
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.parquet import ParquetWriter
from puma560_dynamics.replay.settings import ReplaySettings

parquet = pytest.importorskip("pyarrow.parquet")

ARM = load_arm("akb1986")


def piece(count: int, segment: int, seed: int) -> tuple[Motion, dict[str, np.ndarray]]:
    """Random samples; the first has no command."""
    generator = np.random.default_rng(seed)
    q, qd, qdd, effort, command, gravity, model, band = generator.normal(size=(8, count, ARM.n))
    command[0] = np.nan
    used = generator.random(count) > 0.5
    motion = Motion(
        segment, np.arange(float(count)) * 0.004 + segment, q, qd, qdd, effort, command, {"gravity": gravity}, used
    )
    return motion, {"model": model, "band": band}


@pytest.fixture
def pieces() -> list[tuple[Motion, dict[str, np.ndarray]]]:
    return [piece(500, 0, 1), piece(300, 1, 2)]


def test_samples_come_back(pieces: list[tuple[Motion, dict[str, np.ndarray]]], tmp_path: Path) -> None:
    path = tmp_path / "samples.parquet"
    with ParquetWriter(path, ARM, ReplaySettings()) as writer:
        for motion, torques in pieces:
            writer.add(motion, torques)
    table = parquet.read_table(path)
    assert table.num_rows == 800
    np.testing.assert_array_equal(table["time_s"], np.concatenate([motion.time for motion, _ in pieces]))
    np.testing.assert_array_equal(table["used"], np.concatenate([motion.used for motion, _ in pieces]))
    assert table["segment"].to_pylist() == [0] * 500 + [1] * 300
    for joint, name in enumerate(ARM.joint_names):
        for column, values in (
            ("q_rad", [motion.q for motion, _ in pieces]),
            ("qdd_rad_per_s2", [motion.qdd for motion, _ in pieces]),
            ("published_gravity_Nm", [motion.terms["gravity"] for motion, _ in pieces]),
            ("model_Nm", [torques["model"] for _, torques in pieces]),
        ):
            np.testing.assert_array_equal(table[f"{name}.{column}"], np.concatenate(values)[:, joint])


def test_what_a_sample_does_not_have_is_null(
    pieces: list[tuple[Motion, dict[str, np.ndarray]]], tmp_path: Path
) -> None:
    with ParquetWriter(tmp_path / "a.parquet", ARM, ReplaySettings()) as writer:
        for each in pieces:
            writer.add(*each)
    assert parquet.read_table(tmp_path / "a.parquet")["joint1.command_Nm"].null_count == 2


def test_units_settings_and_a_row_group_a_piece(
    pieces: list[tuple[Motion, dict[str, np.ndarray]]], tmp_path: Path
) -> None:
    path = tmp_path / "a.parquet"
    with ParquetWriter(path, ARM, ReplaySettings(cut_off=12.0), "morning") as writer:
        for each in pieces:
            writer.add(*each)
    schema = parquet.read_schema(path)
    units = {
        name: schema.field(name).metadata[b"unit"].decode() for name in ("time_s", "joint1.q_rad", "joint6.band_Nm")
    }
    assert units == {"time_s": "s", "joint1.q_rad": "rad", "joint6.band_Nm": "N·m"}
    assert schema.field("joint2.qdd_rad_per_s2").metadata[b"unit"].decode() == "rad/s²"
    assert schema.field("used").metadata is None
    about = json.loads(schema.metadata[b"puma560_replay"])
    assert about["recording"] == "morning"
    assert about["settings"]["cut_off_Hz"] == 12.0
    assert parquet.ParquetFile(path).num_row_groups == 2


def test_an_error_leaves_no_file(pieces: list[tuple[Motion, dict[str, np.ndarray]]], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), ParquetWriter(tmp_path / "a.parquet", ARM, ReplaySettings()) as writer:
        writer.add(*pieces[0])
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_no_piece_makes_a_table_without_rows(tmp_path: Path) -> None:
    writer = ParquetWriter(tmp_path / "a.parquet", ARM, ReplaySettings())
    writer.close()
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.num_rows == 0
    assert "joint6.effort_Nm" in table.column_names


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Puma560Error, match="cannot be written"):
        ParquetWriter(tmp_path / "none" / "a.parquet", ARM, ReplaySettings())
