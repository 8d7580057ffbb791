"""Writer of rosbag2 bags (MCAP) that ``ros2 bag info`` and ``ros2 bag play`` accept; it does not need rclpy."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType, TracebackType
from typing import BinaryIO

import yaml

from ..errors import BagError, reason_of
from ..extras import missing_dependency
from .message_definitions import message_definition
from .metadata import METADATA, OfferedQos, WrittenTopic, bag_information

CHUNK = 256 * 1024
"""Size of messages that are compressed and written together, bytes: about 0.3 s of a run at 250 Hz."""


class BagWriter:
    """Writes a bag in a new folder: one MCAP file, and metadata.yaml when the writer is closed.

    Every chunk is written to the file immediately, so a killed process loses at most the last chunk. ``puma560 replay``
    and any streaming MCAP reader can read the chunks in the file. The writer of ``rosbags`` is not used because it
    keeps 1 MiB of messages in memory (a killed process lost all of 1000 joint states, this writer lost 209), and its
    MCAP file contains neither the types' hashes nor checksums.

    Args:
        folder: folder of the new bag; it must not exist.

    Raises:
        BagError: the folder exists, or cannot be created.
        MissingDependencyError: mcap or rosbags is not installed.
    """

    def __init__(self, folder: Path) -> None:
        check_new_bag(folder)
        self.folder = folder
        self._topics: dict[str, WrittenTopic] = {}
        self._channels: dict[str, int] = {}
        self._schemas: dict[str, int] = {}
        self._times: tuple[int, int] | None = None
        self._file = _open(folder, f"{folder.resolve().name}_0.mcap")
        writer = _import_mcap_writer()
        self._writer = writer.Writer(self._file, chunk_size=CHUNK, compression=writer.CompressionType.ZSTD)
        with _disk_error(folder):
            self._writer.start(profile="ros2", library="puma560_dynamics")

    @property
    def counts(self) -> Mapping[str, int]:
        """Return the number of messages written so far, by topic."""
        return {name: topic.count for name, topic in self._topics.items()}

    def topic(self, name: str, message_type: str, offered: Sequence[OfferedQos] = ()) -> None:
        """Register a topic, once, before its first message.

        Args:
            name: name with its leading slash.
            message_type: message type, such as ``sensor_msgs/msg/JointState``.
            offered: QoS offered by each publisher; if empty, players use their default.

        Raises:
            BagError: none of the common message packages contains the type.
        """
        definition = message_definition(message_type)
        if message_type not in self._schemas:
            self._schemas[message_type] = self._writer.register_schema(
                name=message_type, encoding="ros2msg", data=definition.text.encode()
            )
        self._topics[name] = WrittenTopic(name, message_type, definition.hash, tuple(offered))
        self._channels[name] = self._writer.register_channel(
            topic=name,
            message_encoding="cdr",
            schema_id=self._schemas[message_type],
            # Both are also in metadata.yaml, but this file does not exist if the recorder was killed.
            metadata={
                "offered_qos_profiles": _yaml([qos.data() for qos in offered]),
                "topic_type_hash": definition.hash,
            },
        )

    def write(self, topic: str, log_time: int, message: bytes) -> None:
        """Write a message.

        Args:
            topic: name of a registered topic.
            log_time: time at which the message was received, ns since 1970.
            message: serialized message (CDR), as received from the middleware.

        Raises:
            BagError: the disk is full or missing.
        """
        written = self._topics[topic]
        with _disk_error(self.folder):
            self._writer.add_message(
                self._channels[topic], log_time=log_time, publish_time=log_time, data=message, sequence=written.count
            )
        written.count += 1
        first, last = self._times or (log_time, log_time)
        self._times = (min(first, log_time), max(last, log_time))

    def close(self) -> None:
        """Complete the file and write metadata.yaml; further calls have no effect.

        Raises:
            BagError: the disk is full or missing.
        """
        if self._file.closed:
            return
        with _disk_error(self.folder), self._file:
            self._end()

    def _end(self) -> None:
        start, end = self._times or (0, 0)
        information = bag_information(Path(self._file.name).name, list(self._topics.values()), start, end)
        self._writer.add_metadata("rosbag2", {"serialized_metadata": _yaml(information)})
        self._writer.finish()
        temporary = self.folder / f".{METADATA}.{os.getpid()}.tmp"
        temporary.write_text(_yaml({"rosbag2_bagfile_information": information}), encoding="utf-8")
        temporary.replace(self.folder / METADATA)

    def __enter__(self) -> BagWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def check_new_bag(folder: Path) -> None:
    """Raise if a bag cannot be written to `folder`, before the recording starts.

    Raises:
        BagError: the folder exists, or its parent folder is not writable.
        MissingDependencyError: mcap or rosbags is not installed.
    """
    _import_mcap_writer()
    message_definition("std_msgs/msg/String")
    if folder.exists() or folder.is_symlink():
        raise BagError(f"{folder} exists already and is not overwritten; name a new folder for the recording")
    above = next(path for path in folder.absolute().parents if path.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise BagError(f"the recording cannot be written to {folder}: {above} is not a folder that can be written to")


def _open(folder: Path, name: str) -> BinaryIO:
    with _disk_error(folder):
        folder.mkdir(parents=True)
        # Almost no buffer, so that a chunk is on the disk even if the process is killed before the next chunk.
        return (folder / name).open("xb", buffering=2)


@contextlib.contextmanager
def _disk_error(folder: Path) -> Iterator[None]:
    """Convert an `OSError` in the context to a `BagError` with folder and reason."""
    try:
        yield
    except OSError as error:
        reason = reason_of(error)
        raise BagError(f"the recording cannot be written to {folder}: {reason}; name another folder") from None


def _yaml(data: object) -> str:
    return str(yaml.safe_dump(data, sort_keys=False, default_flow_style=False))


def _import_mcap_writer() -> ModuleType:
    try:
        import mcap.writer
    except ImportError:
        raise missing_dependency("writing a bag", "rosbags", "mcap") from None
    return mcap.writer
