"""Random events of one pair of loops.

Most are states of a smooth motion and references on it; in between comes everything that can go wrong.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import numpy as np

from puma560_dynamics.control.gate.gate_state import PASSING, GateState
from puma560_dynamics.control.loop_settings import NO_CONTACTS
from puma560_dynamics.control.observer.contact_estimate import GRAVITY, MODEL_TORQUE, NOTHING
from puma560_dynamics.controller import core_settings
from puma560_dynamics.controller.core_settings import terms_mask

from .carried_models import NO_LOAD, LoopModel, random_load
from .core_library import FAULTS, Core, CoreLibrary, Settings, load_of
from .loop_pair import LoopPair
from .python_core import PythonLoop
from .random_motion import RandomMotion
from .random_settings import random_settings

NUMBERS = (
    math.nan, math.inf, -math.inf, 1.7976931348623157e308, -1.7976931348623157e308, 1e308, 0.0, -0.0, 5e-324, 1e-300,
    1.0, -1.0, 1e9, -1e9, math.nextafter(1e9, math.inf), 3.0,
)  # fmt: skip
"""Values that numbers of a message are replaced by."""

CORIOLIS_AND_CENTRIFUGAL = terms_mask(("coriolis", "centrifugal"))


class Episode:
    """One pair of loops with the same random settings, and the events that they get.

    Args:
        rng: of the whole run.
        library: the core.
        model: what the core calls, as a model of Python.
        acceleration: (n,) rad/s², the usual limit of references.
        seen: counts results, states and faults.
        floats: whether a contact mostly begins hand guiding.
    """

    def __init__(
        self,
        rng: random.Random,
        library: CoreLibrary,
        model: LoopModel,
        acceleration: np.ndarray,
        seen: Counter[str],
        floats: bool = False,
    ) -> None:
        self.rng = rng
        carries = rng.random() < 0.5
        # What is carried has no terms one by one in Python: those of velocities are both on, or both off.
        self.together = carries or model.carries
        settings = random_settings(rng, model.arm, acceleration, self.together, floats)
        assert settings.gate is not None
        load = random_load(rng) if carries else NO_LOAD
        gains = (100.0, 20.0) if rng.random() < 0.3 else (0.0, 0.0)
        values = {
            **core_settings(model.arm, settings, acceleration),
            "stiffness": [gains[0]] * model.arm.n,
            "damping": [gains[1]] * model.arm.n,
            "payload": load_of(*load),
        }
        self.python = PythonLoop(model.carrying(load), settings, *gains)
        self.core = Core(library, Settings.of(values))
        self.most = settings.gate.motor_torque.tolist()
        self.pair = LoopPair(self.python, self.core, self.most, seen)
        self.arm, self.motion = model.arm, RandomMotion(rng, model.arm)
        self.kinds = {name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")}
        if not carries:
            del self.kinds["payload"], self.kinds["other_payload"]
        self.without, self.policy = settings.effort_without, settings.contact_policy
        self.pushed: list[float] | None = None
        self.kept: list[float] | None = None
        self.pair.both("activate", self.motion.now)

    def run(self, events: int) -> None:
        """So many events."""
        rng = self.rng
        names = list(self.kinds)
        if rng.random() < 0.25:
            self.do_guided_while()
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
                self.pair.compare_counts()

    def do_state(self) -> None:
        self.motion.go_on(self.motion.period)
        self._state(self.motion.clock, self.motion.q, self.motion.qd)

    def do_reference(self) -> None:
        self.pair.both(
            "reference",
            self.motion.now,
            self.motion.clock,
            self.motion.clock,
            self.motion.q,
            self.motion.qd,
            self.motion.qdd,
        )

    def do_update(self) -> None:
        self.motion.now += self.rng.choice((0.0, 0.0005, 0.005))
        self.pair.both("update", self.motion.now)

    def do_push(self, size: float | None = None) -> None:
        """Something touches a joint for a while, as soon as the noise is known; `size` in largest torques."""
        if self.python.loop.gate.state not in PASSING:
            self.do_deactivate()
            self.do_long_silence()
            self.do_again()
        for _ in range(70):
            self.do_state()
            self.do_reference()
        joint = self.rng.randrange(self.arm.n)
        self.pushed = [0.0] * self.arm.n
        size = self.rng.choice((0.02, 0.2, 2.0)) if size is None else size
        self.pushed[joint] = self.rng.choice((-1.0, 1.0)) * size * self.most[joint]
        for _ in range(self.rng.randrange(100)):
            self.do_state()
            self.do_reference()
        self.pushed = None

    def do_slow_touch(self) -> None:
        """A push on a slow arm, which may float then; and what follows."""
        speed, self.motion.speed = self.motion.speed, self.rng.choice((0.0, 0.04))
        for _ in range(400):
            if self.python.loop.gate.state is GateState.OPEN:
                break
            self.do_state()
        self.do_push(2.0)
        for _ in range(self.rng.randrange(200)):
            self.do_state()
            if self.rng.random() < 0.02:
                self.rng.choice((self.do_reference, self.do_mode, self.do_update, self.do_bad_state))()
        self.motion.speed = speed

    def do_lost_efforts(self) -> None:
        """Efforts are missing, or frozen, for a while."""
        self.kept = [] if self.rng.random() < 0.5 else self._effort()
        for _ in range(self.rng.randrange(250)):
            self.do_state()
            self.do_reference()
        self.kept = None

    def do_late_state(self) -> None:
        stamp = self.motion.clock - self.rng.choice((0.001, 0.02, 0.09, 0.2, 1.0, 3600.0, -0.01, -0.05, -5.0))
        self.motion.go_on(self.motion.period)
        self._state(stamp, self.motion.q, self.motion.qd)

    def do_bad_state(self) -> None:
        self.motion.go_on(self.motion.period)
        self._state(self.motion.clock, self._spoiled(self.motion.q), self._spoiled(self.motion.qd))

    def do_bad_reference(self) -> None:
        fields = [self._spoiled(field) for field in (self.motion.q, self.motion.qd, self.motion.qdd)]
        self.pair.both("reference", self.motion.now, self.motion.clock, self.motion.clock, *fields)

    def do_stepped_reference(self) -> None:
        shifted = [at + self.rng.choice((0.005, 0.02, 0.3)) for at in self.motion.q]
        self.pair.both(
            "reference", self.motion.now, self.motion.clock, self.motion.clock, shifted, self.motion.qd, self.motion.qdd
        )

    def do_bad_times(self) -> None:
        odd = (*NUMBERS, self.motion.now, self.motion.clock)
        self.pair.both(
            "state", self.motion.now, self.rng.choice(odd), self.rng.choice(odd), self.motion.q, self.motion.qd
        )
        self.pair.both(
            "reference",
            self.motion.now,
            self.rng.choice(odd),
            self.rng.choice(odd),
            self.motion.q,
            self.motion.qd,
            self.motion.qdd,
        )

    def do_slipped_encoder(self) -> None:
        joint = self.rng.randrange(self.arm.n)
        self.motion.q = list(self.motion.q)
        self.motion.q[joint] += self.rng.choice((1e-3, 0.02, 0.6, -0.6))

    def do_frozen_encoder(self) -> None:
        for _ in range(self.rng.randrange(1, 40)):
            q = self.motion.q
            self.motion.go_on(self.motion.period)
            self._state(self.motion.clock, q, self.motion.qd)

    def do_overspeed(self) -> None:
        joint = self.rng.randrange(self.arm.n)
        for _ in range(self.rng.randrange(1, 4)):
            self.motion.go_on(self.motion.period)
            qd = list(self.motion.qd)
            qd[joint] = self.rng.choice((1.05, 1.5, 4.0)) * self.motion.limit[joint]
            self.motion.q = list(self.motion.q)
            self.motion.q[joint] += qd[joint] * self.motion.period
            self._state(self.motion.clock, self.motion.q, qd)

    def do_added_torque(self) -> None:
        self.motion.go_on(self.motion.period)
        added = [self.rng.choice((0.0, 0.1, 2.0, *NUMBERS[:6])) * most for most in self.most]
        self.pair.both(
            "state", self.motion.now, self.motion.clock, self.motion.clock, self.motion.q, self.motion.qd, added
        )

    def do_silence(self) -> None:
        pause = self.rng.choice((0.01, 0.03, 0.06, 0.15, 0.4, 1.2, 5.0))
        if self.rng.random() < 0.5:  # the process stood still
            self.motion.go_on(pause)
            return
        end = self.motion.now + pause
        while self.motion.now < end:
            self.motion.go_on(self.rng.choice((0.001, 0.01, 0.05)))
            self.pair.both("update", self.motion.now)

    def do_long_silence(self) -> None:
        for _ in range(60):
            self.motion.go_on(0.05)
            self.pair.both("update", self.motion.now)

    def do_good_while(self) -> None:
        for _ in range(self.rng.randrange(150)):
            self.do_state()
            self.do_reference()

    def do_fault(self) -> None:
        if self.python.loop.gate.done:
            self.pair.both("activate", self.motion.now)
            for _ in range(5):
                self.do_state()
        seen = self.pair.seen
        fault = min(range(len(FAULTS)), key=lambda each: seen[f"fault.{FAULTS[each].value}"] + seen[f"injected_{each}"])
        self.pair.both("fault", self.motion.now, fault)
        seen[f"injected_{fault}"] += self.python.loop.gate.latched is FAULTS[fault]

    do_other_fault = do_third_fault = do_fourth_fault = do_fifth_fault = do_sixth_fault = do_fault

    def do_activate(self) -> None:
        self.pair.both("activate", self.motion.now)

    def do_again(self) -> None:
        """What a person does after a fault."""
        if self.python.loop.gate.done:
            self.motion.return_within_limits()
            if self.rng.random() < 0.3:
                self.do_acting()
            self.pair.both("activate", self.motion.now)
            self.do_good_while()

    do_once_more = do_again

    def do_brakes(self) -> None:
        self.pair.both("brakes", self.rng.randrange(2))

    do_other_brakes = do_brakes

    def do_resume(self) -> None:
        self.pair.both("resume", self.rng.randrange(2))

    def do_restart_of_a_chain(self) -> None:
        """The leader goes while the arm moves, which then comes to rest, or is led again."""
        self.do_good_while()
        self.pair.both("resume", 1)
        for _ in range(self.rng.randrange(200)):
            self.do_state()
        if self.rng.random() < 0.5:
            self.do_reference()
            self.do_state()

    def do_deactivate(self) -> None:
        self.pair.both("deactivate", self.motion.now)

    def do_reset(self) -> None:
        self.pair.both("reset")

    def do_acting(self) -> None:
        torque = [self.rng.choice((0.0, 0.3, -1.0, 5.0)) * most for most in self.most]
        if self.rng.random() < 0.4:
            torque[0] = self.rng.choice(NUMBERS[:3])
        self.pair.both("acting", self.motion.now, torque)

    def do_terms(self) -> None:
        mask = self.rng.randrange(64)
        if self.together:
            mask |= CORIOLIS_AND_CENTRIFUGAL if mask & CORIOLIS_AND_CENTRIFUGAL else 0
        self.pair.both("set_terms", mask)

    def do_payload(self) -> None:
        """A payload, sometimes one that no arm can carry.

        That one stays only where efforts are not read: an external torque is the difference of two numbers, and those
        of 1e17 N·m leave more rounding than is compared.
        """
        mass, center, inertia = random_load(self.rng)
        if self.rng.random() < 0.3:  # mostly no body any more
            (heavy,), *rest = map(self._spoiled, ([mass], center, inertia))
            self.pair.both("set_payload", heavy, *rest)
            if self.policy == NO_CONTACTS:
                return
        self.pair.both("set_payload", mass, center, inertia)

    do_other_payload = do_payload

    def do_friction(self) -> None:
        self.pair.both("set_friction", self.rng.choice((0.0, 0.3, 1.0, *NUMBERS)))

    def do_source(self) -> None:
        self.pair.both("set_source", self.motion.now, self.rng.randrange(3))

    def do_mode(self) -> None:
        self.pair.both("set_mode", self.rng.choice((0, 1, 1)))

    def do_guided_while(self) -> None:
        """A person guides the arm, or nobody does; in between the mode changes again."""
        self.do_deactivate()
        self.do_long_silence()
        self.pair.both("set_mode", 1)
        self.motion.return_within_limits()
        self.pair.both("activate", self.motion.now)
        for _ in range(self.rng.randrange(200)):
            self.do_state()
            if self.rng.random() < 0.01:
                self.do_mode()
            if self.rng.random() < 0.01:
                self.do_reference()

    def do_clock_jump(self) -> None:
        self.motion.offset += self.rng.choice((-1.0, 1.0)) * self.rng.choice((1e-3, 0.05, 1.0, 500.0))

    def do_time_back(self) -> None:
        self.motion.now -= self.rng.choice((1e-3, 0.05, 1.0, 100.0))

    def _spoiled(self, values: Sequence[float]) -> list[float]:
        result = list(values)
        if self.rng.random() < 0.7:
            result[self.rng.randrange(len(result))] = self.rng.choice(NUMBERS)
        return result

    def _state(self, stamp: float, q: Sequence[float], qd: Sequence[float]) -> None:
        self.pair.both("state", self.motion.now, self.motion.clock, stamp, q, qd, None, self._effort())

    def _effort(self) -> list[float] | None:
        """What a driver measures, sometimes spoiled; none without a contact policy, whose efforts are not read."""
        if self.policy == NO_CONTACTS or self.rng.random() < 0.01:
            return None
        if self.kept is not None:
            return self.kept or None
        motion, model = self.motion, self.python.loop.forward.model
        state = np.array([motion.q, motion.qd, motion.qdd])
        torque, gravity = model.torque_and_gravity(*state) if np.isfinite(state).all() else np.zeros((2, self.arm.n))
        part = {NOTHING: torque, GRAVITY: torque - gravity, MODEL_TORQUE: 0.0 * torque}[self.without]
        push = self.pushed or [0.0] * self.arm.n
        sign = 1.0 if self.without == MODEL_TORQUE else -1.0
        effort = [
            one + sign * more + self.rng.gauss(0.0, 0.003 * most)
            for one, more, most in zip(part.tolist(), push, self.most, strict=True)
        ]
        return self._spoiled(effort) if self.rng.random() < 0.01 else effort
