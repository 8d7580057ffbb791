"""Slopes at a state are the derivatives of polynomials of the state."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from helpers.emdeg.small_chains import three_joints

from puma560_dynamics.emdeg.algebra.vectors import Scalar
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.equations.kane_at_state import ChainState
from puma560_dynamics.emdeg.equations.slopes_at_state import position_slopes, velocity_slopes

STATE = ChainState(
    [(Fraction(3, 5), Fraction(4, 5))] * 3,
    [Fraction(2)] * 3,
    [Fraction(7), Fraction(5), Fraction(3)],
    [Fraction(1)] * 3,
)


def some(chain: Chain, state: ChainState) -> Sequence[Scalar]:
    """A function that depends on everything, and a constant."""
    (_, sine), rates, positions = state.turns[0], state.rates, state.positions
    return [sine * rates[0] * rates[0] + positions[1] * positions[1] + state.seconds[2], 1]


def test_slopes():
    assert position_slopes(three_joints(), STATE, some) == [[Fraction(3, 5) * 49, 0], [4, 0], [0, 0]]
    assert velocity_slopes(three_joints(), STATE, some) == [[Fraction(4, 5) * 14, 0], [0, 0], [0, 0]]
