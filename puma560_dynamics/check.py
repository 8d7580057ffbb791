"""Result of a check, for reports and exit codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """Result of a check.

    Attributes:
        name: name of the property that is checked.
        ok: whether the check passed or is inconclusive.
        detail: one sentence with the numbers behind the result.
        inconclusive: whether the check cannot be decided on this machine or data; `detail` has the reason.
    """

    name: str
    ok: bool
    detail: str
    inconclusive: bool = False
