"""Settings of the torque loop: every wrong one is refused by its name, and every right one reaches its place."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, least_friction
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.feed_forward.references import Reference, largest_acceleration
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.parameter_spec import parameters_of
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.interface import DynamicModel


@pytest.fixture(scope="module")
def model(arm: Arm) -> DynamicModel:
    return load_model("newton_euler", arm)


def settings_of(**values: Any) -> LoopSettings:
    """Settings of values of any type, right or wrong."""
    return LoopSettings(**values)


WRONG = [
    ("gate", 1.0),
    ("terms", "gravity"),
    ("terms", ("gravity", "magic")),
    ("friction", 0.5),
    ("acceleration_source", "guess"),
    ("acceleration_cutoff", np.nan),
    ("acceleration_cutoff", "fast"),
    ("configuration_update_divider", 1.5),
    ("configuration_update_divider", True),
    ("hardware_compensates_gravity", "no"),
    ("reference_timeout", np.inf),
    ("acceleration_limit", [1.0, 0.0]),
    ("acceleration_limit", [1.0, np.nan]),
    ("acceleration_limit", "high"),
    ("acceleration_limit", 3.0),
    ("mode", "float"),
    ("guiding", True),
    ("guard", ""),
    ("guard", None),
    ("rival_policy", "fight"),
    ("state_publishers", None),
    ("contact_policy", "slow"),
    ("effort_without", "friction"),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_is_refused_by_its_name(name: str, value: Any):
    with pytest.raises(StateError, match=f"^{name}: "):
        settings_of(**{name: value})
    with pytest.raises(StateError, match=f"^{name}: "):
        LoopSettings().with_(**{name: value})


def test_no_setting_is_without_a_check():
    """Numbers, switches and choices that are parameters: test_torque_parameters.py."""
    plain = {spec.name for spec in parameters_of(LoopSettings) if not isinstance(spec.default, list | str)}
    assert {name for name, _ in WRONG} >= {item.name for item in fields(LoopSettings)} - plain


def test_numbers_of_numpy_are_numbers():
    made = LoopSettings(configuration_update_divider=np.int64(3), reference_timeout=np.float64(0.5))
    assert (made.configuration_update_divider, made.reference_timeout) == (3, 0.5)


def test_what_is_left_open_comes_from_the_arm_of_the_model(arm: Arm, model: DynamicModel):
    loop = TorqueLoop.from_settings(model)
    np.testing.assert_array_equal(loop.gate.settings.maximum_torque, arm.maximum_torque)
    assert loop.gate.settings.joint_names == arm.joint_names
    assert loop.forward.active == set(MODEL_TERMS)
    assert loop.forward.friction.joints == least_friction(arm)
    assert not loop.supervision.guarded
    assert loop.source == "reference"
    most = largest_acceleration(model)
    still = np.zeros(arm.n)
    loop.reference(0.0, 1.0, 1.0, Reference(still, still, 0.99 * most))
    for joint, name in enumerate(arm.joint_names):
        now = 0.1 + 0.01 * joint
        with pytest.raises(StateError, match=f"acceleration of {name}"):
            loop.reference(now, 1.0 + now, 1.0 + now, Reference(still, still, 1.01 * most * np.eye(arm.n)[joint]))


def test_every_setting_reaches_its_place(arm: Arm, model: DynamicModel):
    friction = FrictionCompensation.of(arm, 1.0)
    gate = GateSettings.of(arm, torque_limit_scale=0.5, clock_offset_limit=0.3).with_(joint_names=tuple("abcdef"))
    settings = LoopSettings(
        gate=gate,
        terms=("gravity", "friction"),
        friction=friction,
        acceleration_source="filtered",
        acceleration_cutoff=25.0,
        configuration_update_divider=3,
        hardware_compensates_gravity=True,
        reference_timeout=0.7,
        acceleration_limit=np.full(arm.n, 2.0),
        guard="keeper",
        rival_policy="warn",
        state_publishers=2,
    )
    loop = TorqueLoop.from_settings(model, settings)
    assert loop.gate.settings is gate
    assert loop.forward.active == {"friction"}  # the hardware compensates gravity
    assert loop.forward.friction is friction
    assert loop.forward.divider == 3
    assert loop.source == "filtered"
    still = np.zeros(arm.n)
    loop.reference(0.0, 1.0, 0.1, Reference(still, still, still))  # 0.9 s old: 0.7 and an offset of 0.3
    with pytest.raises(StateError, match="acceleration of a is 3"):
        loop.reference(0.05, 1.05, 0.15, Reference(still, still, np.full(arm.n, 3.0)))
    assert "keeper" in (loop.obstacle(0.0) or "")
    loop.supervision.note_publishers(0.0, ["rival"])
    assert "rival" in (loop.supervision.warning or "")
    loop.supervision.note_input_publishers(0.0, ["one", "two"], [])
    loop.supervision.note_heartbeat(0.0, "watching", 1.0)
    assert loop.obstacle(0.0) is None
    loop.supervision.note_input_publishers(0.0, ["one", "two", "three"], [])
    assert "expected 2" in (loop.obstacle(0.0) or "")


def test_the_cut_off_is_that_of_the_settings(arm: Arm, model: DynamicModel):
    """A jump of the velocity shows it: ``1 - exp(-2 pi f dt)`` of the slope passes."""
    settings = LoopSettings(acceleration_source="filtered", acceleration_cutoff=25.0)
    loop = TorqueLoop.from_settings(model, settings)
    loop.activate(0.0)
    q, dt = np.zeros(arm.n), 0.01
    loop.state(dt, 1.0 + dt, 1.0 + dt, q, q)
    command = loop.state(2.0 * dt, 1.0 + 2.0 * dt, 1.0 + 2.0 * dt, q, np.full(arm.n, 0.01)).command
    np.testing.assert_allclose(command.acceleration, -np.expm1(-2.0 * np.pi * 25.0 * dt) * 0.01 / dt, rtol=1e-9)


@pytest.mark.parametrize("name", ["gate", "friction", "acceleration_limit"])
def test_settings_of_another_arm_are_refused(arm: Arm, model: DynamicModel, name: str):
    other = arm.with_(joints=arm.joints[:4], links=arm.links[:4], motors=arm.motors[:4])
    values = {"gate": GateSettings.of(other), "friction": FrictionCompensation.of(other), "acceleration_limit": [1.0]}
    with pytest.raises(StateError, match=f"^{name}: .*6"):
        TorqueLoop.from_settings(model, settings_of(**{name: values[name]}))


def test_what_the_caller_holds_cannot_change_it():
    limit = np.ones(6)
    made = LoopSettings(acceleration_limit=limit)
    limit[0] = 1e9
    assert made.acceleration_limit is not None
    assert made.acceleration_limit[0] == 1.0
