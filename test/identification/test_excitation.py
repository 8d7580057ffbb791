"""The exciting motion: inside its limits, at rest at both ends, better than chance, the same every time."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import yaml

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.cli import command
from puma560_dynamics.control.trajectory.least_jerk import complete
from puma560_dynamics.errors import IdentificationError
from puma560_dynamics.identification import excitation
from puma560_dynamics.identification.excitation import Excitation, Limits, excite
from puma560_dynamics.identification.fourier_motion import excitation_csv, message_yaml, times

LIMITS = Limits(position=0.5, velocity=0.3, torque=0.6, acceleration=6.0)


@pytest.fixture(scope="module")
def found(arm: Arm) -> Excitation:
    return excite(arm, period=15.0, limits=LIMITS, rounds=4)


def test_limits_hold_everywhere(arm: Arm, found: Excitation):
    q, qd, qdd = found.motion.states(np.linspace(0.0, 15.0, 20_001))
    middle, half = (arm.upper + arm.lower) / 2.0, (arm.upper - arm.lower) / 2.0
    assert (np.abs(q - middle) <= 0.5 * half).all()
    assert (np.abs(qd) <= 0.3 * arm.velocity).all()
    assert (np.abs(qdd) <= 6.0).all()
    friction = np.sign(qd) * arm.break_away_torque
    torque = load_model("newton_euler", arm).torque(q, qd, qdd) + friction
    assert (np.abs(torque) <= 0.6 * arm.maximum_torque).all()


def test_rest_at_both_ends(found: Excitation):
    q, qd, qdd = found.motion.states([0.0, 15.0])
    np.testing.assert_allclose(q[0], q[1], atol=1e-12)
    np.testing.assert_allclose(qd, 0.0, atol=1e-12)
    np.testing.assert_allclose(qdd, 0.0, atol=1e-12)


def test_velocity_and_acceleration_are_derivatives(found: Excitation):
    step = 1e-4
    time = np.linspace(1.0, 14.0, 50)
    low, here, high = (found.motion.states(time + shift) for shift in (-step, 0.0, step))
    np.testing.assert_allclose((high[0] - low[0]) / (2.0 * step), here[1], atol=1e-6)
    np.testing.assert_allclose((high[1] - low[1]) / (2.0 * step), here[2], atol=1e-6)


def test_better_than_chance(found: Excitation):
    assert found.axis_ratio < 0.98
    assert found.condition < 25.0


@pytest.mark.parametrize("seed", [1, 3])
def test_the_result_is_not_worse_than_the_series_it_starts_from(arm: Arm, seed: int, monkeypatch: pytest.MonkeyPatch):
    """A search that returns another random series, as an optimiser may that sees only smooth limits."""
    other = np.random.default_rng(99)

    def astray(_: object, start: np.ndarray, **options: object) -> object:
        return SimpleNamespace(x=0.01 * other.normal(size=start.shape))

    monkeypatch.setattr(excitation, "minimize", astray)
    kept, best = (excite(arm, harmonics=2, limits=LIMITS, rounds=0, seed=seed) for _ in range(2))
    np.testing.assert_array_equal(kept.motion.a, best.motion.a)
    assert kept.axis_ratio <= 1.0


def test_the_same_every_time(arm: Arm):
    one, two, other = (excite(arm, harmonics=2, limits=LIMITS, rounds=1, seed=seed) for seed in (5, 5, 6))
    np.testing.assert_array_equal(one.motion.a, two.motion.a)
    assert not np.array_equal(one.motion.a, other.motion.a)


def test_the_message_can_be_played(arm: Arm, found: Excitation):
    """The layout of trajectory_msgs; fifth-degree polynomials between its points stay on the series."""
    message = yaml.safe_load(message_yaml(found.motion, arm.joint_names, 1, lead=2.0))
    assert message["joint_names"] == list(arm.joint_names)
    points = message["points"]
    assert set(points[0]) == {"positions", "velocities", "accelerations", "effort", "time_from_start"}
    at = [point["time_from_start"]["sec"] + 1e-9 * point["time_from_start"]["nanosec"] for point in points]
    np.testing.assert_allclose(at, times(found.motion, 1) + 2.0, atol=1e-9)
    values = [np.array([point[key] for point in points]) for key in ("positions", "velocities", "accelerations")]
    completed = complete(at, *values)
    np.testing.assert_array_equal(completed[0], values[1])
    np.testing.assert_allclose(values[0], found.motion.states(times(found.motion, 1))[0], atol=1e-8)


def test_the_table_has_a_row_a_point(arm: Arm, found: Excitation):
    lines = excitation_csv(found.motion, arm.joint_names, 2).splitlines()
    assert lines[0].startswith("time,joint1.position")
    assert len(lines) == 1 + len(times(found.motion, 2))


def test_a_box_is_kept(arm: Arm):
    low, high = np.radians((-120.0, -60.0))
    found = excite(arm, harmonics=2, limits=LIMITS, rounds=1, box={"joint2": (low, high)})
    q, _, _ = found.motion.states(np.linspace(0.0, found.motion.period, 5001))
    assert low < q[:, 1].min() < q[:, 1].max() < high
    assert np.ptp(q[:, 0]) > np.radians(30.0)


def test_what_cannot_be_is_refused(arm: Arm):
    with pytest.raises(IdentificationError, match="no joint 'elbow'"):
        excite(arm, box={"elbow": (0.0, 1.0)})
    for ends in ((0.0, 4.0), (1.0, 0.5)):
        with pytest.raises(IdentificationError, match="expected a range, the lower end first, inside its own of -160"):
            excite(arm, box={"joint1": ends})
    with pytest.raises(IdentificationError, match="harmonics"):
        excite(arm, harmonics=1)
    for beyond in (Limits(velocity=3.0), Limits(position=1.1), Limits(torque=0.0), Limits(acceleration=0.0)):
        with pytest.raises(IdentificationError, match=r"expected (a fraction of the|an acceleration above 0)"):
            excite(arm, limits=beyond)
    with pytest.raises(IdentificationError, match="cannot hold"):
        excite(arm, limits=Limits(torque=0.01))


def test_the_command_takes_degrees_and_states_what_is_not_modelled(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["excite", "--rounds", "1", "--harmonics", "2", "-o", str(tmp_path / "motion.yaml")]
    assert command.main([*words, "--within", "joint1=-20:40,joint2=-110:-70", "--json"]) == 0
    low, high = np.degrees(json.loads(capsys.readouterr().out)["position"])
    assert -20.0 < low[0] < high[0] < 40.0
    assert -110.0 < low[1] < high[1] < -70.0
    assert command.main([*words, "--within", "joint1=a:b"]) == 2
    assert "expected JOINT=FROM:TO in degrees" in capsys.readouterr().err
    assert command.main([*words, "--periods", "0"]) == 2
    assert "--periods: expected a whole number from 1 to 1000, got '0'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        command.main(["excite", "--help"])
    assert "not obstacles" in capsys.readouterr().out


def test_the_command_writes_three_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "motion.yaml"
    assert command.main(["excite", "--rounds", "1", "--periods", "1", "-o", str(out), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"] and data["condition_number"] > 1.0 and data["axis_ratio"] <= 1.0
    for path in data["files"]:
        assert Path(path).stat().st_size > 1000
    assert "<svg" in (tmp_path / "motion.svg").read_text(encoding="utf-8")
