"""Transitions of lifecycle nodes, by their numbers in messages."""

from __future__ import annotations

from typing import Final

from lifecycle_msgs.msg import Transition

CONFIGURE: Final = int(Transition.TRANSITION_CONFIGURE)
ACTIVATE: Final = int(Transition.TRANSITION_ACTIVATE)
