"""Record a bag when the launch argument `record` is set, and watch the free disk space."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import launch.logging
from launch import Action, LaunchContext
from launch.actions import ExecuteProcess, OpaqueFunction

from .recorded_bag import Growth
from .robot import Robot

TOPICS = (
    "robot_description",
    "joint_states",
    "reference",
    "feedforward_node/terms",
    "feedforward_node/gravity",
    "feedforward_node/inertia",
    "feedforward_node/velocity",
    "feedforward_node/friction",
    "feedforward_node/guiding",
    "feedforward_node/total",
    "feedforward_node/payload",
    "validator_node/residual",
)
"""Topics for a replay, in addition to commands and diagnostics. Topics without a publisher are not recorded."""

OF_CONTROLLER = ("commands", "joint_trajectory", "controller_state")

CHECK_PERIOD_S = 5.0
"""Seconds between two checks of the disk."""

_log = launch.logging.get_logger("puma560_dynamics")


def topics(robot: Robot, controllers: Sequence[str]) -> list[str]:
    """Return the full names of the recorded topics of a robot."""
    below = [*TOPICS, *(f"{controller}/{topic}" for controller in controllers for topic in OF_CONTROLLER)]
    return [*(robot.named(topic) for topic in below), "/diagnostics"]


def recording(robot: Robot, folder: str, controllers: Sequence[str]) -> list[Action]:
    """Return the actions that record a bag into `folder` with ``ros2 bag record``; none if `folder` is empty.

    The torque does not depend on the recorder: an arm must not lose its torque because a disk is full. The recorder
    does not report failed writes, so the disk is checked here.
    """
    if not folder:
        return []
    # Every distribution has --regex; --topics is newer than Jazzy.
    pattern = f"^({'|'.join(map(re.escape, topics(robot, controllers)))})$"
    recorder = ExecuteProcess(
        cmd=["ros2", "bag", "record", "--storage", "mcap", "--output", folder, "--regex", pattern],
        name="recording",
        output="screen",
    )

    def watch(context: LaunchContext) -> None:
        growth = Growth()

        async def check_growth() -> None:
            while not context.is_shutdown:
                await asyncio.sleep(CHECK_PERIOD_S)
                path = Path(folder)
                try:
                    size = sum(file.stat().st_size for file in path.iterdir())
                    free = shutil.disk_usage(path).free
                except OSError as error:
                    trouble = growth.missing(error.strerror or str(error))
                else:
                    trouble = growth.trouble(size, free)
                if trouble is not None:
                    _log.error(f"record {folder}: {trouble}")

        context.add_completion_future(context.asyncio_loop.create_task(check_growth()))

    return [recorder, OpaqueFunction(function=watch)]
