"""Errors of simulated motions shrink with the step."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers import akb_forward
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.decomposition import table_2
from puma560_dynamics.simulation.simulate import SWUNG, simulate


def test_the_error_shrinks_with_the_step_and_with_fresh_elements():
    bench = Bench()
    truth = simulate(bench.generated, SWUNG, akb_forward.DURATION).q[-1]
    coarse, fine = (akb_forward._Swing(step, 4).error(bench.full, truth) for step in (4e-3, 1e-3))
    assert 2.0 < coarse / fine < 8.0
    assert akb_forward._Swing(1e-3, 40).error(bench.full, truth) > 3 * fine


def test_swings_start_in_all_poses_and_do_not_form_products_with_accelerations(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    found = akb_forward.decomposed_simulation(bench)
    assert found.shown and len(found.rows) == akb_forward.POSES and "every step of 2.61 ms" in found.note
    assert table_2.acceleration_products(bench.full) == 64
    monkeypatch.setattr(akb_forward, "DIVIDER", 40)
    assert not akb_forward.decomposed_simulation(bench).shown
