"""Models with a payload, made away from the executor since that may take longer than a state may be old; a guard's."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

import numpy as np
from geometry_msgs.msg import InertiaStamped

from ...control.gate.guard_setup import GuardSetup
from ...errors import StateError
from ...models.interface import DynamicModel
from ...models.load import load_model
from .messages import read_payload

T = TypeVar("T")

GUARD_MODEL = "newton_euler"
"""Model of the gravity load that a guard holds: of any arm, and independent of the node's generated code."""


class Worker(Generic[T]):
    """Runs one job after another in a thread; of several that wait, the newest alone counts."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1)
        self._pending: Future[T] | None = None

    def start(self, job: Callable[[], T]) -> None:
        """Run `job`; one that waits is dropped, and the result of one that runs is not used."""
        self.drop()
        self._pending = self._pool.submit(job)

    @property
    def busy(self) -> bool:
        """Return whether a job waits or runs, or its result was not taken yet."""
        return self._pending is not None

    def take(self) -> T | None:
        """Return the result of the newest job once it is there, else None.

        Raises:
            Exception: what the job raised.
        """
        pending = self._pending
        if pending is None or not pending.done():
            return None
        self._pending = None
        return pending.result()

    def drop(self) -> None:
        """Forget the job that runs or waits: its result is not used."""
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None

    def close(self) -> None:
        """Wait for nothing."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def gravity_model(setup: GuardSetup, message: InertiaStamped | None) -> DynamicModel:
    """Return the model of the gravity load that a guard holds, tried once: it must not fail in a take-over.

    Raises:
        Exception: numbers or shapes that no arm has.
    """
    payload = None if message is None else read_payload(message, setup.arm)
    model = load_model(GUARD_MODEL, setup.arm, payload)
    if not np.isfinite(model.gravity(np.zeros(setup.arm.n))).all():
        raise StateError("the gravity load is not finite")
    return model
