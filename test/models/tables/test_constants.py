"""Table A2 evaluated, against table A3 and against mechanics."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.tables.constants import PRINTED, table_constants
from puma560_dynamics.models.tables.table_a3 import constant_rows, effect_of_table_a3


def test_only_two_constants_contradict_the_measurements(arm: Arm):
    outside = [row.name for row in constant_rows(arm) if not row.within]
    assert outside == ["I1", "I3"]


def test_the_others_are_reproduced_to_their_printed_digits(arm: Arm):
    for row in constant_rows(arm):
        if row.name not in ("I1", "I3"):
            assert row.computed == pytest.approx(row.printed, rel=0.01), row.name


def test_i1_and_i3_agree_with_newton_euler(arm: Arm):
    """a_11 holds Im1 + I1 + I3 at q2 = 0, q3 = -90° but for terms in the other constants."""
    k = table_constants(arm)
    model = load_model("newton_euler", arm)
    low, high = np.zeros(6), np.zeros(6)
    low[1:3] = 0.0, -np.pi / 2
    high[1:3] = -np.pi / 2, 0.0
    difference = model.kinetic_energy_matrix(low)[0, 0] - model.kinetic_energy_matrix(high)[0, 0]
    expected = k["I3"] + 2 * (k["I5"] * -1.0 + k["I16"] * -1.0)
    assert difference == pytest.approx(expected, abs=1e-12)
    printed, tolerance = PRINTED["I3"].value, PRINTED["I3"].tolerance
    assert tolerance is not None and abs(k["I3"] - printed) > 4 * tolerance


def test_the_effect_on_the_torque_comes_from_the_two(arm: Arm):
    effects = effect_of_table_a3(arm)
    assert effects["outside tolerance only"].share[0] > 0.9 * effects["table A3"].share[0] > 0.02
    assert effects["within tolerance only"].share.max() < 0.002


def test_constants_are_read_only(arm: Arm):
    with pytest.raises(TypeError):
        table_constants(arm)["I1"] = 0.0  # type: ignore[index]


def test_table_a3_typed_again():
    """Value and tolerance of every constant, in the paper's order."""
    rows = """I1 1.43 0.05, I2 1.75 0.07, I3 1.38 0.05, I4 0.690 0.020, I5 0.372 0.031, I6 0.333 0.016,
        I7 0.298 0.029, I8 -0.134 0.014, I9 0.0238 0.012, I10 -0.0213 0.0022, I11 -0.0142 0.0070,
        I12 -0.0110 0.0011, I13 -0.00379 0.0009, I14 0.00164 0.00007, I15 0.00125 0.0003, I16 0.00124 0.0003,
        I17 0.000642 0.0003, I18 0.000431 0.00013, I19 0.0003 0.0014, I20 -0.000202 0.0008,
        I21 -0.0001 0.0006, I22 -0.000058 0.000015, I23 0.00004 0.00002,
        Im1 1.14 0.27, Im2 4.71 0.54, Im3 0.827 0.093, Im4 0.2 0.016, Im5 0.179 0.014, Im6 0.193 0.016,
        g1 -37.2 0.5, g2 -8.44 0.2, g3 1.02 0.5, g4 0.249 0.025, g5 -0.0282 0.0056"""
    typed = {name: (float(value), float(tolerance)) for name, value, tolerance in map(str.split, rows.split(","))}
    assert list(PRINTED) == list(typed)
    for name, entry in PRINTED.items():
        assert (entry.value, entry.tolerance) == pytest.approx(typed[name], rel=1e-12), name
