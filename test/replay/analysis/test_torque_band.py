"""The uncertainty band against Monte Carlo: measured numbers drawn, torque by the recursion."""

from __future__ import annotations

from dataclasses import replace
from math import erf, sqrt
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from puma560_dynamics.arm import Arm, load_arm
from puma560_dynamics.arm.tolerances import tolerances_of
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.observer.torque_uncertainty import WIDTHS
from puma560_dynamics.models.recursive.scalar_newton_euler import ScalarLink, bodies, scalar_newton_euler
from puma560_dynamics.models.sampling import sample_states
from puma560_dynamics.replay.analysis.torque_band import OutsideCounts, TorqueBand, half_width, torque_band

DRAWS = 20_000
STATES = 6


class Drawn:
    """Measured numbers of one body, each a column of draws."""

    def __init__(self, arm: Arm, path: str, rng: np.random.Generator, scale: float) -> None:
        def number(place: str) -> FloatArray:
            quantity = arm.quantities.get(f"{path}.{place}")
            if quantity is None:
                return np.zeros((DRAWS, 1))
            return quantity.value + scale * (quantity.half_width or 0.0) * rng.standard_normal((DRAWS, 1))

        self.mass = number("mass")
        x, y, z = (number(f"center_of_gravity.{axis}") for axis in range(3))
        self.center = x, y, z
        self.inertia = [number(f"inertia.{axis}") for axis in range(3)]

    def at_frame(self, offset: FloatArray, turn: FloatArray) -> tuple[NDArray, NDArray]:
        """First moments (draws, 3) and inertia (draws, 3, 3) about a frame in which this one is turned and moved."""
        center = np.concatenate(self.center, axis=1) @ turn.T + offset
        inertia = turn @ (np.concatenate(self.inertia, axis=1)[:, :, None] * np.eye(3)) @ turn.T
        return self.mass * center, inertia + steiner(self.mass, center)


def steiner(mass: FloatArray, center: FloatArray) -> FloatArray:
    square = np.sum(center**2, axis=1)[:, None, None] * np.eye(3)
    return mass[:, :, None] * (square - center[:, :, None] * center[:, None, :])


def torques(arm: Arm, rng: np.random.Generator, scale: float) -> FloatArray:
    """(n, draws, states) N·m with every measured number drawn, half widths times `scale` as deviations."""
    links = [Drawn(arm, f"links.{link.name}", rng, scale) for link in arm.links]
    with_wrist = Drawn(arm, "assemblies.link3_with_wrist", rng, scale)
    # Link 3: what was measured with the wrist less links 4 to 6 in the zero position, where z4 is -y3.
    moments, inertia = with_wrist.at_frame(np.zeros(3), np.eye(3))
    y4 = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    turns = {3: y4, 4: np.eye(3), 5: y4}
    origin = np.array([arm.joints[3].a, -arm.joints[3].d, 0.0])
    for index, turn in turns.items():
        h, tensor = links[index].at_frame(origin, turn)
        moments, inertia = moments - h, inertia - tensor
    nominal = bodies(arm)
    chain: list[ScalarLink] = []
    for index, (body, link) in enumerate(zip(nominal, links, strict=True)):
        motor = arm.quantities[f"motors.{arm.joints[index].name}.inertia"]
        rotor = motor.value + scale * (motor.half_width or 0.0) * rng.standard_normal((DRAWS, 1))
        center, about = link.center, [*link.inertia, *[np.zeros((DRAWS, 1))] * 3]
        if index == 2:
            lever = moments / link.mass
            tensor = inertia - steiner(link.mass, lever)
            center = (lever[:, 0, None], lever[:, 1, None], lever[:, 2, None])
            about = [tensor[:, i, j, None] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
        if index == 0:
            about[2] = about[2] * 0 + arm.links[0].inertia[2, 2]
        chain.append(replace(body, mass=link.mass, center=center, inertia=tuple(about), motor_inertia=rotor))
    q, qd, qdd = (array.T[:, None, :] for array in sample_states(arm, STATES))
    gravity = tuple(arm.gravity_vector.tolist())
    return np.stack(np.broadcast_arrays(*scalar_newton_euler(chain, np.cos(q), np.sin(q), qd, qdd, gravity)))


def test_half_width_is_the_deviation_of_drawn_torques(arm: Arm):
    """Tolerances shrunk to a tenth: what remains of the second order is far below the draws' own error."""
    scale = 0.1
    drawn = torques(arm, np.random.default_rng(1), scale)
    expected = scale * TorqueBand(arm).half_width(*sample_states(arm, STATES)).T
    # The standard deviation of N draws has a relative error of 1 / sqrt(2 N): here 0.5 %; five of them.
    np.testing.assert_allclose(drawn.std(axis=1), expected, rtol=5 / np.sqrt(2 * DRAWS))


def test_linearisation_holds_at_the_printed_tolerances(arm: Arm):
    """At full width products of tolerances (25 % of a wrist mass by 25 % of its center) add little."""
    drawn = torques(arm, np.random.default_rng(2), 1.0)
    expected = TorqueBand(arm).half_width(*sample_states(arm, STATES)).T
    np.testing.assert_allclose(drawn.std(axis=1), expected, rtol=0.01 + 5 / np.sqrt(2 * DRAWS))


def test_motor_inertia_alone(arm: Arm):
    """With one tolerance the half width is that tolerance times the acceleration."""
    path = "motors.joint1.inertia"
    band = TorqueBand(arm.with_(quantities={path: arm.quantities[path]}))
    q, qd, qdd = sample_states(arm, 50)
    expected = np.zeros((50, 6))
    expected[:, 0] = 0.27 * np.abs(qdd[:, 0])
    np.testing.assert_allclose(band.half_width(q, qd, qdd), expected, rtol=1e-12)


def test_reduction_changes_nothing(arm: Arm):
    band = TorqueBand(arm)
    states = sample_states(arm, 2000)
    rows = band.regressor.matrix(*states)
    whole = np.linalg.norm(rows @ tolerances_of(arm).factor, axis=-1)
    assert band.factor.shape[1] < len(tolerances_of(arm).names)
    np.testing.assert_allclose(band.half_width(*states), whole, rtol=1e-9)


def test_no_tolerances_no_band(arm: Arm):
    half_width = TorqueBand(arm.with_(quantities={})).half_width(*sample_states(arm, 5))
    assert half_width == pytest.approx(np.zeros((5, 6)))


def test_the_band_of_one_call_broadcasts_and_is_that_of_the_class(arm: Arm):
    q = np.random.default_rng(3).uniform(arm.lower, arm.upper, (5, arm.n))
    still, moving = torque_band(arm, q), torque_band(arm, q, 0.0, np.ones(arm.n))
    np.testing.assert_array_equal(still, TorqueBand(arm).half_width(q, np.zeros_like(q), np.zeros_like(q)))
    assert still.shape == q.shape and (moving > still).any()


def test_a_band_is_of_an_arm():
    with pytest.raises(TypeError, match=r"^expected an Arm, got 'akb1986'; `load_arm` reads one$"):
        torque_band("akb1986", np.zeros(6))  # type: ignore[arg-type]


SAMPLES = 100_000


def counted(residual: np.ndarray, tolerance: np.ndarray, pieces: int = 3) -> OutsideCounts:
    counts = OutsideCounts(residual.shape[1])
    for part, width in zip(np.array_split(residual, pieces), np.array_split(tolerance, pieces), strict=True):
        counts.add(part, width)
    return counts


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.0, 4.0])
def test_normal_noise(ratio: float):
    """Noise of `ratio` times what is expected, by tolerances and the rest at once, at two joints."""
    rng = np.random.default_rng(5)
    tolerance = rng.uniform(0.0, 3.0, (SAMPLES, 2))
    allowance = np.array([0.4, 2.0])
    residual = ratio * np.hypot(tolerance, allowance) * rng.standard_normal((SAMPLES, 2))
    expected = 1.0 - erf(WIDTHS / ratio / sqrt(2.0))
    scatter = sqrt(expected * (1.0 - expected) / SAMPLES)
    found = counted(residual, tolerance).shares(allowance)
    # Steps of the counting move the allowance by up to 0.6 %, which the density at the edge turns into a share.
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=4.0 * scatter + 0.006 * 0.3)
    np.testing.assert_allclose(found, np.mean(np.abs(residual) > half_width(tolerance, allowance), axis=0), atol=0.002)


def test_noise_of_the_expected_size_is_outside_at_one_sample_in_twenty_two():
    noise = np.random.default_rng(1).standard_normal((SAMPLES, 1))
    assert counted(noise, np.zeros_like(noise)).shares(np.ones(1)) == pytest.approx(0.0455, abs=0.003)


def test_the_same_noise_is_outside_of_tolerances_that_do_not_allow_for_it():
    """Which is why noise and friction belong into the band."""
    noise = np.random.default_rng(1).standard_normal((SAMPLES, 1))
    found = counted(noise, np.full_like(noise, 0.1))
    assert found.shares(np.zeros(1)) > 0.8
    assert found.shares(np.ones(1)) < 0.05


def test_what_does_not_count_is_left_out():
    residual = np.array([[np.nan, np.nan], [5.0, np.nan], [0.1, np.nan], [-5.0, np.nan]])
    found = counted(residual, np.ones((4, 2)), pieces=1).shares(np.zeros(2))
    assert found[0] == pytest.approx(2 / 3)
    assert np.isnan(found[1])


def test_a_larger_allowance_never_leaves_more_outside():
    residual = np.random.default_rng(2).standard_cauchy((2000, 1))
    counts = counted(residual, np.full((2000, 1), 0.2))
    shares = [counts.shares(np.array([allowance]))[0] for allowance in np.geomspace(1e-9, 1e5, 60)]
    assert (np.diff(shares) <= 0.0).all()
    assert shares[0] > 0.5
    assert shares[-1] == 0.0


def test_an_arm_without_tolerances_is_said_once(recwarn: pytest.WarningsRecorder):
    described = load_arm(Path(__file__).parents[3] / "urdf" / "puma560.urdf")
    for _ in range(3):
        assert not torque_band(described, np.zeros(6)).any()
    (said,) = {str(one.message) for one in recwarn}
    assert "no tolerances, and its motor inertia counts as 0" in said and "puma560 arm import" in said
    recwarn.clear()
    torque_band(load_arm("akb1986"), np.zeros(6))
    assert not recwarn.list
