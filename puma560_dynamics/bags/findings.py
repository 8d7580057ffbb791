"""What was noticed from bag to result: nothing is dropped without a finding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing that was noticed.

    Attributes:
        kind: short name for machines, as ``"gap"``.
        message: a sentence for people, with numbers.
        count: how often it was noticed.
        loss: whether something of the recording is missing or was left out because of it (a warning);
            false for what is only good to know (a note).
    """

    kind: str
    message: str
    count: int = 1
    loss: bool = True


class Findings:
    """Collects findings; equal ones are counted, not repeated."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Finding] = {}

    def add(self, kind: str, message: str, count: int = 1, *, loss: bool = True) -> None:
        """Notice something."""
        before = self._found.get((kind, message))
        total = count + (before.count if before else 0)
        self._found[kind, message] = Finding(kind, message, total, loss)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Losses, in the order in which they were noticed first."""
        return tuple(finding for finding in self._found.values() if finding.loss)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What is only good to know."""
        return tuple(finding for finding in self._found.values() if not finding.loss)
