"""Tables as recordings of an arm: order of joints, blocks, names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics import BagError, ReplaySettings, load_arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.reading import table_recording
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
