"""How many random examples a property is tried on, and how long a derivation searches: all of it in `make trials`."""

from __future__ import annotations

import os

from hypothesis import settings

from puma560_dynamics.emdeg import USUAL, SearchEffort

SHARE = 1 if os.environ.get("ALL_TRIALS") else 4
"""One example in so many is tried."""

LEAST = 5
"""Examples that are tried in any case, if the test wants as many."""


def share(count: int) -> int:
    """How many of `count` random examples to try; all with `ALL_TRIALS=1`."""
    return max(count // SHARE, min(count, LEAST))


def trials(count: int) -> settings:
    """Settings of a property that hypothesis tries on a share of `count` examples."""
    return settings(max_examples=share(count), deadline=None)


def search() -> SearchEffort:
    """How long to search where a test is about what becomes of the program found; as users do with `ALL_TRIALS=1`."""
    return USUAL if SHARE == 1 else SearchEffort(forms=1, sketch=2, rounds=20)
