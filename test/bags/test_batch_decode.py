"""Messages of a topic in groups of one layout, each message in exactly one group."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("rosbags")

from helpers.replay.bags import JOINT_STATE, joint_state, raw

from puma560_dynamics.bags.batch_decode import KEPT, Sorter, gather
from puma560_dynamics.bags.message_definitions import Definitions
from puma560_dynamics.bags.raw import Messages


def messages(*parts: bytes) -> Messages:
    """One after another."""
    size = np.array([len(part) for part in parts])
    nothing = np.zeros(len(parts), int)
    return Messages(b"".join(parts), nothing, nothing, np.cumsum(size) - size, size, {}, 0)


def state(name: str, value: float) -> bytes:
    """Of one joint."""
    return raw(0, "/t", JOINT_STATE, joint_state(0, [name], [value])).data


def test_groups_are_of_one_layout_and_hold_every_message_once():
    parts = [state("abc" if k % 3 else "xyz", float(k)) for k in range(10)] + [b"\0\x01\0\0", state("longer", 10.0)]
    sorter = Sorter(JOINT_STATE, Definitions())
    for _ in range(2):  # the second time all layouts are known
        groups = list(sorter.sort(messages(*parts)))
        assert sorted(np.concatenate([group.index for group in groups]).tolist()) == list(range(12))
        for group in groups:
            if group.layout is None:
                assert group.index.tolist() == [10]
                continue
            assert group.layout.column(group.rows, "position")[:, 0].tolist() == [
                float(k if k < 10 else 10) for k in group.index
            ]
        assert sum(group.layout is not None and len(group.index) == 6 for group in groups) == 1


def test_more_layouts_than_are_remembered():
    parts = [state(f"joint{k:02d}", float(k)) for k in range(3 * KEPT)]
    found: dict[int, float] = {}
    for group in Sorter(JOINT_STATE, Definitions()).sort(messages(*parts)):
        assert group.layout is not None
        values = group.layout.column(group.rows, "position")[:, 0]
        found.update((int(k), value) for k, value in zip(group.index, values, strict=True))
    assert found == {k: float(k) for k in range(3 * KEPT)}


def test_stretches_may_overlap_and_be_empty():
    assert [bytes(row) for row in gather(b"abcdef", np.array([0, 1, 3]), 3)] == [b"abc", b"bcd", b"def"]
    assert len(gather(b"", np.array([0, 0]), 0)) == 2
