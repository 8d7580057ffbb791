"""Causes are listed by their effect on the whole residual, the largest first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from analyses import example

from puma560_dynamics.replay.analysis.measures import WORTH_SHOWING, effect, explained, likely
from puma560_dynamics.replay.analysis.result import Suspect


def suspect(kind: str, share: float) -> Suspect:
    return Suspect(kind, np.full(6, share), share, kind, {})


def test_the_largest_effect_is_listed_first():
    """Beside a hold of 60 %, a cause of half of the rest is one of 20 %."""
    offset, friction, hold = suspect("offset", 0.046), suspect("friction", 0.5), suspect("hold", 0.6)
    analysis = replace(example(), suspects=(friction, offset, suspect("tilt", 0.5 * WORTH_SHOWING), hold))
    assert [one.kind for one in likely(analysis)] == ["hold", "friction", "offset"]
    assert effect(analysis, hold) == 0.6
    assert effect(analysis, friction) == pytest.approx(0.2)
    assert explained(analysis, hold) == "60 % of the residual"
    assert explained(analysis, friction) == "50 % of what a held torque leaves"


def test_without_a_hold_shares_are_of_the_residual():
    offset, friction = suspect("offset", 0.046), suspect("friction", 0.5)
    analysis = replace(example(), suspects=(offset, friction))
    assert [one.kind for one in likely(analysis)] == ["friction", "offset"]
    assert explained(analysis, offset) == "4.6 % of the residual"
