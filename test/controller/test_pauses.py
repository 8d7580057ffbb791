"""The process of the core stands still, for any time and in any state of its gate: nothing of before is used again.

A pause is longer than the own stall: the larger of `state_timeout` and 0.04 s. Times are handed in, so that a machine
that sleeps is a pause like any other.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.control.core_library import (
    CXX,
    FAULTS,
    SEND,
    STATES,
    WARNINGS,
    Core,
    CoreLibrary,
    Settings,
    needs_cxx,
)
from helpers.emdeg.c_library import compiled, write

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.references import largest_acceleration
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import controller_files, core_settings

pytestmark = needs_cxx
CLOCK, CYCLE, LONGEST_STEP = 1000.0, 0.001, 0.02
BEFORE, AFTER = [0.1] * 6, [0.4, -0.9, 0.8, 0.3, -0.2, 0.5]
"""Poses before and after a pause."""

PAUSES = (0.05, 0.099, 0.101, 0.15, 0.3, 0.6, 1.1, 2.5, 5.0, 12.0, 3600.0)
STALL = 0.1

Built = Callable[..., "Cycle"]


class Cycle:
    """The cycle of a controller manager: state or update, at 1 kHz; keeps what acts on the arm.

    Args:
        core: gets a reference in motion each cycle, too, while `leads`.
        rates: (2, 6) N·m/s, growth and removal.
    """

    def __init__(self, core: Core, rates: np.ndarray) -> None:
        self.core, self.rates, self.now, self.q = core, rates, 10.0, BEFORE
        self.acts, self.sent_at = np.zeros(6), 10.0
        self.leads = True
        self.sent: list[np.ndarray] = []
        core.activate(self.now)

    @property
    def state(self) -> GateState:
        return STATES[self.core.status.state]

    def run(self, seconds: float, states: bool = True) -> None:
        """So many seconds of cycles, of states at rest or of none."""
        for _ in range(max(round(seconds / CYCLE), 1)):
            self.now += CYCLE
            clock = CLOCK + self.now
            if self.leads:
                self.core.reference(self.now, clock, clock, BEFORE, [0.0] * 6, [2.0] * 6)
            result, torque = self.core.state(self.now, clock, clock, self.q, [0.0] * 6) if states else (0, None)
            if result != SEND:
                result, torque = self.core.update(self.now)
            if result == SEND:
                self.take(np.array(torque))

    def take(self, torque: np.ndarray) -> None:
        """Hold a torque against the rates since the last one."""
        allowed = self.rates[1] * min(self.now - self.sent_at, LONGEST_STEP)
        assert (np.abs(torque - self.acts) <= allowed * (1.0 + 1e-9) + 1e-9).all(), (self.now, torque - self.acts)
        self.acts, self.sent_at = torque, self.now
        self.sent.append(torque)

    def pause(self, seconds: float) -> None:
        """The process stands still; the arm is elsewhere after it, and the leader is gone."""
        self.now += seconds
        self.q, self.leads, self.sent = AFTER, False, []


@pytest.fixture
def cycle(library: CoreLibrary, arm: Arm) -> Built:
    """A core in a cycle, with changes of its settings."""

    def made(**changes: Any) -> Cycle:
        values = core_settings(arm, LoopSettings(), largest_acceleration(load_model("generated", arm)))
        # That the arm is elsewhere after a pause is no fault here: its pose may be known again.
        values |= {"fade_in_time": 0.2, "fade_out_time": 0.3, "hold_time": 20.0, "jump_tolerance": 10.0, **changes}
        rates = np.array([values["torque_rate"], values["removal_rate"]])
        return Cycle(Core(library, Settings.of(values)), rates)

    return made


def waiting(made: Cycle) -> None:
    """Active, and no state has come."""


def fading_in(made: Cycle) -> None:
    made.run(0.1)
    assert made.state is GateState.FADING_IN


def opened(made: Cycle) -> None:
    made.run(0.5)
    assert made.state is GateState.OPEN


def damping(made: Cycle) -> None:
    opened(made)
    made.core.fault(made.now, FAULTS.index(Fault.REFERENCE_LOST))
    made.run(0.02)
    assert made.state is GateState.DAMPING


def holding(made: Cycle) -> None:
    opened(made)
    made.run(0.15, states=False)
    assert made.state is GateState.HOLDING


def fading_out(made: Cycle) -> None:
    opened(made)
    made.core.deactivate(made.now)
    made.run(0.1)
    assert made.state is GateState.FADING_OUT


def closed(made: Cycle) -> None:
    fading_out(made)
    made.run(0.5)
    assert made.state is GateState.CLOSED and not made.acts.any()


def quiet(made: Cycle) -> None:
    closed(made)
    made.run(1.2)
    assert made.core.status.quiet


def stalled(made: Cycle) -> None:
    """A first pause was noticed, a state has come since, and what acts is not ended yet."""
    opened(made)
    made.now += 0.5
    made.run(0.02)
    assert made.core.status.pending


ACTING = (opened, damping, holding, fading_out, stalled)
ALL = (waiting, fading_in, *ACTING, closed, quiet)


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("come_to", ALL)
def test_no_step_is_beyond_the_rates_and_the_torque_ends(come_to: Callable, pause: float, cycle: Built):
    """With states after it and without, which `Cycle` holds against the rates."""
    for states in (True, False):
        made = cycle(hold_time=0.1)
        come_to(made)
        made.pause(pause)
        made.leads = True
        made.run(3.0, states)
        went_on = pause <= STALL and come_to in (waiting, fading_in, opened)
        assert made.acts.any() == (states and (went_on or come_to is waiting))


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("come_to", [closed, quiet])
def test_a_closed_gate_commands_nothing_until_a_reset(come_to: Callable, pause: float, cycle: Built):
    made = cycle()
    come_to(made)
    made.pause(pause)
    made.leads = True
    made.run(2.0)
    assert not np.any(made.sent)
    made.core.activate(made.now)
    made.run(1.0)
    assert made.state is GateState.OPEN and made.acts.any()


@pytest.mark.parametrize("pause", [each for each in PAUSES if each > STALL])
@pytest.mark.parametrize("come_to", [waiting, fading_in, *ACTING])
def test_without_a_state_after_it_nothing_is_held(come_to: Callable, pause: float, cycle: Built):
    """The load of a pose of before the pause is not held: what acts fades to zero, and does not grow."""
    made = cycle()
    come_to(made)
    acted = made.acts
    made.pause(pause)
    made.run(1.0, states=False)
    assert all((np.abs(torque) <= np.abs(acted) + 1e-9).all() for torque in made.sent)
    assert not made.acts.any()


@pytest.mark.parametrize("pause", [each for each in PAUSES if each > STALL and each < 15.0])
@pytest.mark.parametrize("come_to", [opened, damping, holding, stalled])
def test_with_states_after_it_the_load_of_the_new_pose_is_held(come_to: Callable, pause: float, cycle: Built, arm: Arm):
    made = cycle()
    come_to(made)
    made.pause(pause)
    made.run(1.5)
    assert made.state is GateState.DAMPING
    np.testing.assert_allclose(made.acts, load_model("generated", arm).gravity(np.array(AFTER)), atol=1e-9)


@pytest.mark.parametrize("pause", [each for each in PAUSES if each > STALL and each < 9.0])
@pytest.mark.parametrize("come_to", [waiting, fading_in, opened, damping, holding])
def test_a_reference_of_before_a_pause_is_not_followed(come_to: Callable, pause: float, cycle: Built, arm: Arm):
    """Not even where `reference_timeout` would still admit it, and the gate opens automatically."""
    made = cycle(reference_timeout=10.0, restart_after_fault=1)
    come_to(made)
    made.pause(pause)
    for _ in range(300):
        made.run(0.01)
        assert not made.core.status.followed
    assert made.state is GateState.OPEN
    np.testing.assert_allclose(made.acts, load_model("generated", arm).gravity(np.array(AFTER)), atol=1e-9)


def test_the_time_of_the_controller_goes_on_while_the_machine_sleeps(tmp_path: Path):
    """That of CLOCK_BOOTTIME, which CLOCK_MONOTONIC is behind by the time of sleep."""
    text = controller_files()["src/interfaces.hpp"]
    write({"interfaces.hpp": text, "main.cpp": MAIN}, tmp_path)
    compiled(CXX[0], tmp_path, *WARNINGS, "-I.", "main.cpp", "-o", "main")
    done = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=True)
    assert float(done.stdout) == pytest.approx(time.clock_gettime(time.CLOCK_BOOTTIME), abs=5.0)


MAIN = """\
#include <cstdio>
#include "interfaces.hpp"

int main() {std::printf("%.9f", feedforward_controller::steady());}
"""
