"""Analyse many bags by workers of Dask: a bag each, whose row is kept as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from ...errors import Puma560Error
from ..settings import ReplaySettings
from .cluster import PATIENCE, Liveness
from .rows import BagRow, RowFile, key

BagDone = Callable[[int, int, BagRow], None]
"""Called after each bag with the number of bags that are done, that of all, and the row."""

Analyse = Callable[[str, str, ReplaySettings], BagRow]

LOOK = 2.0
"""Seconds without a result after which it is asked whether there are workers."""

TRANSFER = 30.0
"""Seconds that a row may take from worker to caller: then the same is asked."""


def analyse_bag(bag: str, key: str, settings: ReplaySettings) -> BagRow:
    """Analyse one bag; whatever goes wrong becomes a row with a sentence, since the others must go on."""
    from ..analyse import analyse
    from ..replay_json import analysis_row, plain

    began = time.perf_counter()
    try:
        values = plain(analysis_row(analyse([Path(bag)], settings)))
    except Puma560Error as error:
        return BagRow(bag, key, error=str(error), seconds=time.perf_counter() - began)
    except Exception as error:  # a defect of ours on one bag of thousands: listed, not fatal
        words = f"the analysis failed ({type(error).__name__}: {error}); please report it together with the bag"
        return BagRow(bag, key, error=words, seconds=time.perf_counter() - began, again=True)
    return BagRow(bag, key, values, seconds=time.perf_counter() - began)


class _LostClusterError(Exception):
    """No further result can be expected; says why."""


def gather(
    bags: Sequence[Path],
    settings: ReplaySettings,
    kept: RowFile,
    connect: Callable[[], Any],
    bag_done: BagDone = lambda done, total, row: None,
    analyse: Analyse = analyse_bag,
    patience: float = PATIENCE,
) -> list[BagRow]:
    """Analyse every bag that `kept` does not know yet.

    A worker that dies is replaced or done without, and its bag goes to another. Bags whose workers died
    time and again are tried once more at the end, one after another, since only one of two bags on a
    worker need be to blame; one that fails then too is listed as failed, and tried again the next time.
    When no worker has lived for `patience`, or the scheduler has not answered for as long, or the connection to it is
    lost, the run ends: the bags without a result are listed as failed with that reason, and tried again the next time.

    Args:
        bags: paths that the workers can read.
        settings: of every analysis.
        kept: results so far; each new one is put there at once.
        connect: gives a client of Dask, whose workers take seconds to start; called where there is work.
        bag_done: called after each bag.
        analyse: what a worker does.
        patience: seconds.

    Returns:
        One row a bag, in the order of `bags`.
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
    """Bag, its row or `None`, and what Dask said then; as they come.

    Raises:
        _LostClusterError: no further result can be expected.
    """
    cluster = Liveness(client, patience)

    def look() -> None:
        if (why := cluster.lost()) is not None:
            raise _LostClusterError(why)

    done: SimpleQueue[Any] = SimpleQueue()
    futures = {}
    try:
        for bag, its_key in bags:
            future = client.submit(analyse, bag, its_key, settings, pure=False)
            futures[future] = bag
            future.add_done_callback(done.put)
    except Exception:  # a client that has lost its scheduler takes nothing
        look()
        raise
    while futures:
        try:
            future = done.get(timeout=LOOK)
        except Empty:
            look()
            continue
        row, text = None, ""
        try:  # not future.exception() first: a worker can die with the result between the two calls
            row = future.result(timeout=TRANSFER)
        except Exception as problem:
            if future.status not in ("error", "cancelled"):  # the row was lost on its way, and is computed again
                future.add_done_callback(done.put)
                look()
                continue
            text = str(problem)
        future.release()
        yield futures.pop(future), row, text
