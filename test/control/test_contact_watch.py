"""Which joint states with efforts count as a contact, or as lost efforts."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.contact_watch import ContactWatch, Finding
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.loop_settings import LoopSettings, contact_estimate

STEP, STILL = 0.004, np.zeros(6)


class Watched:
    """A watch of an arm at rest in its zero pose."""

    def __init__(self, arm: Arm, stops: bool = True) -> None:
        gate = GateSettings.of(arm)
        self.model = load_model("newton_euler", arm)
        self.watch = ContactWatch(contact_estimate(self.model, LoopSettings(contact_policy="stop"), gate), gate, stops)
        self.now, self.noise = 0.0, np.random.default_rng(0)

    def state(self, push: float = 0.0, passes: bool = True, effort: FloatArray | None = None, lost: bool = False):
        """One joint state with a push at joint 2, N·m."""
        self.now += STEP
        if effort is None and not lost:
            effort = self.model.gravity(STILL) + 1e-3 * self.model.arm.maximum_torque * self.noise.standard_normal(6)
            effort[1] -= push
        model = self.model.gravity(STILL)
        return self.watch.update(self.now, STEP, STILL, STILL, effort, lambda *_: (model, model), True, passes)

    def states(self, seconds: float, **options) -> Finding | None:
        """Joint states until one is a finding."""
        for _ in range(round(seconds / STEP)):
            if (found := self.state(**options)) is not None:
                return found
        return None


def test_a_contact_counts_only_where_it_is_a_fault_and_torque_passes(arm: Arm):
    for stops, passes in ((True, True), (True, False), (False, True)):
        made = Watched(arm, stops)
        assert made.states(1.0, passes=passes) is None and made.watch.touch == ""
        found = made.states(0.5, push=80.0, passes=passes)
        assert made.watch.estimate is not None and made.watch.estimate.touched
        assert "at joint2 exceeds its threshold" in made.watch.touch
        assert (found is not None and found.fault is Fault.CONTACT) == (stops and passes)
        if found is not None:
            assert (
                found.reason.startswith("an external torque of ") and "at joint2 exceeds its threshold" in found.reason
            )


def test_efforts_count_as_lost_after_the_time_out(arm: Arm):
    made = Watched(arm)
    assert made.states(1.0) is None and made.watch.obstacle is None
    begun, found = made.now, made.states(1.0, lost=True)
    assert found is not None and found.fault is Fault.EFFORT_LOST
    assert made.now - begun == pytest.approx(GateSettings.of(arm).state_timeout, abs=STEP)
    assert made.watch.obstacle == found.reason
    made.state()
    assert made.watch.obstacle is None


def test_efforts_from_before_an_activation_are_an_obstacle_only_where_they_are_needed(arm: Arm):
    for stops in (True, False):
        made = Watched(arm, stops)
        made.watch.note_effort(np.full(6, np.nan))
        assert (made.watch.obstacle is not None) == stops
        made.watch.note_effort(np.ones(6))
        assert made.watch.obstacle is None


def test_without_an_estimate_nothing_is_found(arm: Arm):
    watch = ContactWatch(None, GateSettings.of(arm), True)
    watch.note_effort(None)
    watch.forget()
    assert watch.update(0.0, STEP, STILL, STILL, None, lambda *_: (STILL, STILL), True, True) is None
    assert watch.obstacle is None
