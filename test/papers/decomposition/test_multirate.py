"""Held configuration terms: no error without holding, first order in time, and what the node really does."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import FeedForward
from puma560_dynamics.control.trajectory.trajectory import pick_and_place
from puma560_dynamics.papers.decomposition.multirate import at_speed, holding_error


def test_the_motion_reaches_the_speed_asked_for(arm: Arm):
    for share in (0.25, 1.0):
        motion = at_speed(share, arm.velocity)
        assert holding_error(load_model("full", arm), motion, 1000.0, 1).speed == pytest.approx(share, rel=1e-3)


def test_nothing_held_is_no_error(arm: Arm):
    error = holding_error(load_model("full", arm), pick_and_place(3.0), 250.0, 1)
    assert np.abs(error.largest).max() < 1e-11


def test_it_is_of_first_order_in_the_age_of_the_terms(arm: Arm):
    """Half the age, half the error: (k - 1) / rate is what counts."""
    model, motion = load_model("full", arm), pick_and_place(3.0)
    coarse = holding_error(model, motion, 4000.0, 33).largest
    fine = holding_error(model, motion, 4000.0, 17).largest
    np.testing.assert_allclose(coarse / fine, 2.0, rtol=0.05)
    assert (holding_error(model, motion, 4000.0, 33).rms < coarse).all()


def test_it_is_what_the_feed_forward_does(arm: Arm):
    model, motion, rate, divider = load_model("full", arm), pick_and_place(3.0), 250.0, 4
    forward = FeedForward(model, divider=divider)
    worst = np.zeros(6)
    for time in np.arange(0.0, motion.duration, 1.0 / rate):
        at = motion.at(float(time))
        exact = model.torque(at.position, at.velocity, at.acceleration)
        worst = np.maximum(worst, np.abs(forward.compute_torque(at.position, at.velocity, at).torque - exact))
    np.testing.assert_allclose(worst, holding_error(model, motion, rate, divider).largest, atol=1e-10)
