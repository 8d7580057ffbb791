"""Dask workers of a running scheduler or of a cluster on this machine, and a check whether they still run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from ...errors import BagError
from ...extras import missing_dependency

CONNECT_WAIT = "10s"
"""Time in which a scheduler must answer."""


def import_distributed() -> ModuleType:
    """Return the distributed module.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import distributed
    except ImportError:
        raise missing_dependency("the analysis of many bags", "distributed") from None
    return distributed


@contextmanager
def workers(scheduler: str | None, count: int | None = None) -> Iterator[Any]:
    """Return a client of Dask.

    Args:
        scheduler: address of a running one, as ``tcp://10.0.0.2:8786``; `None` for a cluster of processes
            on this machine, which listens on loopback alone and ends with the context.
        count: workers of the cluster on this machine; one a core by default.

    Raises:
        BagError: no scheduler answers, or no workers can be started.
        MissingDependencyError: Dask is not installed.
    """
    distributed = import_distributed()
    if scheduler is None:
        try:
            cluster = distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
            )
        except (OSError, RuntimeError) as error:
            raise BagError(
                f"no workers can be started on this machine ({error}); try fewer with --workers, or name a running "
                "scheduler with --scheduler"
            ) from None
        with cluster, distributed.Client(cluster) as client:
            yield client
        return
    try:
        client = distributed.Client(scheduler, timeout=CONNECT_WAIT)
    except (OSError, ValueError) as error:
        raise BagError(
            f"no Dask scheduler answers at {scheduler} ({error}); start one with `dask scheduler`, or leave out "
            "--scheduler for a cluster on this machine"
        ) from None
    with client:
        yield client


PATIENCE_S = 120.0
"""Seconds without any worker, or without an answer of the scheduler, after which a run ends.

A worker that dies is started again within seconds, on a busy machine within a minute.
"""

ANSWER_WAIT_S = 10.0
"""Seconds in which the scheduler must list its workers."""

WHAT_TO_DO = "find the reason, then run the command again: it analyses only the missing bags"


class Liveness:
    """Measures how long a cluster has had no worker.

    Args:
        client: of Dask.
        patience: seconds without any worker, or without an answer of the scheduler, that are accepted.
        clock: gives seconds.
    """

    def __init__(self, client: Any, patience: float = PATIENCE_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._patience = patience
        self._clock = clock
        self._since: float | None = None

    def lost(self) -> str | None:
        """Ask the scheduler for its workers; takes at most `ANSWER_WAIT_S`.

        Returns:
            Why no result can be expected any more, as a part of a sentence; `None` while one can be.
        """
        begun = self._clock()
        if self._client.status == "closed":  # after it has tried to connect again
            return f"the connection to the Dask scheduler is lost; {WHAT_TO_DO}"
        try:
            alive, who = (
                bool(self._client.nthreads(callback_timeout=min(ANSWER_WAIT_S, self._patience))),
                "no worker has lived",
            )
        except Exception:  # the type depends on how the connection ended
            alive, who = False, "the Dask scheduler has not answered"
        if alive:
            self._since = None
            return None
        self._since = begun if self._since is None else self._since
        if self._clock() - self._since < self._patience:
            return None
        return f"{who} for {self._patience:.0f} s; {WHAT_TO_DO}"
