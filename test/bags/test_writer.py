"""Bags as others read them: rosbags as a rosbag2 bag, the MCAP library as an MCAP file with its checksums."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

pytest.importorskip("mcap", reason="needs mcap (pip install '.[replay]')")
pytest.importorskip("rosbags", reason="needs rosbags (pip install '.[replay]')")

from mcap.exceptions import McapError
from mcap.reader import NonSeekingReader, make_reader
from rosbags.interfaces import Connection, ConnectionExtRosbag2, Qos, QosDurability, QosReliability
from rosbags.rosbag2 import Reader
from rosbags.typesys import Stores, get_typestore

from puma560_dynamics.bags import message_definitions
from puma560_dynamics.bags import writer as bag_writer
from puma560_dynamics.bags.metadata import OfferedQos
from puma560_dynamics.bags.writer import CHUNK, BagWriter
from puma560_dynamics.errors import BagError, MissingDependencyError

TYPES = get_typestore(Stores.LATEST)
STATES, COMMANDS = "/joint_states", "/effort_controller/commands"
START = 1_700_000_000_000_000_000


def state(k: int) -> bytes:
    """A joint state as on the wire; its position is its number."""
    types = TYPES.types
    header = types["std_msgs/msg/Header"](types["builtin_interfaces/msg/Time"](k, 0), "")
    values = np.full(6, float(k))
    message = types["sensor_msgs/msg/JointState"](header, [f"joint{j}" for j in range(1, 7)], values, values, values)
    return bytes(TYPES.serialize_cdr(message, "sensor_msgs/msg/JointState"))


def command(k: int) -> bytes:
    types = TYPES.types
    layout = types["std_msgs/msg/MultiArrayLayout"]([], 0)
    message = types["std_msgs/msg/Float64MultiArray"](layout, np.full(6, float(k)))
    return bytes(TYPES.serialize_cdr(message, "std_msgs/msg/Float64MultiArray"))


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some 4000 states and commands, several chunks; times of both topics interleave."""
    folder = tmp_path_factory.mktemp("bags") / "one"
    with BagWriter(folder) as writer:
        writer.topic(STATES, "sensor_msgs/msg/JointState", [OfferedQos(durability="transient_local")])
        writer.topic(COMMANDS, "std_msgs/msg/Float64MultiArray", [OfferedQos("best_effort"), OfferedQos()])
        for k in range(2000):
            writer.write(STATES, START + 4_000_000 * k, state(k))
            writer.write(COMMANDS, START + 4_000_000 * k - 1, command(k))
        assert writer.counts == {STATES: 2000, COMMANDS: 2000}
    return folder


def test_rosbags_reads_back_every_message(bag: Path):
    with Reader(bag) as reader:
        assert reader.message_count == 4000
        assert (reader.start_time, reader.end_time) == (START - 1, START + 4_000_000 * 1999 + 1)
        seen: dict[str, list[tuple[int, float]]] = {STATES: [], COMMANDS: []}
        for connection, time, raw in reader.messages():
            message: Any = TYPES.deserialize_cdr(raw, connection.msgtype)
            value = message.position[0] if connection.topic == STATES else message.data[0]
            seen[connection.topic].append((time, value))
    assert seen[STATES] == [(START + 4_000_000 * k, float(k)) for k in range(2000)]
    assert seen[COMMANDS] == [(START + 4_000_000 * k - 1, float(k)) for k in range(2000)]


def offers(connection: Connection) -> list[Qos]:
    """Quality of service of its publishers."""
    assert isinstance(connection.ext, ConnectionExtRosbag2)
    return connection.ext.offered_qos_profiles


def test_rosbags_finds_quality_of_service_and_hash(bag: Path):
    with Reader(bag) as reader:
        found = {connection.topic: connection for connection in reader.connections}
    for connection in found.values():
        assert connection.digest == TYPES.hash_rihs01(connection.msgtype)
    (offered,) = offers(found[STATES])
    assert (offered.reliability, offered.durability) == (QosReliability.RELIABLE, QosDurability.TRANSIENT_LOCAL)
    words = [profile.reliability for profile in offers(found[COMMANDS])]
    assert words == [QosReliability.BEST_EFFORT, QosReliability.RELIABLE]


def test_the_mcap_file_is_complete_without_metadata(bag: Path):
    """Without metadata.yaml it has all that rosbag2 looks for: definitions, hashes, quality of service, statistics."""
    with (bag / "one_0.mcap").open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        assert reader.get_header().profile == "ros2"
        summary = reader.get_summary()
        assert summary is not None and summary.statistics is not None
        assert len(summary.chunk_indexes) > 2
        assert {chunk.compression for chunk in summary.chunk_indexes} == {"zstd"}
        assert summary.statistics.message_count == sum(1 for _ in reader.iter_messages()) == 4000
        for channel in summary.channels.values():
            schema = summary.schemas[channel.schema_id]
            assert (schema.encoding, channel.message_encoding) == ("ros2msg", "cdr")
            assert channel.metadata["topic_type_hash"] == TYPES.hash_rihs01(schema.name)
            assert isinstance(yaml.safe_load(channel.metadata["offered_qos_profiles"]), list)
        (inside,) = (record.metadata for record in reader.iter_metadata() if record.name == "rosbag2")
    outside = yaml.safe_load((bag / "metadata.yaml").read_text(encoding="utf-8"))
    assert yaml.safe_load(inside["serialized_metadata"]) == outside["rosbag2_bagfile_information"]


def test_an_empty_bag_is_a_bag(tmp_path: Path):
    with BagWriter(tmp_path / "none"):
        pass
    with Reader(tmp_path / "none") as reader:
        assert reader.message_count == 0


def test_closing_twice_is_no_harm(tmp_path: Path):
    writer = BagWriter(tmp_path / "twice")
    writer.close()
    before = (tmp_path / "twice" / "metadata.yaml").stat()
    writer.close()
    assert (tmp_path / "twice" / "metadata.yaml").stat() == before


KILLED = """
import os, sys
from pathlib import Path
from puma560_dynamics.bags.writer import BagWriter
writer = BagWriter(Path(sys.argv[1]))
writer.topic("/joint_states", "sensor_msgs/msg/JointState")
for k in range(int(sys.argv[2])):
    writer.write("/joint_states", k, k.to_bytes(8, "little") + os.urandom(1000))
os.kill(os.getpid(), 9)
"""


def test_a_killed_writer_loses_at_most_one_chunk(tmp_path: Path):
    count = 1000
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "cut"), str(count)], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "cut" / "metadata.yaml").exists()
    read = []
    with (tmp_path / "cut" / "cut_0.mcap").open("rb") as file:
        reader = NonSeekingReader(file)
        with contextlib.suppress(McapError):  # the file ends where it ends
            for schema, channel, message in reader.iter_messages(log_time_order=False):
                assert schema is not None
                assert (schema.name, channel.topic) == ("sensor_msgs/msg/JointState", "/joint_states")
                read.append(int.from_bytes(message.data[:8], "little"))
    assert read == list(range(len(read)))
    assert count - len(read) <= CHUNK / 1000 + 1


def test_nothing_is_written_over(tmp_path: Path, bag: Path):
    before = sorted(bag.iterdir())
    with pytest.raises(BagError, match="exists already and is not overwritten; name a new folder"):
        BagWriter(bag)
    assert sorted(bag.iterdir()) == before
    with pytest.raises(BagError, match="exists already"):
        BagWriter(tmp_path)


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(BagError, match="file is not a folder that can be written to"):
        BagWriter(tmp_path / "file" / "bag")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux's /dev/full")
def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with Path("/dev/full").open("wb", buffering=2) as full:
        monkeypatch.setattr(bag_writer, "_open", lambda folder, name: full)
        with pytest.raises(BagError, match="no space left on device"):
            BagWriter(tmp_path / "full")


@pytest.mark.parametrize(("missing", "words"), [("mcap.writer", "mcap"), ("rosbags.typesys", "rosbags")])
def test_a_missing_library_is_named_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str, words: str
):
    monkeypatch.setitem(sys.modules, missing, None)
    message_definitions.message_definition.cache_clear()
    message_definitions.typestore.cache_clear()
    with pytest.raises(MissingDependencyError, match=rf"{words}.*puma560_dynamics\[replay\]"):
        BagWriter(tmp_path / "bag")
    assert not any(tmp_path.iterdir())
