"""One recording in every form gives the same samples."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.replay.bags import write_bag

from puma560_dynamics import BagError, ReplaySettings, load_arm, read_bag, read_recording
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.reading import samples
from puma560_dynamics.replay.reading.bag_recording import open_recording
from puma560_dynamics.replay.reading.samples import JointSamples

N = 400
COLUMNS = "t=0 t.unit=ns q=1:7 qd=7:13 effort=13:19"


def _states() -> JointSamples:
    generator = np.random.default_rng(11)
    stamp = 1_700_000_000_000_000_000 + 4_000_000 * np.arange(N, dtype=np.int64)
    phase = generator.uniform(0.0, 6.0, 6)
    angle = 2e-9 * (stamp - stamp[0])[:, None] + phase
    return JointSamples(stamp, stamp, 0.5 * np.sin(angle), np.cos(angle), generator.normal(size=(N, 6)))


STATES = _states()
COLUMN_DATA = {"t": STATES.stamp, "q": STATES.position, "qd": STATES.velocity, "tau": STATES.effort}


def _csv(folder: Path) -> Any:
    numbers = np.column_stack((STATES.position, STATES.velocity, STATES.effort)).tolist()
    lines = [",".join([str(1e-9 * int(t - STATES.stamp[0]) + 5.0), *map(repr, row)])
             for t, row in zip(STATES.stamp, numbers, strict=True)]  # fmt: skip
    (folder / "run.csv").write_text("\n".join(lines) + "\n")
    return str(folder / "run.csv")


def _npz(folder: Path) -> Any:
    columns: dict[str, Any] = COLUMN_DATA
    np.savez(folder / "run.npz", **columns)
    return folder / "run.npz"


def _parquet(folder: Path) -> Any:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {"t": STATES.stamp, **{
        f"{name}{joint + 1}": COLUMN_DATA[name][:, joint] for name in ("q", "qd", "tau") for joint in range(6)
    }}  # fmt: skip
    parquet.write_table(pyarrow.table(columns), folder / "run.parquet")
    return folder / "run.parquet"


def _bag(folder: Path) -> Any:
    pytest.importorskip("rosbags")
    return write_bag(folder / "bag", states=STATES)


FORMS: dict[str, tuple[Callable[[Path], Any], Any]] = {
    "bag": (_bag, None),
    "csv": (_csv, "t=0 q=1:7 qd=7:13 effort=13:19"),
    "npz": (_npz, "time.unit=ns"),
    "parquet": (_parquet, "time.unit=ns"),
    "mapping": (lambda folder: COLUMN_DATA, {"time": {"unit": "ns"}}),
    "array": (
        lambda folder: np.column_stack((np.arange(N), STATES.position, STATES.velocity, STATES.effort)),
        "time.rate=250 q=1:7 qd=7:13 effort=13:19",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_samples(tmp_path: Path, form: str):
    make, columns = FORMS[form]
    states = read_recording(make(tmp_path), columns).states
    for name in ("position", "velocity", "effort"):
        np.testing.assert_array_equal(getattr(states, name), getattr(STATES, name))
    if form in ("bag", "npz", "parquet", "mapping"):
        np.testing.assert_array_equal(states.stamp, STATES.stamp)
    np.testing.assert_array_equal(np.diff(states.stamp), np.diff(STATES.stamp))


def test_parts_are_one_recording(tmp_path: Path):
    parts = [{name: values[rows] for name, values in COLUMN_DATA.items()} for rows in (slice(200), slice(200, None))]
    states = read_recording(parts, "time.unit=ns").states
    np.testing.assert_array_equal(states.effort, STATES.effort)
    with pytest.raises(BagError, match="begins before"):
        read_recording(parts[::-1], "time.unit=ns")


def test_an_acceleration_and_a_command_are_a_bags():
    data = {**COLUMN_DATA, "qdd": -STATES.position, "command": 2.0 * STATES.effort}
    block = read_recording(data, "time.unit=ns command=command")
    np.testing.assert_array_equal(block.reference.acceleration, -STATES.position)
    np.testing.assert_array_equal(block.commands.effort, 2.0 * STATES.effort)
    assert np.isnan(block.reference.position).all()


def test_settings_may_hold_the_columns(tmp_path: Path):
    path = _csv(tmp_path)
    settings = ReplaySettings(columns="t=0 q=1:7")
    states = read_recording(path, settings=settings).states
    np.testing.assert_array_equal(states.position, STATES.position)
    assert np.isnan(states.velocity).all() and np.isnan(states.effort).all()
    np.testing.assert_array_equal(read_bag(path, settings).states.position, STATES.position)


def test_losses_are_warnings_of_the_caller():
    holed = {**COLUMN_DATA, "q": np.where(np.arange(N)[:, None] == 7, np.nan, STATES.position)}
    with pytest.warns(UserWarning, match="dropped") as caught:
        states = read_recording(holed, "time.unit=ns nan=drop").states
    assert len(states.stamp) == N - 1
    assert {warning.filename for warning in caught} == {__file__}


def test_bags_and_tables_are_not_mixed(tmp_path: Path):
    (tmp_path / "bag").mkdir()
    with pytest.raises(BagError, match="of bags or of tables"):
        read_recording([COLUMN_DATA, tmp_path / "bag"])
    with pytest.raises(BagError, match="a bag has topics, not columns"):
        read_recording(tmp_path / "bag", COLUMNS)
    with pytest.raises(BagError, match="no topics to choose from"):
        read_recording(COLUMN_DATA, settings=ReplaySettings(topics={"command": "/c"}))


BAG = Path(__file__).parents[3] / "examples" / "pick_and_place"


def test_blocks_are_joined_in_order(monkeypatch: pytest.MonkeyPatch):
    whole = read_bag(BAG)
    monkeypatch.setattr(samples, "STATES_PER_BLOCK", 100)
    joined = read_bag([BAG])
    settings = ReplaySettings()
    recording = open_recording([BAG], load_arm(settings.arm), settings, Findings())
    assert len(list(recording.blocks())) > 1
    np.testing.assert_array_equal(joined.states.stamp, whole.states.stamp)
    np.testing.assert_array_equal(joined.states.effort, whole.states.effort)
    np.testing.assert_array_equal(joined.commands.effort, whole.commands.effort)
    assert set(joined.terms) == set(whole.terms)
    assert (np.diff(whole.states.log_time) >= 0).all()


def test_a_damaged_file_is_a_warning(tmp_path: Path):
    (mcap,) = BAG.glob("*.mcap")
    data = mcap.read_bytes()
    (tmp_path / "cut.mcap").write_bytes(data[: len(data) // 2])
    with pytest.warns(UserWarning) as caught:
        cut = read_bag(tmp_path / "cut.mcap")
    assert 0 < len(cut.states.stamp) < len(read_bag(BAG).states.stamp)
    assert {warning.filename for warning in caught} == {__file__}


def test_what_is_no_bag_is_refused(tmp_path: Path):
    with pytest.raises(BagError):
        read_bag(tmp_path / "none")


@pytest.mark.parametrize("given", [5, None, [5]])
def test_what_is_no_path_is_refused(given: Any):
    with pytest.raises(BagError, match=r"^expected the path of a bag, or a list of paths, got"):
        read_bag(given)
