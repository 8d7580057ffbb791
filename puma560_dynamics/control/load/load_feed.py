"""Decide when an estimated load is given to the model as its payload, and why not.

The node that controls the torque applies a new payload without a step: it fades the torque by its gate's rates. Here
the estimate has to be shown by the motion, steady, within the limits of the arm, and not overridden by hand.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from ...arm import Arm
from ...errors import StateError
from ...models.payload.payload import Payload, carried_together, placed_payload
from ...models.payload.payload_model import check_holdable
from .load_estimate import LoadEstimate
from .load_limits import check_load

PERIOD = 1.0
"""Shortest time between two payloads, s."""

STEADY = 0.5
"""Time for which an estimate must agree with itself before it is used, s."""

WIDTHS = 3.0
"""Largest change of a mass in this time, in standard errors."""

NEWS = 0.02
"""Change of mass, as a fraction, and of first moments relative to mass times 0.1 m, that is worth another payload."""

_SAME = 1e-6
"""Relative difference of masses and centers up to which two payloads are the same after their way over messages."""


class LoadFeed:
    """Decides on payloads for one node that controls the torque.

    Args:
        arm: the arm.
        limit: largest mass of a load, kg.

    Attributes:
        base: payload that was set by hand, which the model always has.
        by_hand: whether a payload was set by hand while a load is carried: it wins until the next release or grip.
        reason: why the present estimate is not used, a sentence; empty if it is.
    """

    def __init__(self, arm: Arm, limit: float) -> None:
        self._arm, self._limit = arm, limit
        self.base, self.by_hand, self.reason = Payload(), False, ""
        self._asked: Payload | None = None
        self._sent = -np.inf
        self._recent: deque[tuple[float, float, float]] = deque()

    def begin(self) -> None:
        """Forget the last load: something else is gripped, or nothing."""
        self.by_hand, self.reason = False, ""
        self._recent.clear()

    def in_use(self, payload: Payload, carried: bool) -> bool:
        """Note the payload that the model has now; return whether it was set by hand.

        Args:
            payload: payload in the frame of its link.
            carried: whether a load is carried.
        """
        placed = placed_payload(self._arm, payload)
        own = self._asked if self._asked is not None else self.base
        if _same(placed, placed_payload(self._arm, own)):
            return False
        self.base, self._asked, self.by_hand = placed, None, carried
        return True

    @property
    def fed(self) -> bool:
        """Whether the model has a load that was given to it here."""
        return self._asked is not None

    def wanted(self, now: float, estimate: LoadEstimate | None, carried: bool) -> Payload | None:
        """Return the payload that the model should have from now on, in its last frame; `None` for no change.

        Args:
            now: steady time, s.
            estimate: the load; `None` without one.
            carried: whether a load is carried. Without one, the payload becomes `base` again.
        """
        if self.by_hand:
            self.reason = "a payload was set by hand; it is used until the next grip or release"
            return None
        if not carried:
            self.reason = ""
            self._recent.clear()
            return self.base if self._asked is not None and now - self._sent >= PERIOD else None
        if estimate is None:
            self.reason = "nothing is lifted yet"
            return None
        self.reason = self._refusal(now, estimate)
        if self.reason:
            return None
        load = carried_together(self._arm, self.base, estimate.payload())
        if now - self._sent < PERIOD or (self._asked is not None and not self._news(load, estimate)):
            return None
        return load

    def sent(self, now: float, payload: Payload) -> None:
        """Note that the node was asked to use a payload.

        Args:
            now: steady time, s.
            payload: the payload that `wanted` returned.
        """
        self._sent = now
        self._asked = None if payload is self.base else payload

    def refused(self, before: Payload | None) -> None:
        """Note that the node refused the last payload, so that it still has the one `before`."""
        self._asked = before

    @property
    def asked(self) -> Payload | None:
        """The payload that the node was asked to use; `None` for `base`."""
        return self._asked

    def _refusal(self, now: float, estimate: LoadEstimate) -> str:
        if estimate.hidden:
            return f"not observable yet: {', '.join(estimate.hidden)}"
        self._recent.append((now, estimate.mass, estimate.mass_error))
        while now - self._recent[0][0] > 2.0 * STEADY:
            self._recent.popleft()
        then = self._recent[0]
        changed = max(abs(estimate.mass - mass) / max(error, 1e-9) for _, mass, error in self._recent)
        if now - then[0] < STEADY or changed > WIDTHS:
            return "the estimate is not steady yet"
        try:
            load = estimate.payload()
            check_load(load, self._limit)
            check_holdable(self._arm, carried_together(self._arm, self.base, load))
        except StateError as error:
            return str(error)
        return ""

    def _news(self, load: Payload, estimate: LoadEstimate) -> bool:
        assert self._asked is not None
        least = max(NEWS * load.mass, estimate.mass_error)
        moments = np.abs(load.mass * load.center_of_mass - self._asked.mass * self._asked.center_of_mass)
        return abs(load.mass - self._asked.mass) > least or bool((moments > 0.1 * max(least, 0.1 * load.mass)).any())


def _same(first: Payload, second: Payload) -> bool:
    if first.mass == 0.0 or second.mass == 0.0:
        return first.mass == second.mass
    size = max(first.mass, second.mass)
    return abs(first.mass - second.mass) < _SAME * size and bool(
        np.allclose(first.center_of_mass, second.center_of_mass, rtol=0.0, atol=_SAME)
    )
