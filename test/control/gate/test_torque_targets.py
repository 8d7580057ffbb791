"""What the gate goes to: torque limits, and what fades near position limits."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.gate import GRAVITY, LIMITS, opened, settings
from hypothesis import assume, given
from hypothesis import strategies as st

from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.torque_limits import clamp, soften
from puma560_dynamics.control.gate.torque_targets import EDGE_RAD, NEGLIGIBLE, TorqueTargets, limit_rate, limit_rates


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


def test_near_a_limit_rounding_is_no_reduction():
    drive = opened(soft_margin=0.1).states(0.2, GRAVITY)
    before = drive.gate.counts.get("soft_limit", 0)
    drive.states(0.5, [GRAVITY[0] * (1.0 + 1e-14), GRAVITY[1]], position=[0.95, 0.0])
    assert drive.gate.counts.get("soft_limit", 0) == before
    drive.states(0.5, [GRAVITY[0] + 1e-6 * LIMITS[0], GRAVITY[1]], position=[0.95, 0.0])
    assert drive.gate.counts["soft_limit"] > before


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
    targets.set_targets([99.0, 99.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0])
    for share in np.linspace(0.0, 1.0, 1000):
        aim, _ = targets.aim(GateState.FADING_IN, True, start, float(share))
        assert aim == end


PLACES = st.sampled_from([0.0, EDGE_RAD, 0.5 * EDGE_RAD, 2.0 * EDGE_RAD, 1e-3]).flatmap(
    lambda off: st.sampled_from([1.0, 0.9, -0.9, -1.0]).map(lambda place: place + off)
)
"""About the limits of ±1 rad and a margin of 0.1 rad."""


@given(st.floats(-99.0, 99.0), st.floats(-99.0, 99.0), PLACES | st.floats(-2.0, 2.0), st.sampled_from([0.0, 0.1]))
def test_it_is_the_clamp_and_the_soft_margin_of_each_joint(wanted: float, load: float, at: float, margin: float):
    """To the last digit, with the joints that each of them changes."""
    targets = TorqueTargets(settings(soft_margin=margin))
    over, less = targets.set_targets([wanted, 0.0], [at, 0.0], [load, 0.0], [0.0, 0.0])
    target, hold = targets.aim(GateState.OPEN, True, [0.0, 0.0], 1.0)
    limit = float(LIMITS[0])
    held, within = clamp(load, limit), clamp(wanted, limit)
    soft = soften(within, held, limit, at, -1.0, 1.0, margin)
    assert (target[0], hold[0]) == (soft, held)
    assert (over, less) == ([0] * (within != wanted), [0] * (abs(soft - within) > NEGLIGIBLE * limit))


Rates = tuple[float, float]
"""Growth and removal, N·m/s."""

TORQUES = st.floats(-200.0, 200.0)
RATES = st.tuples(st.floats(0.1, 2000.0), st.floats(1.0, 100.0)).map(lambda given: (given[0], given[0] * given[1]))
STEPS = st.floats(0.0, 0.1)
CLOSE = 1e-9


def least_time(last: float, after: float, safe: float, growth: float, removal: float) -> float:
    """Seconds that the way from `last` to `after` takes, by the definition of removal: no step of its computation.

    A torque x that decreases is removed while x is above zero and above the safe torque; by symmetry for one
    that increases.
    """
    if after > last:
        last, after, safe = -last, -after, -safe
    fast = max(last - max(after, 0.0, safe), 0.0)
    return fast / removal + (last - after - fast) / growth


@given(TORQUES, TORQUES, TORQUES, RATES, STEPS)
def test_growth_is_at_most_the_growth_rate(last: float, aim: float, safe: float, rates: Rates, dt: float):
    after = limit_rate(last, aim, safe, *rates, dt)
    beyond = abs(after) if after * last < 0.0 else abs(after) - abs(last)
    assert beyond <= rates[0] * dt + CLOSE


@given(TORQUES, TORQUES, TORQUES, RATES, STEPS)
def test_decrease_is_at_most_the_removal_rate(last: float, aim: float, safe: float, rates: Rates, dt: float):
    after = limit_rate(last, aim, safe, *rates, dt)
    assert abs(last) - abs(after) <= rates[1] * dt + CLOSE
    assert abs(last - after) <= rates[1] * dt + CLOSE


@given(TORQUES, TORQUES, TORQUES, RATES, STEPS)
def test_faster_than_growth_only_towards_zero_and_towards_the_safe_torque(
    last: float, aim: float, safe: float, rates: Rates, dt: float
):
    after = limit_rate(last, aim, safe, *rates, dt)
    assume(abs(after - last) > rates[0] * dt + CLOSE)
    assert abs(after) < abs(last) or after * last < 0.0
    assert (safe - last) * (after - last) > 0.0
    assert last != 0.0


@given(TORQUES, TORQUES, TORQUES, RATES, STEPS)
def test_the_whole_step_is_used_and_no_more(last: float, aim: float, safe: float, rates: Rates, dt: float):
    after = limit_rate(last, aim, safe, *rates, dt)
    used = least_time(last, after, safe, *rates)
    assert used <= dt + CLOSE
    if after != aim:
        assert used == pytest.approx(dt, abs=1e-9 / rates[0] + 1e-9)


@given(TORQUES, TORQUES, TORQUES, RATES, STEPS)
def test_it_moves_towards_the_aim_and_never_past_it(last: float, aim: float, safe: float, rates: Rates, dt: float):
    after = limit_rate(last, aim, safe, *rates, dt)
    assert min(last, aim) <= after <= max(last, aim)


@given(TORQUES, TORQUES, TORQUES, RATES)
def test_the_aim_is_reached_exactly_and_kept(last: float, aim: float, safe: float, rates: Rates):
    enough = least_time(last, aim, safe, *rates) * (1.0 + 1e-9) + 1e-9
    assert limit_rate(last, aim, safe, *rates, enough) == aim
    assert limit_rate(aim, aim, safe, *rates, 0.01) == aim


@given(TORQUES, TORQUES, TORQUES, RATES, STEPS)
def test_two_half_steps_are_one_step(last: float, aim: float, safe: float, rates: Rates, dt: float):
    half = limit_rate(last, aim, safe, *rates, 0.5 * dt)
    twice = limit_rate(half, aim, safe, *rates, 0.5 * dt)
    assert twice == pytest.approx(limit_rate(last, aim, safe, *rates, dt), abs=1e-9)


@given(TORQUES, TORQUES, TORQUES, RATES)
def test_no_time_is_no_change(last: float, aim: float, safe: float, rates: Rates):
    assert limit_rate(last, aim, safe, *rates, 0.0) == last


@given(TORQUES, TORQUES, TORQUES, RATES, STEPS)
def test_both_signs_are_alike(last: float, aim: float, safe: float, rates: Rates, dt: float):
    assert limit_rate(-last, -aim, -safe, *rates, dt) == -limit_rate(last, aim, safe, *rates, dt)


def test_from_a_drive_torque_to_a_gravity_load_of_the_other_sign():
    """From 150 N·m to -46 N·m at 20 and 1864 N·m/s: the part to zero takes 150/1864 s, the rest 46/20 s."""
    to_zero = 150.0 / 1864.0
    assert limit_rate(150.0, -46.0, -46.0, 20.0, 1864.0, to_zero) == pytest.approx(0.0, abs=1e-9)
    assert limit_rate(150.0, -46.0, -46.0, 20.0, 1864.0, 0.5 * to_zero) == pytest.approx(75.0)
    assert limit_rate(150.0, -46.0, -46.0, 20.0, 1864.0, to_zero + 0.1) == pytest.approx(-2.0)
    assert limit_rate(150.0, -46.0, -46.0, 20.0, 1864.0, to_zero + 46.0 / 20.0 - 1e-3) > -46.0
    assert limit_rate(150.0, -46.0, -46.0, 20.0, 1864.0, to_zero + 46.0 / 20.0 + 1e-9) == -46.0


def test_below_the_safe_torque_a_decrease_is_no_removal():
    """The load of gravity must not be dropped fast: the arm would fall."""
    assert limit_rate(46.0, 0.0, 46.0, 20.0, 1864.0, 0.01) == pytest.approx(45.8)
    assert limit_rate(30.0, 0.0, 46.0, 20.0, 1864.0, 0.01) == pytest.approx(29.8)
    # From above it: fast to the safe torque, and slowly from there.
    assert limit_rate(50.0, 0.0, 46.0, 20.0, 1864.0, 4.0 / 1864.0 + 0.01) == pytest.approx(45.8)


def test_to_zero_everything_is_removal():
    assert limit_rate(46.0, 0.0, 0.0, 20.0, 1864.0, 0.01) == pytest.approx(27.36)
    assert limit_rate(-46.0, 0.0, 0.0, 20.0, 1864.0, 0.01) == pytest.approx(-27.36)


def test_from_zero_everything_is_growth():
    assert limit_rate(0.0, -46.0, -46.0, 20.0, 1864.0, 0.01) == pytest.approx(-0.2)
    assert limit_rate(-10.0, -46.0, -46.0, 20.0, 1864.0, 0.01) == pytest.approx(-10.2)


def by_clipping(last: float, aim: float, safe: float, growth: float, removal: float, dt: float) -> float:
    """The same torque by clipping at both ends of each part, for either sign at once."""
    knee = np.clip(safe, min(last, 0.0), max(last, 0.0))
    goal = np.clip(aim, min(last, knee), max(last, knee))
    way = goal - last
    reached = abs(way) <= removal * dt
    after = goal if reached else last + np.sign(way) * removal * dt
    left = max(dt - abs(way) / removal, 0.0) if reached else 0.0
    return float(np.clip(aim, after - growth * left, after + growth * left))


@given(TORQUES, TORQUES, TORQUES, RATES, STEPS)
def test_it_is_the_torque_that_clipping_gives(last: float, aim: float, safe: float, rates: Rates, dt: float):
    """To the last digit."""
    assert limit_rate(last, aim, safe, *rates, dt) == by_clipping(last, aim, safe, *rates, dt)


@given(TORQUES, st.floats(-1.5, 1.5), TORQUES, RATES, STEPS)
def test_joint_by_joint_it_is_the_same_also_where_the_aim_is_near(
    last: float, share: float, safe: float, rates: Rates, dt: float
):
    """To the last digit, with the joints that are late; the aim lies about what growth allows away."""
    aims = [last + share * rates[0] * dt, last + rates[0] * dt, last - rates[0] * dt]
    each = [limit_rate(last, aim, safe, *rates, dt) for aim in aims]
    same = [[value] * len(aims) for value in (last, safe, *rates)]
    limited, late = limit_rates(same[0], aims, same[1], same[2], same[3], dt)
    assert limited == each
    assert late == [joint for joint, (aim, torque) in enumerate(zip(aims, each, strict=True)) if torque != aim]
