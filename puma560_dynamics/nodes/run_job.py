"""The main job: start plant, feed-forward, validator and reference as processes, run the settings, record.

Two parts, each with processes of its own: rates and latency for a few seconds in real time; then the settings in
lock-step on simulated time, so that what is compared does not depend on the machine.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import rclpy
from rclpy.executors import Executor

from .. import __version__
from ..arm import Arm, load_arm
from ..bags.written_metadata import written_counts
from ..control.feed_forward.reference_check import largest_acceleration
from ..control.trajectory.trajectory import pick_and_place
from ..demo.lock import DOMAIN
from ..demo.machine import OtherPrograms
from ..demo.record import SETTINGS, PhaseRecord, Recording, RunRecord
from ..demo.recorder import PhaseRecorder
from ..demo.summary import residual_limit
from ..errors import RunError
from ..models.interface import DynamicModel
from ..models.load import DEFAULT_MODEL, load_model
from ..simulation.servo import Servo
from ..system.processes import Processes
from ..system.signals import signals_deferred
from ..view.address import PORT
from .recorder_node import TERMS, RecorderNode, arrays
from .wire.messages import COMMANDS, JOINT_STATES, REFERENCE
from .wire.spin import make_executor, start_ros

REST = 0.5
"""Simulated seconds of rest between a switch of settings and the motion."""

WARM_UP = 1.5
"""Simulated seconds, under the whole model, in which the torque fades in and all nodes find each other."""

MEASURED = 3.0
"""Seconds of the part in real time."""

DISCOVERY = 3.2
"""Seconds in which every other node of the domain shows itself: announcements come every 3 s at the latest."""

START_TIMEOUT = 90.0
"""Seconds in which every node has started, also on a machine that does much else."""

ASK = 0.1
"""Seconds between two requests to let simulated time pass: a message may get lost."""

ANSWER, AGAIN = 20.0, 4.0
"""Seconds within which a service must answer, and after which it is asked again."""

VALIDATOR = 3.0
"""Seconds in which the validator may compare what is left after a motion."""

LEAVE = 5.0
"""Seconds in which the nodes of the real-time part end by themselves."""

STALLED = 20.0
"""Seconds without a new joint state after which the comparison is given up."""

GONE = 25.0
"""Seconds after which a process that was killed has gone from the graph at the latest."""

STATE_TIMEOUT = 1.0
"""Seconds of silence that the arm of the real-time part stands: a busy desk machine pauses longer than a robot may."""

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
    model: str = DEFAULT_MODEL
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
    servo = Servo(arm)
    # Torque commands of a simulated arm must not reach a real one on the network.
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    start_ros(domain=options.domain)
    try:
        executor = make_executor()
        # A node each: what is still under way from the first part must not reach the second.
        with _recorder(executor, RecorderNode(arm, name="rate_recorder_node")) as gauge, Processes() as processes:
            others = _Session(gauge, executor, processes, progress).measure(options)
        listener = RecorderNode(arm, options.view, options.record is not None)
        with _recorder(executor, listener) as node, Processes() as processes:
            session = _Session(node, executor, processes, progress)
            session.begin(options, announce)
            phases: list[PhaseRecord] = []
            for index in range(len(SETTINGS)):
                phases.append(session.phase(index, options))
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
            proportional=servo.proportional,
            derivative=servo.derivative,
            phases=tuple(phases),
            rates=gauge.rate.rates(),
            rejected=node.rejected,
            worst_diagnostic=node.worst_diagnostic,
            others=others,
            recording=_recording(options.record),
            versions=_versions(),
            wall_time=time.monotonic() - began,
            **arrays(gauge),
        )
    finally:
        rclpy.try_shutdown()


@contextlib.contextmanager
def _recorder(executor: Executor, node: RecorderNode) -> Iterator[RecorderNode]:
    """A node that listens, in the executor for a while."""
    executor.add_node(node)
    try:
        yield node
    finally:
        executor.remove_node(node)
        node.destroy_node()


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
        self._period = 0

    def _refuse_company(self) -> None:
        """Two arms on one set of topics would be driven by each other's torque."""
        if self._node.count_publishers(JOINT_STATES) > 1 or self._node.count_publishers(COMMANDS) > 1:
            raise RunError(
                "another node in this ROS domain publishes joint_states or torque commands; "
                "stop it or choose another domain with --domain"
            )

    def measure(self, options: RunOptions) -> float:
        """The part in real time: rates and latencies of the loop under the whole model.

        Returns:
            Cores that other programs took meanwhile; nan if unknown.
        """
        what = "rates and latency"
        _start_nodes(self._processes, options, _real_time(options))
        node = self._node
        expected = (JOINT_STATES, REFERENCE, TERMS)
        self._spin(lambda: not node.silent(*expected), START_TIMEOUT, 0.0, "starting the nodes")
        self._spin(lambda: False, self._began + DISCOVERY - time.monotonic(), 0.0, "looking for other nodes")
        others = OtherPrograms(self._processes.pids)
        node.measuring = True
        self._spin(lambda: False, MEASURED, 0.0, what)
        node.measuring = False
        cores = others.cores()
        self._processes.stop(LEAVE)
        topics = (JOINT_STATES, COMMANDS)
        self._spin(lambda: not any(map(node.count_publishers, topics)), GONE, 0.0, what, alone=False)
        return cores

    def begin(self, options: RunOptions, announce: Callable[[str], None]) -> None:
        """Start the nodes of the comparison, and run until every node has found every other."""
        _start_nodes(self._processes, options, _lock_step(options))
        self._period = round(1e9 / options.rate)
        node, what = self._node, "starting the nodes"
        if not self._spin(lambda: not node.ready(), START_TIMEOUT, 0.0, what):
            raise RunError(
                f"after {START_TIMEOUT:.0f} s still nothing from {', '.join(node.ready())}; "
                "check that the loopback interface is up and not firewalled"
            )
        if node.page:
            announce(f"live page: {node.page}")
        while node.silent(REFERENCE, TERMS) or not node.answered():
            self._pass(WARM_UP, 0.0, what)
        # From here on everything is decided by the numbers: the arm stands at its initial position.
        before = node.stamps[JOINT_STATES]
        self._answered(node.reset, what, 0.0)
        self._until(lambda: node.stamps[JOINT_STATES] > before and node.answered(), 0.0, what)

    def phase(self, index: int, options: RunOptions) -> PhaseRecord:
        """One motion under setting `index`, while which simulated time passes; it stands before and after."""
        setting, node = SETTINGS[index], self._node
        share, step = index / len(SETTINGS), 1.0 / len(SETTINGS)
        self._answered(lambda: node.switch(setting.terms), "switching terms", share)
        self._answered(node.start, "starting the motion", share)
        node.diverged = ""
        recorder = node.phase = PhaseRecorder(setting, node.joints)
        self._pass(
            REST + options.duration,
            share,
            setting.name,
            lambda: bool(node.diverged),
            lambda: share + step * node.since_start / options.duration,
        )
        if node.diverged:
            node.run_until(node.stamps[JOINT_STATES])
        else:  # the validator compares later, and may need longer
            self._spin(lambda: recorder.behind <= 0, VALIDATOR, share + step, setting.name)
        node.phase = None
        return recorder.phase(node.diverged)

    def play_on(self, options: RunOptions, announce: Callable[[str], None]) -> None:
        """The last setting again and again, not recorded, until Ctrl-C."""
        announce("every motion is recorded; the arm plays on until Ctrl-C")
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                self._answered(self._node.start, "starting the motion", 1.0)
                self._pass(REST + options.duration, 1.0, "until Ctrl-C")

    def _pass(
        self,
        seconds: float,
        share: float,
        what: str,
        stop: Callable[[], bool] = lambda: False,
        moving_share: Callable[[], float] | None = None,
    ) -> None:
        """Let simulated time pass, until the last state is answered or `stop`."""
        node = self._node
        end = node.stamps[JOINT_STATES] + round(1e9 * seconds)
        reached = end - self._period

        def done() -> bool:
            return stop() or (node.stamps[JOINT_STATES] > reached and node.answered())

        self._until(done, share, what, moving_share, lambda: node.run_until(end))

    def _until(
        self,
        done: Callable[[], bool],
        share: float,
        what: str,
        moving_share: Callable[[], float] | None = None,
        ask: Callable[[], None] = lambda: None,
    ) -> None:
        """Spin until `done`, calling `ask` again and again, while simulated time passes or is about to.

        Raises:
            RunError: it stands still.
        """
        node = self._node
        newest, since = node.stamps.get(JOINT_STATES), time.monotonic()
        while True:
            ask()
            if self._spin(done, ASK, share, what, moving_share):
                return
            if node.stamps.get(JOINT_STATES) != newest:
                newest, since = node.stamps.get(JOINT_STATES), time.monotonic()
            elif time.monotonic() - since > STALLED:
                raise RunError(
                    f"{what}: the simulated arm has waited {STALLED:.0f} s for its command; "
                    f"{node.words() or 'no node reports why'}"
                )

    def _answered(self, ask: Callable[[], Any], what: str, share: float) -> None:
        """Ask a service until it answers; while simulated time stands, to be asked twice changes nothing."""
        deadline = time.monotonic() + ANSWER
        while not self._spin(ask().done, AGAIN, share, what):
            if time.monotonic() > deadline:
                raise RunError(f"{what}: no answer within {ANSWER:.0f} s; the node may have stopped")

    def _spin(
        self,
        done: Callable[[], bool],
        timeout: float,
        share: float,
        what: str,
        moving_share: Callable[[], float] | None = None,
        *,
        alone: bool = True,
    ) -> bool:
        """Spin until `done`; False after `timeout` seconds.

        Reports progress, watches the processes, and that no other node publishes, unless `alone` is false.
        """
        deadline = time.monotonic() + timeout
        shown = 0.0
        while not done():
            now = time.monotonic()
            if now > deadline:
                return False
            if now - shown > 0.1:
                shown = now
                self._processes.check()
                if alone:
                    self._refuse_company()
                self._progress(moving_share() if moving_share else share, what)
            with signals_deferred():  # an exception amid rclpy's compiled code may come out as an error of that code
                self._executor.spin_once(timeout_sec=min(0.05, max(0.0, deadline - now)))
        return True


def _real_time(options: RunOptions) -> dict[str, dict[str, object]]:
    """Nodes and parameters of the part in real time."""
    return {
        "plant_node": {"rate": float(options.rate), "friction": options.friction},
        "feedforward_node": {
            "model": options.model,
            "autostart": True,
            "guard": "none",  # the plant is simulated, and ends with this process
            "state_timeout": STATE_TIMEOUT,
            "restart_after_fault": True,
            "jump_tolerance": 3.0,  # no encoder to doubt; late states of a busy machine are no jump
        },
        "reference_node": {"rate": float(options.rate), "duration": float(options.duration), "autostart": True},
    }


def _lock_step(options: RunOptions) -> dict[str, dict[str, object]]:
    """Nodes and parameters of the comparison: the gate as on a robot, but for the guard."""
    shared: dict[str, object] = {"lock_step": True, "use_sim_time": True}
    rate = {"rate": float(options.rate)}
    nodes: dict[str, dict[str, object]] = {
        "plant_node": {**shared, **rate, "friction": options.friction},
        "feedforward_node": {**shared, "model": options.model, "autostart": True, "guard": "none"},
        "validator_node": {"tolerance": residual_limit(options.model, load_arm(options.arm)), "use_sim_time": True},
        "reference_node": {**shared, **rate, "duration": float(options.duration), "delay": REST},
    }
    if options.view:
        nodes["view_node"] = {"port": options.view_port, "use_sim_time": True}
    if options.record is not None:
        nodes["bag_recorder_node"] = {"folder": str(options.record), "use_sim_time": True}
    return nodes


def _start_nodes(processes: Processes, options: RunOptions, nodes: dict[str, dict[str, object]]) -> None:
    environment = {"ROS_DOMAIN_ID": str(options.domain)}
    for name, values in nodes.items():
        if name not in ("view_node", "bag_recorder_node"):
            values["arm"] = options.arm
        arguments = [f"{key}:={_yaml(value)}" for key, value in values.items()]
        flags = [part for argument in arguments for part in ("-p", argument)]
        processes.start(
            name,
            [sys.executable, "-m", f"puma560_dynamics.nodes.{name}", "--ros-args", "--log-level", "warn", *flags],
            environment,
        )


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
