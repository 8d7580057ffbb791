"""`measure shapes` on the command line: files and lines, comparison with the arm file, lines of an arm file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from puma560_dynamics import load_arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.files import share_file

LINK_4 = str(Path(__file__).parents[3] / "examples" / "wrist_link4.yaml")
TUBE = "shape: cylinder shell, radius: 30 ± 1 mm, length: 100 mm, axis: x"
BALL = "shape: point, mass: 0.5 ± 0.1 kg, center: [10 mm, 20 ± 1 mm, 30 mm]"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON of one call."""
    assert main(["measure", "shapes", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_link_of_the_wrist_is_compared_and_pasted(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    found = answer(capsys, LINK_4, "--link", "link4")
    assert all(entry["within"] for entry in found["entries"] if "within" in entry)
    izz = found["entries"][6]
    assert izz["value"] == pytest.approx(izz["arm_file"], rel=0.002)
    assert [row["reading"] for row in izz["budget"]] == ["shell.mass", "shell.radius"]
    assert found["covariance"][6][6] ** 0.5 == pytest.approx(izz["tolerance"])
    tree = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))
    for line in found["arm_file"]:
        tree["links"]["link4"].update(yaml.safe_load(line))
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(tree, allow_unicode=True), encoding="utf-8")
    arm = load_arm(path)
    assert arm.links[3].inertia[2, 2] == pytest.approx(izz["value"], rel=0.01)
    assert arm.quantities["links.link4.mass"].half_width == pytest.approx(0.205, abs=0.006)


def test_shapes_on_the_command_line_share_the_mass_of_the_body(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, "--shape", TUBE, "--shape", BALL, "--mass", "2 ± 0.01 kg")
    assert found["masses_kg"] == {"shape 1": pytest.approx(1.5), "shape 2": 0.5}
    assert found["entries"][0]["value"] == pytest.approx(2.0)
    assert found["entries"][2]["value"] == pytest.approx(0.25 * 0.02)
    assert yaml.safe_load(found["arm_file"][2])["inertia"]["value"][3:] != [0, 0, 0]
    assert len(yaml.safe_load(found["arm_file"][2])["inertia"]["value"]) == 6


def test_a_density_on_the_command_line(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, "--shape", "shape: box, size: [0.1, 0.1, 0.1]", "--density", "2700 ± 1%")
    assert found["entries"][0] == pytest.approx(found["entries"][0] | {"value": 2.7, "tolerance": 0.027})


def test_products_are_shown_where_there_are_any_and_differences_are_marked(capsys: pytest.CaptureFixture[str]):
    assert main(["measure", "shapes", "--shape", TUBE, "--shape", BALL, "--mass", "2", "--link", "link4"]) == 0
    text = capsys.readouterr().out
    assert "Ixy" in text and "NO" in text and "shape 2" in text
    assert main(["measure", "shapes", LINK_4]) == 0
    assert "Ixy" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no shape is given; name a file"),
        (["none.yaml"], "none.yaml cannot be read"),
        (["--shape", TUBE], "shape 1: no mass"),
        (["--shape", "shape: cone"], "shape 1.shape: expected one of"),
        (["--shape", BALL, "--shape", "shape: sphere, radius: 1 kg"], "shape 2.radius: '1 kg'"),
        (["--shape", TUBE, "--mass", "1", "--density", "1"], "leave out one of them"),
        ([LINK_4, "--link", "link9"], "choose from link1, link2"),
    ],
)
def test_what_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["measure", "shapes", *arguments]) == 2
    assert words in capsys.readouterr().err
