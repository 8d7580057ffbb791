"""Table A2 evaluated, against table A3 and against mechanics."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.explicit.comparison import constant_rows, effect_of_table_a3
from puma560_dynamics.explicit.constants import PRINTED, constants


def test_only_two_constants_contradict_the_measurements(arm: Arm):
    outside = [row.name for row in constant_rows(arm) if not row.within]
    assert outside == ["I1", "I3"]


def test_the_others_are_reproduced_to_their_printed_digits(arm: Arm):
    for row in constant_rows(arm):
        if row.name not in ("I1", "I3"):
            assert row.computed == pytest.approx(row.printed, rel=0.01), row.name


def test_i1_and_i3_are_what_newton_euler_says(arm: Arm):
    """a_11 holds Im1 + I1 + I3 at q2 = 0, q3 = -90° but for terms in the other constants."""
    k = constants(arm)
    model = load_model("newton_euler", arm)
    low, high = np.zeros(6), np.zeros(6)
    low[1:3] = 0.0, -np.pi / 2
    high[1:3] = -np.pi / 2, 0.0
    difference = model.kinetic_energy_matrix(low)[0, 0] - model.kinetic_energy_matrix(high)[0, 0]
    expected = k["I3"] + 2 * (k["I5"] * -1.0 + k["I16"] * -1.0)
    assert difference == pytest.approx(expected, abs=1e-12)
    assert abs(k["I3"] - PRINTED["I3"].value) > 4 * PRINTED["I3"].tolerance


def test_the_effect_on_the_torque_comes_from_the_two(arm: Arm):
    effects = effect_of_table_a3(arm)
    assert effects["outside tolerance only"].share[0] > 0.9 * effects["table A3"].share[0] > 0.02
    assert effects["within tolerance only"].share.max() < 0.002


def test_constants_are_read_only(arm: Arm):
    with pytest.raises(TypeError):
        constants(arm)["I1"] = 0.0  # type: ignore[index]
