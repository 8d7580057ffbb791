"""When a verdict is good, and what it says when it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from helpers.arm.descriptions import light_arm

from puma560_dynamics.arm import Arm, load_arm
from puma560_dynamics.control.observer.contact_events import Contact
from puma560_dynamics.replay.analysis.unknown import Unknown
from puma560_dynamics.replay.result import Agreement, FoundCause, ModelDifference
from puma560_dynamics.replay.verdict.verdict import EXACT, judge_agreement

NONE = np.zeros(6)
ONE = np.ones(6)


UNKNOWN = Unknown(0.6 * ONE, NONE, NONE, 0.8 * ONE)
"""Together 1 N·m."""


def agreement(rms: np.ndarray) -> Agreement:
    return Agreement(np.full(6, 100), rms, rms, rms, rms, rms, rms, rms)


def payload(share: float, in_addition: float = np.nan) -> FoundCause:
    return FoundCause("payload", share * ONE, share, "a payload of 2.10 ± 0.02 kg", {"mass_kg": 2.1}, in_addition)


def test_levels_follow_the_excess(arm: Arm):
    for size, level in ((0.9, "good"), (1.5, "warning"), (2.5, "bad")):
        rms = 0.1 * ONE
        rms[2] = size
        verdict = judge_agreement(arm, "effort", agreement(rms), UNKNOWN, (), {})
        assert verdict.level == level
        assert "joint3" in verdict.sentence
        assert f"{size:.1f} times" in verdict.sentence


def test_scatter_of_what_is_expected_is_agreement(arm: Arm):
    assert judge_agreement(arm, "effort", agreement(1.15 * ONE), UNKNOWN, (), {}).level == "good"
    assert judge_agreement(arm, "effort", agreement(1.25 * ONE), UNKNOWN, (), {}).level == "warning"


def test_masses_of_a_description_are_a_guess():
    described = load_arm(light_arm(fingers=False))
    words = [judge_agreement(one, "effort", agreement(5 * ONE[: one.n]), _for(one), (payload(0.96),), {}).sentence
             for one in (described, described.with_(origin=None))]  # fmt: skip
    assert "seldom measured" in words[0]
    assert "seldom measured" not in words[1]


def _for(arm: Arm) -> Unknown:
    one = np.ones(arm.n)
    return Unknown(0.6 * one, 0.0 * one, 0.0 * one, 0.8 * one)


def test_a_main_cause_is_the_headline(arm: Arm):
    verdict = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (payload(0.96),), {})
    assert verdict.level == "bad"
    assert "load" in verdict.headline
    assert "2.10 ± 0.02 kg" in verdict.sentence
    offset = FoundCause("offset", ONE, 0.3, "an offset of the effort", {})
    doubtful = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (offset,), {})
    assert "offset" not in doubtful.headline
    assert "an offset" in doubtful.sentence


def test_a_load_is_named_in_addition_to_a_larger_cause(arm: Arm):
    friction = FoundCause("friction", ONE, 0.7, "other friction", {})
    verdict = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (friction, payload(0.2, 0.1)), {})
    assert "load" in verdict.headline
    assert "Friction" in verdict.headline
    assert "2.10 ± 0.02 kg" in verdict.sentence
    assert "80 % of the residual" in verdict.sentence
    resembling = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (friction, payload(0.4, 0.01)), {})
    assert "load" not in resembling.headline


def test_causes_that_cannot_be_distinguished_are_reported_together(arm: Arm):
    offset = FoundCause("offset", ONE, 0.9, "an offset of the effort", {})
    rival = replace(payload(0.89, 0.0), indistinguishable=True)
    scale = FoundCause("effort_scale", ONE, 0.88, "an effort in another unit", {}, 0.0, True)
    verdict = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (offset, scale, rival), {})
    assert "does not distinguish it from a payload" in verdict.sentence
    assert "which would explain 89 %; or from an effort in another unit, which would explain 88 %" in verdict.sentence
    assert "offset, or the payload differs from that of the model, or the effort is not" in verdict.headline
    apart = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (offset, payload(0.89, 0.0)), {})
    assert "does not distinguish" not in apart.sentence


def test_rivals_are_named_where_none_explains_most(arm: Arm):
    offset = FoundCause("offset", ONE, 0.4, "an offset of the effort", {})
    rival = replace(payload(0.39, 0.0), indistinguishable=True)
    verdict = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (offset, rival), {})
    assert verdict.headline == "Model and arm disagree"
    assert "does not distinguish it from a payload" in verdict.sentence


def test_the_cause_of_the_rest_is_named_where_the_residual_is_as_expected(arm: Arm):
    verdict = judge_agreement(arm, "effort", agreement(0.5 * ONE), UNKNOWN, (payload(0.8),), {})
    assert verdict.level == "good"
    assert "A payload of 2.10 ± 0.02 kg would explain 80 % of the residual" in verdict.sentence


def test_a_second_cause_and_its_alternative_are_both_named(arm: Arm):
    """A load, and an effort in another unit: friction explains most, and of the rest either explains as much."""
    friction = FoundCause("friction", ONE, 0.7, "other friction", {})
    scale = FoundCause("effort_scale", ONE, 0.2, "an effort in another unit", {}, 0.185)
    verdict = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (friction, payload(0.3, 0.19), scale), {})
    assert "payload differs from that of the model, or the effort is not in the model's unit" in verdict.headline
    assert "does not distinguish a payload" in verdict.sentence
    assert "from an effort in another unit, which would explain 1" in verdict.sentence
    weaker = replace(scale, in_addition=0.1)
    apart = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (friction, payload(0.3, 0.19), weaker), {})
    assert ", or" not in apart.headline and "does not distinguish" not in apart.sentence


def test_a_poor_recording_names_no_cause(arm: Arm):
    poor = "the recording has too little motion to identify a cause: no joint moves"
    verdict = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (), {}, poor)
    assert verdict.level == "bad"
    assert "The recording has too little motion to identify a cause: no joint moves." in verdict.sentence
    assert "No simple cause" not in verdict.sentence
    assert "No simple cause" in judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (), {}).sentence


def test_the_doubt_about_friction_hides_nothing_else(arm: Arm):
    """0.9 N·m are within what is unknown, but not without friction, which a load does not look like."""
    for size, level in ((0.9, "warning"), (0.7, "good")):
        assert judge_agreement(arm, "effort", agreement(size * ONE), UNKNOWN, (payload(0.95),), {}).level == level
    friction = FoundCause("friction", ONE, 0.95, "other friction", {})
    assert judge_agreement(arm, "effort", agreement(0.9 * ONE), UNKNOWN, (friction,), {}).level == "good"


def test_a_hold_is_no_fault(arm: Arm):
    hold = FoundCause("hold", ONE, 0.95, "a torque that is held", {}, fault=False)
    assert judge_agreement(arm, "effort", agreement(0.9 * ONE), UNKNOWN, (hold,), {}).level == "good"
    assert "held" not in judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (hold,), {}).headline
    both = judge_agreement(arm, "effort", agreement(5 * ONE), UNKNOWN, (payload(0.9), hold), {})
    assert "90 % of the residual that a held torque does not explain" in both.sentence


def test_a_cause_of_next_to_nothing_is_no_alarm(arm: Arm):
    assert judge_agreement(arm, "effort", agreement(0.5 * ONE), UNKNOWN, (payload(0.99),), {}).level == "good"


def test_a_joint_that_cannot_be_judged_is_no_excuse(arm: Arm):
    rms = 3.0 * ONE
    rms[0] = np.nan
    assert judge_agreement(arm, "effort", agreement(rms), UNKNOWN, (), {}).level == "bad"


def test_nothing_to_compare(arm: Arm):
    empty = replace(agreement(np.full(6, np.nan)), count=np.zeros(6, dtype=np.int64))
    for nothing in (None, empty):
        assert judge_agreement(arm, "effort", nothing, UNKNOWN, (), {}).level == "warning"
    assert "command" in judge_agreement(arm, "command", agreement(0.1 * ONE), UNKNOWN, (), {}).sentence


def test_an_exact_model_must_be_exact(arm: Arm):
    wrong = {"full": ModelDifference(ONE, ONE, 2 * EXACT, True), "abbreviated": ModelDifference(ONE, ONE, 0.1, False)}
    verdict = judge_agreement(arm, "effort", agreement(NONE), UNKNOWN, (), wrong)
    assert verdict.level == "bad"
    assert "full" in verdict.sentence
    assert "abbreviated" not in verdict.sentence


def test_a_small_residual_that_shows_nothing_is_no_agreement(arm: Arm):
    why = ("the fitted friction of joint2 is 40 N·m",)
    for size in (0.9, 1.5):
        verdict = judge_agreement(arm, "effort", agreement(size * ONE), UNKNOWN, (), {}, undecided=why)
        assert (verdict.level, verdict.headline) == ("warning", "Cannot tell whether model and arm agree")
        assert verdict.sentence.startswith("The fitted friction of joint2 is 40 N·m. ")
    assert judge_agreement(arm, "effort", agreement(2.5 * ONE), UNKNOWN, (), {}, undecided=why).level == "bad"
    named = judge_agreement(arm, "effort", agreement(1.5 * ONE), UNKNOWN, (payload(0.96),), {}, undecided=why)
    assert "payload" in named.headline


def test_contacts_are_named_and_the_rest_is_judged_without_them(arm: Arm):
    torque = np.array([np.nan, 14.0, *np.full(4, np.nan)])
    contact = Contact(12.31, 12.58, (1,), torque, 0.2 * torque, standing=True)
    for size, causes, begins in (
        (0.9, [], "Model and arm agree except while something touched the arm"),
        (1.5, [], "Model and arm agree roughly except while something touched the arm"),
        (5.0, [payload(0.96)], "The payload differs from that of the model"),
        (5.0, [], "Model and arm disagree"),
    ):
        without, found = (
            judge_agreement(arm, "effort", agreement(size * ONE), UNKNOWN, causes, {}, contacts=contacts)
            for contacts in ((), (contact,))
        )
        assert found.headline == begins
        assert found.level == without.level
        assert without.sentence in found.sentence
        assert "between 12.31 and 12.58 s, 14 ± 3 N·m at joint2" in found.sentence
