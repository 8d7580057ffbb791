"""The simulated robot: it is held by its torque loop, and an external torque moves it as it should."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="needs mujoco (pip install '.[run]')")

from puma560_dynamics import GateSettings, LoopSettings, Reference, TorqueLoop, load_arm, load_model
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.demo.experiments.robot import SimulatedRobot, StateNoise, has_friction, plant_sentences
from puma560_dynamics.simulation.plant import Plant
from puma560_dynamics.simulation.plant_errors import NO_ERRORS, PlantErrors, simulated_arm_of
from puma560_dynamics.simulation.servo import Servo

RATE = 250.0
EXACT = StateNoise(velocity=0.0, effort=0.0, resolution=0.0)


def robot(friction: bool = False, servo: bool = False, noise: StateNoise = EXACT, seed: int = 0) -> SimulatedRobot:
    arm = load_arm("akb1986")
    model = load_model("generated", arm)
    settings = LoopSettings(gate=GateSettings.of(arm, fade_in_time=0.0, brakes="hardware"))
    plant = Plant(arm, friction=friction)
    plant.reset(HOME)
    return SimulatedRobot(
        TorqueLoop.from_settings(model, settings), plant, RATE, Servo(arm) if servo else None, noise, seed
    )


def test_the_loop_holds_the_arm_against_gravity():
    held = robot(friction=True)
    for _ in range(500):
        sample = held.step()
    assert sample.output is not None
    assert np.abs(sample.position - HOME).max() < 0.02
    gravity = load_model("newton_euler", load_arm("akb1986")).gravity(sample.position)
    np.testing.assert_allclose(sample.effort, gravity, atol=1e-9 + 0.01 * np.abs(gravity).max())


def test_an_external_torque_accelerates_the_joints_and_is_no_effort():
    """Two arms differ by A⁻¹ of the external torque."""
    free, pushed = robot(), robot()
    torque = np.array([5.0, -8.0, 3.0, 0.4, -0.3, 0.2])
    for k in range(260):
        one, other = free.step(), pushed.step(external=torque if k >= 250 else None)
    model = load_model("newton_euler", load_arm("akb1986"))
    expected = np.linalg.solve(model.kinetic_energy_matrix(one.position), torque) * 10 / RATE
    np.testing.assert_allclose(other.qd - one.qd, expected, rtol=0.15, atol=0.02 * np.abs(expected).max())
    assert (other.external == torque).all()
    assert np.abs(other.effort - one.effort).max() < 0.3 * np.abs(torque).max()


def test_the_same_seed_gives_the_same_noise():
    first, second, other = (robot(noise=StateNoise(), seed=seed) for seed in (3, 3, 4))
    samples = [each.step() for each in (first, second, other)]
    assert (samples[0].qd == samples[1].qd).all()
    assert (samples[0].effort == samples[1].effort).all()
    assert (samples[0].qd != samples[2].qd).all()
    assert abs(np.round(samples[0].q / 1e-5) * 1e-5 - samples[0].q).max() < 1e-12


def test_the_servo_follows_references():
    followed = robot(friction=True, servo=True)
    goal = np.array(HOME) + 0.05
    zero = np.zeros(6)
    for _ in range(600):
        sample = followed.step(Reference(goal, zero, zero))
    assert np.abs(sample.position - goal).max() < 0.02


@pytest.mark.parametrize(("errors", "words"), [(NO_ERRORS, "larger errors"), (PlantErrors(), "seed 0")])
def test_sentences_name_the_differences(errors: PlantErrors, words: str):
    drawn = simulated_arm_of(load_arm("akb1986"), errors)
    assert any(words in sentence for sentence in plant_sentences(drawn, friction=True))
    assert "no friction" in plant_sentences(drawn, friction=False)[0]


def test_the_sentences_say_what_the_simulated_arm_lacks():
    bare = simulated_arm_of(load_arm("stanford1983"), PlantErrors())
    assert not has_friction(bare).any()
    assert "The description has no friction" in plant_sentences(bare, True)[0]
    puma = simulated_arm_of(load_arm("akb1986"), PlantErrors())
    assert has_friction(puma).all()
    assert len(plant_sentences(puma, True)) == 2
