"""The claims of all papers, computed once for all tests."""

from __future__ import annotations

import pytest
from helpers.trials import SHARE, search

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
        patch.setattr(counts, "DEFAULT_EFFORT", search())  # the entry about the derivation's time is true of any search
        return settled(_bench(), paper_entries())


def _bench() -> Bench:
    """Puts back every fourth undecided erratum of Kane and Levinson's equations; `make trials` does so with each.

    Three entries integrate the arm's motion for each, which takes most of the time of all claims.
    """
    bench = Bench()
    readings = bench.uncorrected
    bench.uncorrected = {**readings, "kane_levinson": readings["kane_levinson"][::SHARE]}
    return bench
