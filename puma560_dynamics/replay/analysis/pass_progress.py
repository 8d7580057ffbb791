"""Progress of the passes over a recording, with their rate in samples per second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from ...report.formatting import whole
from ..reading.samples import Block

Progress = Callable[[float, str], None]
"""Called with the fraction of the work that is done, 0 to 1, and what is being done."""


class _Blocks(Protocol):
    """Any recording."""

    def blocks(self) -> Iterable[Block]: ...


class PassProgress:
    """Reports the progress of a known number of passes over a recording.

    Args:
        progress: is called after each count of samples; None reports nothing.
        count: number of passes.
        clock: seconds.
    """

    def __init__(self, progress: Progress | None, count: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self._progress = progress
        self._passes = count
        self._clock = clock
        self._pass = -1
        self._share = 0.0
        self._samples = 0
        self._words = ""
        self._begun = 0.0

    def next(self, words: str) -> None:
        """Begin the next pass, described by `words`."""
        self._pass += 1
        self._share, self._samples, self._words, self._begun = 0.0, 0, words, self._clock()

    def say(self, words: str) -> None:
        """Report work between the passes, described by `words`; it does not count as progress."""
        if self._progress is not None:
            self._progress(max(self._pass, 0) / self._passes, words)

    def blocks(self, recording: _Blocks) -> Iterator[Block]:
        """Yield the blocks of the recording and note how much has been read."""
        for block in recording.blocks():
            self._share = block.read
            yield block

    def count(self, samples: int) -> None:
        """Report that `samples` more samples are done, with the rate of this pass to three digits."""
        self._samples += samples
        if self._progress is not None:
            rate = self._samples / max(self._clock() - self._begun, 1e-9)
            share = (self._pass + self._share) / self._passes
            self._progress(share, f"{self._words}, {whole(float(f'{rate:.3g}'))} samples/s")
