"""A lifecycle manager of the feed-forward node."""

from __future__ import annotations

from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetState


class Life:
    """A lifecycle manager."""

    def __init__(self, peer) -> None:
        self.peer = peer
        self._change = peer.node.create_client(ChangeState, "feedforward_node/change_state")
        self._get = peer.node.create_client(GetState, "feedforward_node/get_state")
        assert peer.until(lambda: self._change.service_is_ready() and self._get.service_is_ready())

    def change(self, transition: int) -> bool:
        """Ask for a transition."""
        future = self._change.call_async(ChangeState.Request(transition=Transition(id=transition)))
        assert self.peer.until(future.done)
        return future.result().success

    @property
    def state(self) -> str:
        """Present state."""
        future = self._get.call_async(GetState.Request())
        assert self.peer.until(future.done)
        return future.result().current_state.label
