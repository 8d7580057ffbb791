"""Torque gains: found from a known load within their errors, and refused where motion and load show nothing."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from helpers.identification.synthetic import moved, small_arm, true_arm

from puma560_dynamics.errors import IdentificationError
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.torque_gains import CLEARLY, TOO_UNCERTAIN, Gains, identify_gains
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.motion.motion import Motion

pytest.importorskip("cvxpy")

LOAD = Payload.of(2.5, (0.25, 0.02, 0.05), (4e-3, 5e-3, 3e-3, 0.0, 0.0, 0.0))


def in_amperes(motion: Motion, gains: np.ndarray) -> Motion:
    return Motion(motion.segment, motion.time, motion.q, motion.qd, motion.qdd, motion.effort / gains, motion.command,
                  {}, motion.used)  # fmt: skip


TRUE = np.array([8.0, 12.0, 5.0])


@cache
def gains_of(seed: int, load: Payload = LOAD, mass: float = LOAD.mass) -> Gains:
    arm = small_arm()
    rng = np.random.default_rng(seed)
    truth = true_arm(arm, rng)
    unknowns = Unknowns(arm, load=True)
    recordings = [
        recorded([in_amperes(moved(truth, rng, 20.0, payload), TRUE)], unknowns, name, loaded=payload is not None)
        for name, payload in (("empty", None), ("full", load))
    ]
    return identify_gains(unknowns, recordings, mass, guess=3.0)


def test_gains_are_found_within_their_errors():
    """Three joints of two arms; a gain that is reported is within a few of its errors, and well inside 25 %."""
    off = []
    for seed in (1, 2):
        found = gains_of(seed)
        assert found.determined[1:].all()  # the load hangs on joints 2 and 3
        off += (np.log(found.values / TRUE) / found.errors)[found.determined].tolist()
        assert np.abs(found.values / TRUE - 1.0)[found.determined].max() < 0.15
    assert np.abs(off).max() < 4.0
    assert np.sqrt(np.mean(np.square(off))) < 2.0


def test_gains_scale_with_the_mass_that_is_stated():
    """Nothing else has a scale: half the mass, half the gains."""
    whole, half = (gains_of(1, LOAD, share * LOAD.mass) for share in (1.0, 0.5))
    assert half.values[1:] / whole.values[1:] == pytest.approx(0.5, rel=0.1)


def test_a_load_too_small_for_the_effort_determines_no_gain():
    """A few grams: every gain is refused, and the message says why."""
    with pytest.raises(IdentificationError, match=r"do not determine the gain of joint1 .* joint3"):
        gains_of(4, Payload.of(0.005, (0.25, 0.0, 0.0)), 0.005)


def test_one_recording_determines_no_gain():
    arm = small_arm()
    unknowns = Unknowns(arm, load=True)
    motion = moved(true_arm(arm, np.random.default_rng(1)), np.random.default_rng(2))
    for loaded in (False, True):
        with pytest.raises(IdentificationError, match="with the load and one without"):
            identify_gains(unknowns, [recorded([motion], unknowns, "alone", loaded=loaded)], 1.0)
    with pytest.raises(IdentificationError, match="mass of a load"):
        identify_gains(Unknowns(arm), [recorded([motion], Unknowns(arm), "alone")], 1.0)


def test_determined_gains_keep_the_limit_of_uncertainty():
    found = gains_of(1)
    assert (found.errors[found.determined] <= TOO_UNCERTAIN).all()
    assert (found.by_load[found.determined] > CLEARLY * found.unexplained[found.determined]).all()
