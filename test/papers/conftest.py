"""One page for all tests of the package."""

from __future__ import annotations

import pytest
from helpers.trials import search

from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.burdick import counts
from puma560_dynamics.papers.claim import Claim
from puma560_dynamics.papers.collect import paper_entries, settled


@pytest.fixture(scope="session")
def claims() -> list[Claim]:
    """Every entry, computed and judged once."""
    pytest.importorskip("pinocchio")
    pytest.importorskip("mujoco")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counts, "USUAL", search())  # the entry about the derivation's time is true of any search
        return settled(Bench(), paper_entries())
