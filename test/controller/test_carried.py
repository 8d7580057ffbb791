"""What the core adds to its model: a payload, and the links' weight under another gravity.

The model here is of an arm without mass, so that everything that comes out is what is carried. It is compared with the
recursive Newton-Euler model, of arms that turn and that slide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from helpers.control.core_library import (
    CALL,
    CXX,
    OBJECTS,
    SEND,
    Core,
    CoreLibrary,
    Settings,
    c_of,
    load_of,
    needs_cxx,
)
from helpers.emdeg.c_library import compiled, write

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import core_settings
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload_model import check_holdable

pytestmark = needs_cxx
CLOCK = 1000.0
BOX = (2.0, [0.02, -0.05, 0.1], [0.03, 0.02, 0.025, 0.004, -0.002, 0.001])
"""A payload that is not alike about any axis."""

WITHOUT_MASS = "\n".join(
    f"void arm_{name}({inputs}, double *out) {{ {uses} for (int i = 0; i < {size}; i++) out[i] = 0.0; }}"
    for name, inputs, uses, size in (
        ("torque", "const double *q, const double *v, const double *a", "(void)q; (void)v; (void)a;", 6),
        ("gravity", "const double *q", "(void)q;", 6),
        ("kinetic_energy_matrix", "const double *q", "(void)q;", 36),
        ("all_elements", "const double *q", "(void)q;", 36 + 90 + 36 + 6),
    )
)


@pytest.fixture(scope="module", params=["akb1986", "stanford1983"])
def carrier(request: pytest.FixtureRequest) -> Arm:
    return load_arm(request.param)


@pytest.fixture(scope="module")
def library(carrier: Arm, built: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> CoreLibrary:
    folder, core = tmp_path_factory.mktemp("carried"), built(CXX[0])
    write({"arm.c": WITHOUT_MASS}, folder)
    objects = [str(core / name) for name in OBJECTS if name != "arm.o"]
    compiled(c_of(CXX[0]), folder, "-shared", "-fPIC", "arm.c", *objects, "-o", "core.so", "-lm")
    return CoreLibrary(folder / "core.so", carrier)


@pytest.fixture(scope="module")
def values(carrier: Arm) -> dict:
    """Settings that let every torque through at once, gravity that of the model: none."""
    given = core_settings(carrier, LoopSettings(), np.full(carrier.n, 1e3))
    large = [1e5] * carrier.n
    return {**given, "maximum_torque": large, "motor_torque": large, "torque_rate": [1e9] * carrier.n,
            "removal_rate": [1e9] * carrier.n, "fade_in_time": 0.0, "jump_tolerance": 10.0, "soft_margin": 0.0,
            "terms": 31, "motor_inertia": [0.0] * carrier.n}  # fmt: skip


def state(arm: Arm) -> tuple[list[float], list[float], list[float]]:
    """A motion in the middle of every range."""
    chance = np.random.default_rng(1986)
    lower, upper = arm.pose_range
    middle = 0.5 * (lower + upper) + 0.2 * (upper - lower) * chance.uniform(-1.0, 1.0, arm.n)
    return middle.tolist(), (0.3 * arm.velocity * chance.uniform(-1.0, 1.0, arm.n)).tolist(), \
        chance.uniform(-2.0, 2.0, arm.n).tolist()  # fmt: skip


def driven(library: CoreLibrary, values: dict, q: list[float], qd: list[float], qdd: list[float]) -> Core:
    """A core that follows a reference of this acceleration, at this state."""
    core, now = Core(library, Settings.of(values)), 10.0
    core.activate(now)
    core.state(now, CLOCK + now, CLOCK + now, q, qd)
    for _ in range(2):
        now += 0.001
        result = core.reference(now, CLOCK + now, CLOCK + now, q, [0.0] * len(q), qdd)
        assert result == SEND
        assert core.state(now, CLOCK + now, CLOCK + now, q, qd)[0] == SEND
    return core


def with_gravity(values: dict, library: CoreLibrary) -> dict:
    """The model has none: the links' weight is that of the whole arm."""
    library.model.gravity_vector[:] = [0.0] * 3
    return values


def without(values: dict, library: CoreLibrary) -> dict:
    """The gravity of the model: the links have no weight."""
    library.model.gravity_vector[:] = values["gravity_vector"]
    return values


def load_alone(arm: Arm) -> Callable[[str], Callable[..., np.ndarray]]:
    """What a load adds to the recursive model, method by method."""
    bare, loaded = (load_model("newton_euler", arm, load) for load in (None, Payload.of(*BOX)))

    def of(name: str) -> Callable[..., np.ndarray]:
        return lambda *given: getattr(loaded, name)(*given) - getattr(bare, name)(*given)

    return of


def test_the_links_have_the_weight_of_the_arm(carrier: Arm, library: CoreLibrary, values: dict):
    q, qd, qdd = state(carrier)
    core = driven(library, with_gravity(values, library), q, qd, qdd)
    expected = load_model("newton_euler", carrier).gravity(np.array(q))
    assert np.abs(expected).max() > 1.0
    np.testing.assert_allclose(core.torque, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_a_tilted_base_has_the_weight_of_a_tilted_arm(carrier: Arm, library: CoreLibrary, values: dict):
    tilted = carrier.with_(gravity_direction=np.array([0.6, 0.48, -0.64]))
    q, qd, qdd = state(carrier)
    made = {**with_gravity(values, library), "gravity_vector": tilted.gravity_vector.tolist()}
    expected = load_model("newton_euler", tilted).gravity(np.array(q))
    core = driven(library, made, q, qd, qdd)
    np.testing.assert_allclose(core.torque, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_a_payload_is_part_of_the_last_link(carrier: Arm, library: CoreLibrary, values: dict):
    q, qd, qdd = state(carrier)
    core = driven(library, {**without(values, library), "payload": load_of(*BOX)}, q, qd, qdd)
    expected = load_alone(carrier)("torque")(*map(np.array, (q, qd, qdd)))
    np.testing.assert_allclose(core.torque, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_each_term_has_its_part_of_a_payload(carrier: Arm, library: CoreLibrary, values: dict):
    q, qd, qdd = state(carrier)
    core = driven(library, {**without(values, library), "payload": load_of(*BOX)}, q, qd, qdd)
    of = load_alone(carrier)
    at, speed = np.array(q), np.array(qd)
    pairs = np.array([speed[j] * speed[k] for j in range(carrier.n) for k in range(j + 1, carrier.n)])
    expected = {
        0: of("gravity")(at),
        1: of("kinetic_energy_matrix")(at) @ np.array(qdd),
        2: np.zeros(carrier.n),
        3: of("coriolis_coefficients")(at) @ pairs,
        4: of("centrifugal_coefficients")(at) @ speed**2,
    }
    rows = core.terms()
    for row, torque in expected.items():
        np.testing.assert_allclose(rows[row], torque, rtol=0, atol=1e-11 * max(map(np.max, map(np.abs, rows))))
    assert all(np.abs(expected[row]).max() > 0.0 for row in (0, 1, 3, 4))


def test_a_payload_is_swapped_while_torque_acts(carrier: Arm, library: CoreLibrary, values: dict):
    q, qd, qdd = state(carrier)
    core = driven(library, without(values, library), q, qd, qdd)
    assert core.torque == [0.0] * carrier.n
    assert core.set_payload(*BOX) == SEND
    assert core.state(10.01, CLOCK + 10.01, CLOCK + 10.01, q, qd)[0] == SEND
    expected = driven(library, {**values, "payload": load_of(*BOX)}, q, qd, qdd).torque
    np.testing.assert_allclose(core.torque, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_damping_grows_with_the_payload(carrier: Arm, library: CoreLibrary, values: dict):
    """Of the diagonal of A at position zero, as `Damping` takes it."""
    q, qd, qdd = state(carrier)
    core = driven(library, {**without(values, library), "payload": load_of(*BOX)}, q, qd, qdd)
    gravity = core.terms()[0]
    core.fault(10.01, 3)
    assert core.state(10.02, CLOCK + 10.02, CLOCK + 10.02, q, qd)[0] == SEND
    matrix = load_alone(carrier)("kinetic_energy_matrix")(np.zeros(carrier.n))
    expected = gravity - np.diag(matrix) / values["damping_time"] * np.array(qd)
    np.testing.assert_allclose(core.torque, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


@pytest.mark.parametrize(
    "numbers",
    [
        (-1.0, [0.0] * 3, [0.0] * 6),
        (math.inf, [0.0] * 3, [0.0] * 6),
        (1.0, [0.0, math.nan, 0.0], [0.0] * 6),
        (1.0, [0.0] * 3, [1.0, 1.0, 2.1, 0.0, 0.0, 0.0]),
        (1.0, [0.0] * 3, [1.0, 1.0, 1.0, 1.1, 0.0, 0.0]),
        (1.0, [0.0] * 3, [math.nan] * 6),
        (0.0, [0.0] * 3, [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]),
    ],
)
def test_what_is_no_body_is_refused_as_in_python(
    numbers: tuple[float, list[float], list[float]], library: CoreLibrary, values: dict
):
    with pytest.raises(StateError):
        Payload.of(*numbers)
    settings = Settings.of(without(values, library))
    assert (library.wrong_payload(settings, load_of(*numbers)) or "").startswith("payload")
    assert (library.wrong(Settings.of({**values, "payload": load_of(*numbers)})) or "").startswith("payload")
    assert Core(library, settings).set_payload(*numbers) == CALL


@pytest.mark.parametrize("seed", range(40))
def test_bodies_are_taken_as_in_python(seed: int, library: CoreLibrary, values: dict):
    """Thin rods and plates, whose principal moments are at the edge of what a body has, turned somehow."""
    chance = np.random.default_rng(seed)
    x, y, z = chance.choice([0.0, 1.0, 0.3], 3) * chance.uniform(0.01, 0.1, 3)
    turn, _ = np.linalg.qr(chance.normal(size=(3, 3)))
    tensor = turn @ np.diag([y + z, z + x, x + y]) @ turn.T
    six = [tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[0, 2], tensor[1, 2]]
    Payload.of(1.0, [0.0] * 3, six)
    assert Core(library, Settings.of(without(values, library))).set_payload(1.0, [0.0] * 3, six) == SEND


def test_a_load_that_no_joint_holds_is_refused_at_the_same_mass(library: CoreLibrary, values: dict):
    arm = load_arm("akb1986")
    if library.model.links[2].slides:
        pytest.skip("check_holdable takes arms that turn")
    limits = {**without(values, library), **{name: arm.maximum_torque.tolist() for name in ("maximum_torque",
              "motor_torque")}, "torque_rate": [1.0] * 6, "removal_rate": [1.0] * 6}  # fmt: skip
    low, high = 0.1, 1000.0
    for _ in range(40):
        middle = 0.5 * (low + high)
        try:
            check_holdable(arm, Payload.of(middle, BOX[1]))
            low = middle
        except StateError:
            high = middle
    settings = Settings.of(limits)
    assert library.wrong_payload(settings, load_of(low * (1.0 - 1e-9), BOX[1], [0.0] * 6)) is None
    assert "decimal" in (library.wrong_payload(settings, load_of(high * (1.0 + 1e-9), BOX[1], [0.0] * 6)) or "")


def test_without_links_there_is_neither_payload_nor_another_gravity(library: CoreLibrary, values: dict):
    plain = without(values, library)
    links, library.model.links = library.model.links, None
    try:
        assert library.wrong(Settings.of(plain)) is None
        assert (library.wrong(Settings.of({**plain, "payload": load_of(*BOX)})) or "").startswith("payload")
        turned = library.wrong(Settings.of({**plain, "gravity_vector": [0.0, 0.0, 1.0]}))
        assert (turned or "").startswith("gravity_vector")
        assert Core(library, Settings.of(plain)).set_payload(*BOX) == CALL
    finally:
        library.model.links = links
    for bad in (math.nan, 31.0, -math.inf):
        turned = library.wrong(Settings.of({**plain, "gravity_vector": [0.0, bad, 0.0]}))
        assert (turned or "").startswith("gravity_vector")
