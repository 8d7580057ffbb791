"""Make models with a payload in a thread, because that may take longer than `state_timeout`; the guard's model."""

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
"""Kind of the guard's gravity model: it works for any arm, and is independent of the node's generated code."""


class Worker(Generic[T]):
    """Runs jobs one after another in a thread; of several waiting jobs only the newest runs."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1)
        self._pending: Future[T] | None = None

    def start(self, job: Callable[[], T]) -> None:
        """Run `job`; drop a waiting job, and ignore the result of a running one."""
        self.drop()
        self._pending = self._pool.submit(job)

    @property
    def busy(self) -> bool:
        """Return whether a job waits or runs, or its result has not been read yet."""
        return self._pending is not None

    def take(self) -> T | None:
        """Return the result of the newest job once it is ready, else None.

        Raises:
            Exception: the exception of the job.
        """
        pending = self._pending
        if pending is None or not pending.done():
            return None
        self._pending = None
        return pending.result()

    def drop(self) -> None:
        """Forget the running or waiting job; its result is not used."""
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None

    def close(self) -> None:
        """Stop the thread without waiting for a job."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def gravity_model(setup: GuardSetup, message: InertiaStamped | None) -> DynamicModel:
    """Return the guard's model of the gravity load, evaluated once, because it must not fail in a take-over.

    Raises:
        Exception: numbers or shapes that are invalid for an arm.
    """
    payload = None if message is None else read_payload(message, setup.arm)
    model = load_model(GUARD_MODEL, setup.arm, payload)
    if not np.isfinite(model.gravity(np.zeros(setup.arm.n))).all():
        raise StateError("the gravity load is not finite")
    return model
