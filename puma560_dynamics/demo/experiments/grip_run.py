"""Let the simulated arm grip a load, lift it and carry it, with and without the estimated load in its model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...arm import Arm
from ...arm.home_pose import home
from ...arrays import FloatArray
from ...control.feed_forward.references import Reference
from ...control.gate.gate_settings import GateSettings
from ...control.load.load_estimate import LoadEstimate
from ...control.load.load_feed import LoadFeed
from ...control.load.load_limits import largest_mass
from ...control.load.load_tracker import Carries, LoadTracker
from ...control.loop_settings import LoopSettings
from ...control.torque_loop import TorqueLoop
from ...errors import RunError
from ...models.load import load_model
from ...models.payload.payload import MODEL_FRAME, Payload, attached
from ...simulation.plant import Plant
from ...simulation.plant_errors import SimulatedArm, simulated_arm_of
from ...simulation.servo import Servo
from .experiment import ExperimentOptions
from .robot import SimulatedRobot

APPROACH, GRIP, LIFT, LIFTED, CARRY, RELEASE, END = 3.0, 3.3, 3.8, 5.3, 6.9, 10.9, 12.0
"""Times: end of the approach, grip, beginning and end of the lift, beginning of the transport, release, end, s."""

HAND_OVER = 0.5
"""Time in which the arm takes the weight of the load from its support after the grip, and returns it, s."""

LEG = 2.0
"""Duration of each of the two motions of the transport, s."""

LIGHTEST, HEAVIEST = 0.1, 0.4
"""Mass of the load, as a fraction of the largest mass that the arm can hold in every pose."""

RAISED = 0.1
"""Smallest height by which the load is lifted, m."""

MOST_TORQUE = 0.7
"""Largest torque at rest, as a fraction of the maximum torque."""

MOST_DRAWS = 5000
"""Largest number of random poses that are tried."""


@dataclass(frozen=True, eq=False)
class GripTask:
    """What the arm does.

    Attributes:
        load: the load, in the last frame of the model.
        poses: start, grip, lifted pose, end of the transport, each (n,) rad.
    """

    load: Payload
    poses: tuple[FloatArray, ...]


@dataclass(frozen=True, eq=False)
class GripRun:
    """A recorded run; times are in s.

    Attributes:
        time: (N,) times of the joint states.
        error: (N, n) true position minus reference, rad.
        estimates: times and estimates of the load while it was weighed.
        fed: times at which a payload was given to the model, and its mass, kg.
        shown: time at which the motion first showed mass and center; NaN if never.
        refused: why the last estimate was not used; empty if it was.
        largest_step: largest change of a command between two joint states, as a fraction of what the rates allow.
        fault: the fault that ended the torque, as a sentence; empty without a fault.
    """

    time: FloatArray
    error: FloatArray
    estimates: tuple[tuple[float, LoadEstimate], ...]
    fed: tuple[tuple[float, float], ...]
    shown: float
    refused: str
    largest_step: float
    fault: str = ""

    def rms(self, start: float, end: float) -> FloatArray:
        """Return the RMS error of each joint between two times, (n,) rad."""
        part = self.error[(self.time >= start) & (self.time < end)]
        return np.asarray(np.sqrt(np.mean(part**2, axis=0)))


def draw_task(arm: Arm, seed: int) -> GripTask:
    """Draw a load and poses that the motors can hold.

    Args:
        arm: the arm.
        seed: seed of the random numbers.

    Raises:
        RunError: no such poses were found.
    """
    rng, plain, start = np.random.default_rng([seed, 7]), load_model("newton_euler", arm), home(arm)
    low, high = arm.pose_range
    still = np.zeros(arm.n)
    for _ in range(MOST_DRAWS):
        mass = largest_mass(arm) * float(rng.uniform(LIGHTEST, HEAVIEST))
        radius = rng.uniform(0.03, 0.08)
        place = arm.frames[-1][:3, 3] + rng.uniform(-0.06, 0.06, 3)
        load = Payload(mass, place, radius**2 * mass * np.diag(rng.uniform(0.6, 1.0, 3)), MODEL_FRAME)
        grip = start + rng.uniform(-0.6, 0.6, arm.n)
        lifted = grip + rng.uniform(-0.5, 0.5, arm.n)
        poses = start, grip, lifted, lifted + rng.uniform(-0.6, 0.6, arm.n)
        if any((pose < low).any() or (pose > high).any() for pose in poses):
            continue
        heights = [float(plain.forward_kinematics(pose)[2, 3]) for pose in poses[1:3]]
        loaded = load_model("newton_euler", attached(arm, load))
        needed = [np.abs(loaded.torque(pose, still, still)) / arm.maximum_torque for pose in poses[1:]]
        if heights[1] - heights[0] > RAISED and float(np.max(needed)) < MOST_TORQUE:
            return GripTask(load, poses)
    raise RunError("grip: found no poses in which the arm lifts a load within its torque limits; choose another seed")


def simulated_arm(options: ExperimentOptions) -> SimulatedArm:
    """Return the simulated arm of the experiment."""
    return simulated_arm_of(options.arm, options.errors)


def grip(options: ExperimentOptions, task: GripTask, feeds: bool, progress: Callable[[float], None]) -> GripRun:
    """Run the task.

    Args:
        options: options of the experiment.
        task: load and poses.
        feeds: whether the estimated load is given to the model.
        progress: receives the completed fraction.
    """
    arm, drawn = options.arm, simulated_arm(options)
    model = load_model(options.model, arm)
    plant = Plant(drawn.arm, friction=options.friction, break_away=drawn.break_away if options.friction else None)
    plant.reset(task.poses[0])
    settings = LoopSettings(gate=GateSettings.of(arm, brakes="hardware"))
    loop = TorqueLoop.from_settings(model, settings)
    servo = Servo(attached(arm, task.load))  # drives are tuned for the loads that the arm carries
    robot = SimulatedRobot(loop, plant, options.rate, servo, seed=options.errors.seed)
    tracker = LoadTracker(model)
    feed = LoadFeed(arm, tracker.limit)
    allowed = loop.gate.settings.removal_rate / options.rate
    time, error = [], []
    estimates: list[tuple[float, LoadEstimate]] = []
    fed: list[tuple[float, float]] = []
    shown, step, before, carried, fault = np.nan, 0.0, np.zeros(arm.n), 0.0, ""
    for index in range(round(END * options.rate)):
        now = (index + 1) / options.rate
        if index % round(options.rate) == 0:
            progress(now / END)
        if now >= RELEASE and tracker.carries is not Carries.NOTHING:
            tracker.release()
            feed.begin()
        elif GRIP <= now < RELEASE and tracker.carries is Carries.NOTHING:
            tracker.grip()
        share = carried_share(now)
        if share != carried:
            plant.carry(
                Payload(share * task.load.mass, task.load.center_of_mass, share * task.load.inertia, MODEL_FRAME)
            )
            carried = share
        reference = reference_at(task.poses, now)
        sample = robot.step(reference)
        if sample.output is not None:
            step = max(step, float(np.max(np.abs(sample.output.torque - before) / allowed)))
            before = np.array(sample.output.torque)
        if tracker.update(now, sample.q, sample.qd, sample.effort) and tracker.estimate is not None:
            estimates.append((now, tracker.estimate))
            if np.isnan(shown) and tracker.estimate.shown:
                shown = now
        latest = estimates[-1][1] if estimates and tracker.carries is Carries.LOAD else None
        wanted = feed.wanted(now, latest, tracker.carries is not Carries.NOTHING) if feeds else None
        if wanted is not None:
            loop.change(model=load_model(options.model, arm, wanted) if wanted.mass else model)
            feed.sent(now, wanted)
            fed.append((now, wanted.mass))
        if now < RELEASE:
            refused = feed.reason
        if not fault and loop.gate.latched is not None:
            fault = loop.gate.reason
        time.append(now)
        error.append(sample.position - reference.position)
    return GripRun(np.array(time), np.array(error), tuple(estimates), tuple(fed), shown, refused, step, fault)


def carried_share(time: float) -> float:
    """Return the share of the load that the arm carries; a support carries the rest.

    Args:
        time: s.
    """
    return min(max(min(time - GRIP, RELEASE + HAND_OVER - time) / HAND_OVER, 0.0), 1.0)


def reference_at(poses: tuple[FloatArray, ...], time: float) -> Reference:
    """Return the reference at a time: approach, lift, and the transport there and back.

    Args:
        poses: start, grip, lifted pose, end of the transport.
        time: s.
    """
    legs = (
        (0.5, APPROACH, poses[0], poses[1]),
        (LIFT, LIFTED, poses[1], poses[2]),
        (CARRY, CARRY + LEG, poses[2], poses[3]),
        (CARRY + LEG, CARRY + 2.0 * LEG, poses[3], poses[2]),
    )
    start, end, here, there = next((leg for leg in reversed(legs) if time >= leg[0]), legs[0])
    x, duration = min(max((time - start) / (end - start), 0.0), 1.0), end - start
    way = there - here
    return Reference(
        here + way * x**3 * (10.0 - 15.0 * x + 6.0 * x**2),
        way * 30.0 * (x * (1.0 - x)) ** 2 / duration,
        way * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2,
    )
