"""Writing of a rosbag2 bag (MCAP) that ``ros2 bag info`` and ``ros2 bag play`` accept, without rclpy."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType, TracebackType
from typing import BinaryIO

import yaml

from ..errors import BagError
from ..extras import missing_dependency
from .message_definitions import message_definition
from .metadata import METADATA, OfferedQos, WrittenTopic, bag_information

CHUNK = 256 * 1024
"""Bytes of messages compressed and written at a time: about 0.3 s of a run at 250 Hz."""


class BagWriter:
    """A bag in a new folder: one MCAP file, and metadata.yaml when it is closed.

    Every chunk goes to the file at once. A killed process loses at most the last chunk: any streaming MCAP
    reader, and ``puma560 replay``, reads the chunks that are in the file. The writer of ``rosbags`` is not used for
    this: it keeps 1 MiB of messages in memory (a killed process lost all 1000 of 1000 joint states, where this one lost
    209), and the MCAP file that it leaves has neither the types' hashes nor checksums.

    Args:
        folder: of the bag; it must not exist.

    Raises:
        BagError: it exists, or cannot be made.
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
        """Messages written so far, by topic."""
        return {name: topic.count for name, topic in self._topics.items()}

    def topic(self, name: str, message_type: str, offered: Sequence[OfferedQos] = ()) -> None:
        """Announce a topic, once, before its first message.

        Args:
            name: with its leading slash.
            message_type: as ``sensor_msgs/msg/JointState``.
            offered: by its publishers; with none, players offer their default.

        Raises:
            BagError: the type is in none of the common message packages.
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
            # Both stand in metadata.yaml, too, which is not there when the recorder was killed.
            metadata={
                "offered_qos_profiles": _yaml([qos.data() for qos in offered]),
                "topic_type_hash": definition.hash,
            },
        )

    def write(self, topic: str, log_time: int, message: bytes) -> None:
        """Write a message.

        Args:
            topic: announced before.
            log_time: ns since the epoch, when it was received.
            message: serialized (CDR), as the middleware hands it out.

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
        """End the file and write metadata.yaml; further calls have no effect.

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
    """Check that a bag can be written to `folder`, before the recording starts.

    Raises:
        BagError: it exists, or the folder above it cannot be written to.
        MissingDependencyError: mcap or rosbags is not installed.
    """
    _import_mcap_writer()
    message_definition("std_msgs/msg/String")
    if folder.exists() or folder.is_symlink():
        raise BagError(f"{folder} exists already; nothing is written over: name a new folder for the recording")
    above = next(path for path in folder.absolute().parents if path.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise BagError(f"the recording cannot be written to {folder}: {above} is not a folder that can be written to")


def _open(folder: Path, name: str) -> BinaryIO:
    with _disk_error(folder):
        folder.mkdir(parents=True)
        # Hardly any buffer: a chunk must not wait for the next in a process that may be killed.
        return (folder / name).open("xb", buffering=2)


@contextlib.contextmanager
def _disk_error(folder: Path) -> Iterator[None]:
    """Return a disk error as a sentence."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BagError(f"the recording cannot be written to {folder}: {reason}; name another folder") from None


def _yaml(data: object) -> str:
    return str(yaml.safe_dump(data, sort_keys=False, default_flow_style=False))


def _import_mcap_writer() -> ModuleType:
    try:
        import mcap.writer
    except ImportError:
        raise missing_dependency("writing a bag", "rosbags", "mcap") from None
    return mcap.writer
