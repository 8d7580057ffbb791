"""A simulated person guides the arm by hand: the torque to move each joint, and the drift of the released arm.

The person pulls one joint at a time, in both directions: first with a slowly rising torque until the joint moves, then
at constant speed, then not at all. The mean of both directions is the resistance that the person feels; half their
difference is the error of the gravity torque. "Without" is an arm whose gravity alone is compensated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ...arm import Arm, JointFriction
from ...arm.friction import least_friction
from ...arrays import FloatArray
from ...check import Check
from ...control.feed_forward.friction import MARGIN, FrictionCompensation
from ...control.gate.gate_settings import GateSettings
from ...control.guiding.guiding_settings import FEEDFORWARD, HAND_GUIDING, GuidingSettings, usual_hold
from ...control.guiding.walls import MOST_OF_RANGE
from ...control.loop_settings import LoopSettings
from ...control.motor_inertia import QUICKEST, with_motor_inertia
from ...control.torque_loop import TorqueLoop
from ...models.interface import DynamicModel
from ...models.load import load_model
from ...simulation.plant import Plant
from ...simulation.plant_errors import PlantErrors, SimulatedArm, simulated_arm_of
from .experiment import Experiment, ExperimentFigure, ExperimentOptions, ExperimentTable, Progress
from .robot import SimulatedRobot, plant_sentences

SPEED = 0.1
"""Speed at which the person moves a joint, rad/s; for a prismatic joint times `Arm.motion_scale`."""

STARTED = 0.02
"""Displacement after which a joint has started to move, rad: beyond the elastic range of the hold."""

RISE_S = 4.0
"""Time in which the person's torque rises to the expected break-away torque, s."""

MOST_FELT = 1.5
"""Largest torque to keep a joint moving, as a multiple of kinetic friction that is not compensated."""

FIRM_S = 0.02
"""Time constant with which the person keeps the speed of a joint, s: a longer one gives stick and slip."""

LEAST_FRICTION = 1e-3
"""Kinetic friction, as a fraction of the maximum torque, below which a joint counts as one without friction."""

DRIFT_POSES, POSES_PER_ARM = 100, 10
"""Number of poses in which the arm is released, and number of poses with the same numbers of the simulated arm."""

DRIFT_S, MOST_DRIFT = 10.0, 2.0
"""Time after the release, s, and largest drift, degrees."""

KINDS = {"as it is": 1.0, "friction 5 %": 0.05, "no friction": 0.0}
"""Arms whose drift is measured, by their friction: geared, quasi-direct drive, direct drive."""

CLEAR = 0.1
"""Smallest distance of a pose from a wall, relative to the width of the wall."""

SETTLE_S = 0.24
"""Time for which the arm is held in its pose while the torque grows, s."""


class Felt(NamedTuple):
    """Resistance of one joint.

    Attributes:
        start: torque to start the joint, N·m.
        move: torque to keep it moving, N·m.
        coast: distance that the released joint moves within 2 s, rad.
        fault: the fault that ended the torque, a sentence; empty without a fault.
    """

    start: float
    move: float
    coast: float
    fault: str = ""


@dataclass(frozen=True, eq=False)
class Drift:
    """What happened after the release in each pose.

    Attributes:
        degrees: (poses,) largest displacement of a joint, degrees.
        fault: the first fault that ended the torque, a sentence; empty without a fault.
    """

    degrees: FloatArray
    fault: str = ""


def with_friction(arm: Arm, share: float) -> Arm:
    """Return an arm with a fraction of its friction."""
    joints = arm.friction or least_friction(arm)
    scaled = tuple(
        JointFriction(share * each.coulomb_positive, share * each.coulomb_negative, share * each.viscous)
        for each in joints
    )
    motors = [replace(motor, break_away_torque=share * motor.break_away_torque) for motor in arm.motors]
    return arm.with_(friction=scaled, motors=motors)


def guided_loop(model: DynamicModel, mode: str, **changes: Any) -> TorqueLoop:
    """Return a loop in one mode, not active yet: gravity alone, or hand guiding.

    Args:
        model: model of the arm.
        mode: one of `guiding_settings.MODES`.
        changes: attributes of `GuidingSettings`.
    """
    guiding = GuidingSettings(enabled=True, timeout=0.0, **changes)
    gate = GateSettings.of(model.arm, fade_in_time=0.0, brakes="none")
    settings = LoopSettings(gate=gate, terms=("gravity",), guiding=guiding, mode=mode)
    return TorqueLoop.from_settings(model, settings)


def driven_arm(arm: Arm, errors: PlantErrors) -> SimulatedArm:
    """Draw the simulated arm, with an assumed inertia of its motors if the arm has none."""
    drawn = simulated_arm_of(arm, errors)
    return replace(drawn, arm=with_motor_inertia(load_model("newton_euler", drawn.arm)))


class Person:
    """A simulated arm, a torque loop, and a person who pulls one joint.

    Args:
        loop: torque loop, not active yet.
        drawn: the simulated arm.
        options: options of the experiment.
        q: pose in which the arm begins, (n,) rad.
    """

    def __init__(self, loop: TorqueLoop, drawn: SimulatedArm, options: ExperimentOptions, q: FloatArray) -> None:
        self._plant = Plant(drawn.arm, friction=options.friction, break_away=drawn.break_away)
        self._plant.reset(q)
        self._robot = SimulatedRobot(loop, self._plant, options.rate, seed=options.errors.seed)
        inertia = load_model("newton_euler", drawn.arm).kinetic_energy_matrix(q)
        self._inertia = 1.0 / np.diag(np.linalg.inv(inertia))  # of a joint while the others are free to move
        self._period, self._n = 1.0 / options.rate, drawn.arm.n
        for _ in range(round(SETTLE_S / self._period)):
            self._robot.step()
            self._plant.reset(q)

    @property
    def fault(self) -> str:
        """The fault that ended the torque, a sentence; empty without a fault."""
        gate = self._robot.loop.gate
        return gate.reason if gate.latched is not None else ""

    def step(self, joint: int = 0, torque: float = 0.0) -> tuple[FloatArray, FloatArray]:
        """Pull a joint (N·m) for one sample; return positions and velocities, (n,)."""
        external = np.zeros(self._n)
        external[joint] = torque
        self._robot.step(external=external)
        return self._plant.position, self._plant.velocity

    def start(self, joint: int, direction: float, expected: float, scale: float) -> float:
        """Return the torque with which a joint starts to move, N·m; it rises to `expected` within `RISE_S`."""
        begin, pull = self._plant.position[joint], 0.0
        for _ in range(round(10.0 * RISE_S / self._period)):
            pull += expected / RISE_S * self._period
            position, _ = self.step(joint, direction * pull)
            if direction * (position[joint] - begin) > STARTED * scale:
                break
        return pull

    def move(self, joint: int, direction: float, speed: float, pull: float) -> float:
        """Return the mean torque that keeps a joint at a speed, rad/s, during the last of 2 s, N·m, from `pull` on."""
        gain, velocity = self._inertia[joint] / FIRM_S, self._plant.velocity[joint]
        # The person begins with the torque that has started the joint: with less, the joint could stop again.
        total, pulls = 0.1 * (direction * (pull / gain - speed) + velocity), []
        for _ in range(round(2.0 / self._period)):
            error = direction * speed - velocity
            total += error * self._period
            pulls.append(gain * (error + total / 0.1))
            _, velocities = self.step(joint, pulls[-1])
            velocity = velocities[joint]
        return direction * float(np.mean(pulls[len(pulls) // 2 :]))

    def drift(self, seconds: float) -> FloatArray:
        """Return the largest displacement of each joint without a pull, (n,) rad."""
        begin = self._plant.position
        largest = np.zeros(self._n)
        for _ in range(round(seconds / self._period)):
            position, _ = self.step()
            largest = np.maximum(largest, np.abs(position - begin))
        return largest


def felt_by(
    model: DynamicModel, drawn: SimulatedArm, options: ExperimentOptions, mode: str, joint: int, **changes: Any
) -> Felt:
    """Return the resistance of a joint to a person, as the mean of both directions.

    Args:
        model: model of the loop.
        drawn: the simulated arm.
        options: options of the experiment.
        mode: mode of the loop.
        joint: index of the joint.
        changes: attributes of `GuidingSettings`.
    """
    arm, scale = model.arm, float(model.arm.motion_scale[joint])
    expected = float(drawn.break_away[joint]) + 0.02 * float(arm.maximum_torque[joint])
    felt, faults = [], []
    for direction in (1.0, -1.0):
        q = 0.5 * (arm.pose_range[0] + arm.pose_range[1])
        person = Person(guided_loop(model, mode, **changes), drawn, options, q)
        start = person.start(joint, direction, expected, scale)
        move = person.move(joint, direction, SPEED * scale, start)
        felt.append((start, move, float(person.drift(2.0)[joint])))
        faults.append(person.fault)
    start, move, coast = np.mean(felt, axis=0).tolist()
    return Felt(start, move, coast, next(filter(None, faults), ""))


def drift_of(
    arm: Arm, options: ExperimentOptions, poses: int, note: Callable[[float], None] = lambda share: None
) -> Drift:
    """Return the drift of an arm that is released at rest, with other numbers of the simulated arm for every few poses.

    Args:
        arm: arm of the model.
        options: options of the experiment.
        poses: number of poses.
        note: receives the completed fraction.
    """
    model, fault = load_model(options.model, arm), ""
    found: list[float] = []
    for place, q in enumerate(free_poses(arm, poses)):
        errors = replace(options.errors, seed=options.errors.seed + place // POSES_PER_ARM)
        person = Person(guided_loop(model, HAND_GUIDING), driven_arm(arm, errors), options, q)
        found.append(float(np.degrees(person.drift(DRIFT_S) / arm.motion_scale).max()))
        fault = fault or person.fault
        note((place + 1) / poses)
    return Drift(np.array(found), fault)


def free_poses(arm: Arm, count: int) -> Iterator[FloatArray]:
    """Yield poses in the inner 80 % of the range or less, outside of the walls at the limits."""
    lower, upper = arm.pose_range
    middle, half = 0.5 * (lower + upper), 0.5 * (upper - lower)
    wall = np.minimum(GuidingSettings.limit_margin, 2.0 * MOST_OF_RANGE * half)
    for q in arm.poses(count):
        yield middle + np.minimum(0.8, 1.0 - (1.0 + CLEAR) * wall / half) * (q - middle)


def run(options: ExperimentOptions, progress: Progress) -> Experiment:
    """Guide the simulated arm by hand.

    Args:
        options: options of the experiment.
        progress: receives the progress.

    Returns:
        The torques that a person needs with and without hand guiding, and the drift of the released arm.
    """
    arm, drawn = options.arm, driven_arm(options.arm, options.errors)
    model = load_model(options.model, arm)
    without, guided = [], []
    for joint, name in enumerate(arm.joint_names):
        progress(0.4 * joint / arm.n, f"pulling {name}")
        without.append(felt_by(model, drawn, options, FEEDFORWARD, joint))
        guided.append(felt_by(model, drawn, options, HAND_GUIDING, joint))
    compensated = MARGIN * FrictionCompensation.of(arm).scale
    kinetic = _kinetic(drawn.arm) if options.friction else np.zeros(arm.n)
    kinetic = np.where(kinetic > LEAST_FRICTION * arm.maximum_torque, kinetic, 0.0)
    # Only the hold resists a joint without friction.
    most = np.where(kinetic > 0.0, MOST_FELT * (1.0 - compensated) * kinetic, usual_hold(model))
    kinds = KINDS if kinetic.any() else {"no friction": 0.0}
    drifts = {}
    for place, (kind, share) in enumerate(kinds.items()):
        begin, whole = 0.4 + 0.6 * place / len(kinds), 0.6 / len(kinds)

        def note(done: float, begin: float = begin, whole: float = whole, kind: str = kind) -> None:
            progress(begin + whole * done, f"releasing the arm: {kind}")

        drifts[kind] = drift_of(arm if share == 1.0 else with_friction(arm, share), options, DRIFT_POSES, note)
    return _experiment(options, drawn, (without, guided), most, kinetic > 0.0, drifts)


def _kinetic(arm: Arm) -> FloatArray:
    """Return the kinetic friction of each joint at `SPEED`, (n,) N·m, as the mean of both directions."""
    speeds = SPEED * np.broadcast_to(arm.motion_scale, arm.n)
    return np.array([one.dry + one.viscous * speed for one, speed in zip(arm.friction or (), speeds, strict=True)])


def _experiment(
    options: ExperimentOptions,
    drawn: SimulatedArm,
    felt: tuple[list[Felt], list[Felt]],
    most: FloatArray,
    rubs: NDArray[np.bool_],
    drifts: dict[str, Drift],
) -> Experiment:
    arm, (without, guided) = options.arm, felt
    fault = next(filter(None, [*(each.fault for each in guided), *(each.fault for each in drifts.values())]), "")
    checks = [Check("no fault ends the torque", not fault, fault or "none")]
    checks += [
        Check(
            f"{joint.name} is kept in motion by at most {MOST_FELT:g} times the friction that is not compensated"
            if friction
            else f"{joint.name}, without friction, is kept in motion by at most the hold torque",
            each.move <= limit,
            f"{max(each.move, 0.0):.2f} of {limit:.2f} {joint.effort_text}",
        )
        for joint, each, limit, friction in zip(arm.joints, guided, most.tolist(), rubs.tolist(), strict=True)
    ]
    checks += [
        Check(
            f"the arm, {kind}, drifts by less than {MOST_DRIFT:g} degrees in {DRIFT_S:g} s",
            bool((drift.degrees < MOST_DRIFT).all()),
            f"at most {drift.degrees.max():.2f} degrees in {len(drift.degrees)} poses",
        )
        for kind, drift in drifts.items()
    ]
    rows = tuple(
        (name, *(f"{round(each, 2) + 0.0:.2f}" for each in (bare.start, led.start, bare.move, led.move, limit)))
        for name, bare, led, limit in zip(arm.joint_names, without, guided, most.tolist(), strict=True)
    )
    pulls = ExperimentTable(
        f"Torque that a person needs, {arm.effort_text}",
        ("joint", "start", "start, guided", "move", "move, guided", "allowed"),
        rows,
        f"At {SPEED:g} rad/s (m/s where a joint slides: times {arm.motion_scale.min():g}). Not guided: gravity alone.",
    )
    released = ExperimentTable(
        "Drift after the release, degrees",
        ("arm", "median", "largest", "poses"),
        tuple(
            (kind, f"{np.median(drift.degrees):.2f}", f"{drift.degrees.max():.2f}", str(len(drift.degrees)))
            for kind, drift in drifts.items()
        ),
        f"At rest, within {DRIFT_S:g} s, at {options.rate:g} Hz; other numbers of the simulated arm after every "
        f"{POSES_PER_ARM} poses.",
    )
    largest = max(float(drift.degrees.max()) for drift in drifts.values())
    drifts_by = f"drifts by at most {largest:.2f} degrees in {DRIFT_S:g} s."
    headline, cards = f"The guided arm {drifts_by}", [(f"{largest:.2f}°", "largest drift")]
    if rubs.any():
        lighter = 1.0 - sum(each.move for each in guided) / sum(each.move for each in without)
        headline = f"The guided arm moves with {100 * lighter:.0f} % less torque, and {drifts_by}"
        cards.insert(0, (f"{100 * lighter:.0f} %", "less torque to keep the joints moving"))
    return Experiment(
        title=f"Hand guiding of the simulated {arm.name}",
        headline=headline,
        sentences=plant_sentences(drawn, options.friction) + _assumptions(arm, drawn, rubs),
        cards=tuple(cards),
        tables=(pulls, released),
        figures=(ExperimentFigure("Torque of the person", _figure(arm, without, guided, most)),),
        checks=tuple(checks),
        data={
            "joints": list(arm.joint_names),
            "speed": SPEED,
            "without": [each._asdict() for each in without],
            "guided": [each._asdict() for each in guided],
            "allowed": most.tolist(),
            "hold_torque": usual_hold(load_model("newton_euler", arm)).tolist(),
            "drift_deg": {kind: drift.degrees.tolist() for kind, drift in drifts.items()},
        },
    )


def _assumptions(arm: Arm, drawn: SimulatedArm, rubs: NDArray[np.bool_]) -> tuple[str, ...]:
    """Return sentences about numbers of the simulated arm that the arm does not have."""
    found = []
    if not arm.motor_inertia.any() and drawn.arm.motor_inertia.any():
        found.append(
            "The arm has no motor inertia. The simulated motors have the inertia with which a joint needs "
            f"{1e3 * QUICKEST:g} ms from rest to its velocity limit with its largest torque."
        )
    bare = [name for name, has in zip(arm.joint_names, rubs.tolist(), strict=True) if not has]
    if bare and drawn.errors.friction:
        found.append(
            f"Without friction, or with less than {100 * LEAST_FRICTION:.1f} % of the maximum torque: "
            f"{', '.join(bare)}. "
            "Numbers under `friction:` in the arm file would add it."
        )
    return tuple(found)


def _figure(arm: Arm, without: list[Felt], guided: list[Felt], most: FloatArray) -> Figure:
    """Return bars of the torque to keep each joint moving."""
    figure = Figure(figsize=(7.0, 2.8), layout="constrained")
    axes = figure.subplots()
    places = np.arange(arm.n)
    axes.bar(places - 0.2, [each.move for each in without], 0.38, color="#b0b7c0", label="gravity alone")
    axes.bar(places + 0.2, [each.move for each in guided], 0.38, color="#2f8fc8", label="guided")
    axes.plot(places + 0.2, most, "_", color="#222222", markersize=16, label="allowed")
    axes.set_xticks(places, arm.joint_names)
    axes.set_ylabel(f"keep moving, {arm.effort_text}")
    axes.legend(frameon=False)
    return figure
