"""Findings: warnings and notes about a recording. All data that is left out is reported as a finding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A warning or a note.

    Attributes:
        kind: short name for programs, such as ``"gap"``.
        message: sentence for the user.
        count: number of occurrences.
        loss: true for a warning: a part of the recording is missing or was left out; false for a note.
    """

    kind: str
    message: str
    count: int = 1
    loss: bool = True


class Findings:
    """A collection of findings; equal findings are counted."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Finding] = {}

    def add(self, kind: str, message: str, count: int = 1, *, loss: bool = True) -> None:
        """Add a finding, or increase the count of an equal one."""
        before = self._found.get((kind, message))
        total = count + (before.count if before else 0)
        self._found[kind, message] = Finding(kind, message, total, loss)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Return the findings with a loss, in the order of their first occurrence."""
        return tuple(finding for finding in self._found.values() if finding.loss)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """Return the findings without a loss, in the order of their first occurrence."""
        return tuple(finding for finding in self._found.values() if not finding.loss)
