"""Definitions of message types, from the ROS 2 types in `rosbags` and from the bag itself."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ..errors import BagError
from ..extras import missing_dependency

if TYPE_CHECKING:
    from rosbags.typesys.store import Typestore
from types import ModuleType
from typing import Any

from .raw import Channel


@dataclass(frozen=True)
class MessageDefinition:
    """Definition of a ROS 2 message type.

    Attributes:
        type: name of the type, such as ``sensor_msgs/msg/JointState``.
        text: ``.msg`` text of the type, followed by those of all types that it contains (encoding ``ros2msg``).
        hash: ``RIHS01_…``, the digest of REP-2011 that middleware and players use to distinguish versions of a type.
    """

    type: str
    text: str
    hash: str


@cache
def message_definition(message_type: str) -> MessageDefinition:
    """Return the definition of a type of the common message packages, for ``ROS_DISTRO`` or the newest distribution.

    Raises:
        BagError: none of these packages contains the type.
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
    """Return the message types of ``ROS_DISTRO``, or of the newest distribution.

    Raises:
        MissingDependencyError: rosbags is not installed.
    """
    try:
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise missing_dependency("writing a bag", "rosbags", "mcap") from None
    wanted = f"ros2_{os.environ.get('ROS_DISTRO', '')}"
    return get_typestore(next((store for store in Stores if store.value == wanted), Stores.LATEST))


def import_typesys() -> ModuleType:
    """Return the module rosbags.typesys.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import rosbags.typesys
    except ImportError:
        raise missing_dependency("reading bags", "rosbags", "mcap") from None
    return rosbags.typesys


class Definitions:
    """Known message types and their fields."""

    def __init__(self) -> None:
        self._typesys = import_typesys()
        self._fields: dict[str, Any] = dict(self._typesys.get_typestore(self._typesys.Stores.ROS2_JAZZY).fielddefs)

    def know(self, channel: Channel) -> bool:
        """Return whether the type of a channel is known, after adding the definition in the bag if necessary."""
        if channel.type not in self._fields and channel.definition:
            read = self._typesys.get_types_from_idl if channel.encoding == "ros2idl" else None
            try:
                found = (
                    read(channel.definition)
                    if read
                    else self._typesys.get_types_from_msg(channel.definition, channel.type)
                )
            except (self._typesys.TypesysError, ValueError, KeyError, IndexError):
                return False
            for name, fields in found.items():
                self._fields.setdefault(name, fields)
        return channel.type in self._fields

    def fields(self, kind: str) -> list[tuple[str, Any]]:
        """Return names and types of the fields, as `rosbags` describes them.

        Raises:
            KeyError: the type has no definition.
        """
        fields: list[tuple[str, Any]] = self._fields[kind][1]
        return fields
