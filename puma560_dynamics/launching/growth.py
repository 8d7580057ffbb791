"""Whether a bag that is being written still grows, and how long the disk lasts."""

from __future__ import annotations

LEAST_FREE = 200 * 2**20
"""Bytes of free space below which a recording is in danger."""

STILL = 3
"""Looks in a row without growth after which a recording is taken to stand still."""


STARTING = 1
"""Looks at which there may be no bag yet: on a busy machine a recorder takes some seconds to start."""


class Growth:
    """Follows the size of a bag from look to look."""

    def __init__(self) -> None:
        self._size = -1
        self._still = 0
        self._missing = 0

    def missing(self, reason: str) -> str | None:
        """What is wrong where the bag cannot be looked at; ``None`` if that may be because its recorder still starts.

        Args:
            reason: the system's.
        """
        self._missing += 1
        return None if self._missing <= STARTING else f"{reason}; the bag is not written"

    def trouble(self, size: int, free: int) -> str | None:
        """What is wrong, a sentence; ``None`` if nothing is.

        Args:
            size: of the bag, bytes.
            free: on its disk, bytes.
        """
        self._still = 0 if size > self._size else self._still + 1
        self._size = size
        if free < LEAST_FREE:
            return f"{free / 2**20:.0f} MiB are free on its disk, less than {LEAST_FREE >> 20}; end the recording"
        if self._still >= STILL:
            return "the bag does not grow any more: is anything published, and does the recorder run?"
        return None
