"""Run `puma560 run`: start plant, feed-forward, validator and reference as processes, run all settings, and record.

The run has two parts with separate processes: rates and latency for a few seconds in real time; then the settings in
lock-step with simulated time, so that the comparison does not depend on the machine.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import metadata

import rclpy
from rclpy.executors import Executor

from ..arm import Arm, load_arm
from ..arm.home_pose import USUAL
from ..control.feed_forward.references import largest_acceleration
from ..control.trajectory.trajectory import demonstration
from ..demo.record import PhaseRecord, RunRecord, run_settings
from ..errors import RunError
from ..models.interface import DynamicModel
from ..models.load import load_model
from ..models.payload.payload import attached
from ..simulation.plant_errors import simulated_arm_of, torque_difference
from ..simulation.servo import Servo
from ..system.processes import Processes
from ..version import __version__
from .bag_recorder_node import run_bag
from .recorder_node import RecorderNode, arrays
from .run_options import RunOptions, simulated_arm
from .run_session import RunProgress, RunWaits, Session
from .wire.spin import make_executor, start_ros


def run_job(options: RunOptions, progress: RunProgress, announce: Callable[[str], None] = print) -> RunRecord:
    """Run the job to its end.

    Args:
        options: options of the run.
        progress: receives the progress several times per second.
        announce: receives sentences: the address of the page, and the start of the repeated motion.

    Raises:
        RunError: the domain is in use, a process ended, or nothing was received in time.
        Puma560Error: the arm or the model cannot be loaded.
    """
    with simulated_arm(options.arm, announce) as source:
        return _run(replace(options, arm=source), progress, announce)


def _run(options: RunOptions, progress: RunProgress, announce: Callable[[str], None]) -> RunRecord:
    began = time.monotonic()
    arm = load_arm(options.arm)
    model = load_model(options.model, arm, options.modelled)
    options = replace(options, duration=_duration(options.duration, arm, model))
    servo, plant, settings = Servo(arm), simulated_arm_of(arm, options.errors), run_settings(arm, options.friction)
    # Torque commands of a simulated arm must not reach a real one on the network.
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    start_ros(domain=options.domain)
    try:
        executor = make_executor()
        # Separate nodes: late messages of the first part must not reach the second part.
        with _recorder(executor, RecorderNode(arm, name="rate_recorder_node")) as gauge, Processes() as processes:
            others = Session(gauge, processes, RunWaits(gauge, executor, processes, progress)).measure(options)
        listener = RecorderNode(arm, options.view, options.record is not None)
        with _recorder(executor, listener) as node, Processes() as processes:
            session = Session(node, processes, RunWaits(node, executor, processes, progress))
            session.begin(options, announce)
            phases: list[PhaseRecord] = []
            for index in range(len(settings)):
                phases.append(session.phase(settings, index, options))
                if phases[-1].diverged:
                    break
            if options.hold:
                session.play_on(options, announce)
            progress(1.0, "stopping")
        return RunRecord(
            arm=arm,
            model=options.model,
            rate=options.rate,
            duration=options.duration,
            friction=options.friction,
            plant=plant,
            model_error=torque_difference(
                model, attached(plant.arm, options.payload), demonstration(arm, options.duration)
            ),
            payload=options.payload,
            payload_known=options.payload_known,
            proportional=servo.proportional,
            derivative=servo.derivative,
            phases=tuple(phases),
            rates=gauge.rate.rates(),
            rejected=node.rejected,
            worst_diagnostic=node.worst_diagnostic,
            others=others,
            recording=run_bag(options.record) if options.record else None,
            versions=_versions(),
            wall_time=time.monotonic() - began,
            **arrays(gauge),
        )
    finally:
        rclpy.try_shutdown()


@contextlib.contextmanager
def _recorder(executor: Executor, node: RecorderNode) -> Iterator[RecorderNode]:
    """Add a node to the executor, and remove and destroy it at the end."""
    executor.add_node(node)
    try:
        yield node
    finally:
        executor.remove_node(node)
        node.destroy_node()


def _duration(duration: float, arm: Arm, model: DynamicModel) -> float:
    """Return the requested duration of a motion, s; for 0 the usual one, or longer if the arm's limits need it."""
    least = math.ceil(100.0 * demonstration(arm).least_duration(arm.velocity, largest_acceleration(model))) / 100.0
    if not duration:
        return max(USUAL, least)
    if duration < least:
        raise RunError(
            f"duration {duration:g} s: the motion would exceed the velocity or acceleration limits of {arm.name}; "
            f"expected {least:g} s or more"
        )
    return duration


def _versions() -> dict[str, str]:
    versions = {"puma560_dynamics": __version__, "python": platform.python_version()}
    for name in ("numpy", "mujoco", "pin", "ros-rclpy"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions
