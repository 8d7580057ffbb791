"""Recorded bags: select the topics that may be played, and check that a bag being recorded still grows.

Only topics that this package's nodes read are played, selected by name and type. Any other topic could move a robot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ..bags.files import find_bags
from ..bags.findings import Findings
from ..bags.raw import Channel
from ..errors import LaunchError

STATE, TRAJECTORY = "sensor_msgs/msg/JointState", "trajectory_msgs/msg/JointTrajectory"

CAUSES: Mapping[str, str] = {
    "joint_states": STATE,
    "reference": TRAJECTORY,
    "feedforward_node/payload": "geometry_msgs/msg/InertiaStamped",
}
"""Topics in the robot's namespace from which torque is computed, and their types."""

TORQUES: Mapping[str, str] = {
    "feedforward_node/terms": TRAJECTORY,
    **{
        f"feedforward_node/{part}": STATE for part in ("gravity", "inertia", "velocity", "friction", "guiding", "total")
    },
}
"""Topics with the torque that was computed when the bag was recorded."""


def playable(bag: str, namespace: str, allowed: Mapping[str, str]) -> list[str]:
    """Return the full names of the topics of a bag that may be played.

    Args:
        bag: folder or file of the bag.
        namespace: absolute namespace of the robot in the bag.
        allowed: message types of the allowed topics in that namespace, by topic.

    Raises:
        BagError: the bag does not exist or cannot be read.
        LaunchError: the bag does not contain joint states of that robot.
    """
    wanted = {f"{namespace.rstrip('/')}/{name}": kind for name, kind in allowed.items()}
    found = {channel.topic: channel.type for channel in _channels(bag)}
    topics = sorted(topic for topic, kind in wanted.items() if found.get(topic) == kind)
    states = f"{namespace.rstrip('/')}/joint_states"
    if states not in topics:
        others = ", ".join(sorted(topic for topic, kind in found.items() if kind == STATE)) or "none"
        raise LaunchError(
            f"bag {bag} has no topic {states} of type {STATE}; its topics of that type: {others}; "
            "give namespace:= for a robot in a namespace"
        )
    return topics


def _channels(bag: str) -> Iterator[Channel]:
    findings = Findings()
    for one in find_bags([Path(bag)], findings):
        for file in one.files:
            known = file.channels()
            if known is not None:
                yield from known.values()
                continue
            for messages in file.messages(lambda channel: False, findings):  # the channels are known only after reading
                yield from messages.channels.values()


MIN_FREE_BYTES = 200 * 2**20
"""Free disk space below which a recording is reported as endangered, bytes."""

MAX_STILL_CHECKS = 3
"""Number of consecutive checks without growth after which a recording counts as stopped."""


MAX_MISSING_CHECKS = 1
"""Number of checks at which the bag may be missing: on a busy machine a recorder takes some seconds to start."""


class Growth:
    """Checks periodically that a bag grows."""

    def __init__(self) -> None:
        self._size = -1
        self._still = 0
        self._missing = 0

    def missing(self, reason: str) -> str | None:
        """Return the problem if the bag cannot be read; ``None`` while its recorder may still be starting.

        Args:
            reason: error text of the system.
        """
        self._missing += 1
        return None if self._missing <= MAX_MISSING_CHECKS else f"{reason}; the bag is not written"

    def trouble(self, size: int, free: int) -> str | None:
        """Return the problem with the recording, a sentence; ``None`` without a problem.

        Args:
            size: size of the bag, bytes.
            free: free space on its disk, bytes.
        """
        self._still = 0 if size > self._size else self._still + 1
        self._size = size
        if free < MIN_FREE_BYTES:
            return f"{free / 2**20:.0f} MiB are free on its disk, less than {MIN_FREE_BYTES >> 20}; end the recording"
        if self._still >= MAX_STILL_CHECKS:
            return "the bag does not grow any more: is anything published, and does the recorder run?"
        return None
