"""The nodes under SROS2 with the policies of this package, where sros2 is installed and DDS has its security."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from helpers.ros.policy import OTHERS, POLICY
from std_msgs.msg import Float64MultiArray

pytest.importorskip("sros2", reason="needs sros2, which is not on PyPI; this runs on a ROS machine")

COMMANDS = "effort_controller/commands"

COMMANDER = f"""
import sys, rclpy
from std_msgs.msg import Float64MultiArray
rclpy.init(args=sys.argv)
node = rclpy.create_node(sys.argv[1])
print("joined", flush=True)
node.create_publisher(Float64MultiArray, "{COMMANDS}", 10)
print("may command", flush=True)
"""

KEYSTORE = """
import pathlib, sys
from sros2.api._artifact_generation import generate_artifacts
generate_artifacts(pathlib.Path(sys.argv[1]), [], [pathlib.Path(name) for name in sys.argv[2:]])
"""


@pytest.fixture
def secured(domain: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of both policies for the domain, and security switched on for all processes from here on."""
    monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))  # permissions are made for it
    keystore = tmp_path / "keystore"
    made = subprocess.run(
        [sys.executable, "-c", KEYSTORE, str(keystore), str(POLICY), str(OTHERS)], capture_output=True, text=True
    )
    assert (keystore / "enclaves" / "permissions.p7s").exists(), made.stdout + made.stderr
    monkeypatch.setenv("ROS_SECURITY_KEYSTORE", str(keystore))
    monkeypatch.setenv("ROS_SECURITY_STRATEGY", "Enforce")
    monkeypatch.setenv("ROS_SECURITY_ENABLE", "true")
    said = commander("/puma560/feedforward_node")
    if "security libraries" in said:
        pytest.skip("DDS is built without security, as in the wheels from PyPI")
    assert "may command" in said, said


def commander(enclave: str) -> str:
    """What a program says that tries to command with the keys of an enclave, and under the name of its node."""
    name = enclave.split("/")[-1] or "others"
    command = [sys.executable, "-c", COMMANDER, name, "--ros-args", "--enclave", enclave]
    tried = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return tried.stdout + tried.stderr


@pytest.mark.usefixtures("secured")
@pytest.mark.parametrize("enclave", ["/puma560/marker_node", "/puma560/plant_node", "/"])
def test_no_other_enclave_may_command(enclave: str):
    said = commander(enclave)
    assert "joined" in said, said
    assert "may command" not in said


@pytest.mark.usefixtures("secured")
def test_torque_reaches_only_those_with_keys(start, domain: int, peer, monkeypatch: pytest.MonkeyPatch):
    """`peer` has the keys of ``/``; `outside` has none."""
    torque = ("-p", "autostart:=true", "-p", "fade_in_time:=0.0", "-p", "guard:=none", "-p", "brakes:=supported")
    for name, *flags in (("plant_node",), ("feedforward_node", *torque)):
        command = [sys.executable, "-m", f"puma560_dynamics.nodes.{name}", "--ros-args", *flags]
        start.processes.start(name, [*command, "--enclave", f"/puma560/{name}"], {"ROS_DOMAIN_ID": str(domain)})
    monkeypatch.setenv("ROS_SECURITY_ENABLE", "false")
    outside = type(peer)(domain)
    try:
        commands = peer.listen(Float64MultiArray, COMMANDS)
        diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
        overheard = outside.listen(Float64MultiArray, COMMANDS)
        foreign = outside.node.create_publisher(Float64MultiArray, COMMANDS, 10)
        assert peer.until(lambda: len(commands) > 100, 60.0), start.output("feedforward_node")
        assert peer.until(
            lambda: any("commands arrive" in status.message for said in diagnostics for status in said.status)
        )
        before = len(commands)
        for _ in range(20):
            foreign.publish(Float64MultiArray(data=[1.0] * 6))  # without a name in its layout
            outside.wait(0.05)
        assert peer.until(lambda: len(commands) > before + 100, 60.0)
        assert len(overheard) == 20  # its own
        assert foreign.get_subscription_count() == 1
        assert outside.node.get_node_names() == ["test_peer"]
        assert {message.layout.dim[0].label.partition("/")[0] for message in commands} == {"feedforward_node"}
    finally:
        outside.close()
