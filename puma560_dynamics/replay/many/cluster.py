"""Dask's workers: those of a scheduler that runs, or a cluster of this machine's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from ...errors import BagError
from ...extras import missing_dependency

WAIT = "10s"
"""How long a scheduler may take to answer."""


def import_distributed() -> ModuleType:
    """The distributed module.

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
    """A client of Dask.

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
        client = distributed.Client(scheduler, timeout=WAIT)
    except (OSError, ValueError) as error:
        raise BagError(
            f"no Dask scheduler answers at {scheduler} ({error}); start one with `dask scheduler`, or leave out "
            "--scheduler for a cluster on this machine"
        ) from None
    with client:
        yield client
