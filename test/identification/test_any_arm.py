"""Any arm from its description: the truth lies within the stated errors about as often as they say."""

from __future__ import annotations

import os
from collections.abc import Collection

import numpy as np
import pytest
from helpers.identification.laboratory import seen, vector
from helpers.identification.synthetic import description, moved, small_arm, true_arm

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import FULL
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, joint_friction_torque
from puma560_dynamics.identification.cross_validation import PRIOR_WIDTHS
from puma560_dynamics.identification.identify import Identified, fit_unknowns
from puma560_dynamics.identification.predict import predict, relative_errors
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.unknowns import Unknowns

pytest.importorskip("cvxpy")

COUPLED = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]])


def found_of(arm: Arm, truth: Arm, seed: int, seconds: float = 20.0, friction: Collection[str] = ()) -> Identified:
    unknowns = Unknowns(arm, friction=friction)
    motion = moved(truth, np.random.default_rng(seed), seconds)
    return fit_unknowns(unknowns, [recorded([motion], unknowns, "a motion")])


@pytest.fixture(scope="module", params=["single", "coupled"])
def draws(request: pytest.FixtureRequest) -> list[tuple[Arm, Identified]]:
    arm = small_arm()
    if request.param == "coupled":
        arm = arm.with_(transmission=COUPLED)
    result = []
    for seed in range(6):
        truth = true_arm(arm, np.random.default_rng(seed))
        result.append((truth, found_of(arm, truth, 100 + seed)))
    return result


def test_errors_are_as_large_as_stated_under_coloured_noise(draws: list[tuple[Arm, Identified]]):
    """Base parameters and friction of six arms: outside two standard errors about as often as a normal number is."""
    off = []
    for truth, found in draws:
        rows = seen(found.unknowns, found.base.map)
        error = rows @ (found.estimate.x - vector(truth, found.unknowns))
        off.append(error / np.sqrt(np.einsum("ij,jk,ik->i", rows, found.estimate.covariance, rows)))
    scores = np.concatenate(off)
    assert np.mean(np.abs(scores) > 2.0) < 0.12  # 4.6 % of a normal distribution
    assert np.mean(np.abs(scores) > 1.0) > 0.1  # 32 %: no error is stated far too large
    assert 0.4 < np.sqrt(np.mean(scores**2)) < 1.4


def test_a_motor_acts_on_every_joint_that_turns_it(draws: list[tuple[Arm, Identified]]):
    """The last motor's inertia and friction: found within a few standard errors, small ones next to the prior's."""
    for truth, found in draws:
        unknowns, error = found.unknowns, found.estimate.error
        last = unknowns.motors.stop - 1
        assert abs(found.estimate.x[last] - truth.motors[-1].inertia) < 4.0 * error[last]
        viscous = unknowns.names.index("joint3.viscous")
        assert abs(found.estimate.x[viscous] - truth.friction[-1].viscous) < 4.0 * error[viscous]
        assert error[[last, viscous]] == pytest.approx(0.0, abs=0.1 * found.before.deviation[[last, viscous]].min())


def test_an_arm_of_followers_is_identified_in_the_coordinates_of_its_motors():
    """What a link that is kept level takes, with its friction, is found at the joint that leads it."""
    text = description().replace("</joint></robot>", '<mimic joint="joint2" multiplier="-1"/></joint></robot>')
    arm = load_arm(text)
    truth = true_arm(arm, np.random.default_rng(2))
    found = found_of(arm, truth, 5)
    assert len(found.unknowns.bodies) == 3 and len(found.friction) == 2
    rows = seen(found.unknowns, found.base.map)
    off = rows @ (found.estimate.x - vector(truth, found.unknowns))
    assert np.abs(off / np.sqrt(np.einsum("ij,jk,ik->i", rows, found.estimate.covariance, rows))).max() < 4.5
    q, qd, qdd = np.random.default_rng(3).uniform(-1.0, 1.0, (3, 50, 2))
    effort = load_model("newton_euler", truth).torque(q, qd, qdd)
    effort += joint_friction_torque(truth.friction, qd, MEASURED_SMOOTHING)
    columns = found.unknowns.columns(q, qd, qdd)
    np.testing.assert_allclose(columns @ vector(truth, found.unknowns), effort, rtol=0.0, atol=1e-11)


def test_friction_that_grows_with_the_load_is_found():
    arm = small_arm()
    truth = true_arm(arm, np.random.default_rng(3), load=0.08)
    found = found_of(arm, truth, 4, friction=("load",))
    shares = found.unknowns.place_of("load")
    off = (found.estimate.x[shares] - 0.08) / found.estimate.error[shares]
    assert np.abs(off[1:]).max() < 4.0  # joint 1 is vertical and transmits hardly any torque
    assert found.estimate.error[shares][1] < 0.25 * 0.08  # joint 2 carries the arm
    without = found_of(arm, truth, 4)
    assert (found.estimate.deviation[1:] < without.estimate.deviation[1:]).all()
    assert found.arm.friction[1].load == found.estimate.x[shares][1]


def test_a_right_description_is_trusted_and_a_wrong_one_is_not():
    """Cross-validation: a narrow prior where the description is the truth, a wide one where it is far off."""
    arm = small_arm()
    right, wrong = (
        found_of(arm, true_arm(arm, np.random.default_rng(5), spread), 6, 12.0).guess for spread in (0.0, 0.8)
    )
    assert right is not None and wrong is not None
    assert right.width < wrong.width
    scores = dict(wrong.tried)
    assert scores[PRIOR_WIDTHS[0]] > 1.5 * scores[wrong.width]


def test_motion_that_was_not_fitted_is_predicted():
    arm = small_arm()
    truth = true_arm(arm, np.random.default_rng(7))
    found = found_of(arm, truth, 8)
    other = moved(truth, np.random.default_rng(9), 10.0)
    predicted = predict([other], found.unknowns, found.estimate.x, found.presliding)
    assert (relative_errors(predicted) < 0.12).all()  # noise is 0.15 N·m of some 3
    before = predict([other], found.unknowns, found.before.mean, found.presliding)
    assert (relative_errors(predicted) < 0.5 * relative_errors(before)).all()


@pytest.mark.skipif(not os.environ.get("ALL_TRIALS"), reason="takes a minute: make trials")
@pytest.mark.timeout(900)
def test_intervals_of_twenty_hidden_arms_cover_the_truth():
    """60 s at half the range, coloured noise, dry friction that grows with the load of every other arm."""
    axes = ("0 0 1", "0 1 0", "0 1 0", "0 0 1", "0 1 0", "0 0 1")
    off: list[float] = []
    for seed in range(20):
        arm, rng = small_arm(axes[: (3, 4, 6)[seed % 3]]), np.random.default_rng(seed)
        truth = true_arm(arm, rng, load=0.05 * (seed % 2))
        unknowns = Unknowns(arm, friction=FULL)
        recording = recorded([moved(truth, rng, 60.0, size=0.5)], unknowns, "a motion")
        found = fit_unknowns(unknowns, [recording], choose=True)
        unknowns, estimate = found.unknowns, found.estimate
        true = np.zeros(unknowns.size)
        true[unknowns.inertial] = vector(truth, Unknowns(arm))[unknowns.inertial]
        for name in unknowns.sought:
            true[unknowns.place_of(name)] = [getattr(joint, name) for joint in truth.friction]
        rows = np.vstack([seen(unknowns, found.base.map), np.eye(unknowns.size)[unknowns.motors]])
        errors = np.sqrt(np.einsum("ij,jk,ik->i", rows, estimate.covariance, rows))
        off += (np.abs(rows @ (estimate.x - true)) / errors).tolist()
    assert 0.9 <= np.mean(np.array(off) < 1.96) <= 0.98, np.mean(np.array(off) < 1.96)
