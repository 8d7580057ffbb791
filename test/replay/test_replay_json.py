"""A replay for machines: it is JSON, it is complete, and its figures are those of the analysis."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from helpers.replay.analyses import EXAMPLES, one_joint_missing, touched, wrong_payload

from puma560_dynamics.check import Check
from puma560_dynamics.replay.replay_json import analysis_json, analysis_row


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_analysis_is_json(name: str) -> None:
    data = analysis_json(EXAMPLES[name]())
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["ok"] is True


def test_figures_stand_under_their_joint() -> None:
    analysis = wrong_payload()
    data = analysis_json(analysis)
    effort = analysis.total["effort"]
    shoulder = data["joints"]["joint2"]
    assert shoulder["total"]["effort"]["rms_Nm"] == effort.rms[1]
    assert shoulder["total"]["effort"]["lag_s"] == 0.004
    assert shoulder["terms"]["command"]["gravity"]["bias_Nm"] == analysis.terms["command"]["gravity"].bias[1]
    assert analysis.band is not None
    assert shoulder["band"]["outside"] == analysis.band.outside[1]
    assert data["causes"][0]["values"]["mass_kg"] == pytest.approx(2.1, abs=0.1)
    assert data["residual_share"] == pytest.approx((effort.rms / analysis.arm.maximum_torque).max())


def test_losses_are_warnings_and_the_rest_is_notes() -> None:
    data = analysis_json(wrong_payload())
    assert [each["kind"] for each in data["warnings"]] == ["gap", "truncated"]
    assert [each["kind"] for each in data["notes"]] == ["names"]


def test_a_failed_check_decides_over_ok() -> None:
    checks = [Check("a", True, ""), Check("b", False, "too much")]
    data = analysis_json(wrong_payload(), checks)
    assert data["ok"] is False
    assert data["checks"][1] == {"name": "b", "ok": False, "detail": "too much"}


def test_nan_is_null() -> None:
    assert analysis_json(one_joint_missing())["joints"]["joint4"]["total"]["effort"]["rms_Nm"] is None


@pytest.mark.parametrize("name", EXAMPLES)
def test_rows_of_all_bags_have_the_same_columns_and_types(name: str) -> None:
    cells, model = analysis_row(EXAMPLES[name]()), analysis_row(wrong_payload())
    assert {key: type(value) for key, value in cells.items()} == {key: type(value) for key, value in model.items()}


def test_a_row_holds_the_figures() -> None:
    analysis = wrong_payload()
    assert analysis.band is not None
    cells = analysis_row(analysis)
    assert cells["cause"] == "payload"
    assert cells["joint2.rms_Nm"] == analysis.total["effort"].rms[1]
    assert cells["outside_band"] == pytest.approx(np.mean(analysis.band.outside))
    missing = analysis_row(one_joint_missing())["joint4.rms_Nm"]
    assert isinstance(missing, float) and math.isnan(missing)


def test_contacts_have_times_joints_and_torques_with_bands() -> None:
    data = analysis_json(touched())
    first, second = data["contacts"]
    assert first.pop("confidence") == pytest.approx(1.0)
    assert first == {
        "start_s": 3.1, "end_s": 3.42, "standing": True, "joints": {"joint2": {"torque_Nm": 14.0, "band_Nm": 3.0}},
    }  # fmt: skip
    assert list(second["joints"]) == ["joint3", "joint2", "joint1"]
    limits = touched().contact_limits
    assert data["contact_limits"]["joint1"]["standing_Nm"] == limits.standing[0]
    assert data["contact_limits"]["joint6"]["moving_Nm"] == limits.moving[5]
    assert data["contact_limits"]["joint2"]["searched"] == limits.searched[1]
    assert data["contacts_not_searched"] == [{"start_s": 2.0, "end_s": 2.5}]
    assert analysis_row(touched())["contacts"] == 2
    assert analysis_json(wrong_payload())["contacts"] == []
