"""Gains as a person and a program read them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.cli.identify_gains import show_gains
from puma560_dynamics.cli.output import FAILED, OK
from puma560_dynamics.identification.torque_gains import Gains


def gains(*determined: bool) -> Gains:
    """Of two joints."""
    return Gains(
        ("a", "b"), np.array([12.5, 3.25]), np.array([0.02, 0.4]), np.array(determined), np.array([0.5, 0.01]),
        np.array([0.1, 0.2]), np.zeros(3), np.eye(2),
    )  # fmt: skip


def test_a_program_gets_no_gain_that_is_not_determined(capsys: pytest.CaptureFixture[str]):
    assert show_gains(gains(True, False), (), as_json=True) == FAILED
    data = json.loads(capsys.readouterr().out)
    assert (data["ok"], data["gains"][0]["gain"], data["gains"][1]["gain"]) == (False, 12.5, None)
    assert data["refused"].startswith("the recordings do not determine the gain of b")
    assert show_gains(gains(True, True), (), as_json=True) == OK
    data = json.loads(capsys.readouterr().out)
    assert (data["ok"], data["refused"]) == (True, None)
    assert data["gains"][1] == {"joint": "b", "gain": 3.25, "relative_error": 0.4, "by_load": 0.01}


def test_a_person_reads_why(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "400")
    findings = Findings()
    findings.add("late", "stamps [late]", 3)
    assert show_gains(gains(True, False), findings.warnings, as_json=False) == FAILED
    out = capsys.readouterr().out
    assert "! stamps [late]" in out  # square brackets are no markup
    rows = {line.split()[0]: line.split()[1:] for line in out.splitlines() if line.strip()[:2] in ("a ", "b ")}
    assert rows == {"a": ["12.5", "0.25", "50%"], "b": ["refused", "1.3", "1%"]}
    assert "! the recordings do not determine the gain of b" in out
    assert show_gains(gains(True, True), (), as_json=False) == OK
    assert "do not determine" not in capsys.readouterr().out
