from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.damping import Damping
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.guiding.guiding_settings import LEAST, GuidingSettings, gravity_error, usual_hold
from puma560_dynamics.control.guiding.hand_guiding import HandGuiding
from puma560_dynamics.control.guiding.hold import RANGE_RAD
from puma560_dynamics.control.guiding.walls import EXIT_FRACTION
from puma560_dynamics.control.motor_inertia import missing_motor_inertia
from puma560_dynamics.errors import StateError

STEP = 1e-3


def guiding(arm: Arm, **changes: object) -> HandGuiding:
    model, gate = load_model("newton_euler", arm), GateSettings.of(arm)
    damping = Damping(model, gate.damping_time, gate.velocity)
    return HandGuiding(model, GuidingSettings(enabled=True, **changes), gate, damping)  # type: ignore[arg-type]


def test_nothing_acts_in_the_free_middle_below_the_speed(arm: Arm):
    made = guiding(arm, hold_torque=np.zeros(arm.n), speed=0.5)
    middle = 0.5 * (arm.lower + arm.upper)
    assert made.torque(middle.tolist(), (0.49 * arm.velocity).tolist(), STEP) == [0.0] * arm.n
    against = np.array(made.torque(middle.tolist(), (-0.8 * arm.velocity).tolist(), STEP))
    gate = GateSettings.of(arm)
    gain = Damping(load_model("newton_euler", arm), gate.damping_time, gate.velocity).gain
    assert np.allclose(against, gain * 0.3 * arm.velocity, rtol=1e-12)
    beyond = np.array(made.torque(middle.tolist(), (-9.0 * arm.velocity).tolist(), STEP))
    assert np.allclose(beyond, gain * 0.5 * arm.velocity, rtol=1e-12), "bounded by the velocity limit"


def test_the_sum_takes_energy_out_on_closed_paths(arm: Arm):
    """Random closed paths through walls, limits and hold: the work of the term is negative, whatever the path."""
    rng = np.random.default_rng(0)
    tool = arm.poses(1)[0]
    walls = (0.2, 0.0, 0.3, 1.0, 0.2, 0.5, 0.0, 0.0, 0.1, 0.0, 0.0, 1.0)
    made = guiding(arm, hold_torque=np.full(arm.n, 2.0), walls=walls, tool_point=(0.0, 0.0, 0.1))
    for _ in range(4):
        made.forget()
        center = rng.uniform(*arm.pose_range) if rng.random() < 0.5 else tool
        amplitude, phase = rng.uniform(0.1, 0.8, (2, arm.n)), rng.uniform(0.0, 6.0, arm.n)
        rates = rng.integers(1, 4, arm.n)
        work, torques = 0.0, []
        for time in np.arange(0.0, 2.0 * np.pi, STEP):  # once around
            q = center + amplitude[0] * np.sin(rates * time + phase)
            qd = rates * amplitude[0] * np.cos(rates * time + phase)
            torque = np.array(made.torque(q.tolist(), qd.tolist(), STEP))
            work += float(torque @ qd) * STEP
            torques.append(torque)
        assert work < -0.1
        steps = np.abs(np.diff(torques, axis=0)).max(axis=0)
        assert (steps < 0.1 * arm.maximum_torque).all(), "no steps"


def test_a_joint_is_stopped_before_its_limit(arm: Arm):
    """Every joint, without friction and other torques, at the guided speed, for its inertia in the zero pose."""
    model = load_model("newton_euler", arm)
    inertia = np.diag(model.kinetic_energy_matrix(np.zeros(arm.n)))
    made, q = guiding(arm, hold_torque=np.zeros(arm.n)), 0.5 * (arm.lower + arm.upper)
    qd, period = 0.25 * arm.velocity, 0.004
    fastest = np.zeros(arm.n)
    for _ in range(4000):
        torque = np.array(made.torque(q.tolist(), qd.tolist(), period))
        for _ in range(10):
            qd = qd + torque / inertia * 0.1 * period
            q = q + qd * 0.1 * period
        fastest = np.maximum(fastest, np.where(qd < 0.0, -qd, 0.0))
        assert (q < arm.upper).all()
    assert (qd < 0.0).all() or (np.abs(qd) < 1e-3).any()
    assert (fastest <= 1.05 * EXIT_FRACTION * arm.velocity).all(), "and leaves slowly"


def test_the_usual_hold_withstands_what_the_tolerances_allow(arm: Arm):
    model = load_model("newton_euler", arm)
    error = gravity_error(model)
    assert error[0] == LEAST * arm.maximum_torque[0] and 4.0 < error[1] < 8.0, "joint 1 turns about the vertical"
    hold = usual_hold(model)
    assert (hold <= error).all() and (hold >= 0.0).all()
    free = arm.with_(friction=None, motors=[replace(motor, break_away_torque=0.0) for motor in arm.motors])
    assert np.allclose(usual_hold(load_model("newton_euler", free)), error), "without friction all of it"
    assert np.allclose(usual_hold(model, 0.0), error), "an arm that has to stop from a motion cannot rely on friction"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hold_torque": [1.0, -1.0]}, "hold_torque"),
        ({"speed": 0.0}, "speed"),
        ({"timeout": -1.0}, "timeout"),
        ({"walls": (1.0, 2.0)}, "walls"),
        ({"enabled": 1}, "enabled"),
    ],
)
def test_bad_settings_are_refused(changes: dict[str, object], words: str):
    with pytest.raises(StateError, match=words):
        GuidingSettings(**changes)  # type: ignore[arg-type]


def test_another_number_of_joints_is_refused(arm: Arm):
    with pytest.raises(StateError, match="expected 6 numbers"):
        guiding(arm, hold_torque=np.ones(3))


def test_the_hold_of_a_joint_whose_description_has_no_motor_inertia_is_damped(arm: Arm):
    """At 100 Hz, one sample late, with the motor that the joint must have and without friction."""
    light = arm.with_(motors=[replace(motor, inertia=0.0) for motor in arm.motors])
    most = 0.01 * arm.maximum_torque
    made, step = guiding(light, hold_torque=most), 0.01
    mass = float(missing_motor_inertia(load_model("newton_euler", light))[5])
    assert mass > 50.0 * load_model("newton_euler", light).kinetic_energy_matrix(np.zeros(6))[5, 5]
    q, qd, late, error, reached = np.zeros(6), np.zeros(6), 0.0, 0.5 * most[5], []
    for _ in range(1000):
        qd[5] += (error + late) / mass * step
        q[5] += qd[5] * step
        late = made.torque(q.tolist(), qd.tolist(), step)[5]
        reached.append(q[5])
    assert np.ptp(reached[500:]) < 1e-4 and abs(reached[-1]) < 1.5 * RANGE_RAD
