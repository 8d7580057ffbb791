"""One thing that must hold, for reports and exit codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """One thing that must hold.

    Attributes:
        name: what is checked.
        ok: whether it holds.
        detail: the figures, in one sentence.
    """

    name: str
    ok: bool
    detail: str
