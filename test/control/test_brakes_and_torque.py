"""Torque and brakes in order, on a simulated arm: who holds it is never nobody."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.stand_in import stands_in_for

from puma560_dynamics import GateSettings, LoopSettings, Reference, TorqueLoop, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.models.interface import DynamicModel

CYCLE, CLOCK = 0.002, 1000.0
POSE = np.array([0.2, -0.9, 0.8, 0.3, -0.4, 0.5])
STILL = np.zeros(6)
OPENS, CLOSES = 0.08, 0.05
"""Seconds that the brakes of the simulated arm take."""


class Braked:
    """An arm without friction, with brakes that follow the request of the gate; or free from the beginning."""

    def __init__(self, arm: Arm, brakes: str, free: bool = False, report: bool = False, **changes: Any) -> None:
        self.model: Any = load_model("newton_euler", arm)
        given = {"fade_in_time": 0.3, "fade_out_time": 0.3, "hold_time": 0.2, **changes}
        scale = given.pop("torque_limit_scale", 1.0)
        gate = GateSettings.of(arm, scale, brakes=brakes, **given)
        self.loop = TorqueLoop.from_settings(self.model, LoopSettings(gate=gate))
        self.free, self._report = free, report
        self.now, self.q, self.qd, self.torque = 10.0, POSE.copy(), STILL.copy(), np.zeros(6)
        self._closed, self._changed, self._wanted = not free, 10.0, True
        self.steps: list[tuple[float, np.ndarray]] = []

    @property
    def gate(self) -> Any:
        return self.loop.gate

    def run(self, seconds: float, reference: Reference | None = None) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += CYCLE
            stamp = CLOCK + self.now
            if reference is not None:
                self.loop.reference(self.now, stamp, stamp, reference)
            for output in (
                self.loop.state(self.now, stamp, stamp, self.q.copy(), self.qd.copy()).output,
                self.loop.watch(self.now),
            ):
                if output is not None:
                    self.steps.append((self.now, output.torque))
                    self.torque = output.torque
                    self.loop.sent(self.now, self.now, output)
            self._move()

    def _move(self) -> None:
        wanted = self.gate.brake
        if wanted != self._wanted:
            self._wanted, self._changed = wanted, self.now
        if not self.free and self.now - self._changed >= (CLOSES if wanted else OPENS):
            self._closed = wanted
        if self._report:
            self.gate.brakes_report(self._closed)
        if self._closed:
            self.qd[:] = 0.0
            return
        inertia = self.model.kinetic_energy_matrix(self.q)
        self.qd = self.qd + CYCLE * np.linalg.solve(inertia, self.torque - self.model.torque(self.q, self.qd, STILL))
        self.q = self.q + CYCLE * self.qd

    @property
    def moved(self) -> float:
        """rad that the arm is from where it stood."""
        return float(np.abs(self.q - POSE).max())


def test_released_with_the_first_torque_an_arm_falls(arm: Arm):
    """What the order is for: a person has to support the arm."""
    braked = Braked(arm, "supported")
    braked.loop.activate(braked.now)
    braked.run(0.4)
    assert braked.moved > 0.02


@pytest.mark.parametrize("report", [False, True])
def test_brakes_of_ours_open_once_the_torque_holds_the_arm_and_close_before_it_goes(arm: Arm, report: bool):
    braked = Braked(arm, "ours", report=report, brake_feedback=report)
    braked.loop.activate(braked.now)
    gravity = braked.model.gravity(POSE)
    braked.run(0.01)
    assert braked.gate.brake
    assert not braked.gate.leads
    braked.run(0.09)
    assert not braked.gate.brake
    np.testing.assert_allclose(braked.torque, gravity, atol=1e-9)
    # References wait; then they are followed.
    away = Reference(POSE, STILL, np.full(6, 0.5))
    braked.run(0.05, away)
    assert braked.loop._followed.reference_at(CLOCK + braked.now) is None
    braked.run(1.0, away)
    assert braked.gate.state is GateState.OPEN
    assert braked.gate.leads
    assert np.abs(braked.torque - gravity).max() > 0.1
    braked.run(0.1, Reference(POSE, STILL, STILL))  # at rest: its end is no fault
    braked.run(0.5)
    assert braked.gate.latched is None
    # To the end: the brakes close first, then the torque goes.
    braked.loop.deactivate(braked.now, "deactivated")
    braked.run(0.04)
    assert braked.gate.brake
    assert np.abs(braked.torque).max() > 10.0
    braked.run(1.5)
    assert braked.gate.done
    assert not braked.torque.any()
    assert not braked.qd.any()


def test_the_arm_stays_where_it_was(arm: Arm):
    braked = Braked(arm, "ours")
    braked.loop.activate(braked.now)
    braked.run(1.0)
    assert braked.gate.state is GateState.OPEN
    assert braked.moved < 1e-3
    braked.loop.deactivate(braked.now, "deactivated")
    braked.run(1.5)
    assert braked.gate.done
    assert braked.moved < 1e-3


@pytest.mark.parametrize("kind", ["hardware", "none"])
def test_an_arm_that_is_free_already_is_held_within_the_rate(arm: Arm, kind: str):
    braked = Braked(arm, kind, free=True)
    braked.loop.activate(braked.now)
    braked.run(0.06)
    np.testing.assert_allclose(braked.torque, braked.model.gravity(braked.q), atol=0.5)
    assert braked.moved < 0.01
    rate = 10.0 * arm.maximum_torque
    before, torque = 10.0, np.zeros(6)
    for now, each in braked.steps[:20]:
        assert (np.abs(each - torque) <= rate * max(now - before, 1e-9) * (1.0 + 1e-9)).all()
        before, torque = now, each


def test_a_limit_below_the_gravity_load_refuses_the_beginning_with_the_figures(arm: Arm):
    braked = Braked(arm, "ours", torque_limit_scale=0.1)
    braked.loop.activate(braked.now)
    braked.run(0.5)
    assert braked.gate.latched is Fault.OVERLOAD
    assert "joint2" in braked.gate.reason and "of 18.6" in braked.gate.reason
    assert braked.gate.done
    assert braked.gate.brake
    assert braked.moved == 0.0
    braked.loop.activate(braked.now)  # nothing else opens it
    braked.run(0.5)
    assert braked.gate.done


def test_with_a_person_who_supports_the_arm_little_torque_is_fine(arm: Arm):
    braked = Braked(arm, "supported", torque_limit_scale=0.1)
    braked.free, braked._closed = False, True
    braked.loop.activate(braked.now)
    for _ in range(250):
        braked.now += CYCLE
        stamp = CLOCK + braked.now
        braked.loop.state(braked.now, stamp, stamp, POSE.copy(), STILL.copy())
    assert braked.gate.state is GateState.OPEN


def test_a_load_that_becomes_too_heavy_is_a_fault_and_the_brakes_are_requested(arm: Arm):
    level = np.array([0.0, 0.0, np.pi / 2, 0.0, 0.0, 0.0])
    braked = Braked(arm, "ours", torque_limit_scale=0.2)
    up = np.array([0.0, -1.4, 1.5, 0.0, 0.0, 0.0])
    braked.q = up.copy()
    braked.loop.activate(braked.now)
    braked.run(1.0)
    assert braked.gate.state is GateState.OPEN
    assert np.abs(braked.model.gravity(level)[1]) > 0.2 * arm.maximum_torque[1]
    gate = braked.gate
    gravity = braked.model.gravity(level)
    gate.limit(braked.now + CYCLE, level, gravity, gravity)
    assert gate.latched is Fault.OVERLOAD
    assert gate.brake
    assert gate.state is GateState.DAMPING


def test_an_arm_that_sags_is_braked_again(arm: Arm):
    """A model that is too light: the torque does not hold the arm."""
    braked = Braked(arm, "ours", brake_sag=0.01)
    braked.loop.activate(braked.now)
    braked.model = _Heavier(braked.model)  # the arm itself
    braked.run(1.5)
    assert braked.gate.latched is Fault.SAG
    assert "sagged by" in braked.gate.reason
    assert braked.gate.done
    assert braked._closed
    assert braked.moved < 0.05


@stands_in_for(DynamicModel, "torque", "kinetic_energy_matrix")
class _Heavier:
    """The same arm with half as much weight again."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def torque(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        return np.asarray(self._model.torque(q, qd, qdd) + 0.5 * self._model.gravity(q))

    def kinetic_energy_matrix(self, q: np.ndarray) -> np.ndarray:
        return np.asarray(self._model.kinetic_energy_matrix(q))


def test_brakes_that_report_nothing_keep_the_arm_and_end_the_torque_all_the_same(arm: Arm):
    braked = Braked(arm, "ours", brake_feedback=True)  # no report comes
    braked.loop.activate(braked.now)
    braked.run(2.0)
    assert not braked.gate.leads
    np.testing.assert_allclose(braked.torque, braked.model.gravity(braked.q), atol=0.1)
    braked.loop.deactivate(braked.now, "deactivated")
    braked.run(2.0 + 1.0)
    assert braked.gate.done
