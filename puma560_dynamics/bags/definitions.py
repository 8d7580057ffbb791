"""Message definitions: the common ones of ROS 2 that `rosbags` brings, and what the bag itself defines."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..extras import missing_dependency
from .raw import Channel


def import_typesys() -> ModuleType:
    """The module rosbags.typesys.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import rosbags.typesys
    except ImportError:
        raise missing_dependency("reading bags", "rosbags", "mcap") from None
    return rosbags.typesys


class Definitions:
    """Fields of message types by name."""

    def __init__(self) -> None:
        self._typesys = import_typesys()
        self._fields: dict[str, Any] = dict(self._typesys.get_typestore(self._typesys.Stores.ROS2_JAZZY).fielddefs)

    def know(self, channel: Channel) -> bool:
        """Whether the type of a channel is known, after a look at the definition that the bag has of it."""
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
        """Names and types of the fields, as `rosbags` describes them.

        Raises:
            KeyError: this type has no definition.
        """
        fields: list[tuple[str, Any]] = self._fields[kind][1]
        return fields
