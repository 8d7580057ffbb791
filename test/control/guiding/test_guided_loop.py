"""Hand guiding in the torque loop: what a person, a planner and faults meet."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.steady_loop import Q

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import GUIDED_TERMS
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.guiding.guiding_settings import FEEDFORWARD, HAND_GUIDING, GuidingSettings
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import LoopOutput, TorqueLoop
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.models.payload.payload import Payload

PERIOD = 0.004
STILL = np.zeros(6)


class Guided:
    """A loop and a clock; every torque is checked against the rates of the gate."""

    def __init__(self, arm: Arm, mode: str = FEEDFORWARD, late_step: float = 1.0, **guiding: object) -> None:
        guiding = {"enabled": True, **guiding}
        gate = GateSettings.of(arm, fade_in_time=0.5, late_step=late_step)
        settings = LoopSettings(gate=gate, guiding=GuidingSettings(**guiding), mode=mode)  # type: ignore[arg-type]
        self.arm, self.model = arm, load_model("newton_euler", arm)
        self.loop = TorqueLoop.from_settings(self.model, settings)
        self.now, self.torque, self.sent_at = 0.0, STILL, 0.0
        self.largest_step = 0.0
        self.loop.activate(0.0)

    def state(self, q: np.ndarray = Q, qd: np.ndarray = STILL) -> LoopOutput:
        self.now += PERIOD
        result = self.loop.state(self.now, self.now, self.now, q, qd)
        self.sent(result.output)
        return result

    def watch(self) -> None:
        self.now += PERIOD
        self.sent(self.loop.watch(self.now))

    def sent(self, output) -> None:
        if output is None:
            return
        gate = self.loop.gate.settings
        passed = min(self.now - self.sent_at, gate.timing.longest_step)
        step = np.abs(output.torque - self.torque)
        assert (step <= gate.removal_rate * passed * (1.0 + 1e-9)).all(), "rates of the gate"
        self.largest_step = max(self.largest_step, float((step / self.arm.maximum_torque).max()))
        self.torque, self.sent_at = output.torque, self.now
        self.loop.sent(self.now, self.now, output)

    def rest(self, seconds: float) -> LoopOutput:
        for _ in range(round(seconds / PERIOD)):
            result = self.state()
        return result


def test_the_torque_is_the_sum_of_the_terms_of_a_guided_arm(arm: Arm):
    made = Guided(arm, HAND_GUIDING)
    made.rest(1.0)
    result = made.state(qd=np.array([0.3, -0.2, 0.1, 0.5, 0.4, -0.2]))
    terms = result.command.terms
    assert result.command.active == GUIDED_TERMS
    total = sum(terms[name] for name in GUIDED_TERMS)
    assert np.allclose(total, result.command.torque, rtol=0.0, atol=1e-12)
    assert np.allclose(terms["gravity"], made.model.gravity(Q), atol=1e-12)
    assert np.abs(terms["friction"]).min() > 0.0 and np.abs(terms["guiding"]).max() > 0.0
    assert result.output is not None and np.allclose(result.output.torque, total, atol=1e-12)


def test_guiding_has_to_be_enabled(arm: Arm):
    made = Guided(arm, enabled=False)
    with pytest.raises(StateError, match=r"hand_guiding\.enabled"):
        made.loop.set_mode(HAND_GUIDING)
    with pytest.raises(StateError, match="not known"):
        made.loop.set_mode("float")
    with pytest.raises(StateError, match="not enabled"):
        Guided(arm, HAND_GUIDING, enabled=False)


@pytest.mark.parametrize("late_step", [1.0, 0.025])
def test_a_change_of_the_mode_fades_also_in_the_middle_of_a_fade(arm: Arm, late_step: float):
    """The walls of the guided arm push with their largest force, which the other mode does not have."""
    made = Guided(arm, late_step=late_step, walls=(0.0, 0.0, 2.0, 0.0, 0.0, 1.0))  # the tool is far below the plane
    made.rest(6.0)
    made.largest_step = 0.0
    before = made.torque
    made.loop.set_mode(HAND_GUIDING)
    for seconds in (0.15, 0.1, 0.3, 6.0):
        made.rest(seconds)
        made.loop.set_mode(FEEDFORWARD if made.loop.mode.guided else HAND_GUIDING)
    made.loop.set_mode(HAND_GUIDING)
    made.rest(6.0)
    difference = np.abs(made.torque - before) / arm.maximum_torque
    assert difference.max() > 0.05, "the modes differ"
    steepest = difference.max() / 0.5 if late_step == 1.0 else late_step / made.loop.gate.settings.timing.own_stall
    assert 0.0 < made.largest_step <= 1.01 * steepest * PERIOD, "neither change is a step"
    made.loop.set_mode(FEEDFORWARD)
    made.rest(6.0)
    assert np.allclose(made.torque, before, atol=1e-9)


def test_references_are_refused_while_guided(arm: Arm):
    made = Guided(arm, HAND_GUIDING)
    made.rest(0.8)
    with pytest.raises(StateError, match="guided by hand"):
        made.loop.reference(made.now, made.now, made.now, Reference(Q, STILL, STILL))
    assert not made.state().followed
    made.loop.set_mode(FEEDFORWARD)
    made.state()
    assert made.loop.settling, "the arm is brought to rest"
    made.loop.reference(made.now, made.now, made.now, Reference(Q, STILL, STILL))
    assert made.state().followed


def test_guiding_does_not_begin_in_the_middle_of_a_motion(arm: Arm):
    made = Guided(arm)
    made.rest(0.8)
    made.loop.reference(made.now, made.now, made.now, Reference(Q, 0.1 + STILL, STILL))
    with pytest.raises(StateError, match="let the motion end first"):
        made.loop.set_mode(HAND_GUIDING)
    assert made.loop.mode.mode == FEEDFORWARD


def test_the_arm_is_released_after_a_time_without_motion(arm: Arm):
    made = Guided(arm, HAND_GUIDING, timeout=1.0)
    made.rest(0.9)
    made.state(qd=0.1 + STILL)
    made.rest(0.9)
    assert made.loop.mode.released is None, "motion counts from its end"
    made.rest(0.2)
    assert made.loop.mode.released == "no motion for 1 s" and made.loop.mode.guided
    made.largest_step = 0.0
    with pytest.raises(StateError, match="guided by hand"):
        made.loop.reference(made.now, made.now, made.now, Reference(Q, STILL, STILL))
    made.rest(1.0)
    terms = made.state(qd=0.1 + STILL).command.terms
    gain = made.loop._damping.gain
    assert (terms["guiding"] <= -0.1 * gain + 1e-9).all(), "damped as on a fault"
    made.loop.set_mode(HAND_GUIDING)
    made.rest(1.0)
    assert made.loop.mode.released is None
    assert np.abs(made.state(qd=0.1 + STILL).command.terms["guiding"] + 0.1 * gain).max() > 0.5


def test_a_fault_releases_the_arm_and_a_reset_does_not_guide_it_again(arm: Arm):
    made = Guided(arm, HAND_GUIDING)
    made.rest(0.8)
    made.loop.gate.fault(made.now, Fault.GUARD_LOST, "no heartbeat")
    result = made.state(qd=0.2 + STILL)
    assert result.output is not None and result.output.state is GateState.DAMPING
    assert made.loop.mode.released == "fault guard_lost"
    for _ in range(1000):
        made.watch()
    assert made.loop.gate.state is GateState.CLOSED and not made.torque.any()
    made.loop.activate(made.now)
    made.rest(1.0)
    assert made.loop.gate.state is GateState.OPEN and made.loop.mode.released == "fault guard_lost"
    made.loop.set_mode(HAND_GUIDING)
    made.state()
    assert made.loop.mode.released is None


def test_a_silence_that_ends_in_a_closed_gate_also_releases(arm: Arm):
    """No state comes between fault and reset."""
    made = Guided(arm, HAND_GUIDING)
    made.rest(0.8)
    for _ in range(1000):
        made.watch()
    assert made.loop.gate.latched is Fault.SILENCE and made.loop.gate.state is GateState.CLOSED
    made.loop.activate(made.now)
    assert made.loop.mode.released == "fault silence"


def test_a_payload_changes_while_guided_without_a_step(arm: Arm):
    made = Guided(arm, HAND_GUIDING, late_step=0.025)
    made.rest(6.0)
    made.largest_step, before = 0.0, made.torque
    loaded = load_model("newton_euler", arm, Payload(2.0))
    made.loop.change(model=loaded)
    made.rest(2.0)
    assert np.allclose(made.torque - before, loaded.gravity(Q) - made.model.gravity(Q), atol=1e-9)
    assert made.largest_step <= 0.025 / made.loop.gate.settings.timing.own_stall * PERIOD * (1.0 + 1e-9)


def test_hardware_that_compensates_gravity_gets_no_second_one(arm: Arm):
    settings = LoopSettings(
        gate=GateSettings.of(arm, fade_in_time=0.0),
        guiding=GuidingSettings(enabled=True),
        mode=HAND_GUIDING,
        hardware_compensates_gravity=True,
    )
    loop = TorqueLoop.from_settings(load_model("newton_euler", arm), settings)
    loop.activate(0.0)
    for k in range(1, 50):
        result = loop.state(k * PERIOD, k * PERIOD, k * PERIOD, Q, STILL)
    assert np.allclose(result.command.torque, 0.0) and "gravity" not in result.command.active


@pytest.mark.parametrize("seed", range(2))
def test_whatever_happens_while_guided_the_torque_keeps_its_rates(arm: Arm, seed: int):
    """A person moves the arm into walls; states come late, twice, frozen or not at all; guard, mode and load change.

    `Guided.sent` checks every torque that goes out. A released arm is guided again only where the mode was chosen.
    """
    rng = np.random.default_rng(seed)
    made = Guided(arm, HAND_GUIDING, walls=(0.0, 0.0, 0.2, 0.0, 0.3, 1.0), late_step=0.025, timeout=2.0)
    loads = [load_model("newton_euler", arm, Payload(mass)) for mass in (0.0, 1.5)]
    phase, seen = rng.uniform(0.0, 6.0, 6), set[str]()
    speed, passed = 0.4 * arm.velocity / 10.0, 0.0
    for _ in range(4000):
        draw, released = rng.random(), made.loop.mode.released
        passed += PERIOD
        q, qd = Q + speed * np.sin(10.0 * passed + phase) / 10.0, speed * np.cos(10.0 * passed + phase)
        chosen = False
        try:
            if draw < 0.004:
                made.loop.gate.fault(made.now, Fault.GUARD_LOST, "no heartbeat")
            elif draw < 0.01:
                made.loop.set_mode(HAND_GUIDING if rng.random() < 0.7 else FEEDFORWARD)
                chosen = True
            elif draw < 0.014:
                made.loop.change(model=loads[rng.integers(2)])
            elif draw < 0.02:
                for _ in range(rng.integers(1, 40)):  # silence
                    made.watch()
            elif draw < 0.05:  # late, by up to the time-out
                made.now += PERIOD
                stamp = made.now - rng.uniform(0.0, 0.2)
                made.sent(made.loop.state(made.now, made.now, stamp, q, qd).output)
            elif draw < 0.07:
                made.loop.reference(made.now, made.now, made.now, Reference(Q, STILL, STILL))
            elif made.loop.gate.state is GateState.CLOSED and draw < 0.3:
                made.loop.activate(made.now)
            else:
                made.state(q, qd)
        except (MessageError, StateError):
            made.watch()
        seen.add(f"{made.loop.mode.state.partition(':')[0]} {made.loop.gate.state.value}")
        if released is not None and made.loop.mode.guided and not chosen:
            assert made.loop.mode.released is not None
    assert "guided open" in seen and any("released" in each for each in seen), seen
