"""Predictions and gains as a program and a person read them: a number that does not exist is null, or named."""

from __future__ import annotations

import io
import json

import numpy as np
from rich.console import Console

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.identification.comparison import Compared
from puma560_dynamics.identification.identification_terminal import _table, gains_json, predictions, show_gains
from puma560_dynamics.identification.predict import Predicted, Validated
from puma560_dynamics.identification.torque_gains import Gains

NOTHING = np.zeros((0, 2))


def validated(name: str, error: float) -> Validated:
    """Errors of two joints, of which the second did not move."""
    predicted = Predicted(np.zeros(0), np.zeros(0), NOTHING, NOTHING, NOTHING)
    values = np.array([error, 2.0 * error])
    return Validated(name, predicted, values, values / 2.0, np.array([error, np.nan]), np.array([0.0, 1.0]))


def test_predictions_are_json_and_mark_held_out_recordings():
    found = predictions([[validated("a", 0.1), validated("b", 0.2)], [validated("c", 0.4)]])
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert [(each["name"], each["held_out"]) for each in found] == [("a", 0), ("b", 0), ("c", 1)]
    assert found[2] == {
        "name": "c",
        "held_out": 1,
        "raw": [0.4, 0.8],
        "filtered": [0.2, 0.4],
        "moving": [0.4, None],
        "still": [0.0, 1.0],
    }


def test_constants_of_an_arm_of_seven_joints_fit_80_columns():
    """With the longest names and numbers of a Panda that was identified from its description."""
    rows = [
        Compared("panda_joint3.motor_inertia", "kg·m²", 0.0, 8.7, 0.0009, 0.0010),
        Compared("panda_link3.Ixz", "kg·m²", -0.00021, 0.00077, -0.00027, 0.00066),
        Compared("panda_link4.mcx +", "kg·m", -0.573, 0.018, -0.57307, 0.00084),
    ]
    out = Console(file=io.StringIO(), width=80)
    out.print(_table("Base parameters", rows), crop=False)
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert "-0.0   100" in text
    assert max(map(len, text.splitlines())) <= 80


def gains(*determined: bool) -> Gains:
    """Of two joints."""
    return Gains(
        ("a", "b"), np.array([12.5, 3.25]), np.array([0.02, 0.4]), np.array(determined), np.array([0.5, 0.01]),
        np.array([0.1, 0.2]), np.zeros(3), np.eye(2),
    )  # fmt: skip


def test_a_program_gets_no_gain_that_is_not_determined():
    data = json.loads(json.dumps(gains_json(gains(True, False)), allow_nan=False))
    assert (data["ok"], data["gains"][0]["gain"], data["gains"][1]["gain"]) == (False, 12.5, None)
    assert data["refused"].startswith("the recordings do not determine the gain of b")
    data = gains_json(gains(True, True))
    assert (data["ok"], data["refused"]) == (True, None)
    assert data["gains"][1] == {"joint": "b", "gain": 3.25, "relative_error": 0.4, "by_load": 0.01}


def shown(found: Gains, findings: Findings) -> str:
    """What a wide terminal shows."""
    out = Console(file=io.StringIO(), width=400)
    show_gains(found, findings.warnings, out)
    return out.file.getvalue()  # type: ignore[attr-defined]


def test_a_person_reads_why():
    findings = Findings()
    findings.add("late", "stamps [late]", 3)
    out = shown(gains(True, False), findings)
    assert "! stamps [late]" in out  # square brackets are no markup
    rows = {line.split()[0]: line.split()[1:] for line in out.splitlines() if line.strip()[:2] in ("a ", "b ")}
    assert rows == {"a": ["12.5", "0.25", "50", "%"], "b": ["refused", "1.3", "1", "%"]}
    assert "! the recordings do not determine the gain of b" in out
    assert "do not determine" not in shown(gains(True, True), Findings())
