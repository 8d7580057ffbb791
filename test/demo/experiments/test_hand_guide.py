"""The simulated person: what they feel follows from friction and hold, and the released arm stays where it is."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="needs mujoco (pip install '.[run]')")

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.friction import MARGIN
from puma560_dynamics.control.guiding.guiding_settings import FEEDFORWARD, HAND_GUIDING, usual_hold
from puma560_dynamics.demo.experiments import hand_guide
from puma560_dynamics.demo.experiments.experiment import ExperimentOptions
from puma560_dynamics.demo.experiments.hand_guide import Person, drift_of, felt_by, guided_loop, run, with_friction
from puma560_dynamics.demo.experiments.report import experiment_json
from puma560_dynamics.simulation.plant_errors import NO_ERRORS, PlantErrors, simulated_arm_of


@pytest.fixture(scope="module")
def puma() -> Arm:
    return load_arm("akb1986")


def test_a_person_feels_friction_without_and_less_of_it_with_guiding(puma: Arm):
    """Without errors, the torques follow from the numbers of the simulated friction."""
    options, joint = ExperimentOptions(puma, errors=NO_ERRORS), 4
    model, drawn = load_model("generated", puma), simulated_arm_of(puma, NO_ERRORS)
    kinetic = hand_guide._kinetic(drawn.arm)[joint]
    bare = felt_by(model, drawn, options, FEEDFORWARD, joint)
    guided = felt_by(model, drawn, options, HAND_GUIDING, joint)
    assert bare.move == pytest.approx(kinetic, rel=0.15)
    assert kinetic * (1.0 - 0.5 * MARGIN) * 0.8 < guided.move < 1.5 * kinetic * (1.0 - 0.5 * MARGIN)
    for felt in (bare, guided):
        assert felt.start == pytest.approx(drawn.break_away[joint] + usual_hold(model)[joint], rel=0.15)
        assert felt.coast < 0.02


def test_a_light_joint_does_not_stop_again_after_it_has_started(puma: Arm):
    """With the least inertia the joint starts with a jump, and the hold would act again once it stops."""
    joint = 5
    light = puma.with_(motors=[replace(each, inertia=0.03) for each in puma.motors])
    drawn = replace(simulated_arm_of(light, NO_ERRORS), break_away=np.full(6, 2.0))
    model = load_model("newton_euler", light)
    felt = felt_by(
        model, drawn, ExperimentOptions(light, errors=NO_ERRORS), HAND_GUIDING, joint, hold_torque=np.ones(6)
    )
    left = hand_guide._kinetic(drawn.arm)[joint] * (1.0 - 0.5 * MARGIN)
    assert left < felt.move < hand_guide.MOST_FELT * left


@pytest.mark.parametrize("share", [1.0, 0.0])
def test_a_released_arm_stays_although_masses_are_off(puma: Arm, share: float):
    drift = drift_of(with_friction(puma, share), ExperimentOptions(puma, errors=PlantErrors(seed=3)), 2)
    assert (drift.degrees < 0.6).all(), "the elastic range of the hold"


def test_without_a_hold_an_arm_without_friction_falls(puma: Arm, monkeypatch: pytest.MonkeyPatch):
    """The same drift is measured as large if nothing holds the arm."""
    monkeypatch.setattr(
        hand_guide, "guided_loop", lambda model, mode: guided_loop(model, mode, hold_torque=np.zeros(6))
    )
    monkeypatch.setattr(hand_guide, "DRIFT_S", 3.0)
    drift = drift_of(with_friction(puma, 0.0), ExperimentOptions(puma), 1)
    assert drift.degrees[0] > 5.0


def test_walls_hold_an_arm_that_is_thrown_at_them(puma: Arm):
    """A person throws joints 1 to 3 and lets go: no position limit is reached."""
    free = with_friction(puma, 0.0)
    options = ExperimentOptions(free, errors=NO_ERRORS)
    for joint, pull in ((0, 30.0), (1, -60.0), (2, 25.0)):
        loop = guided_loop(load_model("generated", free), HAND_GUIDING)
        q = 0.5 * (free.lower + free.upper)
        person, fastest, closest = Person(loop, simulated_arm_of(free, NO_ERRORS), options, q), 0.0, np.inf
        for k in range(1500):
            position, velocity = person.step(joint, pull if k < 150 else 0.0)
            fastest = max(fastest, float(np.abs(velocity[joint])))
            closest = min(closest, float(min(free.upper[joint] - position[joint], position[joint] - free.lower[joint])))
        assert fastest > 1.0, "thrown"
        assert closest > 0.0, "the wall stops it before the limit"
        assert loop.gate.latched is None


def test_the_report_has_every_joint_and_kind(puma: Arm, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hand_guide, "DRIFT_POSES", 1)
    monkeypatch.setattr(hand_guide, "DRIFT_S", 0.2)
    monkeypatch.setattr(hand_guide, "felt_by", lambda *arguments: hand_guide.Felt(2.0, 1.0, 0.01))
    seen: list[float] = []
    found = run(ExperimentOptions(puma), lambda done, name: seen.append(done))
    assert [row[0] for row in found.tables[0].rows] == list(puma.joint_names)
    assert [row[0] for row in found.tables[1].rows] == list(hand_guide.KINDS)
    assert seen == sorted(seen) and len(found.data["guided"]) == puma.n
    assert json.loads(json.dumps(experiment_json(found)))["drift_deg"].keys() == hand_guide.KINDS.keys()
    assert len(found.checks) == puma.n + len(hand_guide.KINDS) + 1


def test_each_joint_has_its_own_unit(monkeypatch: pytest.MonkeyPatch):
    """The third joint of this arm slides. A resistance of nearly zero has no sign."""
    arm = load_arm("stanford1983")
    monkeypatch.setattr(hand_guide, "DRIFT_POSES", 1)
    monkeypatch.setattr(hand_guide, "DRIFT_S", 0.2)
    monkeypatch.setattr(hand_guide, "felt_by", lambda *arguments: hand_guide.Felt(2.0, -1e-4, 0.01))
    found = run(ExperimentOptions(arm), lambda done, name: None)
    units = [check.detail.split()[-1] for check in found.checks[1 : arm.n + 1]]
    assert units == ["N·m", "N·m", "N", "N·m", "N·m", "N·m"]
    assert {row[4] for row in found.tables[0].rows} == {"0.00"}
