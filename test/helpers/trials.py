"""How many random examples are tried, how long derivations search, how arms are compiled: in full in `make trials`."""

from __future__ import annotations

import os

from hypothesis import settings

from puma560_dynamics.emdeg import DEFAULT_EFFORT, SearchEffort
from puma560_dynamics.emdeg.backends.compile import FLAGS

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
    return DEFAULT_EFFORT if SHARE == 1 else SearchEffort(forms=1, sketch=2, rounds=20)


QUICKLY = ("-O0", "-DCLONES=", "-DNARROW_CLONES=", "-fPIC", "-shared")
"""Flags where a test is about files, processes or formulas, not about compiled code."""


def flags() -> tuple[str, ...]:
    """How to compile where a test is not about the compiled code; as users do with `ALL_TRIALS=1`."""
    return FLAGS if SHARE == 1 else QUICKLY
