"""Serialised joint states read as rclpy reads them, in either byte order; what is not a joint state is refused."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.errors import MessageError
from puma560_dynamics.nodes.wire.cdr import JointStateDecoder, JointStateFields
from puma560_dynamics.nodes.wire.command_topic import CommandBytes
from puma560_dynamics.nodes.wire.messages import command

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
NUMBERS = st.lists(st.floats(), max_size=8)


@st.composite
def messages(draw: st.DrawFn) -> JointState:
    """Any joint state, also one whose fields do not fit each other."""
    message = JointState(name=draw(st.lists(TEXTS, max_size=8)))
    message.position, message.velocity, message.effort = draw(NUMBERS), draw(NUMBERS), draw(NUMBERS)
    message.header.frame_id = draw(TEXTS)
    message.header.stamp.sec = draw(st.integers(-(2**31), 2**31 - 1))
    message.header.stamp.nanosec = draw(st.integers(0, 2**32 - 1))
    return message


def written(message: JointState, order: str) -> bytes:
    """A joint state in CDR, by the rules of the standard, in byte order ``<`` or ``>``."""
    out = bytearray()

    def put(form: str, *values: float) -> None:
        width = struct.calcsize(f"={form[-1]}")
        out.extend(bytes(-len(out) % width if values else 0))
        out.extend(struct.pack(order + form, *values))

    def text(value: str) -> None:
        octets = value.encode() + b"\0"
        put("I", len(octets))
        out.extend(octets)

    put("i", message.header.stamp.sec)
    put("I", message.header.stamp.nanosec)
    text(message.header.frame_id)
    put("I", len(message.name))
    for name in message.name:
        text(name)
    for values in (message.position, message.velocity, message.effort):
        put("I", len(values))
        put(f"{len(values)}d", *values)
    return bytes([0, order == "<", 0, 0]) + bytes(out)


def assert_read(fields: JointStateFields, message: JointState) -> None:
    stamp = message.header.stamp
    assert (fields.sec, fields.nanosec, fields.names) == (stamp.sec, stamp.nanosec, tuple(message.name))
    np.testing.assert_array_equal(fields.position, message.position)
    np.testing.assert_array_equal(fields.velocity, message.velocity)


@pytest.mark.parametrize("order", "<>")
@given(st.lists(messages(), min_size=1, max_size=3))
def test_any_joint_state_in_either_byte_order(order: str, stream: list[JointState]):
    """One after another by one decoder, each twice: first taken apart, then read by its layout."""
    decoder = JointStateDecoder()
    for message in stream:
        data = written(message, order)
        assert deserialize_message(data, JointState).name == message.name  # rclpy reads what the test has written
        for _ in range(2):
            assert_read(decoder.decode(data), message)
        assert_read(decoder.decode(serialize_message(message)), message)


@given(messages(), messages())
def test_numbers_change_and_the_layout_stays(one: JointState, other: JointState):
    decoder = JointStateDecoder()
    decoder.decode(serialize_message(one))
    one.header.stamp = other.header.stamp
    one.position = [value + 1.0 for value in one.position]
    one.velocity = [2.0 * value for value in one.velocity]
    assert_read(decoder.decode(serialize_message(one)), one)


@given(messages(), st.data())
def test_bytes_that_end_too_early_are_refused(message: JointState, data: st.DataObject):
    whole = written(message, "<")
    decoder = JointStateDecoder()
    decoder.decode(whole)
    with pytest.raises(MessageError, match=r"no joint state|encapsulation"):
        decoder.decode(whole[: data.draw(st.integers(0, len(whole) - 1))])


@given(messages(), st.data())
def test_any_bytes_are_decoded_or_refused(message: JointState, data: st.DataObject):
    whole = bytearray(written(message, "<"))
    decoder = JointStateDecoder()
    decoder.decode(bytes(whole))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    for reader in (decoder, JointStateDecoder()):
        try:
            reader.decode(bytes(whole))
        except MessageError:
            continue


def filled(data: bytes, label: str) -> bytes:
    """A command, or its first bytes, with zeros where rclpy leaves what was in memory: in the gaps between fields."""
    out, at = bytearray(data), 8  # behind the number of dimensions

    def align(width: int) -> int:
        space = -(at - 4) % width
        out[at : at + space] = bytes(space)
        return at + space

    if label:  # one dimension: label, size and stride
        at += 4 + len(label.encode()) + 1
        at = align(4) + 8
    at += 8  # offset and number of the efforts
    align(8)
    return bytes(out)


@given(st.lists(st.floats(), min_size=1, max_size=8), TEXTS)
def test_a_command_is_written_as_rclpy_writes_it(effort: list[float], label: str):
    made = CommandBytes(label, len(effort))
    data = made.encode(effort)
    assert filled(data, label) == filled(serialize_message(command(np.array(effort), label)), label)
    read = deserialize_message(data, Float64MultiArray)
    np.testing.assert_array_equal(read.data, effort)
    assert read.layout == command(np.array(effort), label).layout


@pytest.mark.parametrize("label", ["", "a", "ab", "abc", "abcd", "äöü"])
@pytest.mark.parametrize("n", [1, 2])
def test_zeros_stand_only_between_fields(label: str, n: int):
    """What is filled with zeros changes nothing that is read."""
    message = command(np.full(n, -1.1), label)
    data = serialize_message(message)
    read = deserialize_message(filled(data, label), Float64MultiArray)
    assert (read.layout, list(read.data)) == (message.layout, list(message.data))
    assert len(filled(data, label)) == len(data)


def test_a_command_of_another_label_begins_otherwise():
    mine = filled(CommandBytes("node/1", 6).head, "node/1")
    for label, effort in (("node/2", np.ones(6)), ("", np.ones(6)), ("node/1", np.ones(5))):
        assert not filled(serialize_message(command(effort, label)), label).startswith(mine)
    assert filled(serialize_message(command(np.ones(6), "node/1")), "node/1").startswith(mine)
