"""The load of `--payload-mass`, and what has no effect without it."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.cli.given_load import given_load
from puma560_dynamics.errors import Puma560Error, StateError


def load_of(arm: Arm, **given: Any):
    usual = {"payload_mass": 0.0, "payload_center": (0.0, 0.0, 0.0), "payload_link": ""}
    return given_load(argparse.Namespace(**usual | given), arm)


def test_a_load_is_placed_in_the_frame_of_the_last_link(arm: Arm):
    load = load_of(arm, payload_mass=2.0, payload_center=(0.0, 0.1, 0.2))
    assert load.mass == 2.0
    np.testing.assert_array_equal(load.center_of_mass, (0.0, 0.1, 0.2))
    assert load_of(arm).mass == 0.0


@pytest.mark.parametrize("given", [{"payload_center": (0.0, 0.0, 0.1)}, {"payload_link": "link6"}])
def test_what_has_no_effect_without_a_mass_is_refused(arm: Arm, given: dict[str, Any]):
    with pytest.raises(
        Puma560Error, match=r"^--payload-(center|link) is given without a load; give --payload-mass too$"
    ):
        load_of(arm, **given)


def test_a_link_that_is_not_at_the_end_is_refused(arm: Arm):
    with pytest.raises(StateError, match="not fixed to the arm's last link"):
        load_of(arm, payload_mass=1.0, payload_link="link2")
