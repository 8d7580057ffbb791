"""Connection to Dask workers, of a running scheduler or on this machine, and a check whether they still run."""

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
    """Connect to Dask workers, and return the Dask client.

    Args:
        scheduler: address of a running scheduler, such as ``tcp://10.0.0.2:8786``. `None` starts a cluster of
            processes on this machine, which listens on the loopback interface only and ends with the context.
        count: number of workers of the cluster on this machine; one per core by default.

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
"""Time without any worker, or without an answer of the scheduler, after which a run ends, s.

A worker that dies is restarted within seconds, or within a minute on a busy machine.
"""

ANSWER_WAIT_S = 10.0
"""Time in which the scheduler must list its workers, s."""

WHAT_TO_DO = "find the reason, then run the command again: it analyses only the missing bags"


class Liveness:
    """Measures how long a cluster has had no worker.

    Args:
        client: Dask client.
        patience: longest permitted time without any worker, or without an answer of the scheduler, s.
        clock: function that returns the time in seconds.
    """

    def __init__(self, client: Any, patience: float = PATIENCE_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._patience = patience
        self._clock = clock
        self._since: float | None = None

    def lost(self) -> str | None:
        """Ask the scheduler for its workers; takes at most `ANSWER_WAIT_S`.

        Returns:
            Reason why no further result can be expected, as part of a sentence; `None` if results can be expected.
        """
        begun = self._clock()
        if self._client.status == "closed":  # the client has already tried to reconnect
            return f"the connection to the Dask scheduler is lost; {WHAT_TO_DO}"
        try:
            alive, who = (
                bool(self._client.nthreads(callback_timeout=min(ANSWER_WAIT_S, self._patience))),
                "no worker has been running",
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
