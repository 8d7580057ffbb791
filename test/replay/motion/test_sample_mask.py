"""A sample is used if the filter has settled and no brake holds; every other one is counted with its reason."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from helpers.replay.blocks import states

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.motion.derivatives import Differentiated
from puma560_dynamics.replay.motion.jumps import Jump
from puma560_dynamics.replay.motion.sample_mask import SampleMask


def piece(segment: int, settled: list[bool], effort: list[float], speed: list[float], cut_off: float = 15.0):
    """Samples of two joints, a second apart."""
    time = np.arange(float(len(settled))) + 100.0 * segment
    both = [np.repeat(np.array(values)[:, None], 2, axis=1) for values in (effort, speed)]
    samples = states(time, np.zeros((len(time), 2)), effort=both[0])
    noise = np.array([3.0, 4.0]) if any(settled) else np.full(2, np.nan)
    held = np.zeros(len(time), dtype=bool)
    return Differentiated(segment, time, samples, both[1], both[1], np.array(settled), held, 1.0, cut_off, noise)


def test_every_reason_is_counted():
    mask, findings = SampleMask(("a", "b"), 15.0), Findings()
    used = [
        mask.judge(piece(0, [False, True, True, True], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0])),
        mask.judge(piece(1, [False, False], [1.0, np.nan], [1.0, 1.0], cut_off=9.0)),
        mask.judge(piece(2, [True], [1.0], [1.0])),
    ]
    assert [each.tolist() for each in used] == [[False, False, True, True], [False, False], [True]]
    assert mask.used == 3 and mask.cut_off == 9.0
    mask.report(findings)
    mask.report_noise(findings)
    found = {finding.kind: (finding.count, finding.loss) for finding in findings.warnings + findings.notes}
    assert found == {
        "short_segment": (1, True),
        "no_torque": (1, False),
        "no_effort": (1, True),
        "edge": (3, False),
        "brake": (1, False),
        "cut_off": (1, False),
        "noise": (1, False),
    }
    assert any("4 rad/s² (b)" in finding.message for finding in findings.notes)


def test_samples_under_a_brake_are_not_used_and_are_no_loss():
    mask, findings = SampleMask(("a", "b"), 15.0), Findings()
    whole = piece(0, [False, True, True, True], [1.0, 1.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0])
    used = mask.judge(replace(whole, held=np.array([True, True, True, False])))
    assert used.tolist() == [False, False, False, True]
    mask.report(findings)
    assert {finding.kind: finding.count for finding in findings.notes} == {"edge": 1, "brake": 1, "near_brake": 1}
    assert not findings.warnings


def test_without_samples_nothing_is_reported():
    mask, findings = SampleMask(("a", "b"), 15.0), Findings()
    mask.report(findings)
    mask.report_noise(findings)
    assert not findings.warnings and not findings.notes


def test_samples_near_a_jump_are_not_used_and_reported_once():
    mask, findings = SampleMask(("a", "b"), 15.0), Findings()
    jump = Jump(2.0, 1.0, 2.0, 1, 0.02, 0.008)
    whole = piece(0, [True] * 6, [1.0] * 6, [1.0] * 6)
    used = [
        mask.judge(replace(whole, jumps=(jump,), reach=1.5)),
        mask.judge(replace(whole, time=whole.time + 4.0, jumps=(jump,), reach=2.5)),
    ]
    assert [each.tolist() for each in used] == [[False] * 4 + [True] * 2, [False] + [True] * 5]
    mask.report(findings)
    (finding,) = findings.warnings
    assert (finding.kind, finding.count) == ("jump", 5)
    assert "of 1: at 2.000 s b is off by 0.02 rad, its positions 8.0 ms older than its stamp" in finding.message


def test_likely_degrees_are_reported_and_radians_are_not():
    for angle, said in ((266.0, True), (np.deg2rad(266.0), False)):
        mask, findings = SampleMask(("a", "b"), 15.0), Findings()
        whole = piece(0, [True] * 3, [1.0] * 3, [1.0] * 3)
        turned = np.array([[0.0, 0.1], [-angle, 0.2], [0.0, 0.3]])
        mask.judge(replace(whole, states=states(whole.time, turned)))
        mask.report(findings)
        assert [finding.message.startswith("a reaches 266 rad") for finding in findings.warnings] == [True] * said
