"""How far the work is, on standard error: a bar on a terminal, a line every few seconds elsewhere."""

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

PATIENCE = 2.0
"""Seconds without output."""

LEAST = 0.6
"""Seconds of a step before it is shown, although nothing was shown for long: most steps are short."""

EVERY = 5.0
"""Seconds from line to line where there is no terminal."""

LITTLE = 0.02
"""Share of the whole below which the time left is not estimated."""


class SilenceClock:
    """For how long the person at the terminal has seen nothing: since the command began, or since the last progress.

    Args:
        clock: gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None

    def start(self, begun: float) -> None:
        """The command began at `begun` of the clock; until this is called every step waits `PATIENCE`."""
        self._since = begun

    def seen(self) -> None:
        """Something was shown."""
        if self._since is not None:
            self._since = self._clock()

    def wait(self) -> float:
        """Seconds after which a step that begins now is shown."""
        if self._since is None:
            return PATIENCE
        return max(LEAST, PATIENCE - (self._clock() - self._since))


SILENCE = SilenceClock()
"""Of this process; `main` starts it."""


class Progress:
    """A context; `update` reports how far the work is, from any thread.

    A thread does the showing, so that work without reports is shown too. Quick work shows nothing.

    Args:
        what: being done, until `update` names something else.
        size: bytes to be worked through, where that is known: the bar then shows its rate.
        stream: where to; standard error by default.
        even: whether equal shares take about equal times. Without that no time left is estimated.
        silence: when to begin.
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
        self._stream = stream or sys.stderr or io.StringIO()  # a closed standard error is none
        self._what = what
        self._share: float | None = None
        self._size = size
        self._even = even
        self._silence = silence
        self._shown = False
        self._begun = time.monotonic()
        self._ended = threading.Event()
        self._bar: Bar | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._show, name="progress", daemon=True)

    def update(self, share: float | None, what: str | None = None) -> None:
        """Report progress.

        Args:
            share: from 0 to 1 of the whole; `None` where it is not known.
            what: is being done; the same as before by default.
        """
        self._share = share
        if what is not None:
            self._what = what
        bar = self._bar
        if bar is not None:
            self._fill(bar)

    def say(self, words: str) -> None:
        """Print a line that stays."""
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
                    self._fill(self._bar)  # what was reported meanwhile
            return
        while True:
            seconds = time.monotonic() - self._begun
            print(line(self._what, self._share, seconds, even=self._even), file=self._stream, flush=True)
            if self._ended.wait(EVERY):
                return

    def _started(self) -> Bar:
        """A bar; its own thread keeps it moving."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            ProgressColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )
        from rich.progress import Progress as Bar

        rate: list[ProgressColumn] = [] if self._size is None else [TransferSpeedColumn()]
        left: list[ProgressColumn] = [TimeRemainingColumn(), TextColumn("left")] if self._even else []
        bar = Bar(
            TextColumn("{task.description:<34.34}", markup=False),
            BarColumn(bar_width=16),
            TextColumn("{task.percentage:>3.0f}%"),
            *rate,
            TimeElapsedColumn(),
            *left,
            console=Console(file=self._stream, force_terminal=True),
            transient=True,
        )
        bar.add_task(self._what, total=float(self._size or 1), start=True)
        self._fill(bar)
        bar.start()
        return bar

    def _fill(self, bar: Bar) -> None:
        task = bar.tasks[0]
        total = float(self._size or 1)
        share = self._share
        bar.update(task.id, description=self._what, total=None if share is None else total)
        if share is not None:
            bar.update(task.id, completed=share * total)


def line(what: str, share: float | None, seconds: float, *, even: bool = True) -> str:
    """What is printed where there is no terminal.

    Args:
        what: is being done.
        share: of it that is done, if that is known.
        seconds: since the beginning.
        even: whether the time left follows from the share.
    """
    known = even and share is not None and share >= LITTLE
    done = "" if share is None else f"{min(share, 1.0):.0%}, "
    left = f", about {duration(seconds * (1.0 - share) / share)} left" if known and share is not None else ""
    return f"{program()}: {done}{what}, {duration(seconds)} so far{left}"


def duration(seconds: float) -> str:
    """``8 s``, ``2 min 5 s``, ``1 h 10 min``."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
