"""The command topic: publish the commands of this node, and receive those of other nodes with their sender."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from pathlib import Path
from struct import Struct
from typing import NamedTuple

import numpy as np
from rclpy.node import Node
from rclpy.serialization import serialize_message
from std_msgs.msg import Float64MultiArray

from ...arrays import FloatArray
from ...files import share_file
from ...system.machine import steady_time
from .cdr import ORDERS
from .intake import Intake
from .messages import command, label_of, sender_of
from .polling_node import PollingNode
from .topics import COMMAND, COMMANDS, POLLED, RELIABLE, publishers

Others = Callable[[FloatArray, str, float, bool], None]
"""Function that receives a finite effort as in the message; the name of its sender, empty if unknown; the system clock
(s) at which it was sent; and whether it was sent a moment ago (`Intake`)."""


class SentAt(NamedTuple):
    """Steady time and system clock directly before a command was sent, s."""

    steady: float
    clock: float


class CommandBytes:
    """Serialises commands of n joints with a fixed label: only the numbers at the end change.

    To convert a message object takes several times as long.
    """

    def __init__(self, label: str, n: int) -> None:
        template = serialize_message(command(np.zeros(n), label))
        self.n = n
        self.head = template[: len(template) - 8 * n]
        """First bytes of all these commands, and of no command with another label."""
        self._pack = Struct(f"{ORDERS[template[:2]]}{n}d").pack

    def encode(self, effort: Sequence[float]) -> bytes:
        """Return the serialised command for n efforts, N·m or A."""
        return self.head + self._pack(*effort)


class CommandTopic:
    """Publishes commands and receives those of other nodes.

    Commands of other nodes are passed on when they arrive, or by `read` for a node that polls.

    A command contains the name of its node and an identifier of its process in the layout's label, which controllers
    do not read. So a second node of the same name is recognised as another one. If the middleware returns this node's
    own commands (`ignore_local_endpoints` avoids it), they are recognised by their first bytes.

    Args:
        node: the node.
        intake: creates the subscription.
        others: receives the commands of other nodes.
        steady: returns the steady time, s.
    """

    def __init__(self, node: Node, intake: Intake, others: Others, steady: Callable[[], float] = steady_time) -> None:
        self._node, self._intake, self._others, self._steady = node, intake, others, steady
        self._label = f"{node.get_name()}/{secrets.token_hex(4)}"
        self._bytes = CommandBytes(self._label, 1)
        self._publisher = node.create_publisher(Float64MultiArray, COMMANDS, RELIABLE)
        self._take: Callable[[], list[tuple[bytes, float, bool]]] | None = None
        self._known: tuple[bytes, str] | None = None
        if isinstance(node, PollingNode):
            self._take = intake.polled(node, Float64MultiArray, COMMANDS, POLLED, quiet=True)
        else:
            intake.observe(Float64MultiArray, COMMANDS, self._on_command, COMMAND, quiet=True)

    def send(self, effort: Sequence[float], allowed: Callable[[float], bool]) -> SentAt | None:
        """Publish n efforts, N·m or A, if `allowed` at the steady time directly before.

        Returns:
            The times directly before publishing; `None` if nothing was published.
        """
        message = self._encode(effort)
        # No code runs between reading the clock and writing, because the process may be stopped there.
        sent = SentAt(self._steady(), time.time())
        if not allowed(sent.steady):
            return None
        self._publisher.publish(message)
        return sent

    def _encode(self, effort: Sequence[float]) -> bytes:
        if len(effort) != self._bytes.n:
            self._bytes = CommandBytes(self._label, len(effort))
        return self._bytes.encode(effort)

    @property
    def instance(self) -> str:
        """Identifier of this process in commands and heartbeats."""
        return self._label.partition("/")[2]

    @property
    def controller(self) -> str:
        """Name of the controller to which the topic belongs; empty if it does not belong to a controller."""
        return self._publisher.topic_name.rsplit("/", 2)[-2]

    @property
    def controller_node(self) -> str:
        """Full name of the node of `controller`."""
        return self._publisher.topic_name.rpartition("/")[0]

    @property
    def received(self) -> bool:
        """Return whether the graph shows another publisher on the topic."""
        return publishers(self._node, COMMANDS) > 1

    def other_publishers(self) -> list[str]:
        """Return the names of the nodes with a publisher on the topic, without this node's own publisher."""
        names = [info.node_name for info in self._node.get_publishers_info_by_topic(COMMANDS)]
        if self._node.get_name() in names:
            names.remove(self._node.get_name())
        return names

    def _on_command(self, data: bytes, sent: float, fresh: bool) -> None:
        if data.startswith(self._bytes.head):
            return
        message: Float64MultiArray | None = self._intake.decoded(Float64MultiArray, COMMANDS, data)
        if message is None or label_of(message).startswith(self._label):
            return
        effort = np.array(message.data, dtype=np.float64)
        head, numbers = data[: len(data) - 8 * effort.size], data[len(data) - 8 * effort.size :]
        if effort.size and (np.frombuffer(numbers, f"{ORDERS[data[:2]]}f8") == effort).all():  # they are the last bytes
            self._known = head, sender_of(message)
        if np.isfinite(effort).all():  # controllers drop all others
            self._others(effort, sender_of(message), sent, fresh)

    def read(self, steady: Callable[[FloatArray, str, float], None] | None = None) -> None:
        """Pass on the commands that have arrived at a node that polls.

        Args:
            steady: receives several commands at once, if all are fresh, finite, nonzero, from one sender and in the
                order of sending: the commands (k, n), the sender's name, and the system clock at which the last one
                was sent.
        """
        taken = [] if self._take is None else self._take()
        taken = [entry for entry in taken if not entry[0].startswith(self._bytes.head)]
        if steady is not None and taken and (stream := self._stream(taken)) is not None:
            steady(*stream)
            return
        for entry in taken:
            self._on_command(*entry)

    def _stream(self, taken: list[tuple[bytes, float, bool]]) -> tuple[FloatArray, str, float] | None:
        """Return commands that differ only in their numbers from a known one; `None` if any differs in more."""
        if self._known is None:
            return None
        head, sender = self._known
        times = [sent for _, sent, _ in taken]
        size = len(taken[0][0])
        same_form = all(fresh and len(data) == size and data.startswith(head) for data, _, fresh in taken)
        if not same_form or times != sorted(times) or size % 8 != len(head) % 8:
            return None
        numbers = b"".join(data[len(head) :] for data, _, _ in taken)
        efforts = np.frombuffer(numbers, dtype=f"{ORDERS[head[:2]]}f8").reshape(len(taken), -1).astype(np.float64)
        if not np.isfinite(efforts).all() or not efforts.any(axis=1).all():
            return None
        return efforts, sender, times[-1]


PROFILES = "FASTDDS_DEFAULT_PROFILES_FILE", "FASTRTPS_DEFAULT_PROFILES_FILE"
"""Environment variables that name the profile: of Fast DDS 3 (Kilted and later), and of 2 (Jazzy)."""

UNASKED = "DEFAULT_FASTDDS_PROFILES.xml", "DEFAULT_FASTRTPS_PROFILES.xml"
"""Profiles that Fast DDS reads from the folder in which a process runs."""

FAST = "rmw_fastrtps"
"""Prefix of the names of the middlewares that read such profiles; the default middleware of ROS 2 is one of them."""


def ignore_local_endpoints(environment: MutableMapping[str, str] = os.environ, folder: Path | None = None) -> bool:
    """Keep publishers and subscriptions of this process from finding each other; call this before ROS starts.

    Nothing changes if a profile is already given, because only one profile can be the default.

    Args:
        environment: environment variables in which the profile is set.
        folder: folder in which the process runs; the current folder by default.

    Returns:
        Whether the profile is set now.
    """
    here = Path.cwd() if folder is None else folder
    if not environment.get("RMW_IMPLEMENTATION", FAST).startswith(FAST):
        return False
    if any(environment.get(name) for name in PROFILES) or any((here / name).is_file() for name in UNASKED):
        return False
    environment[PROFILES[_is_version_2(environment)]] = str(share_file("config", "fastdds.xml"))
    return True


def _is_version_2(environment: Mapping[str, str]) -> bool:
    """Return whether this ROS has Fast DDS 2, by the name of its package; version 3 warns about the old variable."""
    prefixes = [*environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep), sys.prefix]
    return any((Path(prefix) / "share" / "fastrtps").is_dir() for prefix in prefixes if prefix)
