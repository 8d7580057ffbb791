"""The core computes the same settings from an arm of a robot description as Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.arm.descriptions import body, light_arm
from helpers.arm.following_arms import TELESCOPE, following_arm
from helpers.arm.palletiser import palletiser
from helpers.control.core_library import CoreLibrary, Settings, load_of, needs_cxx

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import FRICTION_TERMS
from puma560_dynamics.control.feed_forward.references import largest_acceleration
from puma560_dynamics.control.guiding.guiding_settings import GuidingSettings
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import core_settings
from puma560_dynamics.controller.core_settings import bounds_of_tilted, contact_numbers, guiding_numbers

pytestmark = needs_cxx

RELATIVE = 1e-9
UNSET = 7.25
"""Number in every field that the function computes, before it is called."""

COMPUTED = (
    *("acceleration_limit", "guiding_hold_torque", "guiding_inertia"),
    *("contact_still", "contact_acceleration", "contact_velocity", "contact_dry", "contact_reversal", "contact_least"),
    *("contact_motion_scale", "contact_unknown", "contact_model_widths", "contact_noise_widths"),
    *(f"contact_{name}" for name, term in FRICTION_TERMS.items() if term.basis is not None),
)
ROBOTS = {
    "UR10": ("ur_description/urdf/ur10_robot.urdf", ()),
    "Panda": ("panda_description/urdf/panda.urdf", ("panda_finger_joint1",)),
    "xArm7": ("xarm_description/urdf/xarm7.urdf", ()),
}
"""Files of example-robot-data, with the joints to hold."""

LIMIT = 'velocity="3"/>'
DRY, VISCOUS, BOTH = (f"{LIMIT}<dynamics {given}/>" for given in ('friction="0.8"', 'damping="0.3"',
                                                                 'friction="0.7" damping="0.2"'))  # fmt: skip
PENDULUM = f"""<robot name="pendulum"><link name="base"/><link name="rod">{body(1.5, 0.4)}</link>
<joint name="swing" type="revolute"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/>
<limit lower="-2" upper="2" effort="30" velocity="3"/></joint></robot>"""


def light(**options: Any) -> str:
    return light_arm(fingers=False, **options)


def with_motors(arm: Arm, *inertias: float) -> Arm:
    return arm.with_(motors=[replace(one, inertia=each) for one, each in zip(arm.motors, inertias, strict=True)])


CASES: dict[str, Callable[[], Arm]] = {
    "light": lambda: load_arm(light()),
    "continuous": lambda: load_arm(light(last="continuous")),
    "sliding": lambda: load_arm(light(last="prismatic").replace(LIMIT, BOTH)),
    "without inertia": lambda: load_arm(light().replace(body(0.06, 0.04), "")),
    "without inertia, with motors": lambda: with_motors(
        load_arm(light().replace(body(0.06, 0.04), "")), 0.1, 0.05, 0.02, 0.0
    ),
    "with motors": lambda: with_motors(load_arm(light()), 0.1, 0.0, 0.02, 0.003),
    "dry friction": lambda: load_arm(light().replace(LIMIT, DRY)),
    "viscous friction": lambda: load_arm(light().replace(LIMIT, VISCOUS)),
    "friction of one joint": lambda: load_arm(light().replace(LIMIT, BOTH, 1)),
    "weightless": lambda: load_arm(light().replace(LIMIT, BOTH)).with_(gravity=0.0),
    "tilted": lambda: load_arm(light()).with_(gravity_direction=np.array([0.6, 0.48, -0.64])),
    "one joint": lambda: load_arm(PENDULUM),
    "palletiser": lambda: load_arm(palletiser(friction=True)),
    "palletiser with motors": lambda: with_motors(load_arm(palletiser(flange="continuous")), 5.0, 8.0, 4.0, 0.1),
    "telescope": lambda: load_arm(TELESCOPE).with_(gravity_direction=np.array([0.6, 0.48, -0.64])),
    **{f"following {seed}": lambda seed=seed: load_arm(following_arm(seed)[0]) for seed in (1, 5, 11)},  # type: ignore[misc]
    **{name: lambda name=name: public(*ROBOTS[name]) for name in ROBOTS},  # type: ignore[misc]
}


def public(file: str, held: tuple[str, ...]) -> Arm:
    """An arm of example-robot-data."""
    try:
        files = distribution("example-robot-data").files or []
    except PackageNotFoundError:
        pytest.skip("needs example-robot-data (`make trials` installs it)")
    path = next(Path(str(each.locate())) for each in files if str(each).endswith(file))
    return load_arm(path, hold=list(held))


@pytest.fixture(params=CASES)
def described(request: pytest.FixtureRequest) -> Arm:
    return CASES[request.param]()


def expected_settings(arm: Arm, guiding: GuidingSettings) -> dict[str, Any]:
    """As for a compiled model."""
    limit = largest_acceleration(load_model("newton_euler", arm))
    return core_settings(arm, LoopSettings(guiding=guiding), limit)


def of(library: CoreLibrary, arm: Arm) -> CoreLibrary:
    """The same library for another arm."""
    return CoreLibrary(Path(library.loaded._name), arm, recursive=True)


def completed(library: CoreLibrary, arm: Arm, given: dict[str, Any]) -> dict[str, np.ndarray]:
    """Every field after a call with the numbers that are given, apart from those to compute."""
    unset = {name: [UNSET] * len(given[name]) if isinstance(given[name], list) else UNSET for name in COMPUTED}
    settings = Settings.of({**given, **unset})
    core = of(library, arm)
    core.complete(core.model, settings)
    return {
        name: np.array(getattr(settings, name)[: len(value)] if isinstance(value, list) else getattr(settings, name))
        for name, value in given.items()
    }


def assert_same(found: dict[str, np.ndarray], expected: dict[str, Any], names: Iterator[str] | tuple[str, ...]):
    for name in names:
        size = np.abs(expected[name])
        largest = size[np.isfinite(size)].max(initial=0.0)
        np.testing.assert_allclose(
            found[name], expected[name], rtol=RELATIVE, atol=1e-3 * RELATIVE * largest, err_msg=name
        )


@pytest.mark.parametrize("hold_speed", [0.5, 0.0])
def test_they_are_those_of_python(library: CoreLibrary, described: Arm, hold_speed: float):
    expected = expected_settings(described, GuidingSettings(enabled=True, hold_speed=hold_speed))
    found = completed(library, described, expected)
    assert_same(found, expected, COMPUTED)
    for name in set(expected) - set(COMPUTED):
        np.testing.assert_array_equal(found[name], expected[name], err_msg=name)
    assert of(library, described).wrong(Settings.of({name: value.tolist() for name, value in found.items()})) is None


def test_friction_reduces_the_hold_and_widens_the_bounds_of_joints_at_rest(library: CoreLibrary):
    """The cases above have an effect on what they are there for."""
    still, moving = (GuidingSettings(enabled=True, hold_speed=speed) for speed in (0.0, 0.5))
    arms = [CASES[name]() for name in ("light", "dry friction", "viscous friction")]
    found = [completed(library, arm, expected_settings(arm, moving)) for arm in arms]
    whole = completed(library, arms[1], expected_settings(arms[1], still))
    assert [one["contact_unknown"].item() for one in found] == [0.5, 0.25, 0.25]
    assert (whole["guiding_hold_torque"] > found[1]["guiding_hold_torque"]).any()
    np.testing.assert_allclose(found[1]["contact_dry"], 0.8 / 0.6 * 1.25)
    assert not found[2]["contact_dry"].any()


def test_the_bound_at_rest_is_that_of_the_gravity_in_the_settings(library: CoreLibrary):
    """It is within that of gravity in any direction, which a compiled model has to use."""
    arm = CASES["light"]()
    tilted = arm.with_(gravity_direction=np.array([0.6, 0.48, -0.64]), gravity=9.0)
    guiding = GuidingSettings(enabled=True)
    given = {**expected_settings(arm, guiding), "gravity_vector": tilted.gravity_vector.tolist()}
    found, expected = completed(library, arm, given), expected_settings(tilted, guiding)
    assert_same(found, expected, COMPUTED)
    assert found["contact_still"][0] > 1.5 * expected_settings(arm, guiding)["contact_still"][0]
    assert (found["contact_still"] <= (1.0 + 1e-12) * 9.0 * bounds_of_tilted(arm)).all()


def test_a_joint_without_a_velocity_limit_has_only_the_limits_of_its_torque(library: CoreLibrary):
    """The core refuses to move it, but the other joints of the arm have their numbers."""
    arm = load_arm(light())
    joints = [replace(joint, velocity=0.0) if place == 1 else joint for place, joint in enumerate(arm.joints)]
    free, guiding = arm.with_(joints=joints), GuidingSettings(enabled=True)
    limit = largest_acceleration(load_model("newton_euler", free))
    given = {**expected_settings(arm, guiding), "velocity": free.velocity.tolist()}
    expected = {**contact_numbers(free), **guiding_numbers(free, guiding), "acceleration_limit": limit}
    assert_same(completed(library, free, given), expected, COMPUTED)
    assert limit[1] != largest_acceleration(load_model("newton_euler", arm))[1]


def test_a_payload_and_a_lower_torque_limit_change_nothing(library: CoreLibrary):
    arm = CASES["light"]()
    given = expected_settings(arm, GuidingSettings(enabled=True))
    load = load_of(0.1, [0.0, 0.0, 0.05], [1e-4, 1e-4, 1e-4, 0.0, 0.0, 0.0])
    before = completed(library, arm, given)
    half = [0.5 * value for value in given["maximum_torque"]]
    unset = Settings.of({**given, "payload": load, "maximum_torque": half})
    core = of(library, arm)
    core.complete(core.model, unset)
    for name in COMPUTED:
        value = before[name]
        got = getattr(unset, name)[: value.size] if value.ndim else getattr(unset, name)
        np.testing.assert_array_equal(got, value, err_msg=name)


def test_without_links_nothing_is_written(library: CoreLibrary):
    arm = CASES["light"]()
    core = of(library, arm)
    for change in ("links", "joints"):
        core = of(library, arm)
        settings = Settings()
        setattr(core.model, change, None if change == "links" else 17)
        core.complete(core.model, settings)
        assert bytes(settings) == bytes(Settings())
