"""Table A2 and the base parameters are two ways to say the same."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import UnsupportedArmError
from puma560_dynamics.identification.akb_constants import constant_map, torque_constants
from puma560_dynamics.identification.base_parameters import base_set
from puma560_dynamics.models.recursive.regressor import arm_parameters
from puma560_dynamics.models.tables.constants import table_constants


def test_each_gives_the_other_exactly(arm: Arm):
    base = base_set(arm)
    maps = constant_map(arm, base)
    assert maps.error < 1e-8
    values = np.array(list(torque_constants(arm).values()))
    seen = base.map @ arm_parameters(arm)
    np.testing.assert_allclose(maps.of_base @ seen, values, rtol=1e-8, atol=1e-10)


def test_the_paper_s_zeros_account_for_the_rest(arm: Arm):
    """40 base parameters: 24 that the paper's arm can choose; 16 are zero."""
    base = base_set(arm)
    maps = constant_map(arm, base)
    assert (maps.degrees, base.size) == (24, 40)


def test_single_constants_are_single_base_parameters(arm: Arm):
    """What can be read off table A2: I3 = -(Ixx2 - Iyy2 …), I23 = Izz6, g1 = -g (m2 rx2 + a2 (m3 + …))."""
    base = base_set(arm)
    maps = constant_map(arm, base)

    def made_of(name: str) -> dict[str, float]:
        row = maps.of_base[maps.names.index(name)]
        return {base.base_names[i]: float(row[i]) for i in np.flatnonzero(row)}

    assert made_of("I3") == pytest.approx({"link2.Ixx +": -1.0})
    assert made_of("I23") == pytest.approx({"link6.Izz": 1.0})
    assert made_of("g1") == pytest.approx({"link2.mcx +": -arm.gravity})


def test_what_acts_together_is_added(arm: Arm):
    single, together = table_constants(arm), torque_constants(arm)
    assert together["I1+Im1"] == single["I1"] + single["Im1"]
    assert "Im2" not in together
    assert together["Im3"] == single["Im3"]


def test_other_arms_are_refused(arm: Arm):
    tilted = arm.with_(gravity_direction=np.array([0.6, 0.0, -0.8]))
    with pytest.raises(UnsupportedArmError):
        constant_map(tilted, base_set(tilted))
