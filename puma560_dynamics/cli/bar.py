"""A progress bar for people who wait: on standard error, and only if it takes longer than two seconds."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

PATIENCE = 2.0
"""Seconds without a bar."""


class Bar:
    """A context; `update` shows how far the work is.

    Args:
        shown: false where a machine listens; without a terminal nothing is shown either.
        size: bytes to be worked through, where that is known: the bar then shows its rate and the time left
            instead of the time gone.
    """

    def __init__(self, shown: bool, size: int | None = None) -> None:
        console = Console(stderr=True)
        times: list[ProgressColumn] = [TimeElapsedColumn()]
        if size is not None:
            times = [TransferSpeedColumn(), TimeRemainingColumn(), TextColumn("left")]
        self._progress = Progress(
            TextColumn("{task.description:<40}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            *times,
            console=console,
            transient=True,
            disable=not (shown and console.is_terminal),
        )
        self._total = float(size or 1)
        self._task = self._progress.add_task("", total=self._total)
        self._begun = time.monotonic()
        self._started = False

    def update(self, share: float, words: str) -> None:
        """`share` from 0 to 1 of the whole, and what is being done."""
        if not self._started and time.monotonic() - self._begun > PATIENCE:
            self._progress.start()
            self._started = True
        self._progress.update(self._task, completed=share * self._total, description=words)

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._started:
            self._progress.stop()
