"""Many rows in a few numbers."""

import json

from helpers.replay.many_rows import rows

from puma560_dynamics.replay.many.many_summary import summarise, summary_json


def test_counts_failures_and_drift() -> None:
    summary = summarise(rows())
    assert summary.bags == 42
    assert summary.verdicts == {"good": 30, "warning": 10}
    assert [row.bag for row in summary.failed] == ["lost", "other"]
    assert list(summary.drifting) == ["joint2.rms_Nm"]
    line = summary.drifts["joint2.rms_Nm"]
    assert line.low < 0.02 < line.high
    assert "joint2.bias_Nm" not in summary.drifts
    assert summary.seconds == 60.0


def test_as_json_is_strict_json_and_complete() -> None:
    found = json.loads(json.dumps(summary_json(summarise(rows()), rows()), allow_nan=False))
    assert found["ok"] is False
    assert len(found["rows"]) == found["bags"] == 42
    assert found["failed"][0] == {"bag": "lost", "error": "no joint states"}
    assert found["drifting"] == ["joint2.rms_Nm"]


def test_no_bag_at_all() -> None:
    summary = summarise([])
    assert summary.bags == 0 and not summary.drifts and not summary.failed
