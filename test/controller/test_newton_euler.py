"""The core computes the model from the links alone, as the recursive model of Python does."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_double
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.following_arms import TELESCOPE, following_arm
from helpers.arm.palletiser import palletiser
from helpers.control.core_library import CXX, SEND, Core, CoreLibrary, Settings, core_library, load_of, needs_cxx

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.guiding.guiding_settings import GuidingSettings
from puma560_dynamics.control.guiding.plane_walls import PlaneWalls, ToolPoint
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import core_settings
from puma560_dynamics.controller.core_settings import guiding_numbers
from puma560_dynamics.models.payload.payload import MODEL_FRAME

pytestmark = needs_cxx
CLOCK = 1000.0
ROUNDING = 1e-13
BOX = (2.0, [0.02, -0.05, 0.1], [0.03, 0.02, 0.025, 0.004, -0.002, 0.001])


FOLLOWING = {"palletiser": palletiser(friction=True), "telescope": TELESCOPE}
FOLLOWING |= {f"following {seed}": following_arm(seed)[0] for seed in range(6)}


@pytest.fixture(scope="module", params=["akb1986", "stanford1983", "turned", "tilted", *FOLLOWING])
def any_arm(request: pytest.FixtureRequest) -> Arm:
    """Joints that turn, slide and follow, zero positions that are not those of the frames, and a hanging base."""
    if request.param in FOLLOWING:
        return with_motors(load_arm(FOLLOWING[request.param]))
    if request.param == "turned":
        arm = load_arm("akb1986")
        return arm.with_(joints=[replace(joint, offset=0.3 * i - 0.7) for i, joint in enumerate(arm.joints)])
    if request.param == "tilted":
        return load_arm("stanford1983").with_(gravity_direction=np.array([0.6, 0.48, -0.64]))
    return load_arm(request.param)


def with_motors(arm: Arm) -> Arm:
    """The arm with motors, which a description does not have."""
    return arm.with_(motors=[replace(motor, inertia=0.1 + 0.2 * j) for j, motor in enumerate(arm.motors)])


@pytest.fixture(scope="module")
def library(any_arm: Arm, built: Callable[[str], Path]) -> CoreLibrary:
    made = core_library(built(CXX[0]), any_arm, CXX[0], recursive=True)
    made.model.gravity_vector[:] = [0.0] * 3  # of the functions, which are not there
    return made


@pytest.fixture
def values(any_arm: Arm) -> dict:
    """Settings that let every torque through at once."""
    large = [1e5] * any_arm.n
    return {
        **core_settings(any_arm, LoopSettings(), np.full(any_arm.n, 1e3)), "maximum_torque": large,
        "motor_torque": large, "torque_rate": [1e9] * any_arm.n, "removal_rate": [1e9] * any_arm.n,
        "fade_in_time": 0.0, "jump_tolerance": 10.0, "soft_margin": 0.0, "terms": 31,
    }  # fmt: skip


def following(library: CoreLibrary, values: dict, seed: int) -> tuple[Core, tuple[np.ndarray, ...]]:
    """A core that follows a reference at a random state, and that state."""
    limits = (np.array(values[name][: library.n]) for name in ("lower", "upper"))
    arm_lower, arm_upper = (np.clip(each, -np.pi, np.pi) for each in limits)
    chance = np.random.default_rng(seed)
    q = 0.5 * (arm_lower + arm_upper) + 0.3 * (arm_upper - arm_lower) * chance.uniform(-1.0, 1.0, library.n)
    qd = 0.3 * np.array(values["velocity"][: library.n]) * chance.uniform(-1.0, 1.0, library.n)
    qdd = chance.uniform(-2.0, 2.0, library.n)
    at, velocity, acceleration = q.tolist(), qd.tolist(), qdd.tolist()
    core, now = Core(library, Settings.of(values)), 10.0
    core.activate(now)
    core.state(now, CLOCK + now, CLOCK + now, at, velocity)
    for _ in range(2):
        now += 0.001
        assert core.reference(now, CLOCK + now, CLOCK + now, at, [0.0] * library.n, acceleration) == SEND
        assert core.state(now, CLOCK + now, CLOCK + now, at, velocity)[0] == SEND
    return core, (q, qd, qdd)


@pytest.mark.parametrize("load", [None, BOX])
@pytest.mark.parametrize("seed", range(5))
def test_torque_and_terms_are_those_of_the_recursive_model(
    any_arm: Arm, library: CoreLibrary, values: dict, load: tuple | None, seed: int
):
    model = load_model("newton_euler", any_arm, None if load is None else replace(Payload.of(*load), link=MODEL_FRAME))
    core, (q, qd, qdd) = following(library, values if load is None else {**values, "payload": load_of(*load)}, seed)
    expected = model.torque(q, qd, qdd)
    scale = np.abs(expected).max()
    assert scale > 0.1
    np.testing.assert_allclose(core.torque, expected, rtol=0.0, atol=ROUNDING * scale)
    terms = model.terms(q, qd, qdd)
    motors = any_arm.motor_inertia * qdd
    rows = np.array([terms.gravity, terms.inertia - motors, motors, terms.coriolis, terms.centrifugal])
    np.testing.assert_allclose(core.terms()[:5], rows, rtol=0.0, atol=ROUNDING * max(scale, np.abs(rows).max()))


def test_each_set_of_terms_has_its_sum(any_arm: Arm, library: CoreLibrary, values: dict):
    rows = following(library, values, 1)[0].terms()
    for bits in range(32):
        core, _ = following(library, {**values, "terms": bits}, 1)
        expected = sum((rows[term] for term in range(5) if bits >> term & 1), np.zeros(any_arm.n))
        np.testing.assert_allclose(core.torque, expected, rtol=0.0, atol=ROUNDING * np.abs(rows).max())


def test_a_payload_is_swapped_while_torque_acts(library: CoreLibrary, values: dict):
    core, state = following(library, values, 2)
    q, qd, qdd = (one.tolist() for one in state)
    loaded = following(library, {**values, "payload": load_of(*BOX)}, 2)[0].torque
    for now, load, expected in ((10.01, BOX, loaded), (10.02, (0.0, [0.0] * 3, [0.0] * 6), core.torque)):
        assert core.set_payload(*load) == SEND
        assert core.reference(now, CLOCK + now, CLOCK + now, q, [0.0] * library.n, qdd) == SEND
        assert core.state(now, CLOCK + now, CLOCK + now, q, qd)[0] == SEND
        np.testing.assert_allclose(core.torque, expected, rtol=0.0, atol=ROUNDING * np.abs(expected).max())


def test_the_links_must_be_there_and_turn_rigidly(library: CoreLibrary, values: dict):
    settings = Settings.of(values)
    assert library.wrong(settings) is None
    try:
        library.model.links = None
        assert "links without functions" in (library.wrong(settings) or "")
    finally:
        library.model.links = library._links
    for name, place, number in (("turn", 4, 1.5), ("turn", 0, float("nan")), ("inertia", 2, float("inf"))):
        field = getattr(library._links[1], name)
        before = field[place]
        field[place] = number
        assert "rotation matrices, finite numbers" in (library.wrong(settings) or "")
        field[place] = before
    mirror = library._links[0].turn
    before = list(mirror)
    mirror[:] = [-number if place % 3 == 2 else number for place, number in enumerate(before)]
    assert "rotation matrices" in (library.wrong(settings) or "")
    mirror[:] = before
    assert library.wrong(settings) is None


def test_functions_are_given_all_or_none(arm: Arm, built: Callable[[str], Path]):
    library = core_library(built(CXX[0]), arm, CXX[0])
    library.model.gravity = None
    assert "functions for torque" in (
        library.wrong(Settings.of(core_settings(arm, LoopSettings(), np.full(6, 20.0)))) or ""
    )


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("link", 6, "indices of links"), ("link", 0, "rising order"), ("leader", 4, "joints with motors as leaders"),
        ("multiplier", float("nan"), "finite multiplier"), ("offset", float("inf"), "finite multiplier and offset"),
    ],
)  # fmt: skip
def test_followers_with_wrong_numbers_are_refused(built: Callable[[str], Path], field: str, value: float, words: str):
    arm = load_arm(palletiser())
    library = core_library(built(CXX[0]), arm, CXX[0], recursive=True)
    settings = Settings.of(core_settings(arm, LoopSettings(), np.full(arm.n, 1e3)))
    assert library.wrong(settings) is None
    setattr(library._followers[1], field, value)
    assert words in (library.wrong(settings) or "")


def test_followers_need_the_links_and_no_functions(arm: Arm, built: Callable[[str], Path]):
    other = load_arm(palletiser())
    library = core_library(built(CXX[0]), other, CXX[0], recursive=True)
    settings = Settings.of(core_settings(other, LoopSettings(), np.full(other.n, 1e3)))
    library.model.followers_count = 13
    assert "at most 16 links" in (library.wrong(settings) or "")
    library.model.followers_count, library.model.followers = 2, None
    assert "as many as followers_count" in (library.wrong(settings) or "")
    functions = CoreLibrary(Path(library.loaded._name), arm)
    functions.model.followers, functions.model.followers_count = library._followers, 2
    assert "without functions" in (functions.wrong(Settings.of(core_settings(arm, LoopSettings(), np.ones(6)))) or "")


def test_planes_hold_a_guided_tool_back_as_in_python(any_arm: Arm, library: CoreLibrary, values: dict):
    """Each plane is 2 cm too high; the core searches its force in the poses of the arm."""
    rng, point = np.random.default_rng(4), (0.02, -0.03, 0.1)
    q = rng.uniform(*any_arm.pose_range)
    qd = 0.01 * any_arm.velocity * rng.uniform(-1.0, 1.0, any_arm.n)
    at = np.array(ToolPoint(any_arm, point).at(q.tolist()))
    normals = [normal / np.linalg.norm(normal) for normal in rng.normal(size=(3, 3))]
    planes = tuple(number for normal in normals for number in (*(at + 0.02 * normal), *normal))
    guiding = GuidingSettings(
        enabled=True, hold_torque=np.zeros(any_arm.n), walls=planes, tool_point=point, speed=1.0, limit_margin=0.0
    )
    given = {**values, **guiding_numbers(any_arm, guiding), "mode": 1, "hand_guiding_enabled": 1,
             "hand_guiding_speed": 1.0, "hand_guiding_limit_margin": 0.0,
             "motor_torque": any_arm.maximum_torque.tolist(), "maximum_torque": any_arm.maximum_torque.tolist(),
             "torque_rate": (1e4 * any_arm.maximum_torque).tolist(),
             "removal_rate": (1e4 * any_arm.maximum_torque).tolist()}  # fmt: skip
    core, now = Core(library, Settings.of(given)), 10.0
    core.activate(now)
    for _ in range(3):
        now += 0.001
        core.state(now, CLOCK + now, CLOCK + now, q.tolist(), qd.tolist())
    expected = PlaneWalls(any_arm, planes, point, 0.0, guiding.wall_depth).torque(q.tolist(), qd.tolist())
    scale = np.abs(expected).max()
    assert scale > 0.01
    np.testing.assert_allclose(core.terms()[6], expected, rtol=0.0, atol=1e-12 * scale)


def test_what_is_carried_has_the_torque_of_a_payload_and_of_the_weights(
    any_arm: Arm, library: CoreLibrary, values: dict
):
    """The check of payloads adds both; gravity of the model is 0 here, so that all links have weight to add."""
    rng, n = np.random.default_rng(5), any_arm.n
    bare = load_model("newton_euler", any_arm)
    loaded = load_model("newton_euler", any_arm, replace(Payload.of(*BOX), link=MODEL_FRAME))
    add = library.loaded.carried_add_torque
    add.restype = None
    q, qd, qdd = rng.uniform(*any_arm.pose_range), *rng.uniform(-1.0, 1.0, (2, n))
    found = (c_double * n)()
    settings = Settings.of({**values, "payload": load_of(*BOX)})
    add(byref(library.model), byref(settings), *((c_double * n)(*each) for each in (q, qd, qdd)), found)
    expected = loaded.torque(q, qd, qdd) - bare.torque(q, qd, qdd) + bare.gravity(q)
    np.testing.assert_allclose(
        np.array(found), expected, rtol=0.0, atol=1e-12 * np.abs(loaded.torque(q, qd, qdd)).max()
    )
