"""Bags written from arrays by `rosbags`: what tests of replay, identification and measurement read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES
from puma560_dynamics.replay.reading.samples import CommandSamples, JointSamples, ReferenceSamples, TermSamples

JOINTS = ("waist", "shoulder", "elbow", "wrist_roll", "wrist_bend", "flange")
START = 1_700_000_000_000_000_000
"""ns, when made recordings begin."""

STORE = get_typestore(Stores.ROS2_JAZZY)

JOINT_STATE = "sensor_msgs/msg/JointState"
COMMAND = "std_msgs/msg/Float64MultiArray"
TRAJECTORY = "trajectory_msgs/msg/JointTrajectory"
STRING = "std_msgs/msg/String"

STORAGES = {"mcap": StoragePlugin.MCAP, "sqlite3": StoragePlugin.SQLITE3}
COMPRESSIONS = {
    None: CompressionMode.NONE,
    "chunks": CompressionMode.STORAGE,
    "file": CompressionMode.FILE,
    "message": CompressionMode.MESSAGE,
}


class Raw(NamedTuple):
    """A message on its way into a bag."""

    log_time: int
    topic: str
    type: str
    data: bytes


def write_bag(
    path: Path,
    *,
    states: JointSamples | None = None,
    commands: CommandSamples | None = None,
    terms: Mapping[str, TermSamples] | None = None,
    reference: ReferenceSamples | None = None,
    description: str | None = None,
    names: Sequence[str] = JOINTS,
    storage: str = "mcap",
    compression: str | None = None,
) -> Path:
    """Write a bag with topics named as our nodes name them; a field that is NaN throughout is left empty.

    Terms that are all of `TERM_NAMES` go into one ``/feedforward_node/terms`` (their stamps must be equal),
    others into `JointState` topics ``/feedforward_node/<name>``. `names` are those of the arrays' columns.
    """
    messages: list[Raw] = []
    if description is not None:
        messages.append(raw(START, "/robot_description", STRING, STORE.types[STRING](description)))
    if states is not None:
        messages += state_messages("/joint_states", names, states)
    if commands is not None:
        messages += command_messages("/effort_controller/commands", commands)
    if reference is not None:
        messages += reference_messages("/reference", names, reference)
    if terms and set(terms) <= set(TERM_NAMES):
        messages += terms_messages("/feedforward_node/terms", names, terms)
    else:
        for name, term in (terms or {}).items():
            messages += effort_messages(f"/feedforward_node/{name}", names, term)
    return write_messages(path, sorted(messages), storage=storage, compression=compression)


def write_messages(
    path: Path,
    messages: Iterable[Raw],
    *,
    types: Mapping[str, str] | None = None,
    storage: str = "mcap",
    compression: str | None = None,
) -> Path:
    """Write raw messages in the order given.

    Args:
        types: topics, with their type, that are in the bag even if no message of theirs is.
        storage: ``"mcap"`` or ``"sqlite3"``.
        compression: ``"chunks"`` (MCAP only), ``"file"`` or ``"message"``.
    """
    writer = Writer(path, version=9, storage_plugin=STORAGES[storage])
    writer.set_compression(COMPRESSIONS[compression], CompressionFormat.ZSTD)
    with writer:
        connections = {
            topic: writer.add_connection(topic, kind, typestore=STORE) for topic, kind in (types or {}).items()
        }
        for message in messages:
            if message.topic not in connections:
                connections[message.topic] = writer.add_connection(message.topic, message.type, typestore=STORE)
            writer.write(connections[message.topic], message.log_time, message.data)
    return path


def raw(log_time: int, topic: str, kind: str, message: object, little_endian: bool = True) -> Raw:
    """A message of `rosbags`, serialised."""
    return Raw(log_time, topic, kind, bytes(STORE.serialize_cdr(message, kind, little_endian=little_endian)))


def state_messages(
    topic: str, names: Sequence[str], states: JointSamples, *, frame: str = "", little_endian: bool = True
) -> list[Raw]:
    """`JointState` messages; columns are in the order of `names`."""
    empty = [bool(np.isnan(a).all()) for a in (states.position, states.velocity, states.effort)]
    messages = []
    columns = (states.stamp, states.log_time, states.position, states.velocity, states.effort)
    for stamp, time, *fields in _rows(*columns):
        position, velocity, effort = filled(fields, empty)
        message = joint_state(stamp, names, position, velocity, effort, frame)
        messages.append(raw(time, topic, JOINT_STATE, message, little_endian))
    return messages


def command_messages(topic: str, commands: CommandSamples, sender: str = "feedforward_node") -> list[Raw]:
    """`Float64MultiArray` messages with the sender's label."""
    types = STORE.types
    layout = types["std_msgs/msg/MultiArrayLayout"](
        dim=[types["std_msgs/msg/MultiArrayDimension"](label=sender, size=6, stride=6)] if sender else [],
        data_offset=0,
    )
    return [
        raw(time, topic, COMMAND, types[COMMAND](layout=layout, data=doubles(effort)))
        for time, effort in _rows(commands.log_time, commands.effort)
    ]


def effort_messages(topic: str, names: Sequence[str], term: TermSamples) -> list[Raw]:
    """`JointState` messages with nothing but efforts."""
    return [
        raw(time, topic, JOINT_STATE, joint_state(stamp, names, (), (), torque))
        for stamp, time, torque in _rows(term.stamp, term.log_time, term.torque)
    ]


def reference_messages(topic: str, names: Sequence[str], reference: ReferenceSamples) -> list[Raw]:
    """`JointTrajectory` messages of one point."""
    return [
        raw(time, topic, TRAJECTORY, trajectory(stamp, names, [point(q, qd, qdd, ())]))
        for stamp, time, q, qd, qdd in _rows(
            reference.stamp, reference.log_time, reference.position, reference.velocity, reference.acceleration
        )
    ]


def terms_messages(topic: str, names: Sequence[str], terms: Mapping[str, TermSamples]) -> list[Raw]:
    """`JointTrajectory` messages, a point a term; a term that is not given, or NaN at that time, is off."""
    first = next(iter(terms.values()))
    zero = np.zeros(len(names))
    messages = []
    for k, (stamp, time) in enumerate(_rows(first.stamp, first.log_time)):
        torques = [terms[name].torque[k] if name in terms else () for name in TERM_NAMES]
        points = [point(zero, zero, zero, () if np.isnan(torque).any() else torque) for torque in torques]
        messages.append(raw(time, topic, TRAJECTORY, trajectory(stamp, names, points)))
    return messages


def joint_state(
    stamp: int,
    names: Sequence[str],
    position: ArrayLike = (),
    velocity: ArrayLike = (),
    effort: ArrayLike = (),
    frame: str = "",
) -> Any:
    """A `JointState`."""
    return STORE.types[JOINT_STATE](
        header=header(stamp, frame),
        name=list(names),
        position=doubles(position),
        velocity=doubles(velocity),
        effort=doubles(effort),
    )


def trajectory(stamp: int, names: Sequence[str], points: Sequence[Any]) -> Any:
    """A `JointTrajectory`."""
    return STORE.types[TRAJECTORY](header=header(stamp), joint_names=list(names), points=list(points))


def point(q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, effort: ArrayLike) -> Any:
    """A `JointTrajectoryPoint`."""
    return STORE.types["trajectory_msgs/msg/JointTrajectoryPoint"](
        positions=doubles(q),
        velocities=doubles(qd),
        accelerations=doubles(qdd),
        effort=doubles(effort),
        time_from_start=STORE.types["builtin_interfaces/msg/Duration"](sec=0, nanosec=0),
    )


def header(stamp: int, frame: str = "") -> Any:
    """A `Header`."""
    sec, nanosec = divmod(int(stamp), 1_000_000_000)
    time = STORE.types["builtin_interfaces/msg/Time"](sec=sec, nanosec=nanosec)
    return STORE.types["std_msgs/msg/Header"](stamp=time, frame_id=frame)


def doubles(values: ArrayLike) -> FloatArray:
    """For a float64[] field."""
    return np.array(values, dtype=np.float64)


def filled(fields: Sequence[Any], empty: Sequence[bool]) -> list[Any]:
    """Fields, or nothing where they shall be empty."""
    return [() if none else field for field, none in zip(fields, empty, strict=True)]


def random_states(rng: np.random.Generator, count: int, *, rate: float = 1000.0, n: int = 6) -> JointSamples:
    """Joint states with every bit of their numbers in use; what comes on the wire a little after its stamp."""
    stamp = START + np.round(np.arange(count) * (1e9 / rate)).astype(np.int64)
    delay = rng.integers(50_000, 400_000, count)
    return JointSamples(stamp, stamp + delay, *(rng.normal(size=(count, n)) for _ in range(3)))


def _rows(*columns: NDArray[Any]) -> Iterator[tuple[Any, ...]]:
    """Rows of arrays, integers as Python's own."""
    lists = (column.tolist() if column.ndim == 1 else column for column in columns)
    return zip(*lists, strict=True)
