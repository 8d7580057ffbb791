"""Whether a result can still be expected of a cluster: a run without any worker ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 120.0
"""Seconds without any worker, or without an answer of the scheduler, after which a run ends.

A worker that dies is started again within seconds, on a busy machine within a minute.
"""

ANSWER = 10.0
"""Seconds in which the scheduler says which workers it has."""

NEXT = "look why, and call the command again: only what is missing is analysed"


class Liveness:
    """For how long a cluster has had no worker.

    Args:
        client: of Dask.
        patience: seconds without any worker, or without an answer of the scheduler, that are accepted.
        clock: gives seconds.
    """

    def __init__(self, client: Any, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._patience = patience
        self._clock = clock
        self._since: float | None = None

    def lost(self) -> str | None:
        """Ask the scheduler for its workers; takes at most `ANSWER`.

        Returns:
            Why no result can be expected any more, as a part of a sentence; `None` while one can be.
        """
        begun = self._clock()
        if self._client.status == "closed":  # it has tried to connect again, as long as it tries the first time
            return f"the connection to the Dask scheduler is lost; {NEXT}"
        try:
            alive, who = (
                bool(self._client.nthreads(callback_timeout=min(ANSWER, self._patience))),
                "no worker has lived",
            )
        except Exception:  # which one depends on how the connection ended
            alive, who = False, "the Dask scheduler has not answered"
        if alive:
            self._since = None
            return None
        self._since = begun if self._since is None else self._since
        if self._clock() - self._since < self._patience:
            return None
        return f"{who} for {self._patience:.0f} s; {NEXT}"
