"""Models of arms some joints of which follow others, against Pinocchio with its own mimic joints; and mechanics."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.arm.following_arms import TELESCOPE
from helpers.arm.palletiser import NAMES, palletiser
from helpers.emdeg.random_urdfs import urdfs
from helpers.oracle import EXACT
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.follower import Follower
from puma560_dynamics.errors import UnphysicalArmError, UnsupportedArmError
from puma560_dynamics.models.following import FollowingModel
from puma560_dynamics.models.interface import DynamicModel
from puma560_dynamics.models.payload.with_payload import WithPayload
from puma560_dynamics.simulation.simulate import potential_energy

pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (pip install '.[test]')")

TELESCOPE_TIES = {"level": ("flange", 0.7, -0.2), "wrist": ("elbow", 0.5, 0.1)}

Answers = tuple[np.ndarray, np.ndarray, np.ndarray]


def states(arm: Arm, count: int = 6) -> np.ndarray:
    """(3, count, n) positions, velocities and accelerations."""
    return np.random.default_rng(7).uniform(-2.0, 2.0, (3, count, arm.n))


def agree(model: DynamicModel, theirs: Callable[..., Answers], motors: np.ndarray) -> None:
    """Torque, weight and A are those of Pinocchio, with these inertias of motors."""
    for at, rate, second in states(model.arm).transpose(1, 0, 2):
        torque, matrix, weight = theirs(at, rate, second)
        for found, known in (
            (model.torque(at, rate, second), torque + motors * second),
            (model.kinetic_energy_matrix(at), matrix + np.diag(motors)),
            (model.gravity(at), weight),
        ):
            np.testing.assert_allclose(found, known, rtol=0.0, atol=EXACT * max(np.abs(known).max(), 1.0))


def answers(model, data, *state: np.ndarray) -> Answers:
    """Torque, A and weight of a model of Pinocchio."""
    upper = np.triu(pin.crba(model, data, state[0]))
    torque = np.array(pin.rnea(model, data, *state))
    return torque, upper + np.triu(upper, 1).T, np.array(pin.computeGeneralizedGravity(model, data, state[0]))


def its_own(text: str) -> Callable[..., Answers]:
    """Pinocchio with its own mimic joints."""
    model = pin.buildModelFromXML(text, mimic=True)
    return lambda *state: answers(model, model.createData(), *state)


def tied(text: str, joints: tuple[str, ...], ties: dict[str, tuple[str, float, float]]) -> Callable[..., Answers]:
    """Pinocchio with a coordinate for every joint, tied by hand; its mimic joints take no leader behind them."""
    model = pin.buildModelFromXML(text)
    matrix, offset = np.zeros((model.nv, len(joints))), np.zeros(model.nv)
    for row, name in enumerate(list(model.names)[1:]):
        leader, multiplier, constant = ties.get(name, (name, 1.0, 0.0))
        matrix[row, joints.index(leader)], offset[row] = multiplier, constant

    def answer(q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> Answers:
        torque, whole, weight = answers(model, model.createData(), matrix @ q + offset, matrix @ qd, matrix @ qdd)
        return matrix.T @ torque, matrix.T @ whole @ matrix, matrix.T @ weight

    return answer


MOTORS = np.array([0.3, 2.0, 1.0, 0.04])
CASES = {
    "palletiser": (palletiser(), its_own),
    "telescope": (TELESCOPE, lambda text: tied(text, NAMES, TELESCOPE_TIES)),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", ["newton_euler", "pinocchio"])
def test_torque_weight_and_inertia_are_pinocchios(case: str, kind: str):
    text, theirs = CASES[case]
    arm = load_arm(text)
    motors = (replace(motor, inertia=inertia) for motor, inertia in zip(arm.motors, MOTORS.tolist(), strict=True))
    agree(load_model(kind, arm.with_(motors=tuple(motors))), theirs(text), MOTORS)


@trials(15)
@given(urdfs(), st.sampled_from(("-1", "1", "0.5", "-2.5")), st.integers(0, 3))
def test_any_chain_with_a_follower(text: str, multiplier: str, choice: int):
    moving = re.findall(r'<joint name="(joint\d+)" type="(?:revolute|prismatic)">', text)
    if len(moving) < 2:
        return
    leader = moving[choice % len(moving)]
    follower = moving[(choice + 1) % len(moving)]
    mimic = f'<mimic joint="{leader}" multiplier="{multiplier}" offset="0.3"/>'
    text = re.sub(rf'(<joint name="{follower}".*?)</joint>', rf"\1{mimic}</joint>", text)
    text = text.replace('lower="-9" upper="9"', 'lower="-50" upper="50"')
    try:
        arm = load_arm(text)
    except UnphysicalArmError:  # a link without mass
        return
    ties = {follower: (leader, float(multiplier), 0.3)}
    agree(load_model("newton_euler", arm), tied(text, arm.joint_names, ties), np.zeros(arm.n))


def follower_puma() -> Arm:
    """The paper's arm, whose elbow follows its shoulder."""
    puma = load_arm("akb1986")
    follower = Follower(puma.joints[2], 2, 1, -1.0, 0.2)
    others = [0, 1, 3, 4, 5]
    return puma.with_(
        joints=tuple(puma.joints[place] for place in others),
        motors=tuple(puma.motors[place] for place in others),
        followers=(follower,),
    )


@pytest.fixture(scope="module", params=["newton_euler", "generated"])
def model(request: pytest.FixtureRequest) -> DynamicModel:
    """A palletiser by the recursion; and generated code that needs no derivation."""
    if request.param == "newton_euler":
        return load_model("newton_euler", load_arm(palletiser()))
    return FollowingModel(load_model("generated"), follower_puma())


def test_generated_code_agrees_with_the_recursion():
    arm = follower_puma()
    q, qd, qdd = states(arm)
    made, known = (FollowingModel(load_model(kind), arm) for kind in ("generated", "newton_euler"))
    np.testing.assert_allclose(made.torque(q, qd, qdd), known.torque(q, qd, qdd), rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(made.elements(q).coriolis, known.elements(q).coriolis, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(made.elements(q).centrifugal, known.elements(q).centrifugal, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(made.torque_and_gravity(q, qd, qdd)[1], known.gravity(q), rtol=0.0, atol=1e-12)


def test_elements_make_the_torque(model: DynamicModel):
    q, qd, qdd = states(model.arm)
    np.testing.assert_allclose(model.terms(q, qd, qdd).total, model.torque(q, qd, qdd), rtol=1e-11, atol=1e-9)
    shapes = [part.shape for part in model.elements(q)]
    n = model.arm.n
    assert shapes == [(6, n, n), (6, n, n * (n - 1) // 2), (6, n, n), (6, n)]


def test_the_rate_of_inertia_less_twice_coriolis_is_skew(model: DynamicModel):
    step = 1e-6
    for q, qd, _ in states(model.arm).transpose(1, 0, 2):
        ends = (model.kinetic_energy_matrix(q + sign * step * qd) for sign in (1.0, -1.0))
        skew = np.subtract(*ends) / (2.0 * step) - 2.0 * model.coriolis_matrix(q, qd)
        assert np.abs(skew + skew.T).max() <= 1e-7 * max(1.0, np.abs(skew).max())


def test_torque_does_the_work_that_energy_gains(model: DynamicModel):
    step = 1e-6
    q, qd, qdd = states(model.arm)

    def energy(time: float) -> np.ndarray:
        at, rate = q + time * qd + 0.5 * time**2 * qdd, qd + time * qdd
        kinetic = 0.5 * np.einsum("ki,kij,kj->k", rate, model.kinetic_energy_matrix(at), rate)
        return kinetic + potential_energy(model.arm, at)

    power = np.sum(model.torque(q, qd, qdd) * qd, axis=-1)
    gained = (energy(step) - energy(-step)) / (2.0 * step)
    np.testing.assert_allclose(gained, power, rtol=1e-6, atol=1e-5 * np.abs(power).max())


def test_acceleration_undoes_torque(model: DynamicModel):
    q, qd, qdd = states(model.arm)
    found = model.acceleration(q, qd, model.torque(q, qd, qdd))
    np.testing.assert_allclose(found, qdd, rtol=1e-8, atol=1e-8)


def test_a_payload_is_part_of_the_last_link():
    arm = load_arm(palletiser())
    load = Payload(20.0, np.array([0.1, 0.05, 0.02]), np.diag([0.2, 0.3, 0.4]))
    q, qd, qdd = states(arm)
    found, whole = (load_model(kind, arm, load) for kind in ("newton_euler", "pinocchio"))
    np.testing.assert_allclose(found.torque(q, qd, qdd), whole.torque(q, qd, qdd), rtol=1e-11, atol=1e-10)
    assert found.arm.links[-1].mass == arm.links[-1].mass + load.mass
    added = FollowingModel(WithPayload(load_model("newton_euler", arm.chain), load), arm)
    np.testing.assert_allclose(added.torque(q, qd, qdd), whole.torque(q, qd, qdd), rtol=1e-11, atol=1e-10)
    assert not np.allclose(found.gravity(q), load_model("newton_euler", arm).gravity(q))


def test_coupled_motors_turn_with_joints_that_have_followers():
    arm = load_arm(palletiser())
    coupling = np.eye(4)
    coupling[2, 1] = -0.4
    motors = tuple(type(motor)(2.0, 1.0, motor.maximum_torque, 0.0) for motor in arm.motors)
    coupled = arm.with_(transmission=coupling, motors=motors)
    q = states(arm)[0]
    more = load_model("newton_euler", coupled).kinetic_energy_matrix(q) - load_model(
        "newton_euler", arm
    ).kinetic_energy_matrix(q)
    np.testing.assert_allclose(more, np.broadcast_to(2.0 * coupling.T @ coupling, more.shape), atol=1e-11)


def test_states_of_any_shape_and_pickles(model: DynamicModel):
    q, qd, qdd = states(model.arm)
    assert isinstance(model, FollowingModel)
    np.testing.assert_allclose(
        model.torque(q.reshape(2, 3, -1), 0, 0)[1, 2], model.gravity(q[5]), rtol=1e-11, atol=1e-9
    )
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.torque(q, qd, qdd), model.torque(q, qd, qdd))


@pytest.mark.parametrize(("kind", "options"), [("generated_abbreviated", {}), ("newton_euler", {"gyroscopic": True})])
def test_what_is_not_possible_is_refused_by_name(kind: str, options: dict[str, Any]):
    with pytest.raises(UnsupportedArmError, match="palletiser, because 'level', 'wrist' are mimic joints"):
        load_model(kind, load_arm(palletiser()), **options)


def test_operations_are_not_counted():
    with pytest.raises(UnsupportedArmError, match=r"count the model of `arm\.chain`"):
        load_model("newton_euler", load_arm(palletiser())).operation_counts()
