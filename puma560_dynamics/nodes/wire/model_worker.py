"""Computes a model away from the executor: a payload may take longer than a joint state may be old."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

T = TypeVar("T")


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
        """Whether a job waits or runs, or its result was not taken yet."""
        return self._pending is not None

    def take(self) -> T | None:
        """The result of the newest job once it is there, else None.

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
