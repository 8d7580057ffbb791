"""What a bag must contain about the type of a topic, so that a reader of the bag needs nothing else."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ..errors import BagError
from ..extras import missing_dependency

if TYPE_CHECKING:
    from rosbags.typesys.store import Typestore


@dataclass(frozen=True)
class MessageDefinition:
    """A message type in the words of ROS 2.

    Attributes:
        type: as ``sensor_msgs/msg/JointState``.
        text: its ``.msg`` text with those of all types that it is made of (encoding ``ros2msg``).
        hash: ``RIHS01_…``, the digest of REP-2011 by which middleware and players distinguish versions of a type.
    """

    type: str
    text: str
    hash: str


@cache
def message_definition(message_type: str) -> MessageDefinition:
    """The definition of a type of the common message packages, in the distribution of ``ROS_DISTRO`` or the newest.

    Raises:
        BagError: the type is in none of these packages.
        MissingDependencyError: rosbags is not installed.
    """
    types = typestore()
    if message_type not in types.fielddefs:
        raise BagError(
            f"{message_type} is in none of the common message packages; expected a type of sensor_msgs, std_msgs, "
            "trajectory_msgs …"
        )
    text, _ = types.generate_msgdef(message_type, ros_version=2)
    return MessageDefinition(message_type, text, types.hash_rihs01(message_type))


@cache
def typestore() -> Typestore:
    """Message types of the distribution of ``ROS_DISTRO``, or of the newest.

    Raises:
        MissingDependencyError: rosbags is not installed.
    """
    try:
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise missing_dependency("writing a bag", "rosbags", "mcap") from None
    wanted = f"ros2_{os.environ.get('ROS_DISTRO', '')}"
    return get_typestore(next((store for store in Stores if store.value == wanted), Stores.LATEST))
