"""The process of the page's node: its log, its address, bad input, and requests of other sites."""

from __future__ import annotations

import http.client
import re
import signal
import socket
from functools import partial

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.wire.topics import LATCHED

pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")
pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")

from helpers.arm.bad_descriptions import MESHES, UNREADABLE, with_mesh
from helpers.ros.visitor import READ, visit
from websockets.exceptions import InvalidStatus

pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")

pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")


def statuses(diagnostics: list, name: str = "view_node: page") -> list[tuple[int, str, dict[str, str]]]:
    """(level, message, values) of everything that was said under a name."""
    return [
        (int.from_bytes(status.level, "little"), status.message, {item.key: item.value for item in status.values})
        for message in diagnostics
        for status in message.status
        if status.name == name
    ]


def test_it_logs_its_address_survives_bad_input_and_stops_cleanly(start, peer, arm: Arm):
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics", 50)
    description = peer.node.create_publisher(String, "robot_description", LATCHED)
    states = peer.node.create_publisher(JointState, "joint_states", 10)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        wanted = taken.getsockname()[1]
        process = start("view_node", port=wanted)
        assert peer.until(lambda: statuses(diagnostics), 30.0)
        assert peer.until(lambda: any("no robot_description yet" in said for _, said, _ in statuses(diagnostics)))
    url = statuses(diagnostics)[-1][2]["url"]
    address = re.fullmatch(r"http://([\d.]+):(\d+)", url)
    assert address is not None
    host, port = address.groups()
    assert host == "127.0.0.1"
    assert int(port) > wanted
    assert f"the page is at {url} (port {wanted} is in use)" in start.output("view_node")
    connection = http.client.HTTPConnection(host, int(port), timeout=10)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200

    def reports(level: int, words: str) -> bool:
        def found() -> bool:
            return any((level, True) == (at, words in said) for at, said, _ in statuses(diagnostics))

        return peer.until(found, READ)

    description.publish(String(data="<robot"))
    assert reports(2, "robot_description: the robot description cannot be drawn")
    description.publish(String(data=urdf(arm)))
    assert reports(0, "no browser is connected")
    visitor = visit(url)
    assert reports(1, "no joint_states yet")
    diagnostics.clear()
    peer.until(lambda: states.get_subscription_count())
    position = np.zeros(6)

    def publish(names: tuple[str, ...], values: np.ndarray) -> None:
        states.publish(JointState(name=list(names), position=values.tolist()))
        peer.wait(0.02)

    def accepted() -> bool:
        publish(arm.joint_names, position)
        return any(at == 0 for at, _, _ in statuses(diagnostics))

    def refused(names: tuple[str, ...], values: np.ndarray, words: str) -> bool:
        publish(names, values)
        return any(at == 2 and words in said for at, said, _ in statuses(diagnostics))

    assert peer.until(accepted)
    states.publish(JointState(name=["gripper"], position=[0.1]))  # none of ours: passed over
    peer.wait(0.2)
    assert not any(at == 2 and "joint_states" in said for at, said, _ in statuses(diagnostics))
    for names, values, words in (
        (arm.joint_names[:5], position[:5], "joints joint6 are missing"),
        (arm.joint_names, np.full(6, np.nan), "is not finite"),
        (arm.joint_names, position[:3], "position has 3 entries"),
    ):
        assert peer.until(partial(refused, names, values, words)), words
    diagnostics.clear()
    assert peer.until(accepted)
    assert process.poll() is None

    process.send_signal(signal.SIGINT)  # with the visitor still there
    assert process.wait(10) == 0
    visitor.close()
    assert "Traceback" not in start.output("view_node")


def test_no_text_ends_it_and_a_good_description_is_drawn_afterwards(start, peer, arm: Arm):
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics", 50)
    description = peer.node.create_publisher(String, "robot_description", LATCHED)
    process = start("view_node", port=0)
    assert peer.until(lambda: statuses(diagnostics), 30.0)

    def refused() -> bool:
        found = statuses(diagnostics)
        return any(at == 2 and said.startswith("robot_description: ") for at, said, _ in found)

    for name in ("no link", "10 MB", "binary", "truncated", "billion laughs", "nested deeply", "NaN origin"):
        diagnostics.clear()
        description.publish(String(data=UNREADABLE[name]))
        assert peer.until(refused, READ), name
    diagnostics.clear()
    bad = b"\0\1\0\0\6\0\0\0<\xff\xfe\x80>\0"  # no UTF-8
    description.publish(bad)
    assert peer.until(refused, READ), "no UTF-8"
    diagnostics.clear()
    description.publish(String(data=with_mesh(MESHES[0])))
    assert peer.until(lambda: any("no browser" in said for _, said, _ in statuses(diagnostics)), 30.0)
    description.publish(String(data=urdf(arm)))
    visitor = visit(statuses(diagnostics)[-1][2]["url"])
    diagnostics.clear()
    assert peer.until(lambda: any("no joint_states yet" in said for _, said, _ in statuses(diagnostics)), 30.0)
    visitor.close()
    assert process.poll() is None


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"host": "192.0.2.1"}, "address of this machine"),
        ({"port": 70000}, "port"),
        ({"rate": 0.0}, "rate"),
        ({"allowed_hosts": "['http://robot']"}, "allowed_hosts"),
    ],
)
def test_it_refuses_what_it_cannot_do(start, parameters: dict, words: str):
    process = start("view_node", **parameters)
    assert process.wait(30) == 2
    assert "error: " in start.output("view_node")
    assert words in start.output("view_node")


def test_requests_of_other_sites_are_refused(start, peer):
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics", 50)
    start("view_node", port=0, allowed_hosts="['robot.example', 'localhost:9000']")
    assert peer.until(lambda: statuses(diagnostics), 30.0)
    url = statuses(diagnostics)[-1][2]["url"]
    address = url.removeprefix("http://")
    host, port = address.split(":")
    evil = {"Host": f"evil.example:{port}", "Origin": "http://evil.example"}

    def get(headers: dict[str, str]) -> int:
        connection = http.client.HTTPConnection(host, int(port), timeout=10)
        connection.request("GET", "/", headers=headers)
        return connection.getresponse().status

    for headers in ({}, {"Origin": url}, {"Host": f"robot.example:{port}"}, {"Host": "localhost:9000"}):
        assert get(headers) == 200, headers
    for headers in (evil, {"Host": evil["Host"]}, {"Origin": evil["Origin"]}, {"Host": "localhost:9001"}):
        assert get(headers) == 403, headers
    with pytest.raises(InvalidStatus, match="403"):
        visit(url, origin="http://evil.example")
    visit(url, origin=url).close()
    visit(url).close()
