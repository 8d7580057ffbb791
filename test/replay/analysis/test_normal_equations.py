"""Fits from blocks against least squares on all samples."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.analysis.normal_equations import MOST, Blocks, fit, freed_of, squares, summed, taken


def columns(count: int, seed: int = 0) -> np.ndarray:
    """(2, 5, count): four causes and what they make of it, the same at both joints, with noise."""
    rng = np.random.default_rng(seed)
    made = rng.standard_normal((2, 5, count))
    made[:, 4] = 3.0 * made[:, 0] - 2.0 * made[:, 1] + 0.5 * made[:, 4]
    return made


def blocks(made: np.ndarray, *cuts: int) -> np.ndarray:
    sums = Blocks(2, 5)
    for part in np.split(made, cuts, axis=2):
        sums.add(part)
    return sums.grams()


@pytest.mark.parametrize("cuts", [(), (1, 64, 700, 701, 9000)])
def test_a_fit_is_that_of_all_samples(cuts: tuple[int, ...]):
    made = columns(10_000)
    grams = blocks(made, *cuts)
    assert MOST / 2 <= len(grams) <= MOST
    flat = np.concatenate(list(made), axis=1)
    expected, *_ = np.linalg.lstsq(flat[:2].T, flat[4], rcond=None)
    found = fit(grams, [0, 1])
    np.testing.assert_allclose(found.values, expected, rtol=1e-10)
    # White noise: the blocks say what the textbook says, within what some 40 blocks can show.
    deviation = 0.5 * np.sqrt(np.diag(np.linalg.inv(flat[:2] @ flat[:2].T)))
    np.testing.assert_allclose(found.errors, deviation, rtol=0.4)


def test_causes_without_effect_do_not_reduce_the_residual():
    """Causes without effect leave a little more than there was, never less than noise allows."""
    made = columns(10_000)
    made[:, 4] = np.random.default_rng(1).standard_normal((2, 10_000))
    grams = blocks(made)
    before = grams[..., -1, -1].sum()
    assert fit(grams, [0, 1, 2, 3]).left.sum() > before * 0.9999


def test_what_is_not_determined_stays_zero():
    made = columns(4000)
    made[:, 2] = 0.0
    found = fit(blocks(made), [0, 1, 2])
    assert found.values[2] == 0.0
    assert found.values[:2] == pytest.approx([3.0, -2.0], abs=0.05)


def test_without_is_fitting_together():
    """Frisch, Waugh and Lovell: one joint alone, so that both fits have the same numbers."""
    made = columns(5000)
    made[:, 0] += 0.7 * made[:, 3]
    grams = blocks(made)[:, :1]
    together = fit(grams, [0, 1, 3]).values[:2]
    np.testing.assert_allclose(fit(freed_of(grams, [3]), [0, 1]).values, together, rtol=1e-10)


def test_squares_of_a_weighted_sum():
    made = columns(500)
    gram = blocks(made).sum(axis=0)
    expected = np.sum((made[:, 4] - 2.0 * made[:, 1]) ** 2, axis=1)
    weights = np.array([0.0, -2.0, 0.0, 0.0, 1.0])
    np.testing.assert_allclose(squares(gram, weights), expected, rtol=1e-10)
    np.testing.assert_allclose(taken(blocks(made), weights).sum(axis=0)[:, -1, -1], expected, rtol=1e-10)


def test_no_number_is_below_its_lowest():
    """At a bound the other numbers are those of a fit with it held there."""
    made = columns(5000)
    made[:, 1] += 0.5 * made[:, 0]
    lowest = np.array([0.0, -1.0])
    found = fit(blocks(made), [0, 1], lowest)
    flat = np.concatenate(list(made), axis=1)
    expected, *_ = np.linalg.lstsq(flat[:1].T, flat[4] + flat[1], rcond=None)
    np.testing.assert_allclose(found.values[0], expected[0], rtol=1e-12)
    assert found.values[1] == -1.0
    assert found.errors[1] == 0.0 and found.errors[0] > 0.0
    free = fit(blocks(made), [0, 1])
    np.testing.assert_array_equal(fit(blocks(made), [0, 1], free.values - 1.0).values, free.values)
    assert found.left.sum() > free.left.sum()


@pytest.mark.parametrize("above", [1e-6, 1e-3, 0.1, 10.0])
def test_a_bound_is_reached_exactly(above: float):
    """However little it lies above what would fit best."""
    made = blocks(columns(5000))
    lowest = fit(made, [0, 1]).values + np.array([-1.0, above])
    assert fit(made, [0, 1], lowest).values[1] == lowest[1]


def test_what_is_fitted_in_addition_is_not_subtracted():
    made = columns(5000)
    grams = blocks(made)
    both, alone = fit(grams, [0, 1]), fit(grams, [0], together_with=[1])
    np.testing.assert_allclose(alone.values, both.values[:1], rtol=1e-12)
    weights = np.array([-alone.values[0], 0.0, 0.0, 0.0, 1.0])
    assert alone.left.sum() == pytest.approx(squares(grams.sum(axis=0), weights).sum(), rel=1e-2)
    other = blocks(columns(5000, seed=3))
    judged = fit(grams, [0, 1], judged=other)
    assert judged.left.sum() == pytest.approx(fit(other, [0, 1]).left.sum(), rel=1e-2)


def test_two_columns_become_one():
    made = columns(3000)
    joined = made.copy()
    joined[:, 0] += joined[:, 1]
    np.testing.assert_allclose(summed(blocks(made), 0, 1), blocks(joined), rtol=1e-9, atol=1e-9)
