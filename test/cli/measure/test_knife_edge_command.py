"""`measure knife-edge` on the command line: forms of balances, missing coordinates, contradictions, the arm file."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from puma560_dynamics.cli.command import main

LINK_2 = ("--balance", "x: 188 ± 2 mm from bore", "--datum", "bore: -120 ± 0.5 mm", "--balance", "y: 6 ± 2 mm")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    """The JSON of one call."""
    assert main(["measure", "knife-edge", *arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_three_balances_are_a_line_of_an_arm_file(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, *LINK_2, "--balance", "-z: 16 ± 2 mm")
    assert found["ok"] is True
    assert found["center_of_gravity_m"] == pytest.approx([0.068, 0.006, -0.016])
    assert found["tolerance_m"] == pytest.approx([0.00206155, 0.002, 0.002], rel=1e-5)
    assert [found["covariance_m2"][i][i] ** 0.5 for i in range(3)] == pytest.approx(found["tolerance_m"])
    assert {row["reading"] for row in found["known"][0]["budget"]} == {"balance 1: x", "datum bore"}
    line = yaml.safe_load(found["arm_file"])["center_of_gravity"]
    assert line["value"] == [0.068, 0.006, -0.016]
    assert line["tolerance"] == ["±0.0021", "±0.002", "±0.002"]


def test_the_missing_coordinate_is_named_and_the_others_are_given(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, *LINK_2, code=1)
    assert found["center_of_gravity_m"] == [pytest.approx(0.068), pytest.approx(0.006), None]
    assert found["unseen"] == [[0.0, 0.0, 1.0]]
    assert found["arm_file"] is None and found["covariance_m2"] is None
    assert main(["measure", "knife-edge", *LINK_2]) == 1
    text = " ".join(capsys.readouterr().out.split())
    assert "x = 0.068 ± 0.0021 m" in text
    assert "z is not known: balance the link with the vertical plane through the edge orthogonal to z" in text
    assert "--balance 'z: DISTANCE'" in text


def test_a_number_as_datum_and_oblique_directions(capsys: pytest.CaptureFixture[str]):
    found = answer(
        capsys, "--balance", "3 4 0: 10 mm from 40 ± 1 mm", "--balance", "0, 0, 2: -16 mm", "--balance", "-x: -.068"
    )
    assert found["center_of_gravity_m"] == pytest.approx([0.068, (0.05 - 0.6 * 0.068) / 0.8, -0.016])
    assert found["tolerance_m"] == pytest.approx([0.0, 0.001 / 0.8, 0.0])


def test_contradicting_balances_are_reported(capsys: pytest.CaptureFixture[str]):
    given = [*LINK_2, "--balance", "z: -16 ± 2 mm", "--balance", "y: -6 ± 2 mm"]
    found = answer(capsys, *given, code=1)
    assert found["consistent"] is False and found["chi_square"] == pytest.approx(18.0)
    assert main(["measure", "knife-edge", *given]) == 1
    assert "contradict each other" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--balance", "z: -16 mm", "--balance", "y: 6 mm", "--balance", "x: 68 mm"], ["no tolerances", "combine"]),
        (["--balance", "y: 7 ± 2 mm", "--balance", "z: 1 ± 1 mm"], ["agree with the others", "limit 6.63"]),
        (["--balance", "0.1, 1, 0.01: 6±1 mm"], ["nearly dependent", "add a balance", "correlation of x and z"]),
    ],
)
def test_words(more: list[str], words: list[str], capsys: pytest.CaptureFixture[str]):
    given = more if "16" in more[1] else [*LINK_2, *more]
    assert main(["measure", "knife-edge", *given]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for word in words:
        assert word in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--balance"),
        (["--balance", "x"], "expected a direction, a colon and a distance"),
        (["--balance", "w: 3 mm"], "'w' is no direction"),
        (["--balance", "1 2: 3 mm"], "'1 2' is no direction"),
        (["--balance", "0 0 0: 3 mm"], "three numbers that are not all 0"),
        (["--balance", "x: 3 kg"], "unit 'kg'"),
        (["--balance", "x: 3 mm from bore"], "'bore', which is not given"),
        (["--balance", "x: 3 mm from a from b"], "expected one datum"),
        (["--balance", "x: 3 mm", "--datum", "bore"], "expected a name and a distance"),
        (["--balance", "x: 3 mm", "--datum", "bore: 3 s"], "unit 's'"),
        (["--balance", "x: 3 mm", "--datum", "bore: 3 mm", "--datum", "bore: 4 mm"], "a name is given twice"),
        (["--balance", "x: 3 mm", "--datum", "bore: 3"], "no balance is measured from the datum bore"),
    ],
)
def test_what_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["measure", "knife-edge", *arguments]) == 2
    assert words in capsys.readouterr().err
