"""Least squares with a prior against its closed form, honest weights, and the convex problem's minimum."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.signal import lfilter

from puma560_dynamics.arm import Arm
from puma560_dynamics.identification.base_parameters import base_set
from puma560_dynamics.identification.bodies import linear, pseudo_inertia
from puma560_dynamics.identification.comparison import load
from puma560_dynamics.identification.identify import Identified
from puma560_dynamics.identification.joint_equations import stretches, total
from puma560_dynamics.identification.physical_consistency import _square_root_of_inverse, is_possible, most_probable
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.solve import solve
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.identification.windows import Rows


def synthetic(unknowns: Unknowns, count: int, memory: float, seed: int) -> list[Rows]:
    """Rows with random columns that last as long as real ones, and noise of 0.3 N·m with a memory."""
    rng = np.random.default_rng(seed)
    columns = lfilter([0.3], [1.0, -0.95], rng.normal(size=(count, unknowns.n, unknowns.size)), axis=0)
    white = rng.normal(size=(count, unknowns.n))
    noise = 0.3 * lfilter([np.sqrt(1.0 - memory**2)], [1.0, -memory], white, axis=0)
    effort = columns @ prior(unknowns).mean + noise
    return [rows_of(0.04 * np.arange(count), columns, effort, np.ones((count, unknowns.n), dtype=bool))]


def rows_of(time: np.ndarray, columns: np.ndarray, effort: np.ndarray, valid: np.ndarray) -> Rows:
    """Rows of motors that all turn forward, without a memory of friction."""
    still, direction, slip = (
        np.zeros(effort.shape),
        np.ones(effort.shape, dtype=np.int8),
        np.empty((*effort.shape, 2, 0)),
    )
    return Rows(0, time, columns, effort, still, still, valid, direction, slip, valid, valid)


def test_information_that_rounding_makes_singular_has_a_finite_root():
    """Such as that of a recording without noise: a Cholesky factorisation fails."""
    well = np.array([[4.0, 1.0], [1.0, 9.0]])
    root = _square_root_of_inverse(well)
    np.testing.assert_allclose(root @ root.T, np.linalg.inv(well), rtol=1e-12)
    ill = np.array([[1.0, 1.0], [1.0, 1.0 - 1e-15]])
    with pytest.raises(np.linalg.LinAlgError):
        np.linalg.cholesky(ill)
    assert np.isfinite(_square_root_of_inverse(ill)).all()


def test_a_load_is_in_the_frame_of_the_tip(arm: Arm):
    tip = np.array([[0.0, -1.0, 0.0, 0.01], [1.0, 0.0, 0.0, 0.02], [0.0, 0.0, 1.0, 0.1], [0.0, 0.0, 0.0, 1.0]])
    unknowns = Unknowns(arm.with_(frames=np.array([*arm.frames[:-1], tip])), load=True)
    x, place = np.zeros(unknowns.size), unknowns.bodies[-1]
    inside = np.array([0.03, -0.02, 0.05])
    center = tip[:3, :3] @ inside + tip[:3, 3]
    x[place] = linear(np.array([2.0, *center, 0.01, 0.0, 0.01, 0.0, 0.0, 0.01]))
    before = SimpleNamespace(mean=x, covariance=np.eye(unknowns.size))
    found: Any = SimpleNamespace(
        unknowns=unknowns, before=before, estimate=SimpleNamespace(x=x, covariance=np.eye(unknowns.size))
    )
    np.testing.assert_allclose([row.identified for row in load(found)[:4]], [2.0, *(2.0 * inside)], atol=1e-12)
    np.testing.assert_allclose(Identified.load_body(found)[0][:4], [2.0, *inside], atol=1e-12)


def test_it_is_the_closed_form(arm: Arm):
    unknowns = Unknowns(arm)
    before = prior(unknowns)
    rows = synthetic(unknowns, 800, 0.0, 1)
    estimate = solve(stretches(rows), before, unknowns, base_set(arm))
    variance = estimate.rows * estimate.deviation**2 / estimate.effective
    weight = np.repeat(1.0 / variance[None], len(rows[0].time), 0).ravel()
    matrix, right = rows[0].columns.reshape(-1, unknowns.size), rows[0].effort.ravel()
    scale = before.deviation
    precision = np.linalg.inv(before.covariance / np.outer(scale, scale))
    information = (matrix * scale).T @ (weight[:, None] * matrix * scale) + precision
    step = np.linalg.solve(information, (matrix * scale).T @ (weight * (right - matrix @ before.mean)))
    expected = most_probable(before.mean + scale * step, information / np.outer(scale, scale), before.mean, unknowns)
    np.testing.assert_allclose((estimate.x - expected) / estimate.error, 0.0, atol=0.02)
    errors = scale * np.sqrt(np.diag(np.linalg.inv(information)))
    np.testing.assert_allclose(estimate.error, errors, rtol=2e-3)


@pytest.mark.parametrize(("memory", "worth"), [(0.0, 1.0), (0.8, 0.13)])
def test_rows_are_worth_what_their_memory_leaves(arm: Arm, memory: float, worth: float):
    """Columns and noise that are both autoregressive: the gradient's variance is (1 + a b) / (1 - a b) times larger."""
    unknowns = Unknowns(arm)
    estimate = solve(stretches(synthetic(unknowns, 4000, memory, 2)), prior(unknowns), unknowns, base_set(arm))
    expected = (1.0 - 0.95 * memory) / (1.0 + 0.95 * memory)
    assert expected == pytest.approx(worth, abs=0.01)
    np.testing.assert_allclose(estimate.effective / estimate.rows, expected, rtol=0.35)


def test_long_recordings_are_summed_up_in_few_stretches(arm: Arm):
    unknowns = Unknowns(arm)
    rng = np.random.default_rng(4)
    pieces = []
    for start in range(0, 300, 10):
        time = start + 0.5 * np.arange(20)
        columns = rng.normal(size=(20, 6, unknowns.size))
        pieces.append(rows_of(time, columns, rng.normal(size=(20, 6)), rng.random((20, 6)) > 0.3))
    parts = stretches(pieces)
    assert 48 <= len(parts) <= 96
    whole = total(parts)
    columns = np.concatenate([piece.columns for piece in pieces])
    valid = np.concatenate([piece.valid for piece in pieces])
    np.testing.assert_array_equal(whole.count, valid.sum(axis=0))
    for joint in range(6):
        some = columns[valid[:, joint], joint]
        np.testing.assert_allclose(whole.matrix[joint], some.T @ some, atol=1e-9)
    x = rng.normal(size=unknowns.size)
    effort = np.concatenate([piece.effort for piece in pieces])
    residual = np.where(valid, effort - columns @ x, 0.0)
    np.testing.assert_allclose(whole.squares(x), (residual**2).sum(axis=0))


def test_the_possible_minimum_cannot_be_improved(arm: Arm):
    """Convex: no possible point may have less, wherever it lies."""
    pytest.importorskip("cvxpy")
    unknowns = Unknowns(arm)
    before = prior(unknowns)
    rng = np.random.default_rng(9)
    information = np.asarray(np.linalg.inv(before.covariance), dtype=np.float64)
    wish = before.mean + 1.5 * before.deviation * rng.normal(size=unknowns.size)
    assert not is_possible(wish, before.mean, unknowns)
    found = most_probable(wish, information, before.mean, unknowns)

    def badness(x: np.ndarray) -> float:
        return float((x - wish) @ information @ (x - wish))

    for place in unknowns.bodies:
        assert np.linalg.eigvalsh(pseudo_inertia(found[place]))[0] > 0.0
    assert (unknowns.not_negative @ found >= 0.0).all()
    assert badness(found) < badness(before.mean)
    tried = 0
    root = np.linalg.cholesky(before.covariance)
    for size in np.geomspace(1e-3, 1.0, 400):
        other = found + size * (wish - found) + size * root @ rng.normal(size=unknowns.size)
        for target in (other, 0.5 * (other + before.mean), before.mean + 0.9 * (other - before.mean)):
            if is_possible(target, before.mean, unknowns):
                tried += 1
                assert badness(target) > badness(found) - 1e-3
    inward = found + 0.01 * (before.mean - found)
    assert is_possible(inward, before.mean, unknowns, slack=1e-4)
    assert badness(inward) > badness(found)


def test_a_possible_mean_is_returned_unchanged(arm: Arm):
    unknowns = Unknowns(arm)
    before = prior(unknowns)
    information = np.asarray(np.linalg.inv(before.covariance), dtype=np.float64)
    assert most_probable(before.mean, information, before.mean, unknowns) is before.mean
