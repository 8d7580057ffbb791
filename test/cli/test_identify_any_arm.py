"""`puma560 identify` of an arm from its description and tables: errors of the prediction, gains, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from helpers.identification.synthetic import description, moved, small_arm, true_arm

from puma560_dynamics import load_arm
from puma560_dynamics.cli import command
from puma560_dynamics.models.payload.payload import Payload

pytest.importorskip("cvxpy")

COLUMNS = "t=0 q=1:4 qd=4:7 effort=7:10"
GAINS = np.array([8.0, 12.0, 5.0])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A description and tables of one arm: two motions, and the same arm with a load."""
    where = tmp_path_factory.mktemp("any_arm")
    (where / "small.urdf").write_text(description(), encoding="utf-8")
    truth = true_arm(small_arm(), np.random.default_rng(1))
    rng = np.random.default_rng(2)
    load = Payload.of(2.5, (0.25, 0.0, 0.05))
    for name, payload, unit in (("one", None, 1.0), ("two", None, 1.0), ("empty", None, GAINS), ("full", load, GAINS)):
        got = moved(truth, rng, 16.0, payload)
        table = np.column_stack([got.time, got.q, got.qd, got.effort / unit])
        np.savetxt(where / f"{name}.csv", table, delimiter=",", fmt="%.8g")
    return where


def run(folder: Path, *words: str) -> int:
    output = [] if "--unknown-gains" in words else ["-o", str(folder / "found.yaml")]
    return command.main(["identify", "--arm", str(folder / "small.urdf"), *output, *words])


def test_an_arm_file_on_the_description_comes_out(folder: Path, capsys: pytest.CaptureFixture[str]):
    """It predicts the held-out motion, keeps what was found, and its band holds."""
    words = [str(folder / "one.csv"), "--held-out", str(folder / "two.csv"), "--columns", COLUMNS, "--friction", "full"]
    assert run(folder, *words, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    fitted, held = data["prediction"]
    assert (fitted["held_out"], held["held_out"]) == (0, 1)
    assert max(held["filtered"]) < 0.15
    assert all(joint["outside_band"] < 0.3 for joint in data["joints"])
    found = load_arm(folder / "found.yaml")
    assert found.origin is not None
    loads = [row["identified"] for row in data["parameters"] if row["name"].endswith("load_friction")]
    assert [joint.load for joint in found.friction] == loads
    assert [joint.presliding for joint in found.friction] == [joint["presliding"] for joint in data["joints"]]
    words[-1] = "simple"
    assert run(folder, *words) == 0
    text = capsys.readouterr().out
    assert "cross-validation" in text
    assert "as measured" in text


def test_gains_come_with_errors_and_a_wrong_question_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]):
    units = f"{COLUMNS} effort.unit=A"
    words = [str(folder / "empty.csv"), "--loaded", str(folder / "full.csv"), "--unknown-gains", "--columns", units]
    code = run(folder, *words, "--load-mass", "2.5", "--json")
    data = json.loads(capsys.readouterr().out)
    assert data["ok"] is (code == 0)  # joint 1 is vertical: it may be refused
    assert run(folder, *words, "--load-mass", "2.5") == code
    assert ("refused" in capsys.readouterr().out) is (code == 1)
    for row, true in list(zip(data["gains"], GAINS, strict=True))[1:]:
        assert abs(np.log(row["gain"] / true)) < max(4.0 * row["relative_error"], 0.1)
    for wrong, message in (
        (words, "--load-mass above 0 kg"),
        ([*words[:1], "--load-mass", "2"], "is only for --unknown-gains"),
        ([*words, "--load-mass", "2", "--columns", "effort.gain=3"], "but --unknown-gains identifies it"),
    ):
        assert run(folder, *wrong) == 2
        assert message in " ".join(capsys.readouterr().err.split())
