"""A change of terms or of the payload fades, and only what it changes."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import Payload, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.change_over import Blended, ChangeOver
from puma560_dynamics.control.feed_forward.feed_forward import FeedForward

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
QD = np.array([0.5, -0.4, 0.3, 0.2, -0.1, 0.6])
QDD = np.array([1.0, -2.0, 3.0, 4.0, -5.0, 6.0])
RAMP = [40.0] * 6
DT = 0.002


class Fade:
    """A moving arm whose feed-forward changes."""

    def __init__(self, arm: Arm, ramp: list[float] | None = RAMP) -> None:
        self.arm = arm
        self.forward = FeedForward(load_model("newton_euler", arm))
        self.made = ChangeOver(self.forward, ramp, 0.02)
        self.time = 0.0

    def state(self) -> Blended:
        self.time += DT
        q, qd = Q + 0.3 * np.sin(3.0 * self.time), QD * np.cos(self.time)
        self.at = q, qd
        blended = self.made.command(q, qd, None, QDD, DT)
        command = blended.command
        parts = [torque for name, torque in command.terms.items() if name in command.active]
        np.testing.assert_allclose(sum(parts, np.zeros(len(q))), command.torque, rtol=1e-12, atol=1e-12)
        return blended

    def model(self, active: tuple[str, ...], payload: Payload | None = None) -> np.ndarray:
        """Torque of a feed-forward that never changed, at the last state."""
        made = FeedForward(load_model("newton_euler", self.arm, payload), active)
        return made.command(*self.at, None, QDD).torque


EVERY = ("gravity", "inertia", "motor_inertia", "coriolis", "centrifugal")
STILL = ("inertia", "motor_inertia", "coriolis", "centrifugal")
LOAD = Payload.of(2.0, (0.0, 0.02, 0.1))


def test_only_the_difference_fades_no_faster_than_the_ramp(arm: Arm):
    fade = Fade(arm)
    fade.state()
    fade.made.change({"active": STILL}, fades=True)
    shares = []
    while fade.made.fading:
        torque = fade.state().torque
        before, after = fade.model(EVERY), fade.model(STILL)
        share = ((torque - before) @ (after - before)) / ((after - before) @ (after - before))
        np.testing.assert_allclose(torque, before + share * (after - before), rtol=1e-12, atol=1e-12)
        shares.append(share)
        assert (abs(after - before) * (share - ([0.0, *shares])[-2]) <= np.array(RAMP) * DT + 1e-9).all()
    assert shares[-1] == pytest.approx(1.0, abs=1e-12)
    assert len(shares) * DT > 0.3  # 25 N·m at joint 2
    np.testing.assert_allclose(fade.state().torque, fade.model(STILL), rtol=1e-12, atol=1e-12)


def test_a_payload_fades_with_the_torque_that_holds_the_arm(arm: Arm):
    fade = Fade(arm)
    fade.state()
    fade.made.change({"model": load_model("newton_euler", arm, LOAD)}, fades=True)
    first = fade.state()
    np.testing.assert_allclose(first.torque, fade.model(EVERY), atol=2.0 * RAMP[0] * DT)
    gravity = load_model("newton_euler", arm).gravity(fade.at[0])
    np.testing.assert_allclose(first.hold, gravity, atol=2.0 * RAMP[0] * DT)
    while fade.made.fading:
        last = fade.state()
    np.testing.assert_allclose(last.torque, fade.model(EVERY, LOAD), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(last.hold, load_model("newton_euler", arm, LOAD).gravity(fade.at[0]), rtol=1e-12)


def test_of_changes_during_a_fade_the_last_ones_follow_it(arm: Arm):
    fade = Fade(arm)
    fade.state()
    fade.made.change({"active": STILL}, fades=True)
    fade.state()
    fade.made.change({"active": ("gravity",)}, fades=True)
    fade.made.change({"active": EVERY}, fades=True)
    fade.made.change({"model": load_model("newton_euler", arm, LOAD)}, fades=True)
    torques = [fade.state().torque]
    while fade.made.fading:
        torques.append(fade.state().torque)
    np.testing.assert_allclose(torques[-1], fade.model(EVERY, LOAD), rtol=1e-12, atol=1e-12)
    assert np.abs(np.diff(torques, axis=0)).max() < 3.0 * RAMP[0] * DT  # the motion itself takes the rest
    assert len(torques) * DT > 0.9  # first one way, then the other


@pytest.mark.parametrize("ramp", [None, RAMP])
def test_without_a_ramp_or_while_no_torque_passes_a_change_comes_at_once(arm: Arm, ramp: list[float] | None):
    fade = Fade(arm, ramp)
    fade.state()
    fade.made.change({"active": STILL}, fades=ramp is None)
    np.testing.assert_array_equal(fade.state().torque, fade.model(STILL))


def test_a_completion_takes_what_waits_too(arm: Arm):
    fade = Fade(arm)
    fade.made.change({"active": STILL}, fades=True)
    fade.made.change({"active": ("gravity",)}, fades=True)
    fade.made.complete()
    np.testing.assert_array_equal(fade.state().torque, fade.model(("gravity",)))


def test_an_unknown_term_changes_nothing(arm: Arm):
    fade = Fade(arm)
    for _ in range(2):
        with pytest.raises(ValueError, match="unknown terms magic"):
            fade.made.change({"active": ("magic",)}, fades=True)
        fade.made.complete()
        np.testing.assert_array_equal(fade.state().torque, fade.model(EVERY))
        fade.made.change({"active": EVERY}, fades=True)


def test_elements_that_are_held_are_formed_again_by_both(arm: Arm):
    forward = FeedForward(load_model("newton_euler", arm), divider=1000)
    made = ChangeOver(forward, RAMP, 0.02)
    made.command(Q, QD, None, QDD, DT)
    made.change({"active": STILL}, fades=True)
    made.command(Q, QD, None, QDD, DT)
    made.forget()
    elsewhere = Q + 0.5
    torque = made.command(elsewhere, QD, None, QDD, 0.0).torque
    expected = FeedForward(load_model("newton_euler", arm)).command(elsewhere, QD, None, QDD).torque
    np.testing.assert_allclose(torque, expected, atol=2.0 * RAMP[0] * DT)
