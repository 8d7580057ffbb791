"""Random events to the Python loop and to the C++ core, which must do the same.

An episode has random settings. Most of its events are states of a smooth motion and references on it; in between
comes everything that can go wrong. After each event result, state, times and flags of both are compared bit for bit,
the torque relative to the maximum torque.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.acceleration import SOURCES
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES, Command, Reference
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.feed_forward.reference_check import largest_acceleration
from puma560_dynamics.control.gate.angles import differences
from puma560_dynamics.control.gate.faults import Fault, FaultError
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.gate_state import GateOutput, GateState
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.controller import core_settings
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.models.interface import DynamicModel, Elements
from puma560_dynamics.models.payload.loaded_model import LoadedModel
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel

from .core_library import (
    CALL,
    FAULT,
    FAULTS,
    FINITE,
    LIMIT,
    NONE,
    SEND,
    STAMP,
    STATES,
    STEP,
    Core,
    CoreLibrary,
    LibraryModel,
    Settings,
    load_of,
)

RELATIVE = 1e-12
"""Of the maximum torque."""

NUMBERS = (math.nan, math.inf, -math.inf, 1e308, -1e308, 0.0, -0.0, 5e-324, 1e-300, 1.0, -1.0, 1e9, 3.0)
"""Values that numbers of a message are replaced by."""


class PythonLoop:
    """`TorqueLoop` with the calls and results of the C interface.

    Args:
        model: of the arm.
        settings: of the loop.
        stiffness, damping: 1/s² and 1/s of computed torque, the same for each joint; 0 for none.
    """

    def __init__(self, model: DynamicModel, settings: LoopSettings, stiffness: float, damping: float) -> None:
        self.loop = TorqueLoop.from_settings(model, settings)
        self._bare = model.base if isinstance(model, LoadedModel) else model
        self._gains = stiffness, damping
        self._added: np.ndarray | None = None
        plain = self.loop.forward.command

        def command(
            q: np.ndarray, qd: np.ndarray, reference: Reference | None, acceleration: np.ndarray | None
        ) -> Command:
            """Computed torque and what is added, which the loop itself does not have."""
            if any(self._gains) and reference is not None and acceleration is None:
                shortest = differences(reference.position.tolist(), q.tolist(), model.arm.endless.tolist())
                position, velocity = np.array(shortest), reference.velocity - qd
                acceleration = reference.acceleration + (stiffness * position + damping * velocity)
            made = plain(q, qd, reference, acceleration)
            return made if self._added is None else made._replace(torque=made.torque + self._added)

        self.loop.forward.command = command  # type: ignore[method-assign]

    def acting(self, now: float, torque: Sequence[float]) -> int:
        if not self.loop.gate.done:
            return CALL
        if not all(map(math.isfinite, torque)):
            return FINITE
        self.loop.commanded(now, np.array(torque), by_guard=True)
        return SEND

    def activate(self, now: float) -> int:
        self.loop.activate(now)
        return SEND

    def deactivate(self, now: float) -> int:
        self.loop.deactivate(now, "deactivated")
        return SEND

    def reset(self) -> int:
        if not self.loop.gate.done:
            return CALL
        self.loop.gate.reset()
        return SEND

    def fault(self, now: float, fault: int) -> int:
        self.loop.gate.fault(now, FAULTS[fault], "a fault of the test")
        return SEND

    def set_terms(self, terms: int) -> int:
        self.loop.forward.active = [name for place, name in enumerate(TERM_NAMES) if terms >> place & 1]
        return SEND

    def set_payload(self, mass: float, center: list[float], inertia: list[float]) -> int:
        try:
            self.loop.forward.model = carrying(self._bare, Payload.of(mass, center, inertia))
        except StateError:
            return CALL
        return SEND

    def set_friction(self, scale: float) -> int:
        try:
            self.loop.forward.friction = replace(self.loop.forward.friction, scale=scale)
        except StateError:
            return CALL
        return SEND

    def set_source(self, now: float, source: int) -> int:
        self.loop.set_source(now, SOURCES[source])
        return SEND

    def reference(self, now: float, clock: float, stamp: float, *fields: Sequence[float]) -> int:
        try:
            self.loop.reference(now, clock, stamp, Reference(*map(np.array, fields)))
        except MessageError:
            return STAMP
        except StateError as error:
            return FINITE if "finite numbers" in str(error) else STEP if "jumps" in str(error) else LIMIT
        return SEND

    def state(
        self, now: float, clock: float, stamp: float, q: Sequence[float], qd: Sequence[float],
        added: Sequence[float] | None = None,
    ) -> tuple[int, list[float] | None]:  # fmt: skip
        self._added = None if added is None else np.array(added)
        try:
            return self._sent(now, self.loop.state(now, clock, stamp, np.array(q), np.array(qd)).output)
        except MessageError:
            return STAMP, None
        except FaultError:
            return FAULT, None
        except StateError:
            return FINITE, None

    def update(self, now: float) -> tuple[int, list[float] | None]:
        return self._sent(now, self.loop.watch(now))

    def _sent(self, now: float, output: GateOutput | None) -> tuple[int, list[float] | None]:
        if output is None:
            return NONE, None
        self.loop.sent(now, now, output)
        return SEND, output.torque.tolist()


def carrying(model: DynamicModel, payload: Payload) -> DynamicModel:
    """As `load_model` puts a load on a generated model."""
    return LoadedModel(model, payload) if payload.mass else model


class OtherGravity(LibraryModel):
    """The functions that the core calls, under another gravity: what differs is each link's weight, by Newton-Euler.

    Args:
        arm: under the other gravity.
        base: of the same arm under its own.
        library: the core.
    """

    def __init__(self, arm: Arm, base: DynamicModel, library: CoreLibrary) -> None:
        super().__init__(arm, library)
        more = arm.gravity_vector - base.arm.gravity_vector
        size = float(np.linalg.norm(more))
        self._more = NewtonEulerModel(arm.with_(base=np.eye(4), gravity=size, gravity_direction=more / size))

    def gravity(self, q: ArrayLike) -> NDArray[np.float64]:
        return super().gravity(q) + self._more.gravity(q)

    def elements(self, q: ArrayLike) -> Elements:
        return super().elements(q)._replace(gravity=self.gravity(q))

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> NDArray[np.float64]:
        return super().torque(q, qd, qdd) + self._more.gravity(q)

    def torque_and_gravity(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        torque, gravity = super().torque_and_gravity(q, qd, qdd)
        more = self._more.gravity(q)
        return torque + more, gravity + more


LoadNumbers = tuple[float, list[float], list[float]]
"""Mass, center of mass and the six numbers of the inertia of a payload."""


def random_load(rng: random.Random) -> LoadNumbers:
    """A box, a rod, a plate or a point, turned somehow; often none."""
    if rng.random() < 0.3:
        return 0.0, [0.0] * 3, [0.0] * 6
    mass = rng.choice((0.1, 1.0, 5.0))
    x, y, z = (mass / 12.0 * rng.choice((0.0, rng.uniform(0.01, 0.3))) ** 2 for _ in range(3))
    turn, _ = np.linalg.qr([[rng.gauss(0.0, 1.0) for _ in range(3)] for _ in range(3)])
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (turn @ np.diag((y + z, z + x, x + y)) @ turn.T).tolist()
    return mass, [rng.uniform(-0.2, 0.2) for _ in range(3)], [xx, yy, zz, xy, xz, yz]


def random_settings(rng: random.Random, arm: Arm, acceleration: np.ndarray) -> LoopSettings:
    """Settings of an episode: often extreme, always accepted."""
    gate = GateSettings.of(
        arm,
        rng.choice((1.0, 0.5, 0.05)),
        torque_rate=arm.maximum_torque * rng.choice((0.5, 10.0, 1e4)),
        soft_margin=rng.choice((0.0, 0.05, 1.0)),
        position_tolerance=rng.choice((0.0, 0.2)),
        jump_tolerance=rng.choice((1e-4, 0.01, 0.5)),
        state_timeout=rng.choice((0.005, 0.03, 0.1, 0.5)),
        recovery_time=rng.choice((0.0, 0.05, 0.2)),
        fade_in_time=rng.choice((0.0, 0.1, 1.0)),
        fade_out_time=rng.choice((0.0, 0.1, 0.5)),
        hold_time=rng.choice((0.0, 0.2, 2.0)),
        damping_time=rng.choice((0.05, 0.1, 2.0)),
        velocity_margin=rng.choice((1.0, 1.2, 3.0)),
        clock_offset_limit=rng.choice((0.0, 0.0, 0.2)),
        fault_policy=rng.choice(("hold_gravity", "hold_gravity", "zero")),
        restart_after_fault=rng.random() < 0.5,
    )
    friction = FrictionCompensation.of(
        arm, rng.choice((0.0, 0.5, 1.0)), viscous=rng.choice((None, np.full(arm.n, 0.3))),
        position_resolution=np.full(1, rng.choice((0.0, 1e-4))),
    )  # fmt: skip
    terms = tuple(name for name in TERM_NAMES if rng.random() < 0.85)
    return LoopSettings(
        gate=gate, terms=terms, friction=friction, acceleration_source=rng.choice(SOURCES[1:] * 2 + SOURCES),
        acceleration_cutoff=rng.choice((1.0, 10.0, 500.0)), reference_timeout=rng.choice((0.02, 0.2)),
        hardware_compensates_gravity=rng.random() < 0.15,
        acceleration_limit=acceleration * rng.choice((1.0, 0.01)),
    )  # fmt: skip


class Episode:
    """One pair of loops with the same random settings, and the events that they get.

    Args:
        rng: of the whole run.
        library: the core.
        model: what the core calls, as a model of Python.
        acceleration: (n,) rad/s², the usual limit of references.
        seen: counts results, states and faults.
    """

    def __init__(
        self,
        rng: random.Random,
        library: CoreLibrary,
        model: DynamicModel,
        acceleration: np.ndarray,
        seen: Counter[str],
    ) -> None:
        self.rng, self.seen, self.arm = rng, seen, model.arm
        settings = random_settings(rng, model.arm, acceleration)
        load = random_load(rng) if rng.random() < 0.3 else (0.0, [0.0] * 3, [0.0] * 6)
        gains = (100.0, 20.0) if rng.random() < 0.3 else (0.0, 0.0)
        values = core_settings(model.arm, settings, acceleration)
        values |= {
            "stiffness": [gains[0]] * model.arm.n,
            "damping": [gains[1]] * model.arm.n,
            "payload": load_of(*load),
        }
        self.python = PythonLoop(carrying(model, Payload.of(*load)), settings, *gains)
        self.core = Core(library, Settings.of(values))
        assert settings.gate is not None
        self.most = settings.gate.motor_torque.tolist()
        self.now, self.offset = rng.choice((0.0, 100.0, 1e5)), rng.choice((1000.0, 1.8e9))
        self.period = rng.choice((0.001, 0.004, 0.01, 0.03))
        self.lower, self.upper = self.arm.lower.tolist(), self.arm.upper.tolist()
        self.wraps = rng.random() < 0.5
        self.limit = self.arm.velocity.tolist()
        self.q = [rng.uniform(0.9 * low, 0.9 * high) for low, high in zip(*self.arm.pose_range, strict=True)]
        self.speed = rng.choice((0.0, 0.1, 0.7, 1.1))
        self.phase = [rng.uniform(0.0, 6.3) for _ in self.q]
        self.qd, self.qdd = [0.0] * self.arm.n, [0.0] * self.arm.n
        self.noise = rng.choice((0.0, 0.0, 1e-4))
        self.history: list[str] = []
        self.kinds = {name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")}
        self._both("activate", self.now)

    def run(self, events: int) -> None:
        """So many events."""
        rng = self.rng
        names = list(self.kinds)
        for event in range(events):
            draw = rng.random()
            if draw < 0.55:
                self.do_state()
            elif draw < 0.77:
                self.do_reference()
            elif draw < 0.9:
                self.do_update()
            else:
                self.kinds[rng.choice(names)]()
            if event % 64 == 63 or event == events - 1:
                self._compare_counts()

    def do_state(self) -> None:
        self._move(self.period)
        self._state(self.now + self.offset, self.q, self.qd)

    def do_reference(self) -> None:
        self._both("reference", self.now, self.now + self.offset, self.now + self.offset, self.q, self.qd, self.qdd)

    def do_update(self) -> None:
        self.now += self.rng.choice((0.0, 0.0005, 0.005))
        self._both("update", self.now)

    def do_late_state(self) -> None:
        stamp = self.now + self.offset - self.rng.choice((0.001, 0.02, 0.09, 0.2, 1.0, 3600.0, -0.01, -0.05, -5.0))
        self._move(self.period)
        self._state(stamp, self.q, self.qd)

    def do_bad_state(self) -> None:
        self._move(self.period)
        self._state(self.now + self.offset, self._spoiled(self.q), self._spoiled(self.qd))

    def do_bad_reference(self) -> None:
        fields = [self._spoiled(field) for field in (self.q, self.qd, self.qdd)]
        self._both("reference", self.now, self.now + self.offset, self.now + self.offset, *fields)

    def do_stepped_reference(self) -> None:
        shifted = [at + self.rng.choice((0.005, 0.02, 0.3)) for at in self.q]
        self._both("reference", self.now, self.now + self.offset, self.now + self.offset, shifted, self.qd, self.qdd)

    def do_bad_times(self) -> None:
        odd = (*NUMBERS, self.now, self.now + self.offset)
        self._both("state", self.now, self.rng.choice(odd), self.rng.choice(odd), self.q, self.qd)
        self._both("reference", self.now, self.rng.choice(odd), self.rng.choice(odd), self.q, self.qd, self.qdd)

    def do_slipped_encoder(self) -> None:
        joint = self.rng.randrange(self.arm.n)
        self.q = list(self.q)
        self.q[joint] += self.rng.choice((1e-3, 0.02, 0.6, -0.6))

    def do_frozen_encoder(self) -> None:
        for _ in range(self.rng.randrange(1, 40)):
            q = self.q
            self._move(self.period)
            self._state(self.now + self.offset, q, self.qd)

    def do_overspeed(self) -> None:
        joint = self.rng.randrange(self.arm.n)
        for _ in range(self.rng.randrange(1, 4)):
            self._move(self.period)
            qd = list(self.qd)
            qd[joint] = self.rng.choice((1.05, 1.5, 4.0)) * self.limit[joint]
            self.q = list(self.q)
            self.q[joint] += qd[joint] * self.period
            self._state(self.now + self.offset, self.q, qd)

    def do_added_torque(self) -> None:
        self._move(self.period)
        added = [self.rng.choice((0.0, 0.1, 2.0, *NUMBERS[:6])) * most for most in self.most]
        self._both("state", self.now, self.now + self.offset, self.now + self.offset, self.q, self.qd, added)

    def do_silence(self) -> None:
        pause = self.rng.choice((0.01, 0.03, 0.06, 0.15, 0.4, 1.2, 5.0))
        if self.rng.random() < 0.5:  # the process stood still
            self._move(pause)
            return
        end = self.now + pause
        while self.now < end:
            self._move(self.rng.choice((0.001, 0.01, 0.05)))
            self._both("update", self.now)

    def do_long_silence(self) -> None:
        for _ in range(60):
            self._move(0.05)
            self._both("update", self.now)

    def do_good_while(self) -> None:
        for _ in range(self.rng.randrange(150)):
            self.do_state()
            self.do_reference()

    def do_fault(self) -> None:
        if self.python.loop.gate.done:
            self._both("activate", self.now)
            for _ in range(5):
                self.do_state()
        self._both("fault", self.now, self.rng.randrange(len(FAULTS)))

    do_other_fault = do_fault

    def do_activate(self) -> None:
        self._both("activate", self.now)

    def do_again(self) -> None:
        """What a person does after a fault."""
        if self.python.loop.gate.done:
            self.q = [min(max(at, 0.9 * low), 0.9 * high)
                      for at, low, high in zip(self.q, self.lower, self.upper, strict=True)]  # fmt: skip
            if self.rng.random() < 0.3:
                self.do_acting()
            self._both("activate", self.now)
            self.do_good_while()

    do_once_more = do_again

    def do_deactivate(self) -> None:
        self._both("deactivate", self.now)

    def do_reset(self) -> None:
        self._both("reset")

    def do_acting(self) -> None:
        torque = [self.rng.choice((0.0, 0.3, -1.0, 5.0)) * most for most in self.most]
        if self.rng.random() < 0.4:
            torque[0] = self.rng.choice(NUMBERS[:3])
        self._both("acting", self.now, torque)

    def do_terms(self) -> None:
        self._both("set_terms", self.rng.randrange(64))

    def do_payload(self) -> None:
        mass, center, inertia = random_load(self.rng)
        if self.rng.random() < 0.3:  # mostly no body any more
            mass, center, inertia = *self._spoiled([mass]), self._spoiled(center), self._spoiled(inertia)
        self._both("set_payload", mass, center, inertia)

    def do_friction(self) -> None:
        self._both("set_friction", self.rng.choice((0.0, 0.3, 1.0, *NUMBERS)))

    def do_source(self) -> None:
        self._both("set_source", self.now, self.rng.randrange(3))

    def do_clock_jump(self) -> None:
        self.offset += self.rng.choice((-1.0, 1.0)) * self.rng.choice((1e-3, 0.05, 1.0, 500.0))

    def do_time_back(self) -> None:
        self.now -= self.rng.choice((1e-3, 0.05, 1.0, 100.0))

    def _move(self, seconds: float) -> None:
        """Time passes, and the arm moves along smooth waves."""
        rng = self.rng
        self.now += seconds * rng.choice((1.0, 1.0, 1.0, 0.5, 1.5))
        q, qd, qdd = [], [], []
        for joint, at in enumerate(self.q):
            amplitude, phase = self.speed * self.limit[joint], self.now + self.phase[joint]
            speed = amplitude * math.sin(phase)
            moved = at + seconds * speed
            if not self.lower[joint] + 0.01 < moved < self.upper[joint] - 0.01 and at * speed > 0.0:
                moved, speed, amplitude = at, 0.0, 0.0
            if self.wraps and math.isinf(self.upper[joint]):
                moved = math.remainder(moved, math.tau)
            q.append(moved + rng.uniform(-1.0, 1.0) * self.noise)
            qd.append(speed)
            qdd.append(amplitude * math.cos(phase))
        self.q, self.qd, self.qdd = q, qd, qdd

    def _spoiled(self, values: Sequence[float]) -> list[float]:
        result = list(values)
        if self.rng.random() < 0.7:
            result[self.rng.randrange(len(result))] = self.rng.choice(NUMBERS)
        return result

    def _state(self, stamp: float, q: Sequence[float], qd: Sequence[float]) -> None:
        self._both("state", self.now, self.now + self.offset, stamp, q, qd)

    def _both(self, name: str, *arguments: object) -> None:
        """One event to both, and what they made of it."""
        self.history.append(f"{name}{arguments}")
        del self.history[:-30]
        expected, found = getattr(self.python, name)(*arguments), getattr(self.core, name)(*arguments)
        python, core = expected, found
        if isinstance(expected, tuple):
            (python, torque), (core, other) = expected, found
            if torque is not None and other is not None:
                for one, two, most in zip(torque, other, self.most, strict=True):
                    assert abs(one - two) <= RELATIVE * most, self._story(torque, other)
        assert python == core, self._story(python, core)
        gate, status = self.python.loop.gate, self.core.status
        state = STATES[status.state]
        expected_status = (
            gate.state, gate.since, gate.latched, gate.done, gate.quiet, gate.waiting, gate.brake,
            self.python.loop._handover.pending,
        )  # fmt: skip
        status_found = (
            state, status.since, None if status.latched < 0 else FAULTS[status.latched], bool(status.done),
            bool(status.quiet), bool(status.waiting), bool(status.brake), bool(status.pending),
        )  # fmt: skip
        assert expected_status == status_found, self._story(expected_status, status_found)
        self.seen[f"{name} {core}"] += 1
        self.seen[state.value] += 1

    def _compare_counts(self) -> None:
        expected, found = dict(self.python.loop.gate.counts), self.core.status.counts()
        assert expected == found, self._story(expected, found)

    def _story(self, python: object, core: object) -> str:
        return "\n".join(("Python and core differ after:", *self.history, f"Python: {python}", f"core: {core}"))


OTHER = ({"gravity_direction": np.array([0.6, 0.0, 0.8])}, {"gravity": 1.62})
"""Tilted and hanging; on the moon."""


def turning(arm: Arm) -> Arm:
    """The arm with joints 4 and 6 that turn without end."""
    limits = {"lower": -math.inf, "upper": math.inf}
    return arm.with_(joints=[replace(joint, **limits) if i in (3, 5) else joint for i, joint in enumerate(arm.joints)])


def compare(library: CoreLibrary, arm: Arm, events: int, seed: int) -> Counter[str]:
    """So many events in episodes of 500; how often each result, state and fault came."""
    rng, seen = random.Random(seed), Counter[str]()
    plain = [LibraryModel(arm, library), LibraryModel(turning(arm), library)]
    hanging = [OtherGravity(each.arm.with_(**change), each, library) for each, change in zip(plain, OTHER, strict=True)]
    models = [*plain * 3, *hanging]
    acceleration = largest_acceleration(load_model("generated", arm))
    while sum(count for name, count in seen.items() if " " in name) < events:
        episode = Episode(rng, library, rng.choice(models), acceleration, seen)
        with np.errstate(all="ignore"):  # a payload of 1e308 kg
            episode.run(500)
        seen.update(episode.core.status.counts())
    return seen


def expected_names() -> set[str]:
    """What a run has to come across: every state of the gate, every fault, every result of every call."""
    of_states = {Fault.JUMP, Fault.OUTSIDE, Fault.OVERSPEED, Fault.INCONSISTENT}
    return {
        *(state.value for state in GateState), *(f"fault.{fault.value}" for fault in Fault),
        *(fault.value for fault in of_states), "torque_limit", "soft_limit", "torque_rate", "not_finite", "stamp",
        *(f"state {result}" for result in (NONE, SEND, STAMP, FINITE, FAULT)),
        *(f"reference {result}" for result in (SEND, STAMP, FINITE, LIMIT, STEP)),
        "set_payload 1", f"set_payload {CALL}", "set_friction 1", f"set_friction {CALL}",
        "update 0", "update 1", "acting 1", f"acting {CALL}", f"acting {FINITE}", "reset 1", f"reset {CALL}",
    }  # fmt: skip
