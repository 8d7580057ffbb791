"""What was noticed: equal things are counted, losses are warnings, the rest are notes."""

from __future__ import annotations

from puma560_dynamics.bags.findings import Findings


def test_equal_findings_are_counted_and_not_repeated():
    findings = Findings()
    findings.add("gap", "0.1 s are missing")
    findings.add("gap", "0.1 s are missing", 3)
    findings.add("gap", "0.2 s are missing")
    assert [(found.message, found.count) for found in findings.warnings] == [
        ("0.1 s are missing", 4),
        ("0.2 s are missing", 1),
    ]


def test_a_loss_is_a_warning_and_the_rest_are_notes():
    findings = Findings()
    findings.add("late", "it began late", loss=False)
    findings.add("gap", "0.1 s are missing")
    assert [found.kind for found in findings.warnings] == ["gap"]
    assert [found.kind for found in findings.notes] == ["late"]
