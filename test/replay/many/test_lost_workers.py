"""A cluster that loses all its workers, or its scheduler: the run ends, and what was computed is kept."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.replay.bag_stand_ins import endless_from_four, harmless
from helpers.replay.dask_processes import dask_processes

from puma560_dynamics.replay.many.cluster import workers
from puma560_dynamics.replay.many.gather import gather
from puma560_dynamics.replay.many.rows import BagRow, RowFile
from puma560_dynamics.replay.settings import ReplaySettings

PATIENCE = 3.0
"""Seconds without a worker."""

SETTINGS = ReplaySettings()
NAMES = [f"bag{i:02}" for i in range(12)]
DONE = NAMES[:4]
MISSING = NAMES[4:]


@pytest.fixture
def bags(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{name}.mcap" for name in NAMES]
    for path in paths:
        path.write_bytes(b"x")
    return paths


def gather_until(scheduler: str | None, bags: list[Path], harm: Callable[[Any], None]) -> list[BagRow]:
    """Gather with harm done to the cluster as soon as the first four bags are."""
    kept = RowFile(bags[0].parent / "rows.jsonl")
    with kept, workers(scheduler, 2) as client:

        def bag_done(done: int, total: int, row: BagRow) -> None:
            if done == len(DONE):
                harm(client)

        return gather(bags, SETTINGS, kept, lambda: client, bag_done, endless_from_four, PATIENCE)


def check(bags: list[Path], rows: list[BagRow], words: str) -> None:
    """The bags that are missing are named with the reason; the others are kept, and not computed again."""
    assert [Path(row.bag).stem for row in rows] == NAMES
    assert [Path(row.bag).stem for row in rows if row.error] == MISSING
    assert all(words in (row.error or "") for row in rows if row.error)
    again: list[str] = []
    with RowFile(bags[0].parent / "rows.jsonl") as kept, workers(None, 1) as client:
        rows = gather(bags, SETTINGS, kept, lambda: client, lambda *told: again.append(told[-1].bag), harmless)
    assert all(row.error is None for row in rows)
    assert sorted(Path(bag).stem for bag in again) == MISSING


@pytest.mark.timeout(120)
def test_the_workers_of_a_scheduler_are_all_killed(bags: list[Path], tmp_path: Path) -> None:
    with dask_processes(tmp_path) as processes:
        rows = gather_until(processes.address, bags, lambda client: processes.kill_workers())
    check(bags, rows, "no worker")


@pytest.mark.timeout(120)
def test_the_workers_of_this_machine_are_all_killed_and_not_replaced(bags: list[Path]) -> None:
    def harm(client: Any) -> None:
        for nanny in list(client.cluster.workers.values()):
            os.kill(nanny.pid, signal.SIGKILL)
            client.cluster.sync(nanny.close, timeout=1.0)

    check(bags, gather_until(None, bags, harm), "no worker")


@pytest.mark.timeout(120)
def test_the_scheduler_is_killed(bags: list[Path], tmp_path: Path) -> None:
    with dask_processes(tmp_path) as processes:
        rows = gather_until(processes.address, bags, lambda client: processes.kill_scheduler())
    check(bags, rows, "scheduler")


@pytest.mark.timeout(120)
def test_the_scheduler_does_not_answer(bags: list[Path], tmp_path: Path) -> None:
    with dask_processes(tmp_path) as processes:
        rows = gather_until(processes.address, bags, lambda client: processes.stop_scheduler())
    check(bags, rows, "scheduler")
