"""The C++ core does what the Python loop does, event by event.

5e4 events, 1e5 in `make trials`; DIFFERENTIAL_EVENTS=10000000, as in `make differential`, for as many.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from helpers.control.core_library import CXX, core_library, needs_cxx
from helpers.control.differential import check_core, expected_names
from helpers.trials import SHARE

from puma560_dynamics.arm import Arm

EVENTS = int(os.environ.get("DIFFERENTIAL_EVENTS", "100000" if SHARE == 1 else "50000"))
SEED = int(os.environ.get("DIFFERENTIAL_SEED", "1986"))
ENOUGH = 50_000
"""Events in which everything comes across at least once; fewer are compared all the same."""


@needs_cxx
def test_random_events_lead_to_the_same(arm: Arm, built: Callable[[str], Path]):
    """The events are shared among the compilers of this machine; each gets others."""
    seen = Counter[str]()
    for place, cxx in enumerate(CXX):
        seen += check_core(core_library(built(cxx), arm, cxx), arm, EVENTS // len(CXX), SEED + place)
    assert EVENTS < ENOUGH or expected_names() <= set(seen)
