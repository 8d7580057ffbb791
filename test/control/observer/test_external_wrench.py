"""The wrench explains the torques that it causes, and what the pose does not show is named."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.control.observer.external_wrench import LENGTH, direction_name, external_wrench
from puma560_dynamics.errors import StateError

SCALE = np.array([1.0, 1.0, 1.0, LENGTH, LENGTH, LENGTH])
WRENCH = np.array([10.0, -20.0, 5.0, 1.0, -0.4, 0.8])


@pytest.fixture(scope="module")
def model():
    return load_model("newton_euler", load_arm("akb1986"))


def test_a_wrench_comes_back_where_the_pose_shows_all_directions(model):
    jacobian = model.jacobian([0.3, -1.0, 1.2, 0.4, 1.1, -0.2])
    found = external_wrench(jacobian, jacobian.T @ WRENCH, np.ones(6))
    assert found.shown == 6
    assert found.hidden == ()
    np.testing.assert_allclose(found.wrench, WRENCH, rtol=1e-11)
    np.testing.assert_allclose(found.unexplained, 0.0, atol=1e-11)
    inverse = np.linalg.inv(jacobian.T)
    np.testing.assert_allclose(found.band, np.linalg.norm(inverse, axis=1), rtol=1e-11)


def test_a_straight_wrist_hides_a_direction_and_nothing_of_the_others(model):
    jacobian = model.jacobian([0.3, -1.0, 1.2, 0.4, 0.0, -0.2])
    found = external_wrench(jacobian, jacobian.T @ WRENCH, np.ones(6))
    assert found.shown == 5
    assert len(found.hidden) == 1
    hidden = SCALE * found.directions[:, 5]
    np.testing.assert_allclose(jacobian.T @ hidden, 0.0, atol=1e-12)
    rest = (found.wrench - WRENCH) / SCALE
    np.testing.assert_allclose(rest, found.directions[:, 5] * (found.directions[:, 5] @ rest), atol=1e-10)
    assert abs(found.wrench / SCALE @ found.directions[:, 5]) < 1e-10
    np.testing.assert_allclose(found.unexplained, 0.0, atol=1e-11)


def test_the_band_is_the_scatter_of_the_wrench(model):
    rng = np.random.default_rng(0)
    jacobian, band = model.jacobian([0.3, -1.0, 1.2, 0.4, 1.1, -0.2]), np.array([2.0, 3.0, 1.0, 0.2, 0.2, 0.1])
    drawn = [external_wrench(jacobian, jacobian.T @ WRENCH + band * rng.standard_normal(6), band) for _ in range(2000)]
    np.testing.assert_allclose(np.std([one.wrench for one in drawn], axis=0), drawn[0].band, rtol=0.06)


def test_a_contact_at_another_link_is_not_explained(model):
    q = [0.3, -1.0, 1.2, 0.4, 1.1, -0.2]
    elbow = model.jacobian(q, "link3")
    found = external_wrench(elbow, model.jacobian(q).T @ WRENCH, np.ones(6))
    assert found.shown == 3
    assert np.abs(found.unexplained[3:]).max() > 0.5
    np.testing.assert_allclose(external_wrench(elbow, elbow.T @ WRENCH, np.ones(6)).unexplained, 0.0, atol=1e-11)


def test_a_force_through_all_axes_of_few_joints_is_hidden():
    jacobian = np.zeros((6, 2))  # joints about z at the origin and at x = 0.5; the link's origin is at x = 0.8
    jacobian[:, 0], jacobian[:, 1] = (0, 0.8, 0, 0, 0, 1), (0, 0.3, 0, 0, 0, 1)
    found = external_wrench(jacobian, [1.0, 1.0], [0.1, 0.1])
    assert found.shown == 2
    assert set(found.hidden) == {"force along x", "force along z", "moment about x", "moment about y"}
    np.testing.assert_allclose(found.wrench, [0, 0, 0, 0, 0, 1.0], atol=1e-12)


def test_directions_have_names():
    assert direction_name([0, 0, -1, 0, 0, 0]) == "force along z"
    assert direction_name([0, 0, 0, 0.01, 1, 0]) == "moment about y"
    assert direction_name([0.6, -0.8, 0, 0, 0, 0]) == "force along (-0.60, 0.80, 0.00)"
    assert direction_name([0.6, 0, 0, 0, 0.8, 0]) == "force along x with moment about y"


@pytest.mark.parametrize(
    ("jacobian", "torque", "words"),
    [
        (np.zeros((5, 6)), np.zeros(6), "expected a Jacobian"),
        (np.zeros((6, 6)), np.zeros(5), "expected a Jacobian"),
        (np.full((6, 6), np.nan), np.zeros(6), "finite"),
        (np.zeros((6, 6)), np.full(6, np.inf), "finite"),
    ],
)
def test_impossible_input_is_refused(jacobian, torque, words):
    with pytest.raises(StateError, match=words):
        external_wrench(jacobian, torque, np.ones(6))
