"""Parameters carry description, range and read-only flag."""

from __future__ import annotations

import time

import pytest
from rclpy.exceptions import ParameterException
from rclpy.parameter import Parameter

from puma560_dynamics.control.parameter_spec import ParameterSpec as Spec
from puma560_dynamics.nodes.wire.parameters import declare, unknown


def test_descriptors(peer):
    declare(
        peer.node,
        [Spec("rate", 5.0, "rate, Hz", minimum=1.0, maximum=9.0), Spec("name", "x", "a name")],
    )
    descriptor = peer.node.describe_parameter("rate")
    assert descriptor.description == "rate, Hz"
    assert descriptor.read_only
    assert (descriptor.floating_point_range[0].from_value, descriptor.floating_point_range[0].to_value) == (1.0, 9.0)
    assert not peer.node.describe_parameter("name").floating_point_range


def test_ranges_and_read_only_flags_hold(peer):
    declare(
        peer.node,
        [Spec("gain", 5.0, "a gain", read_only=False, minimum=1.0), Spec("fixed", 1.0, "fixed")],
    )
    (result,) = peer.node.set_parameters([Parameter("gain", value=0.5)])
    assert not result.successful
    (result,) = peer.node.set_parameters([Parameter("gain", value=6.0)])
    assert result.successful
    (result,) = peer.node.set_parameters([Parameter("fixed", value=2.0)])
    assert not result.successful
    with pytest.raises(ParameterException):
        declare(peer.node, [Spec("gain", 1.0, "twice")])


def test_unknown_parameter_names_are_reported(start):
    """A misspelt limit would else be no limit."""
    given = ["arm", "torque_limit_scal", "use_sim_time", "qos_overrides./x.publisher.depth"]
    assert unknown(given, {"arm", "torque_limit_scale"}) == ["torque_limit_scal"]
    start("reference_node", duraton=3.0, use_sim_time=False)
    deadline = time.monotonic() + 20.0
    while "misspelt" not in start.output("reference_node") and time.monotonic() < deadline:
        time.sleep(0.1)
    assert "parameters duraton are given" in start.output("reference_node")


def test_half_a_range_of_a_double_and_a_whole_one_of_an_integer_hold(peer):
    declare(
        peer.node,
        [
            Spec("low", 5.0, "a number", read_only=False, minimum=1.0),
            Spec("high", 5.0, "a number", read_only=False, maximum=9.0),
            Spec("count", 5, "a count", read_only=False, minimum=1, maximum=9),
        ],
    )
    for name, value, allowed in (
        ("low", 0.9, False), ("low", 1e300, True), ("high", 9.1, False), ("high", -1e300, True),
        ("count", 0, False), ("count", 10, False), ("count", 9, True),
    ):  # fmt: skip
        (result,) = peer.node.set_parameters([Parameter(name, value=value)])
        assert result.successful == allowed, (name, value)
