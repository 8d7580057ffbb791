"""Tables as recordings of an arm: order of joints, blocks, names."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puma560_dynamics import BagError, ReplaySettings, compare_recording, load_arm, load_model, recording_to_bag
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.reading import samples, table_recording
from puma560_dynamics.replay.reading.table_recording import TableRecording, open_tables

ARM = load_arm("akb1986")
N = 300
T = 1.0 + 0.004 * np.arange(N)
Q = 0.3 * np.sin(T[:, None] + np.arange(6.0))
DATA = {"t": T, "q": Q, "tau": np.arange(6.0) + Q}


def opened(data: Any, **settings: Any) -> tuple[TableRecording, Findings]:
    findings = Findings()
    return open_tables([data], ARM, ReplaySettings(**settings), findings), findings


def test_joints_are_put_in_the_arms_order():
    names = list(ARM.joint_names)
    shuffled = [names[k] for k in (3, 1, 0, 5, 4, 2)]
    data = {"t": T, "q": Q[:, [3, 1, 0, 5, 4, 2]]}
    recording, _ = opened(data, columns={"t": "t", "q": "q", "joints": shuffled})
    np.testing.assert_array_equal(next(recording.blocks()).states.position, Q)


def test_other_names_are_mapped_and_reported():
    theirs = [f"robot_{name}" for name in ARM.joint_names]
    columns = {"t": "t", "q": "q", "joints": theirs}
    _, findings = opened(DATA, columns=columns)
    assert f"{theirs[0]} is {ARM.joint_names[0]}" in findings.notes[-1].message
    other = {"t": "t", "q": "q", "joints": ["pan", "lift", "knee", "one", "two", "three"]}
    with pytest.raises(BagError, match=r"it has pan, lift.* the arm has .*--joint-map"):
        opened(DATA, columns=other)
    pairs = dict(zip(other["joints"], ARM.joint_names, strict=True))
    assert opened(DATA, columns=other, joint_map=pairs)[0].topics[0].count == N


def test_another_number_of_joints_is_another_robot():
    with pytest.raises(BagError, match=r"has 5 joints and the arm 6"):
        opened({"t": T, "q": Q[:, :5]})
    with pytest.raises(BagError, match="no names for a joint map"):
        opened(DATA, joint_map={"a": ARM.joint_names[0]})


def test_blocks_hold_everything_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_recording, "STATES_PER_BLOCK", 70)
    recording, _ = opened({**DATA, "qdd": -Q})
    for _ in range(2):
        blocks = list(recording.blocks())
        assert len(blocks) == 5 and blocks[-1].read == 1.0
        np.testing.assert_array_equal(np.concatenate([block.states.effort for block in blocks]), DATA["tau"])
        np.testing.assert_array_equal(np.concatenate([block.reference.acceleration for block in blocks]), -Q)


def test_a_recording_lists_its_columns():
    recording, findings = opened(DATA)
    assert [(topic.name, topic.type, topic.use) for topic in recording.topics] == [
        ("position", "columns q", "joint states"),
        ("effort", "columns tau", "joint states"),
    ]
    assert (recording.name, recording.files, recording.size) == ("the table", (), 0)
    assert "position is q, effort is tau" in findings.notes[0].message


def files_of_one_recording(folder: Path) -> list[Path]:
    """Write a motion of 12 s with velocity and effort in every format."""
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    time = 3.0 + np.round(0.002 * np.arange(6000), 6)
    random = np.random.default_rng(4)
    phase, speed = random.uniform(0, 6, 6), random.uniform(1.0, 3.0, 6)
    angle = time[:, None] * speed + phase
    q, qd = 0.3 * np.sin(angle), 0.3 * speed * np.cos(angle)
    qd += random.normal(0.0, 1e-3, q.shape)
    tau = load_model("generated", ARM).torque(q, qd, -0.3 * speed**2 * np.sin(angle)) + random.normal(0.0, 0.1, q.shape)
    groups = {"q": q, "qd": qd, "tau": tau}
    named = {f"{name}{k + 1}": values[:, k] for name, values in groups.items() for k in range(6)}
    np.savez(folder / "run.npz", t=time, q=q, qd=qd, tau=tau)
    by_columns = [np.asfortranarray(values) for values in (q, qd, tau)]
    np.savez_compressed(folder / "packed.npz", t=time, q=by_columns[0], qd=by_columns[1], tau=by_columns[2])
    pyarrow.parquet.write_table(pyarrow.table({"t": time, **named}), folder / "run.parquet", row_group_size=1500)
    lists = {name: pyarrow.array(values.tolist()) for name, values in groups.items()}
    pyarrow.parquet.write_table(pyarrow.table({"t": time, **lists}), folder / "lists.parquet")
    rows = np.column_stack([time, *named.values()]).tolist()
    text = "\n".join([",".join(["t", *named]), *(",".join(map(repr, row)) for row in rows)]) + "\n"
    (folder / "run.csv").write_text(text)
    (folder / "run.csv.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    (folder / "run.txt").write_text(text.replace(",", " "))
    names = ["run.npz", "packed.npz", "run.parquet", "lists.parquet", "run.csv", "run.csv.gz", "run.txt"]
    return [recording_to_bag(folder / "run.npz", folder / "bag"), *(folder / name for name in names)]


def test_every_format_of_one_recording_gives_the_same_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_recording, "STATES_PER_BLOCK", 1700)
    monkeypatch.setattr(samples, "STATES_PER_BLOCK", 1700)
    bag, *tables = files_of_one_recording(tmp_path)
    expected = compare_recording(bag)
    assert expected.timing.count == 6000
    for path in tables:
        found = compare_recording(path)
        assert (found.timing.count, found.timing.period) == (expected.timing.count, expected.timing.period)
        assert (found.verdict.headline, found.sources["velocity"]) == (
            expected.verdict.headline,
            expected.sources["velocity"],
        ), path
        for name in ("rms", "bias", "largest", "lag"):
            np.testing.assert_allclose(
                getattr(found.total["effort"], name), getattr(expected.total["effort"], name), rtol=1e-12, err_msg=name
            )


def test_other_joints_are_refused_before_the_rows_are_read(tmp_path: Path):
    path = tmp_path / "run.csv"
    path.write_text("t,q1,q2,q3\n" + "0.0,1,2,3\n" * 60 + "this row is no row\n")
    with pytest.raises(BagError, match="has 3 joints and the arm 6"):
        opened(path)
    path.write_text("t,time,q1,q2,q3,q4,q5,q6\n" + "0,0,1,2,3,4,5,6\n" * 60 + "this row is no row\n")
    with pytest.raises(BagError, match="t and time could be the time"):
        opened(path)


def test_the_progress_of_the_checks_ends_with_all_rows():
    seen: list[tuple[float, int]] = []
    open_tables([DATA], ARM, ReplaySettings(), Findings(), lambda share, count: seen.append((share, count)))
    assert seen[-1][0] == 1.0 and sum(count for _, count in seen) == N
