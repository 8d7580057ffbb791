"""A simulated robot: plant, position servo and torque loop, advanced sample by sample in simulated time.

As in `puma560 run`, a command acts one sample after its joint state. The joint states have noise and finite resolution;
efforts are the torques of the motors, servo included.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arrays import FloatArray
from ...control.feed_forward.references import Reference
from ...control.gate.gate_state import GateOutput
from ...control.torque_loop import TorqueLoop
from ...errors import MessageError, StateError
from ...simulation.plant import Plant
from ...simulation.plant_errors import SimulatedArm
from ...simulation.servo import Servo


@dataclass(frozen=True)
class StateNoise:
    """Errors of the joint states.

    Attributes:
        velocity: standard deviation of the velocities, rad/s.
        effort: standard deviation of the efforts, as a fraction of the maximum torque.
        resolution: resolution of the positions, rad.
    """

    velocity: float = 1e-3
    effort: float = 0.003
    resolution: float = 1e-5


@dataclass(frozen=True, eq=False)
class JointSample:
    """One joint state and what the loop did with it.

    Attributes:
        time: s, from the start.
        q, qd, effort: (n,) reported positions, rad, velocities, rad/s, and efforts, N·m.
        position: (n,) true positions, rad.
        external: (n,) external torque that acted before the state, N·m.
        output: output of the gate; `None` if it sent nothing.
    """

    time: float
    q: FloatArray
    qd: FloatArray
    effort: FloatArray
    position: FloatArray
    external: FloatArray
    output: GateOutput | None


class SimulatedRobot:
    """The simulated arm under the control of a torque loop.

    Args:
        loop: torque loop, not active yet.
        plant: simulated arm at its initial position.
        rate: rate of the joint states, Hz.
        servo: position servo of the drives; `None` for drives that apply only the commanded torque.
        noise: errors of the joint states.
        seed: seed of the noise.

    Attributes:
        time: time of the last joint state, s.
    """

    def __init__(
        self,
        loop: TorqueLoop,
        plant: Plant,
        rate: float,
        servo: Servo | None = None,
        noise: StateNoise | None = None,
        seed: int = 0,
    ) -> None:
        self.loop, self.plant, self.servo = loop, plant, servo
        self.time, self._period = 0.0, 1.0 / rate
        self._noise = StateNoise() if noise is None else noise
        self._rng = np.random.default_rng(seed)
        self._acting, self._answer = np.zeros(plant.arm.n), np.zeros(plant.arm.n)
        self._samples = 0
        loop.activate(0.0)

    def step(self, reference: Reference | None = None, external: ArrayLike | None = None) -> JointSample:
        """Advance the arm by one sample, and let the loop answer its new joint state.

        Args:
            reference: reference for the time of the new joint state; `None` for none.
            external: (n,) external torque that acts meanwhile, N·m; zero by default.

        Returns:
            The new joint state.
        """
        plant, n = self.plant, self.plant.arm.n
        plant.external = np.zeros(n) if external is None else np.asarray(external, dtype=np.float64)
        self._samples += 1
        self.time = self._samples * self._period
        if self.servo is None:
            plant.advance(self._period, self._acting)
        else:
            if reference is not None:
                self.servo.follow(self.time, reference)
            self.servo.drive(plant, self.time, self._period, self._acting)
        self._acting = self._answer
        noise, most = self._noise, plant.arm.maximum_torque
        q = plant.position
        if noise.resolution:
            q = noise.resolution * np.round(q / noise.resolution)
        qd = plant.velocity + noise.velocity * self._rng.standard_normal(n)
        effort = plant.effort + noise.effort * most * self._rng.standard_normal(n)
        output = self._torque(reference, q, qd)
        return JointSample(self.time, q, qd, effort, plant.position, plant.external, output)

    def _torque(self, reference: Reference | None, q: FloatArray, qd: FloatArray) -> GateOutput | None:
        """Return the loop's output for a joint state, which acts one sample later."""
        now, loop = self.time, self.loop
        try:
            if reference is not None:
                loop.reference(now, now, now, reference)
            output = loop.state(now, now, now, q, qd).output
        except (MessageError, StateError):  # the gate reacts to a refused state
            output = loop.watch(now)
        if output is not None:
            loop.sent(now, now, output)
            self._answer = output.torque
        return output


def has_friction(drawn: SimulatedArm) -> NDArray[np.bool_]:
    """Return which joints of a simulated arm have dry or viscous friction, (n,)."""
    kinetic = [one.dry > 0.0 or one.viscous > 0.0 for one in drawn.arm.friction or ()]
    return np.asarray(np.array(kinetic) | (drawn.break_away > 0.0))


def plant_sentences(drawn: SimulatedArm, friction: bool) -> tuple[str, ...]:
    """Return the differences of a simulated arm from its model in sentences.

    Args:
        drawn: the simulated arm.
        friction: whether its joints have friction.
    """
    errors = drawn.errors
    if not friction:
        first = "The simulated joints have no friction."
    elif not has_friction(drawn).any():
        first = "The description has no friction, so that the simulated joints have none; those of a real arm have."
    elif errors.friction:
        first = (
            f"Kinetic friction of the simulated arm is {100 * errors.friction:.0f} % above or below the numbers of "
            "the model, "
            f"at random (seed {errors.seed})."
        )
    else:
        first = "Kinetic friction of the simulated arm has the numbers of the model, so a real arm has larger errors."
    if errors.bodies:
        second = (
            "Masses, centers of mass, inertias and motor inertias of the simulated arm are off within tolerances, "
            f"and it carries {drawn.hidden_load:.2g} kg that the model does not have."
        )
    else:
        second = "Simulated arm and model share the numbers of all bodies, so a real arm has larger errors."
    return first, second
