"""Bags to workers and rows back: killed workers lose nothing, and a killed caller goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.replay.bag_stand_ins import deadly_always, deadly_once, failing_for_now, harmless

from puma560_dynamics.errors import BagError
from puma560_dynamics.replay import analyse
from puma560_dynamics.replay.many import cluster
from puma560_dynamics.replay.many.cluster import workers
from puma560_dynamics.replay.many.gather import analyse_bag, gather
from puma560_dynamics.replay.many.rows import BagRow, RowFile
from puma560_dynamics.replay.settings import ReplaySettings

SETTINGS = ReplaySettings()


@pytest.fixture
def bags(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"bag{i}.mcap" for i in range(12)]
    for i, path in enumerate(paths):
        path.write_bytes(b"x" * i)
    return paths


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    import dask
    import distributed  # noqa: F401  # its defaults must be there before one of them is changed for a while

    with dask.config.set({"distributed.scheduler.allowed-failures": 1}), workers(None, 2) as connected:
        yield connected


def times_done(bag: Path) -> int:
    mark = bag.with_suffix(".done")
    return len(mark.read_text()) if mark.exists() else 0


def test_a_row_a_bag_in_their_order_and_once(bags: list[Path], tmp_path: Path, client: Any) -> None:
    reported: list[tuple[int, int]] = []
    for _ in range(2):
        with RowFile(tmp_path / "rows.jsonl") as kept:
            rows = gather(
                bags, SETTINGS, kept, lambda: client, lambda done, total, row: reported.append((done, total)), harmless
            )
        assert [(row.bag, row.values["size"]) for row in rows] == [(str(bag), i) for i, bag in enumerate(bags)]
    assert reported == [(i + 1, len(bags)) for i in range(len(bags))]
    assert {times_done(bag) for bag in bags} == {1}


def test_a_killed_worker_loses_nothing(bags: list[Path], tmp_path: Path, client: Any) -> None:
    with RowFile(tmp_path / "rows.jsonl") as kept:
        rows = gather(bags, SETTINGS, kept, lambda: client, analyse=deadly_once)
    assert bags[3].with_suffix(".killed").exists()
    assert all(row.error is None for row in rows) and len(rows) == len(bags)


def test_a_bag_that_kills_its_workers_is_listed_and_the_rest_continues(
    bags: list[Path], tmp_path: Path, client: Any
) -> None:
    with RowFile(tmp_path / "rows.jsonl") as kept:
        rows = gather(bags, SETTINGS, kept, lambda: client, analyse=deadly_always)
    assert [row.bag for row in rows if row.error] == [str(bags[3])]
    assert "died" in (rows[3].error or "")
    with RowFile(tmp_path / "rows.jsonl") as kept:  # not kept as failed: tried again, now with success
        rows = gather(bags, SETTINGS, kept, lambda: client, analyse=harmless)
    assert all(row.error is None for row in rows)
    assert all(times_done(bag) for bag in bags)


class LostOnce:
    """A future whose result dies with its worker between the message that it is done and its transfer.

    Attributes:
        status: as Dask's; ``"pending"`` where the scheduler lets another worker compute it.
    """

    def __init__(self, row: BagRow, losses: list[str]) -> None:
        self.row, self.losses, self.status = row, losses, "finished"

    def add_done_callback(self, call: Callable[[LostOnce], None]) -> None:
        call(self)

    def result(self, timeout: float) -> BagRow:
        if self.losses:
            self.status = self.losses.pop()
            raise TimeoutError("the worker with the result died")
        self.status = "finished"
        return self.row

    def release(self) -> None:
        pass


class ClientThatLoses:
    """Loses the result of the third bag the first time."""

    status = "running"

    def __init__(self, status: str) -> None:
        self.losses = [status]

    def submit(self, analyse: Any, bag: str, its_key: str, settings: ReplaySettings, pure: bool) -> LostOnce:
        return LostOnce(analyse(bag, its_key, settings), self.losses if bag.endswith("bag3.mcap") else [])

    def nthreads(self, callback_timeout: float) -> dict[str, int]:
        return {"tcp://127.0.0.1:1": 1}


@pytest.mark.parametrize(("status", "times"), [("error", 2), ("cancelled", 2), ("pending", 1)])
def test_a_result_that_is_lost_on_its_way_is_computed_again(
    bags: list[Path], tmp_path: Path, status: str, times: int
) -> None:
    with RowFile(tmp_path / "rows.jsonl") as kept:
        rows = gather(bags, SETTINGS, kept, lambda: ClientThatLoses(status), analyse=harmless)
    assert [row.error for row in rows] == [None] * len(bags)
    assert [times_done(bag) for bag in bags] == [1, 1, 1, times] + [1] * 8


def test_a_killed_caller_goes_on_where_it_was(bags: list[Path], tmp_path: Path, client: Any) -> None:
    def killed(done: int, total: int, row: BagRow) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with RowFile(tmp_path / "rows.jsonl") as kept, pytest.raises(KeyboardInterrupt):
        gather(bags, SETTINGS, kept, lambda: client, killed, harmless)
    anew: list[str] = []
    with RowFile(tmp_path / "rows.jsonl") as kept:
        rows = gather(bags, SETTINGS, kept, lambda: client, lambda done, total, row: anew.append(row.bag), harmless)
    assert len(rows) == len(bags) and len(anew) == len(bags) - 5


def test_what_may_succeed_another_time_is_not_kept(bags: list[Path], tmp_path: Path, client: Any) -> None:
    with RowFile(tmp_path / "rows.jsonl") as kept:
        rows = gather(bags, SETTINGS, kept, lambda: client, analyse=failing_for_now)
        assert rows[3].error == "a defect"
    with RowFile(tmp_path / "rows.jsonl") as kept:
        rows = gather(bags, SETTINGS, kept, lambda: client, analyse=harmless)
    assert all(row.error is None for row in rows)
    assert [times_done(bag) for bag in bags] == [1] * len(bags)


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_WAIT", "0.5s")
    with pytest.raises(BagError, match="no Dask scheduler answers"), workers("tcp://127.0.0.1:9"):
        pass


def test_an_error_of_the_package_is_kept_as_a_sentence(tmp_path: Path):
    row = analyse_bag(str(tmp_path / "none"), "key", ReplaySettings())
    assert (row.bag, row.key, row.values, row.again) == (str(tmp_path / "none"), "key", {}, False)
    assert row.error is not None and "none" in row.error
    assert row.seconds >= 0.0


def test_a_defect_does_not_stop_the_others_and_is_tried_again(monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(analyse, "analyse", fails)
    row = analyse_bag("bag", "key", ReplaySettings())
    assert row.again
    assert row.error == "the analysis failed (ZeroDivisionError: by zero); please report it together with the bag"
