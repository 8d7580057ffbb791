"""`measure balance` on the command line: each method, its line of an arm file, and options that do not fit."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from puma560_dynamics.cli.command import main

DOUBLE = ("--counterweight", "10 kg", "--counterweight", "7410 ± 10 g", "--swapped", "17.38 ± 0.01")
SUPPORTS = ("--support", "9.3 ± 0.01 kg less 0.2 kg at -100 ± 1 mm", "--support", "8.1 ± 0.01 kg at 300 mm")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON of one call."""
    assert main(["measure", "balance", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_double_weighing(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, *DOUBLE, "--calibration", "1 ± 0.1%")
    assert found["method"] == "double weighing"
    assert found["mass_kg"] == pytest.approx((17.41 * 17.38) ** 0.5)
    assert found["arm_ratio"] == pytest.approx((17.41 / 17.38) ** 0.5)
    assert found["budget"][0]["reading"] == "calibration"
    line = yaml.safe_load(found["arm_file"])["mass"]
    assert line["unit"] == "kg" and line["value"] == pytest.approx(found["mass_kg"], abs=1e-3)


def test_arms_that_are_hardly_a_balance_are_named(capsys: pytest.CaptureFixture[str]):
    assert main(["measure", "balance", *DOUBLE]) == 0
    assert "check the weights" not in capsys.readouterr().out
    assert main(["measure", "balance", "--counterweight", "10", "--swapped", "20"]) == 0
    assert "check the weights" in capsys.readouterr().out


def test_one_balance_with_and_without_arms(capsys: pytest.CaptureFixture[str]):
    arms = ("--link-arm", "250 mm", "--weight-arm", "500 ± 1 mm")
    assert answer(capsys, "--counterweight", "2", *arms)["mass_kg"] == pytest.approx(4.0)
    assert answer(capsys, "--counterweight", "2")["mass_kg"] == 2.0
    assert main(["measure", "balance", "--counterweight", "2"]) == 0
    assert "taken as equal" in capsys.readouterr().out


def test_a_scale(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, "--scale", "19.31 ± 0.03 kg less 1.91 ± 0.04 kg")
    assert (found["mass_kg"], found["tolerance_kg"]) == (pytest.approx(17.4), pytest.approx(0.05))
    assert answer(capsys, "--scale", "17.4")["tolerance_kg"] == 0.0


def test_supports(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, *SUPPORTS, "--axis", "y")
    assert found["mass_kg"] == pytest.approx(17.2)
    assert found["axis"] == "y"
    assert found["center_of_gravity_m"] == pytest.approx((-0.1 * 9.1 + 0.3 * 8.1) / 17.2)
    assert found["covariance"][1][1] ** 0.5 == pytest.approx(found["center_tolerance_m"])
    assert main(["measure", "balance", *SUPPORTS]) == 0
    text = capsys.readouterr().out
    assert "x of the center of gravity" in text and "--balance 'x: 0.088372 ± 0.00055 m'" in text


def test_a_pivot(capsys: pytest.CaptureFixture[str]):
    given = ("--support", "8.1 kg at 300 mm", "--pivot", "-100 ± 1 mm", "--mass", "17.2 ± 0.1")
    found = answer(capsys, *given)
    assert found["center_of_gravity_m"] == pytest.approx(-0.1 + 8.1 * 0.4 / 17.2)
    assert found["arm_file"] is None  # the mass was given
    assert main(["measure", "balance", *given]) == 0
    assert "For an arm file" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "is required"),
        (["--scale", "1", "--counterweight", "2"], "not allowed with"),
        (["--scale", "1", "--swapped", "2"], "--swapped has no effect with this method (scale)"),
        ([*DOUBLE, "--link-arm", "1", "--weight-arm", "1"], "--link-arm has no effect"),
        (["--counterweight", "2", "--link-arm", "1"], "belong together"),
        (["--counterweight", "2", "--axis", "x"], "--axis has no effect"),
        (["--counterweight", "-2"], "counterweight 1 is -2 kg"),
        (["--scale", "2 kg less x"], "--scale '2 kg less x': 'x' is not a reading"),
        (["--support", "2 kg"], "expected a load and a position"),
        (["--support", "2 kg at 3 kg"], "unit 'kg'"),
        (["--support", "2 kg at 3 mm"], "supports are at one place"),
        (["--support", "2 kg at 3 mm", "--mass", "3"], "give both or none"),
    ],
)
def test_what_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["measure", "balance", *arguments]) == 2
    assert words in capsys.readouterr().err
