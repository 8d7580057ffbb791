"""Choices of a replay."""

from __future__ import annotations

import math

import pytest

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.replay import LOWEST_CUT_OFF
from puma560_dynamics.replay.settings import ReplaySettings


@pytest.mark.parametrize("wrong", [0.0, -1.0, math.nextafter(LOWEST_CUT_OFF, 0.0), math.inf, math.nan])
def test_a_cut_off_that_no_filter_has(wrong: float):
    with pytest.raises(Puma560Error, match=r"cut-off: expected 0\.01 Hz or more"):
        ReplaySettings(cut_off=wrong)


def test_the_lowest_cut_off_and_no_shared_defaults():
    assert ReplaySettings(cut_off=LOWEST_CUT_OFF).cut_off == LOWEST_CUT_OFF
    one, other = ReplaySettings(), ReplaySettings()
    assert one.joint_map is not other.joint_map
    assert one.topics is not other.topics
