"""The three measurements on the command line: what it says is what the measurement gives, and pastes into a file."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from puma560_dynamics import load_arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.measure.readings import arm_file_line, budget_table, measured_text, rounded
from puma560_dynamics.files import share_file
from puma560_dynamics.measurement.measured import Measured

TWO_WIRE = ["two-wire", "--mass", "17.4±1%", "--distance", "400+-1 mm", "--length", "1.5 ± 0.002"]
SPRING = ["torsional-spring", "--joint", "joint2", "--pose", "0, -30, 60, 10, 40, 0 deg", "--stiffness", "600 ± 1%"]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON of one call."""
    assert main(["measure", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def with_lines(tmp_path: Path, section: str, name: str, lines: list[str]) -> str:
    """The arm file of the paper with lines as printed in one of its entries."""
    tree = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))
    for line in lines:
        tree[section][name].update(yaml.safe_load(line))
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(tree, allow_unicode=True), encoding="utf-8")
    return str(path)


def test_two_wire(capsys: pytest.CaptureFixture[str]):
    said = answer(capsys, *TWO_WIRE, "--time", "43.24±0.2", "--swings", "20")
    expected = 17.4 * 9.81 * 0.2**2 * (2.162 / (2 * math.pi)) ** 2 / 1.5
    assert said["inertia_kg_m2"] == pytest.approx(expected)
    assert {row["reading"] for row in said["budget"]} == {"mass", "radius", "length", "period"}
    assert sum(row["share"] for row in said["budget"]) == pytest.approx(1.0)
    assert said["corrections"] == {"amplitude": 0.0, "offset": 0.0}


def test_a_link_measured_by_two_wires_is_pasted_into_an_arm_file(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    said = answer(capsys, *TWO_WIRE, "--period", "2.2 ± 0.01", "--link", "link2", "--axis", "z")
    arm = load_arm(with_lines(tmp_path, "links", "link2", [said["arm_file"]]))
    izz = arm.quantities["links.link2.inertia.2"]
    assert izz.value == pytest.approx(said["inertia_kg_m2"], abs=0.01 * said["tolerance_kg_m2"] + 1e-4)
    assert izz.half_width == pytest.approx(said["tolerance_kg_m2"], rel=0.05)
    assert izz.source.startswith("Izz two-wire, period 2.2 s")
    kept = arm.quantities["links.link2.inertia.0"].tolerance
    assert kept is not None and kept.printed == "±3%"


def test_torsional_spring(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    said = answer(capsys, *SPRING, "--time", "6.993 ± 0.01", "--swings", "10", "--damping-factor", "-0.1±0.01")
    stiffness = 600.0 + said["gravity_stiffness_Nm_per_rad"]
    assert said["total_inertia_kg_m2"] == pytest.approx(stiffness * (0.6993 / (2 * math.pi)) ** 2 * 0.99)
    assert said["motor_inertia_kg_m2"] == pytest.approx(said["total_inertia_kg_m2"] - said["arm_inertia_kg_m2"])
    assert said["without_tolerance"] == ["links.link3.inertia.2"]
    assert said["arm_file_value_kg_m2"] == 4.71
    arm = load_arm(with_lines(tmp_path, "motors", "joint2", [said["arm_file"]]))
    assert arm.motors[1].inertia == pytest.approx(said["motor_inertia_kg_m2"], abs=0.05 * said["tolerance_kg_m2"])


def test_a_spring_from_a_record(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    t = np.arange(0.0, 8.0, 0.004)
    x = 0.1 * np.exp(-0.1 * t) * np.cos(2 * math.pi * t / 0.7) - 0.5
    path = tmp_path / "swing.csv"
    path.write_text("t,q\n" + "\n".join(f"{a:.4f},{b:.6f}" for a, b in zip(t, x, strict=True)), encoding="utf-8")
    said = answer(capsys, *SPRING, "--csv", str(path), "--start", "0.5", "--end", "5")
    assert said["oscillation"]["period_s"] == pytest.approx(0.7, rel=1e-5)
    assert said["oscillation"]["damping_factor"] == pytest.approx(0.1 * 0.7 / (2 * math.pi), rel=1e-2)
    assert said["oscillation"]["oscillations"] == pytest.approx(6.0, abs=0.5)
    by_hand = answer(capsys, *SPRING, "--period", "0.7", "--damping-factor", "0.01114")
    assert said["motor_inertia_kg_m2"] == pytest.approx(by_hand["motor_inertia_kg_m2"], rel=1e-4)


def test_combine_reproduces_link_3(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    links, wrist = answer(capsys, "combine")["combinations"]
    assert links["name"] == "link3_with_wrist less link4, link5, link6"
    within = {entry["entry"]: entry["within"] for entry in links["entries"]}
    assert [name for name, yes in within.items() if not yes] == ["center_of_gravity.0"]
    assert abs(links["triangle_slack_kg_m2"]) < links["triangle_slack_tolerance_kg_m2"]
    assert wrist["entries"][0]["value"] == pytest.approx(3.80)
    assert not wrist["entries"][0]["within"]
    assert wrist["entries"][6]["upper_bound"]
    assert len(wrist["arm_file"]) == 2  # mass and center; its moments are only bounded
    arm = load_arm(with_lines(tmp_path, "links", "link3", links["arm_file"]))
    assert arm.links[2].mass == pytest.approx(4.79)
    assert arm.quantities["links.link3.inertia.2"].half_width == pytest.approx(0.03)


def test_combine_with_readings_of_the_user(capsys: pytest.CaptureFixture[str]):
    (said,) = answer(
        capsys, "combine", "--take", "detached_wrist@link4", "--reading", "assemblies.detached_wrist.mass=2000±5 g",
        *(f"--reading=assemblies.detached_wrist.inertia.{axis}=0.01" for axis in range(3)),
    )["combinations"]  # fmt: skip
    assert said["entries"][0]["value"] == pytest.approx(4.04)
    assert not any(entry["upper_bound"] for entry in said["entries"])
    assert len(said["arm_file"]) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*TWO_WIRE, "--period", "2.16 kg"], "unit 'kg'"),
        ([*TWO_WIRE, "--period", "0"], "period is 0 s"),
        ([*TWO_WIRE, "--period", "2", "--swings", "3"], "--time and --swings belong together"),
        ([*SPRING, "--time", "7"], "--time and --swings belong together"),
        ([*TWO_WIRE, "--period", "2", "--link", "link2"], "--axis belong together"),
        ([*TWO_WIRE, "--period", "2", "--link", "link1", "--axis", "z"], "choose from link2,"),
        ([*TWO_WIRE], "--period --time is required"),
        ([*SPRING, "--period", "0.3"], "the arm alone has"),
        ([*SPRING, "--csv", "none.csv"], "cannot be read"),
        ([*SPRING, "--period", "0.7", "--pose", "0,0"], "expected 6"),
        (["combine", "--take", "hand"], "'hand' is not a link"),
        (["combine", "--take", "link4", "link4"], "a part is given twice"),
        (["combine", "--whole", "hand@link3"], "assemblies.hand is not in the arm file"),
        (["combine", "--reading", "mass=3"], "expected e.g."),
        (["combine", "--reading", "links.link2.mass=3"], "not part of this combination"),
    ],
)
def test_one_sentence_for_everything_that_is_wrong(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
):
    assert main(["measure", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*TWO_WIRE, "--period", "2.16±0.01", "--amplitude", "10 deg"], ["I = ", "-0.39 %", "mass", "█", "tolerance:"]),
        ([*TWO_WIRE[:2], "17.4", *TWO_WIRE[3:4], "0.4", "--length", "1.5", "--period", "2"], ["no tolerances given"]),
        ([*SPRING, "--period", "0.7 ± 0.01"], ["joint2: ", "gravity adds -25.19", "exact", "links.link4.mass"]),
        (["combine"], ["link3_with_wrist less detached_wrist", "≤ 0.0285", "NO", "within its tolerance", "Izz"]),
    ],
)
def test_the_default_output_is_a_table(capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]):
    assert main(["measure", *arguments]) == 0
    said = capsys.readouterr().out
    for word in words:
        assert word in said, word


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
    assert measured_text(Measured(0.53938, "kg m^2", 0.00812)) == "0.5394 ± 0.0081 kg m^2 (1.5 %)"
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
