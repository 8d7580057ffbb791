"""Diagnostics: at every change, with figures, one log line a change of level."""

from __future__ import annotations

import time

from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.msg import Log
from rclpy.node import Node

from puma560_dynamics.nodes.wire import diagnostics as module
from puma560_dynamics.nodes.wire.diagnostics import ERROR, HOLD_S, MAX_TEXT, MIN_PERIOD_S, OK, WARN, Diagnostics


def test_changes_are_published_at_once_and_repeats_are_not(peer):
    heard = peer.listen(DiagnosticArray, "/diagnostics", 50)
    diagnostics = Diagnostics(peer.node, "torque", lambda: {"samples": 7})
    assert peer.until(lambda: peer.node.count_publishers("/diagnostics") and heard)
    heard.clear()
    for level, message in ((OK, "fine"), (OK, "fine"), (WARN, "limit"), (ERROR, "worse"), (OK, "hidden")):
        diagnostics.set(level, message)
    diagnostics.reject("bad message")
    peer.wait(0.3)
    said = [(int.from_bytes(m.status[0].level, "little"), m.status[0].message) for m in heard]
    assert said[:4] == [(OK, "fine"), (WARN, "limit"), (ERROR, "worse"), (ERROR, "bad message")]
    status = heard[3].status[0]
    assert (status.name, status.hardware_id) == ("test_peer: torque", "puma560")
    peer.wait(HOLD_S)
    diagnostics.set(OK, "fine again")
    assert peer.until(lambda: heard[-1].status[0].message == "fine again")
    assert {v.key: v.value for v in status.values} == {"rejected": "1", "samples": "7"}


def test_the_hardware_is_that_of_the_namespace(peer):
    heard = peer.listen(DiagnosticArray, "/diagnostics", 50)
    node = Node("plant_node", namespace="/robot/left_arm", context=peer.context)
    Diagnostics(node, "commands", dict).set(OK, "commands arrive")
    assert peer.until(lambda: heard)
    assert heard[-1].status[0].hardware_id == "robot/left_arm"
    node.destroy_node()


def test_long_texts_are_shortened(peer):
    heard = peer.listen(DiagnosticArray, "/diagnostics", 50)
    diagnostics = Diagnostics(peer.node, "torque", lambda: {"remark": "r" * 100_000})
    diagnostics.reject("m" * 100_000)
    assert peer.until(lambda: heard and heard[-1].status[0].level == bytes([ERROR]))
    status = heard[-1].status[0]
    assert status.message == "m" * (MAX_TEXT - 1) + "…"
    assert max(len(item.value) for item in status.values) == MAX_TEXT


def test_what_differs_in_every_sample_does_not_flood(peer):
    heard = peer.listen(DiagnosticArray, "/diagnostics", 1000)
    diagnostics = Diagnostics(peer.node, "torque", dict)
    assert peer.until(lambda: heard)
    heard.clear()
    began = time.monotonic()
    count = 0
    while time.monotonic() - began < 1.0:
        for _ in range(20):
            count += 1
            diagnostics.set(WARN, f"sample {count} is late", hold=True)
            diagnostics.set(OK, "fine")
        peer.wait(0.002)
    took = time.monotonic() - began
    assert len(heard) < 0.2 * count
    assert 3 < len(heard) < 2.0 * took / MIN_PERIOD_S + 3.0
    assert all(message.status[0].level == b"\x01" for message in heard)


def test_a_change_of_state_is_published_at_once(peer):
    heard = peer.listen(DiagnosticArray, "/diagnostics", 1000)
    diagnostics = Diagnostics(peer.node, "torque", dict)
    assert peer.until(lambda: heard)
    heard.clear()
    for state in ("holding", "fading_out", "closed"):
        diagnostics.set(ERROR, f"{state}: no joint state", state=state)
    peer.until(lambda: len(heard) >= 3, 2.0)
    assert [message.status[0].message.partition(":")[0] for message in heard[:3]] == ["holding", "fading_out", "closed"]


def test_the_first_status_is_logged(peer):
    logged = peer.listen(Log, "/rosout", 100)
    diagnostics = Diagnostics(peer.node, "torque", dict)
    assert peer.until(lambda: peer.node.count_publishers("/rosout"))
    diagnostics.set(WARN, "not configured")
    diagnostics.set(WARN, "not configured, in other words")
    assert peer.until(lambda: [entry.msg for entry in logged])
    peer.wait(0.2)
    assert [entry.msg for entry in logged if "configured" in entry.msg] == ["not configured"]


def test_what_an_error_hides_is_published_after_it(peer):
    """A node that was deactivated on a fault says nothing more: the error must not stand for ever."""
    heard = peer.listen(DiagnosticArray, "/diagnostics", 1000)
    diagnostics = Diagnostics(peer.node, "torque", dict)
    assert peer.until(lambda: heard)
    diagnostics.set(ERROR, "holding: no joint state", state="holding")
    diagnostics.set(WARN, "configured, not active")
    assert peer.until(lambda: heard[-1].status[0].level == b"\x02")
    assert peer.until(lambda: heard[-1].status[0].message == "configured, not active", HOLD_S + 5.0)
    assert heard[-1].status[0].level == b"\x01"


def test_an_error_that_lasts_is_logged_again_and_a_warning_is_not(peer, monkeypatch):
    monkeypatch.setattr(module, "LOG_PERIOD_S", 0.3)
    logged = peer.listen(Log, "/rosout", 100)
    diagnostics = Diagnostics(peer.node, "torque", dict)
    assert peer.until(lambda: peer.node.count_publishers("/rosout"))
    diagnostics.set(WARN, "no reference")
    peer.wait(1.0)
    diagnostics.set(ERROR, "closed: no joint state")
    assert peer.until(lambda: [entry.msg for entry in logged].count("closed: no joint state") >= 3)
    assert [entry.msg for entry in logged].count("no reference") == 1
