"""Bytes that are no message, on every topic and service of every node: no process ends, no torque steps or stays.

Forged messages that are well formed are another matter: docs/security.md lists what each can do.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from helpers.ros.damage import damaged, type_of
from helpers.ros.faults import RATE, Bench
from helpers.ros.raw_writer import RawWriter
from rcl_interfaces.srv import GetParameters

BURST = 3000
TORQUE = ("feedforward_node", "command_guard_node")
GATE: dict[str, Any] = {"state_timeout": 0.5, "fade_in_time": 0.1, "hold_time": 0.3, "fade_out_time": 0.2}
OTHERS: dict[str, dict[str, Any]] = {
    "trajectory_feedforward_node": {},
    "marker_node": {},
    "validator_node": {},
    "observer_node": {"model": "newton_euler"},
    "payload_node": {"model": "newton_euler"},
    "plant_node": {"servo": "pd"},
    "reference_node": {},
    "view_node": {"port": 0},
}
CHANGES = ("change_state", "reset", "set_parameters", "start")
"""What the names of services end with whose damaged requests may be well-formed ones: any byte is one of `reset`."""


class Readers:
    """Writers for all that a node reads."""

    def __init__(self, peer, name: str) -> None:
        self._peer, self._name = peer, name
        assert peer.until(lambda: name in peer.node.get_node_names(), 60.0)
        assert peer.until(lambda: len(self.services()) >= 6, 60.0)
        peer.wait(0.5)

    def services(self) -> dict[str, str]:
        """Its services, and the type of each."""
        found = self._peer.node.get_service_names_and_types_by_node(self._name, "/")
        return {name: types[0] for name, types in found}

    def writers(self) -> Iterator[tuple[str, Any, RawWriter]]:
        """Name, type and a writer of each topic and each service, one after another."""
        node = self._peer.node
        topics = {name: types[0] for name, types in node.get_subscriber_names_and_types_by_node(self._name, "/")}
        for name, typename in [*topics.items(), *self.services().items()]:
            service = "/srv/" in typename
            kind = type_of(typename).Request if service else type_of(typename)
            writer = RawWriter(node, kind, f"rq{name}Request" if service else f"rt{name}", not service)
            try:
                if self._peer.until(lambda writer=writer: writer.readers, 5.0):
                    yield name, kind, writer
            finally:
                writer.close()


def answers(peer, name: str) -> bool:
    """Whether a node still answers requests."""
    client = peer.node.create_client(GetParameters, f"/{name}/get_parameters")
    try:
        if not peer.until(client.service_is_ready, 20.0):
            return False
        future = client.call_async(GetParameters.Request(names=["use_sim_time"]))
        return bool(peer.until(future.done, 30.0))
    finally:
        peer.node.destroy_client(client)


@pytest.mark.parametrize("name", TORQUE)
def test_malformed_bytes_neither_step_nor_hold_the_torque(name: str, start, peer):
    """Publishers beyond the usual are admitted here: their number is a fault that would hide what the bytes do."""
    chance = random.Random(name)
    children = {
        "command_guard_node": start("command_guard_node"),
        "feedforward_node": start(
            "feedforward_node", autostart=True, guard="command_guard_node", rival_policy="warn", state_publishers=0,
            **GATE,
        ),
    }  # fmt: skip
    bench = Bench(peer)
    acts = lambda: len(bench.received) > 50 and np.abs(bench.received[-1][1]).max() > 5.0  # noqa: E731
    assert peer.until(acts, 30.0), start.output("feedforward_node")
    seen = set()
    for topic, kind, writer in Readers(peer, name).writers():
        if topic.endswith(CHANGES):
            continue  # below
        seen.add(topic)
        cases = list(damaged(kind, chance))
        for data in cases:
            writer.write(data)
        peer.wait(0.05)
        for data in itertools.islice(itertools.cycle(cases), BURST):
            writer.write(data)
        peer.wait(0.2)
        assert all(child.poll() is None for child in children.values()), (topic, start.output(name))
    assert {"/effort_controller/commands", "/joint_states"} <= seen
    assert not bench.wire.breaches(RATE, RATE)
    assert answers(peer, name)
    # A torque that acts still, or acts again after a reset, ends when the states do.
    bench.spoil = lambda message: []
    assert peer.until(bench.ended, 10.0), start.output("feedforward_node")
    assert not bench.wire.breaches(RATE, RATE)
    for child in children.values():
        child.send_signal(signal.SIGTERM)
    assert peer.until(lambda: all(child.poll() == 0 for child in children.values()), 20.0)


@pytest.mark.parametrize("name", [*TORQUE, *OTHERS])
def test_malformed_bytes_end_no_node(name: str, start, peer):
    for module in {"validator_node": ("pinocchio",), "plant_node": ("mujoco",), "view_node": ("viser",)}.get(name, ()):
        pytest.importorskip(module)
    chance = random.Random(name)
    child = start(name, **OTHERS.get(name, {}))
    count = 0
    for topic, kind, writer in Readers(peer, name).writers():
        cases = list(damaged(kind, chance))
        for data in itertools.chain(cases, itertools.islice(itertools.cycle(cases), BURST)):
            writer.write(data)
        peer.wait(0.1)
        count += 1
        assert child.poll() is None, (topic, start.output(name))
    assert count >= 6
    assert answers(peer, name), start.output(name)
    child.send_signal(signal.SIGINT)
    assert peer.until(lambda: child.poll() is not None, 20.0)
    assert child.returncode == 0, start.output(name)


def test_a_single_damaged_command_and_a_burst_of_them(start, peer):
    """As it was reported: 100 messages of 20 bytes within 10 ms, by another participant, as torque acts."""
    children = [start("command_guard_node")]
    children.append(start("feedforward_node", autostart=True, guard="command_guard_node", **GATE))
    bench = Bench(peer)
    assert bench.driven()
    writer = RawWriter(peer.node, type_of("std_msgs/msg/Float64MultiArray"), "rt/effort_controller/commands")
    assert peer.until(lambda: writer.readers >= 2)
    for count in (1, 100, BURST):
        for _ in range(count):
            writer.write(b"\x00\x01\x00\x00" + os.urandom(16))
        peer.wait(0.5)
    assert [child.poll() for child in children] == [None, None]
    assert peer.until(bench.ended, 15.0)  # a second publisher of commands closes the gate
    assert not bench.wire.breaches(RATE, RATE)
    writer.close()
