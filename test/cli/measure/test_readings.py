"""Rounding, and lines that an arm file takes."""

from __future__ import annotations

import pytest
import yaml

from puma560_dynamics.cli.measure.readings import arm_file_line, budget_table, measured_text, rounded
from puma560_dynamics.measurement.measured import Measured


@pytest.mark.parametrize(
    ("value", "half_width", "expected"),
    [
        (0.53938, 0.00812, (0.5394, 0.0081)),
        (17.4321, 0.184, (17.43, 0.18)),
        (123.4, 25.0, (123.0, 25.0)),
        (0.1, 0.0, (0.1, 0.0)),
        (0.0, 0.0, (0.0, 0.0)),
    ],
)
def test_two_digits_of_the_tolerance(value: float, half_width: float, expected: tuple[float, float]):
    assert rounded(value, half_width) == pytest.approx(expected)


def test_a_result_in_words():
    assert measured_text(Measured(0.53938, "kg m^2", 0.00812)) == "0.5394 ± 0.0081 kg m^2 (1.5%)"
    assert "no tolerances" in measured_text(Measured(0.5, "kg m^2"))


def test_a_line_is_yaml_with_what_was_measured():
    line = arm_file_line("inertia", [0.13, 0.524, 0.53938], ["±3%", "", 0.0081], "kg m^2", 'by "hand"')
    assert yaml.safe_load(line) == {
        "inertia": {
            "value": [0.13, 0.524, 0.5394],
            "unit": "kg m^2",
            "tolerance": ["±3%", None, "±0.0081"],
            "source": 'by "hand"',
        }
    }
    single = yaml.safe_load(arm_file_line("mass", [4.79], [0.0], "kg", "scale"))
    assert single == {"mass": {"value": 4.79, "unit": "kg", "source": "scale"}}


def test_small_shares_stand_in_one_row():
    row = {"value": 1.0, "tolerance": 0.1, "unit": "m"}
    rows = [row | {"reading": name, "share": share} for name, share in (("a", 0.9995), ("b", 0.0003), ("c", 0.0002))]
    table = budget_table(rows)
    assert table.row_count == 2
