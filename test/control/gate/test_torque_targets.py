"""What the gate goes to: torque limits, and what fades near position limits."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.gate import GRAVITY, LIMITS, opened, settings
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.torque_limits import clamp, soften
from puma560_dynamics.control.gate.torque_targets import EDGE, TorqueTargets


def test_torque_limits():
    drive = opened().states(0.5, [11.0, -60.0])
    assert drive.torque == LIMITS.tolist() or drive.torque == [10.0, -5.0]
    output = drive.gate.limit(drive.now, np.zeros(2), [99, -99], np.ones(2))
    assert output is not None
    assert "torque limit at shoulder, elbow" in output.trips[0]
    assert drive.gate.counts["torque_limit"] > 10
    assert drive.within_limits()


def test_near_a_limit_only_what_drives_outward_fades():
    drive = opened(soft_margin=0.1).states(0.2, GRAVITY)
    drive.states(0.5, [5.0, -4.0], position=[0.95, 0.95])
    assert drive.torque == pytest.approx([3.0, -4.0])  # half of what exceeds gravity; inward as wanted
    drive.states(0.5, [5.0, -4.0], position=[1.05, -1.05])
    assert drive.torque == pytest.approx(GRAVITY)
    assert drive.gate.state is GateState.OPEN
    assert drive.gate.counts["soft_limit"] > 10


def test_near_a_limit_a_drive_beyond_the_torque_limit_fades_as_well():
    """Not only what remains of it: at a tenth of the margin a tenth of the largest drive is left."""
    drive = opened(soft_margin=0.1).states(0.2, GRAVITY)
    drive.states(0.5, [1000.0, 0.0], position=[0.99, 0.0])
    assert drive.torque == pytest.approx([1.0 + 0.1 * (LIMITS[0] - 1.0), 0.0])
    drive.states(0.5, [1e308, 0.0], position=[1.0, 0.0], gravity=[-1e308, 0.0])
    assert drive.torque == [-LIMITS[0], 0.0]
    assert drive.within_limits()


def test_a_fade_stays_between_its_ends_where_time_goes_back():
    """An extrapolated one would lead away from both, beyond every limit."""
    drive = opened(fade_out_time=0.5).states(0.2, GRAVITY)
    drive.gate.deactivate(drive.now)
    drive.now -= 50.0
    drive.silence(0.2)
    assert drive.torque == GRAVITY


def test_rounding_does_not_exceed_the_torque_limit_in_a_fade():
    """(1 - s) x + s x is above x for some s."""
    limit = np.array([3.787114443357535, 0.7])
    start, end = limit.tolist(), limit.tolist()
    plain = [(1.0 - share) * start[0] + share * end[0] for share in np.linspace(0.0, 1.0, 1000)]
    assert max(plain) > limit[0]
    targets = TorqueTargets(settings(maximum_torque=limit, fade_in_time=1.0))
    targets.update([99.0, 99.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0])
    for share in np.linspace(0.0, 1.0, 1000):
        aim, _ = targets.aim(GateState.FADING_IN, True, start, float(share))
        assert aim == end


PLACES = st.sampled_from([0.0, EDGE, 0.5 * EDGE, 2.0 * EDGE, 1e-3]).flatmap(
    lambda off: st.sampled_from([1.0, 0.9, -0.9, -1.0]).map(lambda place: place + off)
)
"""About the limits of ±1 rad and a margin of 0.1 rad."""


@given(st.floats(-99.0, 99.0), st.floats(-99.0, 99.0), PLACES | st.floats(-2.0, 2.0), st.sampled_from([0.0, 0.1]))
def test_it_is_the_clamp_and_the_soft_margin_of_each_joint(wanted: float, load: float, at: float, margin: float):
    """To the last digit, with the joints that each of them changes."""
    targets = TorqueTargets(settings(soft_margin=margin))
    over, less = targets.update([wanted, 0.0], [at, 0.0], [load, 0.0], [0.0, 0.0])
    target, hold = targets.aim(GateState.OPEN, True, [0.0, 0.0], 1.0)
    limit = float(LIMITS[0])
    held, within = clamp(load, limit), clamp(wanted, limit)
    soft = soften(within, held, limit, at, -1.0, 1.0, margin)
    assert (target[0], hold[0]) == (soft, held)
    assert (over, less) == ([0] * (within != wanted), [0] * (soft != within))
