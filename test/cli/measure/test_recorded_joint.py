"""An oscillation that was recorded as a bag: in any order, twice, with gaps, among other joints."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.measure.recorded_joint import recorded_joint
from puma560_dynamics.errors import BagError

pytest.importorskip("rosbags")
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

NAMES = ["joint3", "joint2", "joint1", "joint4", "joint5", "joint6"]
PERIOD, MIDDLE = 0.7, -math.radians(30)


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Joint 2 swings for 5 s; two messages change places, one comes twice, one has no position of it."""
    store = get_typestore(Stores.ROS2_JAZZY)
    state, header, stamp = (
        store.types[name]
        for name in ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    )
    t = np.arange(0.0, 5.0, 0.004)
    order = np.insert(np.arange(len(t)), 700, 300)
    order[[100, 101]] = order[[101, 100]]
    path = tmp_path_factory.mktemp("bags") / "swing"
    with Writer(path, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        topic = writer.add_connection("/joint_states", "sensor_msgs/msg/JointState", typestore=store)
        for k, sample in enumerate(order):
            position = np.full(6, 0.3)
            position[1] = math.nan if k == 500 else MIDDLE + 0.1 * math.cos(2 * math.pi * t[sample] / PERIOD)
            ns = round(t[sample] * 1e9)
            at = stamp(sec=1700000000 + ns // 10**9, nanosec=ns % 10**9)
            message = state(header(at, ""), NAMES, position, np.zeros(0), np.zeros(0))
            writer.write(
                topic, 1_700_000_000_000_000_000 + k * 4_000_000, store.serialize_cdr(message, state.__msgtype__)
            )
    return path


def test_stamps_rise_and_the_joint_is_the_one_by_name(bag: Path):
    findings = Findings()
    time, position, _ = recorded_joint(bag, load_arm(), 1, findings)
    assert len(time) == 1250 - 1
    assert (np.diff(time) > 0).all()
    np.testing.assert_allclose(position, MIDDLE + 0.1 * np.cos(2 * math.pi * time / PERIOD), atol=1e-7)


def test_the_command_takes_the_period_from_the_bag(bag: Path, capsys: pytest.CaptureFixture[str]):
    arguments = ["--joint", "joint2", "--pose", "0, -30, 60, 10, 40, 0 deg", "--stiffness", "600 ± 1%", "--json"]
    assert main(["measure", "torsional-spring", "--bag", str(bag), *arguments]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["oscillation"]["period_s"] == pytest.approx(PERIOD, rel=1e-6)
    assert main(["measure", "torsional-spring", "--period", str(PERIOD), *arguments]) == 0
    by_hand = json.loads(capsys.readouterr().out)
    assert said["motor_inertia_kg_m2"] == pytest.approx(by_hand["motor_inertia_kg_m2"], rel=1e-5)


def test_what_is_no_bag(tmp_path: Path):
    with pytest.raises(BagError):
        recorded_joint(tmp_path, load_arm(), 1, Findings())
