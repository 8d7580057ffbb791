"""The proof: unknown arms, moved by MuJoCo under PD, measured by encoders and a noisy effort.

What is found must be the truth within the errors that come with it: not only near, but as far off as they say.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.identification.laboratory import NOISE, excited, hidden_arm, measure, seen, vector
from scipy.stats import chi2

from puma560_dynamics.arm import Arm, check_physics
from puma560_dynamics.arm.friction_terms import MOVING
from puma560_dynamics.errors import IdentificationError
from puma560_dynamics.identification.advice import advice
from puma560_dynamics.identification.bodies import pseudo_inertia
from puma560_dynamics.identification.fourier_motion import Fourier
from puma560_dynamics.identification.identify import Identified, fit_unknowns
from puma560_dynamics.identification.joint_equations import total
from puma560_dynamics.identification.recorded import Recorded, recorded
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.models.payload.payload import Payload

LOAD = Payload.of(1.7, (0.02, -0.03, 0.08), (4e-3, 5e-3, 3e-3, 2e-4, -3e-4, 1e-4))


class Draw:
    """A hidden arm, what was identified of it, and how far off that is."""

    def __init__(self, arm: Arm, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.unknowns = Unknowns(arm)
        self.arm = hidden_arm(arm, rng)
        self.train, self.held_out = (
            recorded(measure(arm, self.arm, excited(arm, rng, period), rng).motions(), self.unknowns, name)
            for name, period in (("train", 16.0), ("held out", 8.0))
        )
        self.truth = vector(self.arm, self.unknowns)
        self.found = fit_unknowns(self.unknowns, [self.train], [self.held_out])


@pytest.fixture(scope="module")
def draws(arm: Arm) -> list[Draw]:
    return [Draw(arm, seed) for seed in range(1, 7)]


@pytest.fixture(scope="module", params=range(3))
def draw(request: pytest.FixtureRequest, draws: list[Draw]) -> Draw:
    return draws[request.param]


def normalised(found: Identified, truth: np.ndarray) -> tuple[float, np.ndarray]:
    """Squared length of the error of all that motion shows, in its own covariance; single errors in theirs."""
    rows = seen(found.unknowns, found.base.map)
    error = rows @ (found.estimate.x - truth)
    covariance = rows @ found.estimate.covariance @ rows.T
    return float(error @ np.linalg.solve(covariance, error)), error / np.sqrt(np.diag(covariance))


def test_errors_are_as_large_as_stated(draws: list[Draw]):
    """40 base parameters and three numbers of each joint's friction: chi-square, neither too large nor too small.

    The lower bound is wider: the truth comes from the prior cut down to possible arms, so it is nearer than the prior.
    """
    squares = [normalised(draw.found, draw.truth) for draw in draws]
    numbers = len(squares[0][1])
    assert numbers == 40 + 6 * len(MOVING)
    assert max(square for square, _ in squares) < chi2.ppf(0.999, numbers)
    together = sum(square for square, _ in squares)
    assert 0.5 * chi2.ppf(0.001, 6 * numbers) < together < chi2.ppf(0.999, 6 * numbers)
    outside = np.mean(np.abs(np.concatenate([single for _, single in squares])) > 2.0)
    assert outside < 0.12  # 4.6 % of a normal distribution


def test_motor_inertia_has_no_bias(draws: list[Draw]):
    """What noise in the acceleration would draw towards 0; stamps are up to 2 ms off the samples here.

    The mean over the draws is within the standard error that it has itself, three times, and within one of a draw.
    """
    motors = slice(draws[0].unknowns.motors.start + 2, draws[0].unknowns.motors.stop)
    off = np.array([(draw.found.estimate.x - draw.truth)[motors] / draw.found.estimate.error[motors] for draw in draws])
    assert (np.abs(off.mean(axis=0)) < 1.0).all()
    assert abs(off.mean()) < 3.0 / np.sqrt(off.size)
    share = np.array([draw.found.estimate.error[motors] / draw.truth[motors] for draw in draws])
    assert share.max() < 0.03


def test_what_the_data_determine_is_close(draw: Draw):
    """Gravity's constants and friction come out far more exactly than the paper has them."""
    found, unknowns = draw.found, draw.unknowns
    g1 = found.base.map[found.base.base_names.index("link2.mcx +")]
    inertial = unknowns.inertial
    error = g1 @ (found.estimate.x - draw.truth)[inertial]
    before = g1 @ (found.before.mean - draw.truth)[inertial]
    stated = np.sqrt(g1 @ found.estimate.covariance[inertial, inertial] @ g1)
    assert stated < 0.02 * abs(g1 @ draw.truth[inertial])
    assert abs(error) < min(4.0 * stated, max(abs(before), 4.0 * stated))


def test_held_out_motion_is_predicted_as_well_as_stated(draws: list[Draw]):
    """The error of the prediction is what the covariance says, far below the noise of a single measurement."""
    shares = []
    for draw in draws:
        found, whole = draw.found, total(draw.held_out.parts)
        error = found.estimate.x - draw.truth
        wrong = np.sqrt((whole.matrix @ error) @ error / whole.count)
        shares.append(wrong / np.sqrt(np.einsum("jik,ik->j", whole.matrix, found.estimate.covariance) / whole.count))
        assert (wrong < 0.4 * NOISE).all()
        after, before = (found.rms(x, [draw.held_out]) for x in (found.estimate.x, found.before.mean))
        assert (after < 0.1 * before).all()
    assert np.max(shares) < 3.0
    assert 0.5 < np.sqrt(np.mean(np.square(shares))) < 1.3


def test_the_arm_is_possible(draw: Draw):
    report = check_physics(draw.found.arm)
    assert report.ok
    assert not report.warnings  # not even a triangle inequality
    assert draw.found.arm.n == 6


def test_an_unknown_load_is_weighed(arm: Arm, draws: list[Draw]):
    """One bag without and one with the load: their difference is the load."""
    rng = np.random.default_rng(7)
    draw = draws[0]
    unknowns = Unknowns(arm, load=True)
    motion = excited(arm, rng)
    empty = recorded(measure(arm, draw.arm, motion, rng).motions(), unknowns, "empty")
    full = recorded(measure(arm, draw.arm, motion, rng, LOAD).motions(), unknowns, "loaded", loaded=True)
    found = fit_unknowns(unknowns, [empty, full])
    values, errors = found.body(-1)
    assert errors[0] < 0.1
    assert abs(values[0] - LOAD.mass) < 3.5 * errors[0]
    np.testing.assert_array_less(np.abs(values[1:4] - LOAD.center_of_mass), 3.5 * errors[1:4])
    known = fit_unknowns(
        Unknowns(arm),
        [recorded(measure(arm, draw.arm, motion, np.random.default_rng(8), LOAD).motions(), Unknowns(arm), "known",
                  payload=LOAD)],
    )  # fmt: skip
    square, _ = normalised(known, draw.truth)
    assert square < chi2.ppf(0.999, 58)


def test_the_prior_decides_where_the_data_do_not(arm: Arm):
    """Only the last joint turns: all that it does not move stays, as uncertain as it was; the arm stays possible."""
    pytest.importorskip("mujoco")
    rng = np.random.default_rng(3)
    truth = hidden_arm(arm, rng)
    motion = excited(arm, rng, period=6.0)
    alone = np.zeros((6, 1))
    alone[5] = 1.0
    unknowns = Unknowns(arm)
    poor = measure(arm, truth, Fourier(motion.period, motion.center, alone * motion.a, alone * motion.b), rng)
    found = fit_unknowns(unknowns, [recorded(poor.motions(), unknowns, "poor")])
    silent = [index for index, name in enumerate(unknowns.names) if name.startswith(("joint1.", "joint2.", "joint3."))]
    np.testing.assert_allclose(found.estimate.x[silent], found.before.mean[silent], rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(found.estimate.error[silent], found.before.deviation[silent], rtol=1e-2)
    motor = unknowns.names.index("joint6.motor_inertia")
    assert found.estimate.error[motor] < 0.5 * found.before.deviation[motor]
    for place in unknowns.bodies:
        assert np.linalg.eigvalsh(pseudo_inertia(found.estimate.x[place]))[0] > 0.0
    assert (unknowns.not_negative @ found.estimate.x >= 0.0).all()


def test_motion_is_needed(arm: Arm):
    unknowns = Unknowns(arm)
    with pytest.raises(IdentificationError, match="no recording"):
        fit_unknowns(unknowns, [])
    with pytest.raises(IdentificationError, match="too little motion"):
        fit_unknowns(unknowns, [Recorded("empty")])


def test_an_effort_of_zero_in_every_joint_is_refused(arm: Arm, draws: list[Draw]):
    unknowns = Unknowns(arm)
    swing = measure(arm, draws[0].arm, excited(arm, np.random.default_rng(1), 8.0), np.random.default_rng(2))
    silent = replace(swing, effort=0.0 * swing.effort)
    with pytest.raises(IdentificationError, match="effort is exactly 0 in every joint"):
        fit_unknowns(unknowns, [recorded(silent.motions(), unknowns, "silent")])


def test_loaded_recordings_alone_are_named(arm: Arm, draws: list[Draw]):
    rng = np.random.default_rng(7)
    unknowns = Unknowns(arm, load=True)
    swing = measure(arm, draws[0].arm, excited(arm, rng, 8.0), rng, LOAD).motions()
    loaded = recorded(swing, unknowns, "loaded", loaded=True)
    words = "every recording has the unknown load"
    assert any(words in each for each in advice(fit_unknowns(unknowns, [loaded])))
    empty = recorded(swing, unknowns, "empty")
    assert not any(words in each for each in advice(fit_unknowns(unknowns, [empty, loaded])))
