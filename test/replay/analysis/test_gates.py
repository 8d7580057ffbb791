"""Limits: what they mean, what they let through, and how a wrong one is refused."""

from __future__ import annotations

import pytest
from helpers.replay.analyses import example, no_samples, one_joint_missing, wrong_payload

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.replay.analysis.gates import MEASURES, parse_gate
from puma560_dynamics.replay.result import Analysis

JOINTS = example().arm.joint_names


def holds(text: str, analysis: Analysis) -> bool:
    """Whether `analysis` keeps the limit."""
    return parse_gate(text, JOINTS).check(analysis).ok


@pytest.mark.parametrize("measure", MEASURES)
def test_a_limit_just_above_holds_and_just_below_fails(measure: str) -> None:
    analysis = wrong_payload()
    worst = float(MEASURES[measure].of(analysis).max())
    assert holds(f"{measure}={worst * 1.000001!r}", analysis)
    assert not holds(f"{measure}={worst * 0.999999!r}", analysis)


def test_bias_and_lag_count_in_either_sign() -> None:
    analysis = wrong_payload()
    assert analysis.total["effort"].bias[1] < -5.0
    assert not holds("joint2.bias=5", analysis)


def test_one_joint_may_have_a_limit() -> None:
    assert holds("joint6.rms=0.1", wrong_payload())
    assert not holds("joint2.rms=0.1", wrong_payload())
    assert "at joint2" in parse_gate("rms=0.1", JOINTS).check(wrong_payload()).detail


def test_what_was_not_measured_does_not_pass() -> None:
    for measure in MEASURES:
        assert not holds(f"{measure}=1e9", no_samples())
    check = parse_gate("rms=1e9", JOINTS).check(one_joint_missing())
    assert not check.ok
    assert "joint4" in check.detail
    assert holds("joint2.rms=1e9", one_joint_missing())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rms", "expected MEASURE=LIMIT"),
        ("speed=1", "use one of rms, mae"),
        ("joint9.rms=1", "the arm's joints are joint1"),
        ("joint1.pinocchio=1", "not of a single joint"),
        ("rms=much", "a limit of 0 or more N·m"),
        ("rms=-1", "a limit of 0 or more"),
        ("outside=nan", "a limit of 0 or more"),
    ],
)
def test_a_wrong_limit_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(Puma560Error, match=words) as refused:
        parse_gate(text, JOINTS)
    assert text in str(refused.value)
