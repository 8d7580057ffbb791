"""Compute derivatives of functions of a chain at one state exactly, with dual numbers; they prove derived programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..algebra.dual import Dual, slope
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from .kane_at_state import ChainState

AtState = Callable[[Chain, ChainState], Sequence[Scalar]]
"""Function of a chain at one state, such as `kane_torque`."""


def position_slopes(chain: Chain, state: ChainState, function: AtState) -> list[list[Scalar]]:
    """Return the derivatives of a function's values by the position of each joint: one list per joint."""
    constant = _constant(state)
    found = []
    for joint in range(chain.n):
        turns, positions = list(constant.turns), list(constant.positions)
        cosine, sine = state.turns[joint]
        turns[joint] = Dual(cosine, -sine), Dual(sine, cosine)
        positions[joint] = Dual(state.positions[joint], 1)
        found.append(list(map(slope, function(chain, replace(constant, turns=turns, positions=positions)))))
    return found


def velocity_slopes(chain: Chain, state: ChainState, function: AtState) -> list[list[Scalar]]:
    """Return the derivatives of a function's values by the velocity of each joint: one list per joint."""
    constant = _constant(state)
    found = []
    for joint in range(chain.n):
        rates = list(constant.rates)
        rates[joint] = Dual(state.rates[joint], 1)
        found.append(list(map(slope, function(chain, replace(constant, rates=rates)))))
    return found


def motion_slopes(chain: Chain, state: ChainState, function: AtState) -> list[Scalar]:
    """Return the derivatives by time of a function of the positions, for the state's velocities."""
    turns = [
        (Dual(cosine, -sine * rate), Dual(sine, cosine * rate))
        for (cosine, sine), rate in zip(state.turns, state.rates, strict=True)
    ]
    positions = [Dual(position, rate) for position, rate in zip(state.positions, state.rates, strict=True)]
    return list(map(slope, function(chain, replace(_constant(state), turns=turns, positions=positions))))


def _constant(state: ChainState) -> ChainState:
    """Return the state with dual numbers without slope."""
    turns = [(Dual(cosine), Dual(sine)) for cosine, sine in state.turns]
    positions, rates, seconds = (list(map(Dual, each)) for each in (state.positions, state.rates, state.seconds))
    return ChainState(turns, positions, rates, seconds, state.given)
