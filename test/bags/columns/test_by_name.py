"""Columns by their names."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.bags.columns.by_name import columns_by_name
from puma560_dynamics.bags.columns.column_map import PartialMap
from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError


def table(*names: str, **groups: tuple[int, ...]) -> Table:
    return Table("run.csv", tuple(np.zeros((len(names), 3))), names, groups)


@pytest.mark.parametrize(
    ("names", "position", "effort", "joints"),
    [
        (("t", "q1", "q2", "tau1", "tau2"), ("q1", "q2"), ("tau1", "tau2"), ()),
        (("Time", "position[0]", "position[1]"), ("position[0]", "position[1]"), None, ()),
        (("timestamp", "actual_q_0", "actual_q_1", "target_q_0"), ("actual_q_0", "actual_q_1"), None, ()),
        (("t", "q 1", "q 2", "qd 1"), ("q 1", "q 2"), None, ()),
        (
            ("time_s", "used", "elbow.q_rad", "elbow.effort_Nm", "hand.q_rad", "hand.effort_Nm"),
            ("elbow.q_rad", "hand.q_rad"),
            ("elbow.effort_Nm", "hand.effort_Nm"),
            ("elbow", "hand"),
        ),
        (
            ("__time", "/joint_states/elbow/position", "/joint_states/elbow/effort"),
            ("/joint_states/elbow/position",),
            ("/joint_states/elbow/effort",),
            ("elbow",),
        ),
        (  # PlotJuggler
            (
                "__time",
                "/reference/position[0]",
                "/joint_states/position[0]",
                "/joint_states/position[1]",
                "/joint_states/effort[0]",
                "/joint_states/effort[1]",
            ),
            ("/joint_states/position[0]", "/joint_states/position[1]"),
            ("/joint_states/effort[0]", "/joint_states/effort[1]"),
            (),
        ),
        (  # Foxglove
            (
                "time",
                "joint_states.position.0",
                "joint_states.position.1",
                "joint_states.effort.0",
                "joint_states.effort.1",
            ),
            ("joint_states.position.0", "joint_states.position.1"),
            ("joint_states.effort.0", "joint_states.effort.1"),
            (),
        ),
        (  # LeRobot
            (
                "timestamp",
                "action[0]",
                "observation.state[0]",
                "observation.state[1]",
                "observation.effort[0]",
                "observation.effort[1]",
            ),
            ("observation.state[0]", "observation.state[1]"),
            ("observation.effort[0]", "observation.effort[1]"),
            (),
        ),
        (("Zeit", "q1", "tau1"), ("q1",), ("tau1",), ()),
        (
            ("t", "elbow_joint_pos", "elbow_joint_torque"),
            ("elbow_joint_pos",),
            ("elbow_joint_torque",),
            ("elbow_joint",),
        ),
    ],
)
def test_names_are_understood(
    names: tuple[str, ...], position: tuple[str, ...], effort: tuple[str, ...] | None, joints: tuple[str, ...]
):
    found, words = columns_by_name(table(*names), PartialMap())
    assert found.quantities["position"].columns == position
    assert found.time.column == names[0]
    assert (found.quantities["effort"].columns if "effort" in found.quantities else None) == effort
    assert found.joints == joints
    assert "position is " in words


def test_arrays_by_name_are_understood():
    found, _ = columns_by_name(table("t", "q[0]", "q[1]", "tau[0]", "tau[1]", q=(1, 2), tau=(3, 4)), PartialMap())
    assert found.quantities["position"].columns == ("q",)
    assert found.quantities["effort"].columns == ("tau",)


def test_what_is_stated_goes_before():
    stated = PartialMap({"time": {"rate": "500"}, "effort": {"columns": ["i1"], "unit": "A", "gain": "2"}})
    found, _ = columns_by_name(table("q1", "tau1", "i1"), stated)
    assert found.time.rate == 500.0
    assert found.quantities["effort"].columns == ("i1",)


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (Table("run.csv", tuple(np.zeros((3, 3)))), "no header: state what its 3 columns are"),
        (table("t", "a", "b"), "no column is named like a joint's position"),
        (table("q1", "q2"), "no column is named like a time"),
        (table("t", "time", "q1"), "t and time could be the time"),
    ],
)
def test_doubt_is_refused(one: Table, words: str):
    with pytest.raises(BagError, match=f"^run.csv.*{words}"):
        columns_by_name(one, PartialMap())
