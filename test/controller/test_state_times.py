"""States without a stamp in the controller's cycle: late ones are no jump, and a jump is still one.

A source measures a known motion at 500 Hz; a cycle of 1 kHz sees the newest state that has come.
"""

from __future__ import annotations

import ctypes
import math
import random
from collections.abc import Callable, Iterator
from ctypes import c_double, c_int, c_void_p

import numpy as np
import pytest
from helpers.control.core_library import (
    Core,
    CoreLibrary,
    Settings,
    needs_cxx,
)
from helpers.control.package_library import package_library

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.feed_forward.references import largest_acceleration
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import core_settings

pytestmark = needs_cxx
CLOCK = 1000.0
CYCLE, MEASURED, LATEST = 0.001, 0.002, 0.05
FAULTS = tuple(Fault)

State = tuple[FloatArray, FloatArray]
Motion = Callable[[float], State]


class StateTimes:
    """The class of the controller."""

    def __init__(self, loaded: ctypes.CDLL, n: int, cycle: float = CYCLE) -> None:
        self._loaded, self._n = loaded, n
        self._times = c_void_p(loaded.state_times_create(c_double(cycle), c_double(LATEST)))

    def __del__(self) -> None:
        self._loaded.state_times_destroy(self._times)

    def newer(self, clock: float, q: FloatArray, qd: FloatArray) -> bool:
        both = [(c_double * self._n)(*each) for each in (q, qd)]
        return bool(self._loaded.state_times_newer(self._times, c_double(clock), *both))

    def woke(self, clock: float) -> None:
        self._loaded.state_times_woke(self._times, c_double(clock))

    @property
    def stamp(self) -> float:
        stamp: float = self._loaded.state_times_stamp(self._times)
        return stamp


class CycleTimes:
    """Without the class: every state that differs from the last one is of its cycle."""

    last: State | None = None

    def newer(self, clock: float, q: FloatArray, qd: FloatArray) -> bool:
        if self.last is not None and np.array_equal(self.last, (q, qd)):
            return False
        self.stamp, self.last = clock, (q, qd)
        return True


@pytest.fixture(scope="module")
def times(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], StateTimes]:
    folder = tmp_path_factory.mktemp("times")
    loaded = package_library(arm, "my_arm", folder, "state_times.cpp")
    loaded.state_times_create.restype, loaded.state_times_stamp.restype = c_void_p, c_double
    loaded.state_times_newer.restype, loaded.state_times_stamp.argtypes = c_int, [c_void_p]
    return lambda: StateTimes(loaded, arm.n)


@pytest.fixture(scope="module")
def motion(arm: Arm) -> Motion:
    """All joints to and fro with at most half of their limit of velocity, about the middle."""
    middle = 0.5 * (arm.lower + arm.upper)
    fastest, frequency = 0.5 * arm.velocity, 2.0 * math.pi

    def at(t: float) -> State:
        return middle + fastest / frequency * math.sin(frequency * t), fastest * math.cos(frequency * t)

    return at


def held_up(rng: random.Random, end: float) -> Iterator[tuple[float, float]]:
    """When each state is measured, and when it comes: held up for up to 45 ms at random, then at short intervals."""
    free = 0.0
    for k in range(int(end / MEASURED)):
        measured = k * MEASURED
        if rng.random() < 0.03:
            free = max(free, measured + rng.uniform(0.01, 0.045))
        free = max(measured, free + rng.uniform(0.0, 0.002))
        yield measured, free


def driven(
    core: Core, times: StateTimes | CycleTimes, motion: Motion, states: Iterator[tuple[float, float]],
    change: Callable[[float, State], State] = lambda measured, state: state,
) -> tuple[str | None, float, float]:  # fmt: skip
    """The first fault and when it came, s, and the median error of a stamp, s."""
    begin, errors, coming = 10.0, [0.0], list(states)
    core.activate(begin)
    measured, at = 0.0, 0
    for cycle in range(int(coming[-1][0] / CYCLE)):
        t = cycle * CYCLE
        while at < len(coming) and coming[at][1] <= t:
            measured, at = coming[at][0], at + 1
        state, now, clock = change(measured, motion(measured)), begin + t, CLOCK + t
        if times.newer(clock, *state):
            core.state(now, clock, times.stamp, *map(list, state))
            errors.append(abs(times.stamp - CLOCK - measured))
        else:
            core.update(now)
        if core.status.latched >= 0:
            return FAULTS[core.status.latched].value, t, float(np.median(errors))
    return None, t, float(np.median(errors))


@pytest.fixture(scope="module")
def made(arm: Arm, library: CoreLibrary) -> Callable[[], Core]:
    values = core_settings(arm, LoopSettings(), largest_acceleration(load_model("generated", arm)))
    return lambda: Core(library, Settings.of({**values, "fade_in_time": 0.0}))


@pytest.mark.parametrize("seed", range(5))
def test_states_that_are_held_up_are_no_jump(
    times: Callable[[], StateTimes], made: Callable[[], Core], motion: Motion, seed: int
):
    fault, _, error = driven(made(), times(), motion, held_up(random.Random(seed), 3.0))
    assert fault is None
    assert error < MEASURED


@pytest.mark.parametrize("seed", range(5))
def test_by_the_cycle_alone_they_would_be_one(made: Callable[[], Core], motion: Motion, seed: int):
    assert driven(made(), CycleTimes(), motion, held_up(random.Random(seed), 3.0))[0] == Fault.JUMP.value


def test_an_encoder_that_slips_is_found_while_states_are_held_up(
    times: Callable[[], StateTimes], made: Callable[[], Core], arm: Arm, motion: Motion
):
    for seed in range(10):
        slip = np.zeros(arm.n)
        slip[seed % arm.n] = 0.4 if seed % 2 else -0.4

        def slipped(measured: float, state: State, slip: FloatArray = slip) -> State:
            return state[0] + (slip if measured > 1.0 else 0.0), state[1]

        fault, when, _ = driven(made(), times(), motion, held_up(random.Random(seed), 3.0), slipped)
        assert fault in (Fault.JUMP.value, Fault.INCONSISTENT.value)
        assert 1.0 <= when < 1.0 + 2.0 * LATEST


@pytest.mark.parametrize("interval", [0.001, 0.002, 0.01])
def test_a_frozen_encoder_is_found_as_soon_as_by_the_cycle(
    times: Callable[[], StateTimes], made: Callable[[], Core], motion: Motion, interval: float
):
    states = [(k * interval, k * interval) for k in range(int(3.0 / interval))]

    def frozen(measured: float, state: State) -> State:
        return motion(min(measured, 1.0))[0], state[1]

    fault, when, _ = driven(made(), times(), motion, iter(states), frozen)
    assert fault == Fault.INCONSISTENT.value
    assert when <= driven(made(), CycleTimes(), motion, iter(states), frozen)[1] + interval


def test_hardware_read_in_the_cycle_has_states_of_the_cycle(times: Callable[[], StateTimes], arm: Arm):
    """Whatever they are: only after a gap a state may be late."""
    rng, made = np.random.default_rng(1), times()
    for cycle in range(2000):
        clock = CLOCK + cycle * CYCLE
        assert made.newer(clock, rng.normal(size=arm.n), rng.normal(size=arm.n))
        assert made.stamp == pytest.approx(clock, abs=1e-9)


def test_what_stays_the_same_is_no_newer_state_of_a_moving_arm(times: Callable[[], StateTimes], arm: Arm):
    made, q, slow = times(), np.zeros(arm.n), np.full(arm.n, 0.01)
    for cycle in range(3):  # of one that may stand it is
        assert made.newer(CLOCK + cycle * CYCLE, q, slow)
    fast = slow + 0.001
    assert made.newer(CLOCK + 1.0, q, fast)
    assert not made.newer(CLOCK + 1.001, q, fast)
    assert made.newer(CLOCK + 1.002, q + 1e-9, fast)


def test_a_number_that_is_not_finite_is_not_remembered(times: Callable[[], StateTimes], arm: Arm):
    made, q, qd = times(), np.zeros(arm.n), np.ones(arm.n)
    assert made.newer(CLOCK, q, qd)
    assert made.newer(CLOCK + 0.002, np.full(arm.n, math.nan), qd)
    assert made.newer(CLOCK + 0.004, q + 0.004, qd)
    assert made.stamp == pytest.approx(CLOCK + 0.004, abs=1e-6)


def test_after_a_pause_what_stays_the_same_is_not_newer_for_a_while(times: Callable[[], StateTimes], arm: Arm):
    """Also at rest: hardware that is fed from elsewhere still shows a state of before."""
    q, still = np.zeros(arm.n), np.zeros(arm.n)
    made = times()
    made.woke(CLOCK)
    assert made.newer(CLOCK, q, still)  # nothing was seen before
    made.woke(CLOCK + 5.0)
    seen = [made.newer(CLOCK + 5.0 + cycle * CYCLE, q, still) for cycle in range(60)]
    assert not any(seen[:40]) and all(seen[41:])  # shorter than the 0.05 s for which the core commands nothing
    made.woke(CLOCK + 9.0)
    assert not made.newer(CLOCK + 9.0, q, still)
    assert made.newer(CLOCK + 9.001, q + 1e-9, still)
    assert made.newer(CLOCK + 9.002, q + 1e-9, still)


def test_any_states_have_stamps_in_order(times: Callable[[], StateTimes], arm: Arm):
    """Between the last stamp and the clock, and no later than allowed; where the clock goes back, of its time."""
    rng, made = random.Random(3), times()
    clock, last = CLOCK, 0.0
    values = (0.0, 1.0, -1.0, 0.02, 1e9, -1e9, 5e-324)
    for _ in range(20000):
        step = rng.choice((0.001, 0.002, 0.02, 0.3, 0.0, -1.0))
        clock += step
        q, qd = (np.array([rng.choice(values) for _ in range(arm.n)]) for _ in range(2))
        if not made.newer(clock, q, qd):
            continue
        assert clock - LATEST - 1e-6 <= made.stamp <= clock
        assert step <= 0.0 or made.stamp > last
        last = made.stamp
