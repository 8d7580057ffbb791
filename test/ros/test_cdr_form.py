"""Bytes of another form are no message, whatever the middleware's decoder makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from geometry_msgs.msg import InertiaStamped
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lifecycle_msgs.msg import TransitionEvent
from rcl_interfaces.msg import ParameterEvent, ParameterValue
from rclpy.parameter import Parameter
from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import JointState
from std_msgs.msg import Empty, Float64MultiArray, MultiArrayDimension, String
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics.errors import MessageError
from puma560_dynamics.nodes.wire.cdr_form import check_form

POINT = JointTrajectoryPoint(positions=[1.0, 2.0], velocities=[3.0], effort=[1.0] * 3)
VALUES = [Parameter(name, value=value).get_parameter_value() for name, value in (("a", [1.0]), ("b", "text"), ("c", 3))]
MESSAGES: list[Any] = [
    Float64MultiArray(data=[1.0, 2.0]),
    JointState(name=["a", "joint"], position=[1.0, 2.0], velocity=[0.5]),
    JointTrajectory(joint_names=["a", "bcd"], points=[POINT, JointTrajectoryPoint(), POINT]),
    InertiaStamped(),
    KeyValue(key="watching", value="x" * 17),
    DiagnosticArray(status=[DiagnosticStatus(name="n", values=[KeyValue(key="a", value="b")] * 3, level=b"\x02")]),
    ParameterEvent(node="n"),
    *VALUES,
    TransitionEvent(),
    Empty(),
    String(data="grüß"),
    Trigger.Response(success=True, message="done"),
    Float64MultiArray(data=[]),
]
for message in MESSAGES:
    if isinstance(message, Float64MultiArray) and message.data:
        message.layout.dim = [MultiArrayDimension(label="node/12ab", size=2, stride=2)]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_every_message_has_its_form_and_no_part_of_it_has(message: Any):
    data = serialize_message(message)
    check_form(type(message), data)
    check_form(type(message), data + b"\0" * 3)
    for size in range(len(data)):
        # The rest may be padding.
        if deserializes(data[:size], type(message)) != message:
            with pytest.raises(MessageError):
                check_form(type(message), data[:size])
    with pytest.raises(MessageError):
        check_form(type(message), data + b"\0" * 100)
    with pytest.raises(MessageError, match="encapsulation"):
        check_form(type(message), b"\x07" + data[1:])


def deserializes(data: bytes, kind: type) -> Any:
    try:
        return deserialize_message(data, kind)
    except Exception:
        return None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([m for m in MESSAGES if not isinstance(m, Empty)]), st.data())
def test_no_length_that_passes_is_one_that_the_decoder_does_not_follow(
    capfd: pytest.CaptureFixture, message: Any, draw: st.DataObject
):
    """It only writes a line of text where a length does not fit, and goes on."""
    data = bytearray(serialize_message(message))
    for _ in range(draw.draw(st.integers(1, 4))):
        data[draw.draw(st.integers(4, len(data) - 1))] = draw.draw(st.integers(0, 255))
    try:
        check_form(type(message), bytes(data))
    except MessageError:
        return
    capfd.readouterr()
    deserializes(bytes(data), type(message))
    assert "exceeds" not in capfd.readouterr().err


def test_the_decoder_does_not_report_a_length_within_a_message(capfd: pytest.CaptureFixture):
    """Why the form is checked at all."""
    damaged = b"\x00\x01\x00\x00" + b"\xff\xff\xff\x7f" + bytes(24)
    assert deserializes(damaged, Float64MultiArray) is not None
    assert "exceeds" in capfd.readouterr().err
    with pytest.raises(MessageError):
        check_form(Float64MultiArray, damaged)


def test_both_byte_orders_are_read():
    check_form(KeyValue, bytes.fromhex("000000000000000261000000000000026200"))
    check_form(KeyValue, bytes.fromhex("000100000200000061000000020000006200"))


def test_a_value_of_every_type_is_known():
    check_form(ParameterValue, serialize_message(ParameterValue()))
