"""Progress report of the passes over a recording, with the rate in samples per second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from ...report.formatting import whole
from ..reading.samples import Block

Progress = Callable[[float, str], None]
"""Function that is called with the completed fraction of the work, 0 to 1, and a description of the current step."""


class _Blocks(Protocol):
    """A recording that can be read in blocks."""

    def blocks(self) -> Iterable[Block]: ...


class PassProgress:
    """Reports the progress of a known number of passes over a recording.

    Args:
        progress: function that receives the reports; `None` for no reports.
        count: number of passes.
        checking: duration of a shorter pass before them, as a fraction of one of them; 0 for none.
        clock: function that returns the time in seconds.
    """

    def __init__(
        self,
        progress: Progress | None,
        count: int,
        clock: Callable[[], float] = time.perf_counter,
        checking: float = 0.0,
    ) -> None:
        self._progress = progress
        self._lengths = ([checking] if checking else []) + [1.0] * count
        self._clock = clock
        self._pass = -1
        self._share = self._reported = 0.0
        self._samples = 0
        self._words = ""
        self._begun = 0.0

    def next(self, words: str) -> None:
        """Begin the next pass, described by `words`.

        A pass more than expected makes each a smaller fraction; the reported fraction then waits, and never falls.
        """
        self._pass += 1
        if self._pass == len(self._lengths):
            self._lengths.append(1.0)
        self._share, self._samples, self._words, self._begun = 0.0, 0, words, self._clock()

    def say(self, words: str) -> None:
        """Report a step between passes, described by `words`, without a change of the completed fraction."""
        self._report(self._done(self._share), words)

    def blocks(self, recording: _Blocks) -> Iterator[Block]:
        """Yield the blocks of the recording, and keep the fraction that has been read."""
        for block in recording.blocks():
            self._share = block.read
            yield block

    def count(self, samples: int) -> None:
        """Report that `samples` more samples are processed, with the rate of this pass to three digits."""
        self._samples += samples
        if self._progress is not None:
            rate = self._samples / max(self._clock() - self._begun, 1e-9)
            self._report(self._done(self._share), f"{self._words}, {whole(float(f'{rate:.3g}'))} samples/s")

    def read(self, share: float, samples: int) -> None:
        """Report that the fraction `share` of this pass is done, with `samples` more samples."""
        self._share = share
        self.count(samples)

    def _report(self, share: float, words: str) -> None:
        self._reported = max(self._reported, share)
        if self._progress is not None:
            self._progress(self._reported, words)

    def _done(self, share: float) -> float:
        """Return the completed fraction of all passes at the fraction `share` of the current one."""
        if self._pass < 0:
            return 0.0
        return (sum(self._lengths[: self._pass]) + share * self._lengths[self._pass]) / sum(self._lengths)
