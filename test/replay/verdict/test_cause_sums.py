"""Causes that act together, hide each other or are not there; numbers within their stated errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.replay.driven import HOME, KNOWN, cause_sums, cut, driven

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.result import FoundCause

NOISE = 0.004
"""As a share of the maximum torque: some eight steps of the converter."""


def causes(arm: Arm, motion: Motion, payload: Payload | None = None) -> tuple[FoundCause, ...]:
    return cause_sums(arm, motion, payload).result(0.004)


def ran(arm: Arm, payload: Payload | None = None, **options: Any) -> Motion:
    return driven(arm, 40.0, payload=payload, friction=KNOWN, noise=NOISE, **options)


def within(cause: FoundCause, name: str, true: float, unit: str) -> None:
    """Within four standard errors, which must be worth something themselves."""
    error = cause.values[f"{name}_error{unit}"]
    assert cause.values[f"{name}{unit}"] == pytest.approx(true, abs=4 * error)
    assert 0.0 < error < 0.1 * max(abs(true), 1.0)


def narrow(arm: Arm, share: float, noise: float, load: Payload) -> Motion:
    """A motion in a small part of the workspace, where a load is nearly a constant torque."""
    motion = driven(arm, 40.0)
    q, qd, qdd = HOME + share * (motion.q - HOME), share * motion.qd, share * motion.qdd
    effort = load_model("pinocchio", arm, load).torque(q, qd, qdd)
    effort += np.column_stack([one.torque(column) for one, column in zip(KNOWN, qd.T, strict=True)])
    effort += noise * arm.maximum_torque * np.random.default_rng(7).standard_normal(q.shape)
    return replace(motion, q=q, qd=qd, qdd=qdd, effort=effort)


def test_causes_that_noise_hides_from_each_other_are_indistinguishable(arm: Arm):
    """One load comes before offsets at several joints."""
    first, *rest = causes(arm, narrow(arm, 0.1, 0.02, Payload.of(2.0, (0.0, 0.0, 0.1))))
    assert first.kind == "payload"
    assert "offset" in {one.kind for one in rest if one.indistinguishable}


def test_a_load_is_found_though_one_joint_leaves_much(arm: Arm):
    """A drive that shakes by a fifth of its maximum torque: the other joints show the load."""
    motion = ran(arm, Payload.of(1.0, (0.0, 0.0, 0.1)))
    shaken = 0.2 * arm.maximum_torque[5] * np.sin(2.0 * np.pi * 7.3 * motion.time)
    effort = motion.effort + shaken[:, None] * np.eye(6)[5]
    first = causes(arm, replace(motion, effort=effort))[0]
    assert first.kind == "payload"
    within(first, "mass", 1.0, "_kg")


def test_a_load_and_other_friction(arm: Arm):
    """Neither passes for the other."""
    other = tuple(JointFriction(1.0 + j, 1.2 + j, 1.5) for j in range(6))
    motion = driven(arm, 40.0, payload=Payload.of(1.0, (0.0, 0.0, 0.1)), friction=other, noise=NOISE)
    found = {cause.kind: cause for cause in causes(arm, motion)}
    within(found["payload"], "mass", 1.0, "_kg")
    within(found["payload"], "center_z", 0.1, "_m")


def test_a_load_that_was_put_down(arm: Arm):
    first = causes(arm, ran(arm), Payload.of(1.5, (0.0, 0.0, 0.08)))[0]
    assert first.kind == "payload"
    within(first, "mass", -1.5, "_kg")
    assert "an arm without the model's payload of 1.5 kg" in first.message
    lighter = causes(arm, ran(arm, Payload.of(0.5, (0.0, 0.0, 0.08))), Payload.of(1.5, (0.0, 0.0, 0.08)))[0]
    assert "kg instead of the model's 1.5 kg, center of mass at (" in lighter.message
    assert lighter.message.startswith("a payload of 0.5")
    within(lighter, "mass", -1.0, "_kg")
    within(lighter, "center_z", 0.08, "_m")


def test_the_center_of_a_load_is_in_the_frame_in_which_the_command_line_takes_it(arm: Arm):
    """That of the tip: here behind the model's last frame, and turned by 90 degrees."""
    tip = np.array([[0.0, -1.0, 0.0, 0.01], [1.0, 0.0, 0.0, 0.02], [0.0, 0.0, 1.0, 0.1], [0.0, 0.0, 0.0, 1.0]])
    tipped = arm.with_(frames=np.array([*arm.frames[:-1], tip]))
    load = Payload.of(2.0, (0.03, -0.02, 0.05))
    for carried, known in ((load, None), (load, Payload.of(1.0, (0.0, 0.0, 0.2)))):
        first = causes(tipped, ran(tipped, carried), known)[0]
        assert first.kind == "payload" and f"m in the frame of {tipped.tip}" in first.message
        for axis, true in zip("xyz", load.center_of_mass.tolist(), strict=True):
            within(first, f"center_{axis}", true, "_m")


def delayed(arm: Arm, steps: int) -> Motion:
    """An effort that comes so many samples of 4 ms late, dry friction too."""
    motion = driven(arm, 40.0, friction=KNOWN, noise=0.0005)
    return replace(motion, effort=np.roll(motion.effort, steps, axis=0), used=motion.time > 0.1)


def test_a_hold_hides_no_cause(arm: Arm):
    """What there is in addition to it is found as if it were not there."""
    late = delayed(arm, 1)
    first = causes(arm, replace(late, effort=late.effort + np.array([0, 0, 0, 1.2, 0, 0])))[0]
    assert first.kind == "offset"
    within(first, "joint4.offset", 1.2, "_Nm")


def test_of_two_causes_at_once_both_have_their_share(arm: Arm):
    other = (*KNOWN[:3], JointFriction(2.0, 2.0, 3.0), *KNOWN[4:])
    load = Payload.of(2.0, (0.0, 0.0, 0.1))
    first, *rest = causes(arm, driven(arm, 40.0, payload=load, friction=other, noise=NOISE))
    assert first.kind == "payload"
    others = {one.kind: one for one in rest}
    assert max(rest, key=lambda one: one.in_addition).kind == "friction"
    assert others["friction"].values["joint4.viscous_Nms_per_rad"] == pytest.approx(3.0, rel=0.02)
    assert first.share + others["friction"].in_addition > 0.9


def test_what_resembles_a_cause_explains_nothing_in_addition_to_it(arm: Arm):
    first, *rest = causes(arm, ran(arm, Payload.of(2.0, (0.0, 0.0, 0.1))))
    assert first.kind == "payload"
    assert max(one.share for one in rest) > 0.2
    assert max(one.in_addition for one in rest) < 0.001


def test_noise_alone_has_no_cause(arm: Arm):
    """However flexible: what a fit gains on noise it has seen it loses on noise it has not."""
    assert causes(arm, ran(arm)) == ()


def test_too_short_to_judge(arm: Arm):
    motion = next(cut(ran(arm, Payload.of(2.0)), 300))
    assert causes(arm, motion) == ()


def test_errors_are_honest_when_noise_is_not_white(arm: Arm):
    """Noise with a memory of 60 samples: a formula that counts samples would promise eight times too much."""
    load = Payload.of(2.0, (0.0, 0.0, 0.1))
    found: list[float] = []
    stated: list[float] = []
    clean = driven(arm, 40.0, payload=load, friction=KNOWN)
    for seed in range(8):
        motion = replace(clean, effort=clean.effort + slow_noise(arm, len(clean.time), seed))
        first = causes(arm, motion)[0]
        assert first.kind == "payload"
        found.append(first.values["mass_kg"] - 2.0)
        stated.append(first.values["mass_error_kg"])
    spread = np.sqrt(np.mean(np.square(found)))
    # The spread of eight draws is itself known to a quarter.
    assert 0.5 < np.mean(stated) / spread < 2.0


def slow_noise(arm: Arm, count: int, seed: int) -> FloatArray:
    from scipy.signal import lfilter

    keep = 1.0 - 1.0 / 60.0
    white = np.random.default_rng(100 + seed).standard_normal((count, 6)) * np.sqrt(1 - keep**2)
    return 0.02 * arm.maximum_torque * np.asarray(lfilter([1.0], [1.0, -keep], white, axis=0))
