"""The base set explains every torque, is no larger than needed, and is the one the literature prints."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.identification.base_parameters import base_set
from puma560_dynamics.models.recursive.regressor import Regressor, arm_parameters


def states(arm: Arm, seed: int, count: int = 200) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    return tuple(rng.uniform(-1.0, 1.0, (count, arm.n)) * size for size in (3.0, 4.0, 20.0))


def test_the_puma_has_36_base_parameters_and_four_motors(arm: Arm):
    """Khalil and Dombre (2002), table 9.4: 36 of the links; of the motors, those of joints 3 to 6 show themselves."""
    base = base_set(arm)
    motors = [name for name in base.base_names if "motor" in name]
    assert base.size - len(motors) == 36
    assert motors == [f"joint{i}.motor_inertia" for i in (3, 4, 5, 6)]
    assert base.gap > 1e6


def test_rank_agrees_with_pinocchio(arm: Arm):
    """Pinocchio's own regressor, with the motors' columns next to it."""
    pinocchio = pytest.importorskip("pinocchio")
    from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel

    model = PinocchioModel(arm)._model
    data = model.createData()
    rows = []
    for q, qd, qdd in zip(*states(arm, 3), strict=True):
        rows.append(np.hstack([pinocchio.computeJointTorqueRegressor(model, data, q, qd, qdd), np.diag(qdd)]))
    matrix = np.concatenate(rows)
    matrix /= np.linalg.norm(matrix, axis=0).clip(1e-9)
    assert np.linalg.matrix_rank(matrix, 1e-9 * np.linalg.norm(matrix, 2)) == base_set(arm).size


def test_base_parameters_give_the_torque(arms):
    for arm in arms(3, False):
        base = base_set(arm)
        q, qd, qdd = states(arm, 7)
        columns = Regressor(arm).matrix(q, qd, qdd)[..., base.columns]
        torque = columns @ (base.map @ arm_parameters(arm))
        expected = load_model("newton_euler", arm).torque(q, qd, qdd)
        np.testing.assert_allclose(torque, expected, atol=1e-9 * np.abs(expected).max())


def test_what_is_unseen_changes_no_torque(arm: Arm):
    base = base_set(arm)
    matrix = Regressor(arm).matrix(*states(arm, 11))
    unseen = np.linalg.svd(base.map)[2][base.size :].T  # orthonormal; the map takes it to nothing
    assert unseen.shape == (66, 66 - base.size)
    np.testing.assert_allclose(matrix @ unseen, 0.0, atol=1e-10 * np.abs(matrix).max())


def test_the_set_does_not_depend_on_the_seed(arm: Arm):
    one, other = base_set(arm, 1), base_set(arm, 2)
    np.testing.assert_array_equal(one.columns, other.columns)
    np.testing.assert_allclose(one.map, other.map, atol=1e-8)


def test_groups_are_those_of_khalil(arm: Arm):
    """Khalil's recursive rules for link 3 onto link 2: XX2 + -d²m3, ZZ2 + d²m3, MX2 + d m3 with d = 0.4318."""
    base = base_set(arm)
    row = dict(zip(base.names, base.map[base.base_names.index("link2.mcx +")], strict=True))
    assert row["link3.m"] == pytest.approx(0.4318)
    row = dict(zip(base.names, base.map[base.base_names.index("link2.Izz +")], strict=True))
    assert row["link3.m"] == pytest.approx(0.4318**2)
    assert row["joint2.motor_inertia"] == pytest.approx(1.0)
    assert base.sum_of(base.base_names.index("link5.Izz +")) == "link5.Izz + link6.Iyy"


def test_a_tilted_base_shows_more(arm: Arm):
    """Gravity across the first axis makes its first moments felt."""
    tilted = arm.with_(gravity_direction=np.array([0.6, 0.0, -0.8]))
    assert base_set(tilted).size == base_set(arm).size + 2
