"""The C++ core does what the Python loop does, event by event.

1e5 events; DIFFERENTIAL_EVENTS=10000000, as in `make differential`, for as many.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.control.core_library import CXX, CXX_NAMES, core_library, needs_cxx
from helpers.control.differential import check_core, expected_names

from puma560_dynamics.arm import Arm

EVENTS = int(os.environ.get("DIFFERENTIAL_EVENTS", "100000"))
SEED = int(os.environ.get("DIFFERENTIAL_SEED", "1986"))
ENOUGH = 50_000
"""Events of one compiler in which everything comes across at least once; fewer are compared all the same."""


@needs_cxx
@pytest.mark.parametrize(("place", "cxx"), list(enumerate(CXX)), ids=CXX_NAMES)
def test_random_events_lead_to_the_same(place: int, cxx: str, arm: Arm, built: Callable[[str], Path]):
    library = core_library(built(cxx), arm, cxx)
    events = EVENTS // len(CXX)
    seen = check_core(library, arm, events, SEED + place)
    assert events < ENOUGH or expected_names() <= set(seen)
