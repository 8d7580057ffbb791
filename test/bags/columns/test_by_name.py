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


def test_columns_that_may_be_the_effort_are_named():
    names = ("t", "q0", "q1", "actual_current_0", "actual_current_1")
    _, words = columns_by_name(table(*names), PartialMap({}))
    assert "actual_current_0 … actual_current_1 are not used: if the effort is among them" in words
    _, words = columns_by_name(table("t", "q0", "q1", "tau0", "tau1", "a", "b"), PartialMap({}))
    assert "not used" not in words


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


def joints(pattern: str, count: int = 2, start: int = 1) -> tuple[str, ...]:
    return tuple(pattern.format(number) for number in range(start, start + count))


@pytest.mark.parametrize("time", [
    "Zeit", "Zeit [s]", "temps", "tiempo", "Time (s)", "t [s]", "time_s", "TimeStamp", "seconds", "robot_time.time",
])  # fmt: skip
def test_times_in_seconds(time: str):
    found, _ = columns_by_name(table(time, "q1"), PartialMap())
    assert (found.time.column, found.time.unit) == (time, "s")


@pytest.mark.parametrize(
    ("time", "unit"),
    [("time_ms", "ms"), ("Zeit [ms]", "ms"), ("t_us", "us"), ("timestamp_ns", "ns"), ("time (µs)", "us"),
     ("%time", "ns"), ("rosbagTimestamp", "ns")],
)  # fmt: skip
def test_units_of_times(time: str, unit: str):
    found, _ = columns_by_name(table(time, "q1"), PartialMap())
    assert (found.time.column, found.time.unit) == (time, unit)
    stated, _ = columns_by_name(table(time, "q1"), PartialMap({"time": {"unit": "s"}}))
    assert stated.time.unit == "s"


@pytest.mark.parametrize(
    ("time", "position", "velocity", "effort"),
    [
        ("__time", "/joint_states/position[{}]", "/joint_states/velocity[{}]", "/joint_states/effort[{}]"),
        ("%time", "field.position{}", "field.velocity{}", "field.effort{}"),
        ("timestamp", "actual_q_{}", "actual_qd_{}", ""),
        ("time", "q_{}", "dq_{}", "tau_J_{}"),
        ("time", "q[{}]", "dq[{}]", "tau_J[{}]"),
        ("time", "state.q[{}]", "state.dq[{}]", "state.tau_J[{}]"),
        ("t", "measured_joint_positions[{}]", "measured_joint_velocities[{}]", "measured_joint_torques[{}]"),
        ("t", "measuredJointPosition_{}", "", "measuredJointTorque_{}"),
        ("Zeit", "Winkel_{}", "Geschwindigkeit_{}", "Drehmoment_{}"),
        ("temps", "position_{}", "vitesse_{}", "couple_{}"),
        ("tiempo", "posición{}", "velocidad{}", ""),
        ("time", "joint{}_pos", "joint{}_vel", "joint{}_torque"),
        ("Time", "Joint{}.Position", "Joint{}.Velocity", "Joint{}.Torque"),
    ],
)
def test_names_that_other_programs_write(time: str, position: str, velocity: str, effort: str):
    start = 0 if "[" in position or position.startswith(("field", "actual")) else 1
    names = {name: joints(pattern, 2, start) for name, pattern in
             (("position", position), ("velocity", velocity), ("effort", effort)) if pattern}  # fmt: skip
    found, _ = columns_by_name(table(time, *(name for columns in names.values() for name in columns)), PartialMap())
    assert {name: quantity.columns for name, quantity in found.quantities.items()} == names


def test_a_stamp_in_the_header_is_better_than_the_time_of_arrival():
    found, _ = columns_by_name(
        table("%time", "field.header.seq", "field.header.stamp", "field.position0"), PartialMap()
    )
    assert (found.time.column, found.time.unit) == ("field.header.stamp", "ns")


@pytest.mark.parametrize(
    ("names", "units"),
    [
        (("q1 [deg]", "q2 [deg]", "qd1 [deg/s]", "qd2 [deg/s]", "tau1 [N m]", "tau2 [Nm]"),
         {"position": ("deg", "deg"), "velocity": ("deg/s", "deg/s"), "effort": ("Nm", "Nm")}),
        (("q_deg_1", "q_deg_2", "tau_1", "tau_2"), {"position": ("deg", "deg"), "effort": ()}),
        (("elbow.q_rad", "quill.q_m", "elbow.qd_rad_per_s", "quill.qd_m_per_s", "elbow.effort_Nm", "quill.effort_N"),
         {"position": ("rad", "m"), "velocity": ("rad/s", "m/s"), "effort": ("Nm", "N")}),
        (("q1 (mm)", "q2", "qd1", "qd2"), {"position": ("mm", "rad"), "velocity": ()}),
    ],
)  # fmt: skip
def test_units_in_names_are_used(names: tuple[str, ...], units: dict[str, tuple[str, ...]]):
    found, _ = columns_by_name(table("t", *names), PartialMap())
    assert {name: quantity.unit for name, quantity in found.quantities.items()} == units
    stated, _ = columns_by_name(table("t", *names), PartialMap({"position": {"unit": "rad"}}))
    assert stated.quantities["position"].unit == ("rad",)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("q1", "q2", "position1", "position2"), "the position could be q1 … q2 or position1 … position2; state its"),
        (("/left/position[0]", "/right/position[0]"), r"could be /left/position\[0\] or /right/position\[0\]"),
        (("q1", "tau1", "torque1"), "the effort could be tau1 or torque1; state its columns, as effort=1:7"),
    ],
)
def test_ambiguous_names_are_refused_until_stated(names: tuple[str, ...], words: str):
    with pytest.raises(BagError, match=f"^run.csv: .*{words}"):
        columns_by_name(table("t", *names), PartialMap())
    key = "effort" if "effort" in words else "position"
    found, _ = columns_by_name(table("t", *names), PartialMap({key: {"columns": list(names[-1:])}}))
    assert found.quantities[key].columns == names[-1:]


@pytest.mark.parametrize(
    "name", ["/joint_states_desired/position[0]", "target.q[0]", "command.q[0]", "q_d[0]", "q_m1", "tau_ext_hat[0]"]
)
def test_what_is_not_measured_at_the_joint_is_not_taken_for_it(name: str):
    found, _ = columns_by_name(table("t", name, "state.q[0]"), PartialMap())
    assert found.quantities["position"].columns == ("state.q[0]",)
    assert set(found.quantities) == {"position"}
