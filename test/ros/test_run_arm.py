"""The arm file of a run on a description without limits: the user's own, and the limits that are assumed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_arm
from puma560_dynamics.models.assumed_limits import assumed_limits
from puma560_dynamics.nodes.run_options import simulated_arm


def test_an_arm_with_limits_is_taken_as_it_is(tmp_path: Path):
    path = tmp_path / "light.urdf"
    path.write_text(light_arm(fingers=False))
    said: list[str] = []
    for source in ("akb1986", str(path)):
        with simulated_arm(source, said.append) as arm:
            assert arm == source
    assert said == []


@pytest.mark.parametrize("as_file", [True, False])
def test_limits_are_assumed_and_reported(tmp_path: Path, as_file: bool):
    urdf, own = tmp_path / "light.urdf", tmp_path / "arm.yaml"
    urdf.write_text(light_arm(effort="0", fingers=False))
    own.write_text(
        yaml.safe_dump({"description": "light.urdf", "motors": {"lift": {"inertia": 0.1, "maximum_torque": 9}}})
    )
    source = str(own if as_file else urdf)
    said: list[str] = []
    given = load_arm(source)
    with simulated_arm(source, said.append) as path:
        arm = load_arm(path)
        assert Path(path).exists()
    assert not Path(path).exists()
    expected = [limits.torque for limits in assumed_limits(given).values()]
    assert [torque for torque in arm.maximum_torque if torque != 9.0] == expected
    assert bool(arm.maximum_torque[1] == 9.0) is as_file
    np.testing.assert_array_equal(arm.motor_inertia, given.motor_inertia)
    assert [link.mass for link in arm.links] == [link.mass for link in given.links]
    assert len(said) == 1
    assert "pan" in said[0] and "puma560 arm import" in said[0]
