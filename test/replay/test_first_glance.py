"""A simulated arm with one thing wrong: the first thing to read names it, with the right number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.plant_bags import Truth, bag, late, recorded, scaled, wrong

from puma560_dynamics import load_arm
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.analyse import analyse
from puma560_dynamics.replay.reading.samples import JointSamples
from puma560_dynamics.replay.result import Analysis
from puma560_dynamics.replay.settings import ReplaySettings

pytest.importorskip("mujoco")

SECONDS = 12.0
LOAD = Payload.of(2.0, (0.0, 0.0, 0.1))
TILT = np.radians(3.0)

# A base turned by t about its x axis sees gravity turned by -t.
TRUTHS = {
    "nothing": Truth(),
    "load": Truth(payload=LOAD),
    "viscous": Truth(viscous={1: 8.0}),
    "motor": Truth(motor={0: 2.0}),
    "tilt": Truth(gravity=(0.0, -np.sin(TILT), -np.cos(TILT))),
    "load and friction": Truth(payload=Payload.of(1.0, (0.0, 0.0, 0.1)), viscous={0: 4.0, 1: 4.0}),
}

EFFORTS: dict[str, Callable[[JointSamples], np.ndarray]] = {
    "sign": lambda states: scaled(states, 2, -1.0),
    "exchanged": lambda states: states.effort[:, [0, 2, 1, 3, 4, 5]],
    "unit": lambda states: scaled(states, 1, 1.0 / 9.80665),
    "late": lambda states: late(states, 0.012),
    "offset": lambda states: states.effort + np.array([0.0, 0.0, 0.0, 1.5, 0.0, 0.0]),
}

Judged = Callable[[str], Analysis]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """`judged(name)`: the analysis of the recording of that name."""
    folder = tmp_path_factory.mktemp("arms")
    arm = load_arm("akb1986")
    known: dict[str, JointSamples] = {}

    def states(name: str) -> JointSamples:
        if name not in known:
            known[name] = recorded(arm, TRUTHS[name], SECONDS)
        return known[name]

    @cache
    def judge(name: str) -> Analysis:
        settings = ReplaySettings(models=(), model="full")
        if name == "load that is not there":
            name, settings = "nothing", replace(settings, payload=LOAD)
        found = wrong(states("nothing"), EFFORTS[name](states("nothing"))) if name in EFFORTS else states(name)
        path: Path = folder / name.replace(" ", "_")
        return analyse([path if path.exists() else bag(path, found)], settings)

    return judge


def test_a_sound_recording_has_no_suspects(judged: Judged):
    found = judged("nothing")
    assert found.verdict.level == "good"
    assert found.causes == ()


@pytest.mark.parametrize(
    ("name", "kind", "headline"),
    [
        ("load", "payload", "The payload differs"),
        ("load that is not there", "payload", "The payload differs"),
        ("sign", "negated", "wrong sign"),
        ("exchanged", "swapped", "exchanged"),
        ("unit", "effort_scale", "unit"),
        ("late", "lag", "not synchronous"),
        ("offset", "offset", "offset"),
        ("viscous", "friction", "Friction"),
        ("motor", "motor_inertia", "Motor inertia"),
        ("tilt", "tilt", "tilted"),
    ],
)
def test_the_cause_is_the_headline(judged: Judged, name: str, kind: str, headline: str):
    found = judged(name)
    assert found.verdict.level in ("warning", "bad")
    assert found.causes[0].kind == kind
    assert headline in found.verdict.headline
    assert ";" not in found.verdict.headline  # nothing else is accused


@pytest.mark.parametrize(
    ("name", "value", "error", "true"),
    [
        ("load", "mass_kg", "mass_error_kg", 2.0),
        ("load", "center_z_m", "center_z_error_m", 0.1),
        ("load that is not there", "mass_kg", "mass_error_kg", -2.0),
        ("unit", "joint2.scale", "joint2.scale_error", 1.0 / 9.80665),
        ("offset", "joint4.offset_Nm", "joint4.offset_error_Nm", 1.5),
        ("tilt", "tilt1_deg", "tilt1_error_deg", 3.0),
        ("tilt", "tilt2_deg", "tilt2_error_deg", 0.0),
    ],
)
def test_its_number_is_right_within_its_error(judged: Judged, name: str, value: str, error: str, true: float):
    values = judged(name).causes[0].values
    assert values[value] == pytest.approx(true, abs=4.0 * values[error])
    assert values[error] < 0.1


def test_what_an_arm_that_sticks_leaves_open(judged: Judged):
    """Standard errors know scatter alone. That joints stick when they turn round, and that a 15 Hz filter takes some
    of the acceleration's size, makes these two wrong by a little more."""
    viscous = judged("viscous").causes[0].values["joint2.viscous_Nms_per_rad"]
    assert viscous == pytest.approx(8.0, rel=0.03)
    motor = judged("motor").causes[0].values["joint1.motor_inertia_kgm2"]
    assert motor == pytest.approx(2.0 * load_arm("akb1986").motor_inertia[0], rel=0.03)


def test_a_late_effort_by_how_much(judged: Judged):
    """By 12 ms, and the half period for which a torque that is held is late on average."""
    assert judged("late").causes[0].values["lag_s"] == pytest.approx(0.014, rel=0.06)


def test_signs_and_joints_are_named(judged: Judged):
    assert set(judged("sign").causes[0].values) == {"joint3"}
    assert set(judged("exchanged").causes[0].values) == {"joint2", "joint3"}
    assert "an arm without the model's payload of 2 kg" in judged("load that is not there").causes[0].message


def test_two_causes_at_once_are_both_named(judged: Judged):
    found = judged("load and friction")
    assert "load" in found.verdict.headline
    assert "Friction" in found.verdict.headline
    values = {name: value for one in found.causes for name, value in one.values.items()}
    assert values["mass_kg"] == pytest.approx(1.0, abs=4.0 * values["mass_error_kg"])
    for joint in (1, 2):
        assert values[f"joint{joint}.viscous_Nms_per_rad"] == pytest.approx(4.0, rel=0.07)
