"""Progress display on standard error: a bar on a terminal, otherwise a line every few seconds."""

from __future__ import annotations

import io
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from .output import program

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

MAX_SILENCE_S = 2.0
"""Longest time without output, s."""

MIN_STEP_S = 0.6
"""Shortest duration of a step that is shown, s."""

LINE_PERIOD_S = 5.0
"""Time between lines without a terminal, s."""

MIN_FRACTION = 0.1
"""Fraction of the work that has to be measured before the remaining time is estimated."""

FRACTION_OF_LONG, LONG_S = 0.03, 30.0
"""Fraction that is enough once this time, s, was measured."""


class Pace:
    """Remaining time of work, estimated from the fraction that was finished since the first reported fraction.

    Steps before it, such as loading, take another pace and are not part of the estimate.
    """

    def __init__(self) -> None:
        self._first: tuple[float, float] | None = None

    def note(self, now: float, share: float) -> None:
        """Note that a fraction of the work is finished at the time `now`, s."""
        if share > 0.0 and (self._first is None or share < self._first[1]):
            self._first = now, share

    def left(self, now: float, share: float) -> float | None:
        """Return the remaining time at the time `now`, s; `None` if too little was measured."""
        if self._first is None:
            return None
        measured, took = share - self._first[1], now - self._first[0]
        if measured < (FRACTION_OF_LONG if took >= LONG_S else MIN_FRACTION):
            return None
        return max(0.0, took * (1.0 - share) / measured)


class SilenceClock:
    """Time since the user last saw output: since the start of the command, or since the last progress.

    Args:
        clock: function that returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None

    def start(self, begun: float) -> None:
        """Set the start time of the command, s; without this call every step is shown after `MAX_SILENCE_S`."""
        self._since = begun

    def seen(self) -> None:
        """Note that output was shown."""
        if self._since is not None:
            self._since = self._clock()

    def wait(self) -> float:
        """Return the time after which a step that begins now is shown, s."""
        if self._since is None:
            return MAX_SILENCE_S
        return max(MIN_STEP_S, MAX_SILENCE_S - (self._clock() - self._since))


SILENCE = SilenceClock()
"""The process's clock of silence, started by `main`."""


class Progress:
    """Context manager that shows progress; `update` may be called from any thread.

    A separate thread shows the progress, even if the work does not report any. Quick work shows nothing.

    Args:
        what: initial description of the work.
        size: number of bytes to be processed, if known; the bar then shows the rate.
        stream: output stream; standard error by default.
        even: whether equal fractions take about equal times; only then are a percentage and the remaining time shown.
        silence: clock that decides when progress is first shown.
    """

    def __init__(
        self,
        what: str,
        size: int | None = None,
        stream: TextIO | None = None,
        *,
        even: bool = True,
        silence: SilenceClock = SILENCE,
    ) -> None:
        self._stream = stream or sys.stderr or io.StringIO()  # sys.stderr is None if standard error is closed
        self._what = what
        self._share: float | None = None
        self._size = size
        self._even = even
        self._silence = silence
        self._shown = False
        self._begun = time.monotonic()
        self._pace = Pace()
        self._ended = threading.Event()
        self._bar: Bar | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._show, name="progress", daemon=True)

    def update(self, share: float | None, what: str | None = None) -> None:
        """Report progress.

        Args:
            share: finished fraction of the work, 0 to 1; `None` if it is not known.
            what: description of the work; unchanged by default.
        """
        self._share = share = share if self._even else None
        if share is not None:
            self._pace.note(time.monotonic(), share)
        if what is not None:
            self._what = what
        bar = self._bar
        if bar is not None:
            self._fill(bar)

    def say(self, words: str) -> None:
        """Print a permanent line."""
        self._silence.seen()
        bar = self._bar
        if bar is not None:
            bar.console.print(words, soft_wrap=True, highlight=False, markup=False)
        else:
            print(words, file=self._stream, flush=True)

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()
        if self._shown:
            self._silence.seen()
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def _show(self) -> None:
        if self._ended.wait(self._silence.wait()):
            return
        self._shown = True
        if self._stream.isatty():
            with self._lock:
                if not self._ended.is_set():
                    self._bar = self._started()
                    self._fill(self._bar)  # includes reports made before the bar started
            return
        while True:
            seconds = time.monotonic() - self._begun
            print(line(self._what, self._share, seconds, self._left()), file=self._stream, flush=True)
            if self._ended.wait(LINE_PERIOD_S):
                return

    def _left(self) -> float | None:
        """Return the remaining time, s; `None` if it is not known."""
        share = self._share
        return self._pace.left(time.monotonic(), share) if share is not None else None

    def _started(self) -> Bar:
        """Return a started progress bar, which `rich` updates in a thread."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            ProgressColumn,
            TextColumn,
            TimeElapsedColumn,
            TransferSpeedColumn,
        )
        from rich.progress import Progress as Bar

        rate: list[ProgressColumn] = [] if self._size is None else [TransferSpeedColumn()]
        bar = Bar(
            TextColumn("{task.description:<34.34}", markup=False),
            BarColumn(bar_width=16),
            TextColumn("{task.fields[done]:>5}"),
            *rate,
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=Console(file=self._stream, force_terminal=True),
            transient=True,
        )
        bar.add_task(self._what, total=float(self._size or 1), start=True, left="", done="")
        self._fill(bar)
        bar.start()
        return bar

    def _fill(self, bar: Bar) -> None:
        task = bar.tasks[0]
        total = float(self._size or 1)
        share, left = self._share, self._left()
        words = "" if left is None else f"about {duration(left)} left"
        done = "" if share is None else f"{100 * min(share, 1.0):.0f} %"
        bar.update(task.id, description=self._what, total=None if share is None else total, left=words, done=done)
        if share is not None:
            bar.update(task.id, completed=share * total)


def line(what: str, share: float | None, seconds: float, left: float | None = None) -> str:
    """Return the line that is printed if the output is not a terminal.

    Args:
        what: description of the work.
        share: finished fraction, 0 to 1; `None` if it is not known.
        seconds: time since the start, s.
        left: remaining time, s; `None` if it is not known. Below half a second it is not shown.
    """
    done = "" if share is None else f"{100 * min(share, 1.0):.0f} %, "
    rest = "" if left is None or left < 0.5 else f", about {duration(left)} left"
    return f"{program()}: {done}{what}, {duration(seconds)} so far{rest}"


def duration(seconds: float) -> str:
    """Format a duration: ``8 s``, ``2 min 5 s``, ``1 h 10 min``."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
