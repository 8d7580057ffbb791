"""Analysis of many bags by Dask workers, one bag per worker at a time. Each result is stored as soon as it arrives."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from ...errors import Puma560Error
from ..settings import ReplaySettings
from .cluster import PATIENCE_S, Liveness
from .rows import BagRow, RowFile, key

BagDone = Callable[[int, int, BagRow], None]
"""Called after each bag with the number of bags done, the number of all bags, and the row."""

Analyse = Callable[[str, str, ReplaySettings], BagRow]

RESULT_WAIT_S = 2.0
"""Time without a result after which the workers are checked, s."""

TRANSFER_WAIT_S = 30.0
"""Time for the transfer of a row from worker to caller after which the workers are checked, s."""


def analyse_bag(bag: str, key: str, settings: ReplaySettings) -> BagRow:
    """Analyse one bag; an error becomes a row with a message, so that the other bags are analysed."""
    from ..analyse import analyse
    from ..replay_json import analysis_row, plain

    began = time.perf_counter()
    try:
        values = plain(analysis_row(analyse([Path(bag)], settings)))
    except Puma560Error as error:
        return BagRow(bag, key, error=str(error), seconds=time.perf_counter() - began)
    except Exception as error:  # a defect that appears with one bag of thousands must not stop the run
        words = f"the analysis failed ({type(error).__name__}: {error}); please report it together with the bag"
        return BagRow(bag, key, error=words, seconds=time.perf_counter() - began, again=True)
    return BagRow(bag, key, values, seconds=time.perf_counter() - began)


class _LostClusterError(Exception):
    """Raised if no further result can be expected; the message is the reason."""


def gather(
    bags: Sequence[Path],
    settings: ReplaySettings,
    kept: RowFile,
    connect: Callable[[], Any],
    bag_done: BagDone = lambda done, total, row: None,
    analyse: Analyse = analyse_bag,
    patience: float = PATIENCE_S,
) -> list[BagRow]:
    """Analyse every bag that has no row in `kept`.

    If a worker dies, its bag is given to another worker. Bags whose workers died several times are analysed again at
    the end, one after another, because a single bag may be the reason for all. A bag that fails again is listed as
    failed. The run ends if no worker was running, or the scheduler did not answer, for the time `patience`, or if the
    connection to the scheduler is lost. Bags without a result are then listed as failed with this reason. All failed
    bags are analysed again in the next run.

    Args:
        bags: paths that the workers can read.
        settings: settings of every analysis.
        kept: file of results; receives each new result immediately.
        connect: function that returns a Dask client; called only if there is work, because workers start slowly.
        bag_done: function called after each bag.
        analyse: function that a worker calls for each bag.
        patience: longest permitted time without workers or without an answer of the scheduler, s.

    Returns:
        One row per bag, in the order of `bags`.
    """
    keys = {str(bag): key(bag, settings) for bag in bags}
    waiting = [bag for bag, its_key in keys.items() if kept.get(its_key) is None]
    client = connect() if waiting else None
    done = len(keys) - len(waiting)
    without_row: list[str] = []
    lost: dict[str, BagRow] = {}

    def finish(bag: str, row: BagRow) -> None:
        nonlocal done
        if row.again:
            lost[bag] = row
        else:
            kept.put(row)
        done += 1
        bag_done(done, len(keys), row)

    def submit(batch: Sequence[str]) -> Iterator[tuple[str, BagRow | None, str]]:
        return _submitted(client, analyse, [(bag, keys[bag]) for bag in batch], settings, patience)

    try:
        for bag, row, _ in submit(waiting):
            if row is None:
                without_row.append(bag)
            else:
                finish(bag, row)
        for unfinished in without_row:
            for bag, row, text in submit([unfinished]):
                finish(
                    bag, row or BagRow(bag, keys[bag], error=f"its workers terminated or failed: {text}", again=True)
                )
    except _LostClusterError as lost_cluster:
        for bag in waiting:
            if kept.get(keys[bag]) is None and bag not in lost:
                finish(bag, BagRow(bag, keys[bag], error=f"not analysed: {lost_cluster}", again=True))
    return [found if (found := kept.get(its_key)) else lost[bag] for bag, its_key in keys.items()]


def _submitted(
    client: Any, analyse: Analyse, bags: Sequence[tuple[str, str]], settings: ReplaySettings, patience: float
) -> Iterator[tuple[str, BagRow | None, str]]:
    """Submit bags to the workers, and yield bag, row (or `None`) and Dask's error text in the order of completion.

    Raises:
        _LostClusterError: no further result can be expected.
    """
    cluster = Liveness(client, patience)

    def check_workers() -> None:
        if (why := cluster.lost()) is not None:
            raise _LostClusterError(why)

    done: SimpleQueue[Any] = SimpleQueue()
    futures = {}
    try:
        for bag, its_key in bags:
            future = client.submit(analyse, bag, its_key, settings, pure=False)
            futures[future] = bag
            future.add_done_callback(done.put)
    except Exception:  # a client that has lost its scheduler rejects tasks
        check_workers()
        raise
    while futures:
        try:
            future = done.get(timeout=RESULT_WAIT_S)
        except Empty:
            check_workers()
            continue
        row, text = None, ""
        try:  # not future.exception(), because a worker can die with the result between two calls
            row = future.result(timeout=TRANSFER_WAIT_S)
        except Exception as problem:
            if future.status not in ("error", "cancelled"):  # the row was lost in transfer, and is computed again
                future.add_done_callback(done.put)
                check_workers()
                continue
            text = str(problem)
        future.release()
        yield futures.pop(future), row, text
