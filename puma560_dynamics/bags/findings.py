"""Findings: warnings and notes collected from bag to result. Nothing is dropped without a finding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A warning or a note.

    Attributes:
        kind: short name for programs, as ``"gap"``.
        message: a sentence with numbers.
        count: how often it occurred.
        loss: whether a part of the recording is missing or was left out (a warning); false for a note.
    """

    kind: str
    message: str
    count: int = 1
    loss: bool = True


class Findings:
    """A collection of findings; equal ones are counted."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Finding] = {}

    def add(self, kind: str, message: str, count: int = 1, *, loss: bool = True) -> None:
        """Add a finding, or count it again."""
        before = self._found.get((kind, message))
        total = count + (before.count if before else 0)
        self._found[kind, message] = Finding(kind, message, total, loss)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Findings with a loss, in the order of their first occurrence."""
        return tuple(finding for finding in self._found.values() if finding.loss)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """Findings without a loss."""
        return tuple(finding for finding in self._found.values() if not finding.loss)
