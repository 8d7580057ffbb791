"""Result of a check, for reports and exit codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """Result of a check.

    Attributes:
        name: what is checked.
        ok: whether it holds, or cannot be decided.
        detail: the figures, in one sentence.
        inconclusive: it cannot be decided here; `detail` has the reason.
    """

    name: str
    ok: bool
    detail: str
    inconclusive: bool = False
