"""The main job: start plant, feed-forward, validator and reference as processes, run the settings, record."""

from __future__ import annotations

import contextlib
import math
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import rclpy
from rclpy.executors import Executor

from .. import __version__
from ..arm import Arm, load_arm
from ..control.gains import critically_damped
from ..control.reference_check import largest_acceleration
from ..control.trajectory import pick_and_place
from ..errors import RunError
from ..model import DynamicModel
from ..models import load_model
from ..replay.bag_metadata import written_counts
from ..run.lock import DOMAIN
from ..run.processes import Processes
from ..run.record import SETTINGS, PhaseRecord, Recording, RunRecord
from ..run.recorder import PhaseRecorder
from ..run.signals import signals_deferred
from ..run.summary import residual_limit
from ..view.address import PORT
from .recorder_node import RecorderNode, arrays
from .spin import make_executor, start_ros
from .wire import COMMANDS, JOINT_STATES

SETTLE = 0.5
"""Seconds of rest after a switch of settings."""

DISCOVERY = 3.2
"""Seconds in which every other node of the domain shows itself: announcements come every 3 s at the latest."""

START_TIMEOUT = 30.0

STATE_TIMEOUT = 1.0
"""Seconds of silence that a simulated arm stands: a busy desk machine pauses longer than a robot may."""

Progress = Callable[[float, str], None]
"""Called with the share of the run that is done (0 to 1) and what is going on."""


@dataclass(frozen=True)
class RunOptions:
    """What can be chosen about a run.

    Attributes:
        arm: name or path for `load_arm`.
        model: kind of the explicit model.
        duration: seconds of one motion; there are as many as settings.
        rate: Hz of joint states and reference.
        domain: ROS domain.
        friction: whether the simulated arm has dry friction.
        view: whether `view_node` serves the live page.
        view_port: TCP port of the page; the next free one is taken if it is in use.
        hold: whether to play on after the last motion until a KeyboardInterrupt.
        record: folder of a bag to be written, which must not exist; `None` for none.
    """

    arm: str = "akb1986"
    model: str = "full"
    duration: float = 5.0
    rate: float = 250.0
    domain: int = DOMAIN
    friction: bool = True
    view: bool = False
    view_port: int = PORT
    hold: bool = False
    record: Path | None = None


def run(options: RunOptions, progress: Progress, announce: Callable[[str], None] = print) -> RunRecord:
    """Run the job to its end.

    Args:
        options: what to run.
        progress: told several times a second how far it is.
        announce: told in words where the page is and when the motion is played on, if so.

    Raises:
        RunError: the domain is in use, a process ended, or nothing was heard in time.
        Puma560Error: the arm or the model cannot be loaded.
    """
    began = time.monotonic()
    arm = load_arm(options.arm)
    model = load_model(options.model, arm)
    _check_duration(options.duration, arm, model)
    proportional, derivative = critically_damped(model)
    # Torque commands of a simulated arm must not reach a real one on the network.
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    start_ros(domain=options.domain)
    node: RecorderNode | None = None
    try:
        node = RecorderNode(arm, options.view, options.record is not None)
        executor = make_executor()
        executor.add_node(node)
        with Processes() as processes:
            session = _Session(node, executor, processes, progress)
            _start_nodes(processes, options)
            session.wait_until_ready(announce)
            phases = [session.phase(index, options) for index in range(len(SETTINGS))]
            if options.hold:
                session.play_on(options, announce)
            progress(1.0, "stopping")
        executor.remove_node(node)
        return RunRecord(
            arm=arm,
            model=options.model,
            rate=options.rate,
            duration=options.duration,
            friction=options.friction,
            proportional=proportional,
            derivative=derivative,
            phases=tuple(phases),
            rates=node.rate.rates(),
            rejected=node.rejected,
            worst_diagnostic=node.worst_diagnostic,
            recording=_recording(options.record),
            versions=_versions(),
            wall_time=time.monotonic() - began,
            **arrays(node),
        )
    finally:
        if node is not None:
            node.destroy_node()
        rclpy.try_shutdown()


def _check_duration(duration: float, arm: Arm, model: DynamicModel) -> None:
    """A motion beyond the limits would be refused by the feed-forward node, reference by reference."""
    least = pick_and_place().least_duration(arm.velocity, largest_acceleration(model))
    if duration < least:
        raise RunError(
            f"duration {duration:g} s: the motion would exceed the velocity or acceleration limits of {arm.name}; "
            f"expected {math.ceil(100.0 * least) / 100.0:g} s or more"
        )


class _Session:
    """The steps of a run, on one node and its executor."""

    def __init__(self, node: RecorderNode, executor: Executor, processes: Processes, progress: Progress) -> None:
        self._node = node
        self._executor = executor
        self._processes = processes
        self._progress = progress
        self._began = time.monotonic()

    def _refuse_company(self) -> None:
        """Two arms on one set of topics would be driven by each other's torque."""
        if self._node.count_publishers(JOINT_STATES) > 1 or self._node.count_publishers(COMMANDS) > 1:
            raise RunError(
                "another node in this ROS domain publishes joint_states or torque commands; "
                "stop it or choose another domain with --domain"
            )

    def wait_until_ready(self, announce: Callable[[str], None]) -> None:
        """Wait for every node to talk to every other; for peers, not for time."""
        if not self._spin(lambda: not self._node.ready(), START_TIMEOUT, 0.0, "starting the nodes"):
            raise RunError(
                f"after {START_TIMEOUT:.0f} s still nothing from {', '.join(self._node.ready())}; "
                "check that the loopback interface is up and not firewalled"
            )
        if self._node.page:
            announce(f"live page: {self._node.page}")
        self._spin(lambda: False, self._began + DISCOVERY - time.monotonic(), 0.0, "looking for other nodes")

    def phase(self, index: int, options: RunOptions) -> PhaseRecord:
        """One motion under setting `index`."""
        setting = SETTINGS[index]
        share = index / len(SETTINGS)
        step = 1.0 / len(SETTINGS)
        answer = self._node.switch(setting.terms)
        self._answered(answer, "switching terms", share)
        self._spin(lambda: False, SETTLE, share, setting.name)
        recorder = self._node.phase = PhaseRecorder(setting, self._node.joints)
        self._answered(self._node.start(), "starting the motion", share)
        # References of the motion before, which ended at the same time of its own, may still be under way.
        begun = self._spin(lambda: 0.0 < self._node.since_start < 0.5 * options.duration, 5.0, share, setting.name)
        finished = begun and self._spin(
            lambda: self._node.since_start >= options.duration,
            options.duration + 5.0,
            share,
            setting.name,
            lambda: share + step * self._node.since_start / options.duration,
        )
        if not finished:
            raise RunError(f"the motion under {setting.name!r} did not end in time; the machine may be overloaded")
        self._spin(lambda: False, 0.3, share + step, setting.name)  # the validator holds residuals back for a moment
        self._node.phase = None
        self._node.rate.pause()
        return recorder.phase()

    def play_on(self, options: RunOptions, announce: Callable[[str], None]) -> None:
        """The last setting again and again, not recorded, until Ctrl-C."""
        what = "until Ctrl-C"
        announce("every motion is recorded; the arm plays on until Ctrl-C")
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                self._answered(self._node.start(), "starting the motion", 1.0)
                self._spin(lambda: False, options.duration + SETTLE, 1.0, what)

    def _answered(self, future: object, what: str, share: float) -> None:
        if not self._spin(future.done, 5.0, share, what):  # type: ignore[attr-defined]
            raise RunError(f"{what}: no answer within 5 s; the node may have stopped")

    def _spin(
        self,
        done: Callable[[], bool],
        timeout: float,
        share: float,
        what: str,
        moving_share: Callable[[], float] | None = None,
    ) -> bool:
        """Spin until `done`; False after `timeout` seconds. Watches the processes and reports progress."""
        deadline = time.monotonic() + timeout
        shown = 0.0
        while not done():
            now = time.monotonic()
            if now > deadline:
                return False
            if now - shown > 0.1:
                shown = now
                self._processes.check()
                self._refuse_company()
                self._progress(moving_share() if moving_share else share, what)
            with signals_deferred():  # an exception amid rclpy's compiled code may come out as an error of that code
                self._executor.spin_once(timeout_sec=min(0.05, max(0.0, deadline - now)))
        return True


def _start_nodes(processes: Processes, options: RunOptions) -> None:
    environment = {"ROS_DOMAIN_ID": str(options.domain)}
    parameters: dict[str, dict[str, object]] = {
        "plant_node": {"rate": float(options.rate), "friction": options.friction},
        "feedforward_node": {
            "model": options.model,
            "autostart": True,
            "guard": "none",  # the plant is simulated, and ends with this process
            "state_timeout": STATE_TIMEOUT,
            "restart_after_fault": True,
            "torque_rate": [1e5],  # a late state on a busy machine must not leave PD behind its own limit
            "jump_tolerance": 3.0,  # no encoder to doubt; late states of a busy machine are no jump
            "velocity_margin": 10.0,  # PD alone overshoots on a busy machine, and nobody stands next to this arm
            "fade_in_time": 0.0,  # the plant's brake opens with the first torque
            **{f"terms.{name}": False for name in _terms()},
        },
        "validator_node": {"tolerance": residual_limit(options.model, load_arm(options.arm))},
        "reference_node": {"rate": float(options.rate), "duration": float(options.duration)},
    }
    for values in parameters.values():
        values["arm"] = options.arm
    if options.view:
        parameters["view_node"] = {"port": options.view_port}
    if options.record is not None:
        parameters["bag_recorder_node"] = {"folder": str(options.record)}
    for name, values in parameters.items():
        arguments = [f"{key}:={_yaml(value)}" for key, value in values.items()]
        flags = [part for argument in arguments for part in ("-p", argument)]
        processes.start(
            name,
            [sys.executable, "-m", f"puma560_dynamics.nodes.{name}", "--ros-args", "--log-level", "warn", *flags],
            environment,
        )


def _terms() -> tuple[str, ...]:
    return SETTINGS[-1].terms


def _yaml(value: object) -> str:
    """A value as rcl reads it back: it parses parameters as YAML."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _recording(folder: Path | None) -> Recording | None:
    return None if folder is None else Recording(str(folder), written_counts(folder))


def _versions() -> dict[str, str]:
    versions = {"puma560_dynamics": __version__, "python": platform.python_version()}
    for name in ("numpy", "mujoco", "pin", "ros-rclpy"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions
