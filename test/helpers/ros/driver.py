"""The other side of the feed-forward node: publishes joint states, receives commands and diagnostics."""

from __future__ import annotations

from typing import Any

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.msg import SetParametersResult
from rcl_interfaces.srv import SetParameters, SetParametersAtomically
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from trajectory_msgs.msg import JointTrajectory

Q = [0.3, -1.0, 1.5, 0.2, 0.5, -0.3]
NAMES = [f"joint{i}" for i in range(1, 7)]


class Driver:
    """Publishes joint states and receives commands and diagnostics."""

    def __init__(self, peer, states: bool = True, commands: str = "effort_controller/commands") -> None:
        self.peer = peer
        self.timer = None
        self.fields: dict[str, object] = {}
        self._atomic: dict[str, Any] = {}
        self.states = peer.node.create_publisher(JointState, "joint_states", 10)
        self.references = peer.node.create_publisher(JointTrajectory, "reference", 10)
        self.commands = peer.listen(Float64MultiArray, commands)
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
        assert peer.until(
            lambda: (self.states.get_subscription_count() or not states) and peer.node.count_publishers("/diagnostics")
        )

    def state(self, names=NAMES, position=Q, velocity=None) -> JointState:
        message = JointState(name=list(names), position=list(position))
        message.velocity = [0.0] * len(names) if velocity is None else list(velocity)
        message.header.stamp = self.peer.node.get_clock().now().to_msg()
        return message

    def answer(self, message: JointState, timeout: float = 5.0) -> np.ndarray | None:
        """The first command after a state, or None."""
        self.commands.clear()
        self.states.publish(message)
        self.peer.until(lambda: self.commands, timeout)
        return np.array(self.commands[0].data) if self.commands else None

    def answered(self, message: JointState) -> np.ndarray:
        """The first command after a state, which must come."""
        command = self.answer(message)
        assert command is not None
        return command

    def connect(self) -> np.ndarray:
        """Until commands come for states; the last command."""
        for _ in range(50):
            command = self.answer(self.state(), 0.2)
            if command is not None:
                return command
        raise AssertionError("no command came")

    def settle(self) -> np.ndarray:
        """Until the torque no longer changes; the last command."""
        self.connect()
        before = np.full(6, np.nan)
        for _ in range(500):
            self.peer.wait(0.003)
            command = self.answer(self.state())
            if command is not None and (command == before).all():
                return command
            before = np.full(6, np.nan) if command is None else command
        raise AssertionError("the torque does not settle")

    def stream(self, rate: float = 100.0, **fields: object) -> None:
        """Publish states steadily from now on, while the peer spins."""
        self.fields = fields
        if self.timer is None:
            self.timer = self.peer.node.create_timer(1.0 / rate, lambda: self.states.publish(self.state(**self.fields)))

    def stop(self) -> None:
        """No more steady states."""
        if self.timer is not None:
            self.peer.node.destroy_timer(self.timer)
            self.timer = None

    def set(self, node: str = "feedforward_node", **parameters: Any) -> list:
        """Set parameters of a node (``__`` for a dot); the results, one a parameter."""
        client = self.peer.node.create_client(SetParameters, f"{node}/set_parameters")
        assert self.peer.until(client.service_is_ready)
        request = SetParameters.Request(
            parameters=[
                Parameter(name.replace("__", "."), value=value).to_parameter_msg() for name, value in parameters.items()
            ]
        )
        future = client.call_async(request)
        assert self.peer.until(future.done)
        return future.result().results

    def set_together(self, node: str = "feedforward_node", **parameters: Any) -> SetParametersResult:
        """Set parameters of a node in one call, all or none; the result."""
        if node not in self._atomic:  # its discovery takes long
            self._atomic[node] = self.peer.node.create_client(
                SetParametersAtomically, f"{node}/set_parameters_atomically"
            )
        client = self._atomic[node]
        assert self.peer.until(client.service_is_ready)
        request = SetParametersAtomically.Request(
            parameters=[
                Parameter(name.replace("__", "."), value=value).to_parameter_msg() for name, value in parameters.items()
            ]
        )
        future = client.call_async(request)
        assert self.peer.until(future.done)
        return future.result().result

    def torque_becomes(self, expected: object, atol: float = 1e-9, timeout: float = 20.0) -> bool:
        """Whether the commands come to be as expected."""
        return self.peer.until(
            lambda: self.commands and np.abs(np.array(self.commands[-1].data) - expected).max() <= atol, timeout
        )

    def status(self) -> tuple[int, str, dict[str, str]]:
        """Level, message and values of the last diagnostic status."""
        status = self.diagnostics[-1].status[0]
        return int.from_bytes(status.level, "little"), status.message, {v.key: v.value for v in status.values}

    def reported(self) -> list[str]:
        """What diagnostics reported, without repetitions in a row: the reason of a failed assertion."""
        statuses = [message.status[0] for message in self.diagnostics]
        texts = [f"{status.name}: {status.message}" for status in statuses]
        return [words for before, words in zip(["", *texts], texts, strict=False) if words != before]

    def reported_error(self, words: str) -> bool:
        """Whether diagnostics reported `words` at level error; the watchdog may have reported something else since."""
        statuses = [message.status[0] for message in self.diagnostics]
        return any(words in status.message and status.level == b"\x02" for status in statuses)

    def rejected(self) -> int:
        """How many messages were refused, according to diagnostics."""
        return int(self.status()[2]["rejected"]) if self.diagnostics else 0
