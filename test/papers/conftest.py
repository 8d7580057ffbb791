"""One page for all tests of the package."""

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
        patch.setattr(counts, "USUAL", search())  # the entry about the derivation's time is true of any search
        return settled(_bench(), paper_entries())


def _bench() -> Bench:
    """One uncorrected reading in four of Kane and Levinson's equations; `make trials` puts back all of them.

    Three entries let the arm move for seconds by each. The share has one by which nothing moves otherwise, one by which
    the arm does not come to its goal, and one by which no motion can be integrated.
    """
    bench = Bench()
    readings = bench.uncorrected
    bench.uncorrected = {**readings, "kane_levinson": readings["kane_levinson"][::SHARE]}
    return bench
