"""Commands of a torque loop: which command acts, who sent it, and whether this process may send the next one.

`TorqueLoop` computes the torque.
"""

from __future__ import annotations

from ..arrays import FloatArray, read_only
from .gate.acting_command import ZeroAgain
from .gate.command_handover import CommandHandover
from .gate.gate_state import GateOutput
from .gate.left_torque import LeftState, LeftTorque, Reports
from .gate.supervision import Supervision
from .gate.torque_gate import TorqueGate


class LoopCommands:
    """Tracks the commands of this process and of other processes on the topic.

    Args:
        gate: gate of this process.
        supervision: state of the guard, of other publishers of commands and of the controller; no guard by default.
    """

    def __init__(self, gate: TorqueGate, supervision: Supervision | None) -> None:
        self.gate = gate
        self.supervision = Supervision(gate.settings.timing) if supervision is None else supervision
        self._handover = CommandHandover(gate, self.supervision)
        self._zero = ZeroAgain(gate.settings.timing)

    @property
    def ended(self) -> float:
        """Steady time at which the gate entered its present state, s."""
        return self.gate.since

    @property
    def own_sent(self) -> float:
        """System clock at which this process sent its last command, s; 0 for none."""
        return self._handover.own_sent

    def obstacle(self, now: float) -> str | None:
        """Return the reason not to begin torque.

        Args:
            now: steady time, s.

        Returns:
            A sentence; `None` if torque may begin.
        """
        if self._handover.pending:
            return (
                "an earlier torque may still have to be ended, by another node or by this one; wait until it has ended"
            )
        return self.supervision.obstacle(now)

    @property
    def left(self) -> LeftTorque:
        """Torque that the hardware may still hold since its controller ended."""
        return self._handover.left

    def left_in_doubt(self, reports: Reports) -> str | None:
        """Decide from the hardware's reports with which torque the next activation begins.

        If the left torque still acts, the activation brings it to zero first; otherwise the torque begins from zero.

        Args:
            reports: present reports of the hardware.

        Returns:
            A sentence why it is unknown whether the left torque acts; `None` if it is known or no torque was left.
        """
        verdict, doubt = self.left.judge_reports(reports)
        if self.left.torque is not None and verdict is LeftState.GONE:
            self._handover.nothing_left()
        return doubt or None

    def stood_still(self, now: float) -> None:
        """Note that this process stood still: earlier messages do not show which command acts now.

        Args:
            now: steady time, s.
        """
        self._handover.stood_still(now)

    def left_to_others(self, now: float) -> bool:
        """Return whether another process commands, or ends the torque that this loop has yielded.

        Args:
            now: steady time, s.

        Returns:
            Whether another process does so; also False if nothing was yielded.
        """
        return self._handover.left_to_others(now)

    def commanded(
        self, now: float, torque: FloatArray, by_guard: bool, sent: float | None = None, fresh: bool = True
    ) -> None:
        """Note a command that another node sent.

        Args:
            now: steady time of its arrival, s.
            torque: (n,) N·m.
            by_guard: whether the guard sent it.
            sent: system clock when it was sent, s; `now` by default.
            fresh: whether it was sent a moment ago; an older command only shows that another node has commanded.
        """
        self._handover.received(now, now if sent is None else sent, torque, by_guard, fresh)

    def sent(self, began: float, done: float, output: GateOutput, clock: float | None = None) -> None:
        """Note that an output was sent.

        A stall is measured from `began`, because this process may have been stopped while it sent.

        Args:
            began: steady time before it was sent, s.
            done: steady time after it was sent, s.
            output: the output.
            clock: system clock when it was sent, s; `began` by default.
        """
        self._handover.sent(began, done, began if clock is None else clock, output)

    def may_send(self, now: float) -> bool:
        """Return whether a command may still be sent; call this directly before sending it.

        Args:
            now: steady time, s.

        Returns:
            False if this process stood still since its last command.
        """
        return self._handover.may_send(now)

    def give_up(self, now: float) -> None:
        """Stop waiting for the guard after a pause, and send zero although the acting torque is unknown.

        Args:
            now: steady time, s.
        """
        self._handover.give_up(now)

    def arrived(self, now: float) -> None:
        """Note that a joint state arrived, used or not.

        Args:
            now: steady time, s.
        """
        self._zero.note_state(now)

    def zero_again(self, now: float) -> GateOutput | None:
        """Return the zero torque that a closed gate sends again after joint states have returned.

        Args:
            now: steady time, s.

        Returns:
            The output to publish, or `None` if there is nothing to publish.
        """
        if self._handover.gave_up:
            self._handover.gave_up = False
            self._zero.repeat(now)
        if not (self._zero.due(now) and self.gate.quiet and self.gate.done and self._handover.ended):
            return None
        return GateOutput(read_only(0.0 * self.gate.settings.maximum_torque), self.gate.state)
