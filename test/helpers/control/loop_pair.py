"""A Python loop and a core that get the same events, compared after each."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

import numpy as np

from .core_library import FAULTS, STATES, Core
from .python_core import PythonLoop

RELATIVE = 1e-12
"""Of the maximum torque; of an estimate beyond it, of itself."""


class LoopPair:
    """Both, and what they have made of their events so far.

    Args:
        python, core: with the same settings.
        most: (n,) N·m, torque of the motors.
        seen: counts results and states.
    """

    def __init__(self, python: PythonLoop, core: Core, most: Sequence[float], seen: Counter[str]) -> None:
        self.python, self.core, self.most, self.seen = python, core, most, seen
        self.history: deque[tuple[str, tuple[object, ...]]] = deque(maxlen=30)

    def both(self, name: str, *arguments: object) -> None:
        """One event to both, and what they made of it."""
        self.history.append((name, arguments))
        expected, found = getattr(self.python, name)(*arguments), getattr(self.core, name)(*arguments)
        python, core = expected, found
        if isinstance(expected, tuple):
            (python, torque), (core, other) = expected, found
            if torque is not None and other is not None:
                for one, two, most in zip(torque, other, self.most, strict=True):
                    assert abs(one - two) <= RELATIVE * most, self._story(torque, other)
        assert python == core, self._story(python, core)
        gate, status = self.python.loop.gate, self.core.status
        state = STATES[status.state]
        expected_status = (
            gate.state, gate.since, gate.latched, gate.done, gate.quiet, gate.waiting, gate.brake,
            self.python.loop._handover.pending, self.python.loop.settling, gate.leads, self._contact(),
            self.python.loop.mode.guided, self.python.loop.mode.released is not None,
            self.python.loop.mode.floating is not None,
        )  # fmt: skip
        status_found = (
            state, status.since, None if status.latched < 0 else FAULTS[status.latched], bool(status.done),
            bool(status.quiet), bool(status.waiting), bool(status.brake), bool(status.pending),
            bool(status.settling), bool(status.leads), (bool(status.touched), bool(status.effort)),
            bool(status.guided), bool(status.released), bool(status.floating),
        )  # fmt: skip
        assert expected_status == status_found, self._story(expected_status, status_found)
        self.seen[f"{name} {core}"] += 1
        self.seen[state.value] += 1
        if status.guided:
            self.seen["released" if status.released else f"guided_{state.value}"] += 1
        self.seen["floating"] += status.floating

    def _contact(self) -> tuple[bool, bool]:
        """Whether a contact lasts and efforts are usable; the estimates are compared on the way."""
        loop, contact = self.python.loop, self.python.loop.contacts.estimate
        if contact is None:
            return False, False
        for one, two in zip((contact.torque, contact.threshold, contact.band), self.core.external(), strict=True):
            with np.errstate(invalid="ignore"):
                same = (one == two) | (np.abs(one - two) <= RELATIVE * (np.array(self.most) + np.abs(one)))
            assert same.all(), self._story(one, two)
        self.seen["touched" if contact.touched else "untouched"] += 1
        return contact.touched, not loop.contacts.effort_lost

    def compare_counts(self) -> None:
        """What the gates have counted."""
        expected, found = dict(self.python.loop.gate.counts), self.core.status.counts()
        assert expected == found, self._story(expected, found)

    def _story(self, python: object, core: object) -> str:
        history = (f"{name}{arguments}" for name, arguments in self.history)
        return "\n".join(("Python and core differ after:", *history, f"Python: {python}", f"core: {core}"))
