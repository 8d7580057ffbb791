"""Forward dynamics by parts."""

from __future__ import annotations

from puma560_dynamics.papers import akb_forward
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.simulation.simulate import SWUNG, simulate


def test_the_error_shrinks_with_the_step_and_with_fresh_elements():
    bench = Bench()
    truth = simulate(bench.generated, SWUNG, akb_forward.DURATION).q[-1]
    coarse, fine = (akb_forward._Swing(step, 4).error(bench.full, truth) for step in (4e-3, 1e-3))
    assert 2.0 < coarse / fine < 8.0
    assert akb_forward._Swing(1e-3, 40).error(bench.full, truth) > 3 * fine
