"""The guard's heartbeat: there and back, and anything else is refused."""

from __future__ import annotations

import math

import pytest
from diagnostic_msgs.msg import KeyValue

from puma560_dynamics.errors import MessageError
from puma560_dynamics.nodes.wire.heartbeat import Heartbeat, heartbeat_message, read_heartbeat


@pytest.mark.parametrize("beat", [Heartbeat("watching", 0.3, 12.5, "12ab", "0123456789abcdef"), Heartbeat("waiting")])
def test_there_and_back(beat: Heartbeat):
    assert read_heartbeat(heartbeat_message(beat)) == beat
    assert math.isinf(Heartbeat("waiting").command_timeout)


@pytest.mark.parametrize(
    "value",
    [
        "", "0.3", "nan", "[]", "null", "{" * 5000, '{"command_timeout": NaN}', '{"command_timeout": -1.0}',
        '{"command_timeout": true}', '{"command_timeout": "0.3"}', '{"sent": -1}', '{"sent": NaN}', '{"instance": 5}',
        '{"setup": 3}', '{"state": "watching"}', '{"something": 1}', "x" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_heartbeat_is_refused_in_a_short_sentence(value: str):
    with pytest.raises(MessageError) as error:
        read_heartbeat(KeyValue(key="watching", value=value))
    assert len(str(error.value)) < 300
