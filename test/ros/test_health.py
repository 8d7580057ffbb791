"""Diagnostics: at every change, with figures, one log line a change of level."""

from __future__ import annotations

from diagnostic_msgs.msg import DiagnosticArray

from puma560_dynamics.nodes.health import ERROR, HOLD, OK, WARN, Health


def test_changes_are_published_at_once_and_repeats_are_not(peer):
    heard = peer.listen(DiagnosticArray, "/diagnostics", 50)
    health = Health(peer.node, "torque", lambda: {"samples": 7})
    assert peer.until(lambda: peer.node.count_publishers("/diagnostics") and heard, 5.0)
    heard.clear()
    for level, message in ((OK, "fine"), (OK, "fine"), (WARN, "limit"), (ERROR, "worse"), (OK, "hidden")):
        health.set(level, message)
    health.reject("bad message")
    peer.wait(0.3)
    said = [(int.from_bytes(m.status[0].level, "little"), m.status[0].message) for m in heard]
    assert said[:4] == [(OK, "fine"), (WARN, "limit"), (ERROR, "worse"), (ERROR, "bad message")]
    status = heard[3].status[0]
    assert status.name == "test_peer: torque"
    peer.wait(HOLD)
    health.set(OK, "fine again")
    assert peer.until(lambda: heard[-1].status[0].message == "fine again", 5.0)
    assert {v.key: v.value for v in status.values} == {"rejected": "1", "samples": "7"}
