"""The benchmark of contacts: its observer is that of the package, and a force is found when it should be."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.parts import Quantity
from puma560_dynamics.models.interface import DynamicModel


@pytest.fixture(scope="module")
def arms(request: pytest.FixtureRequest) -> tuple[Any, DynamicModel]:
    """A simulated arm, and the model of an arm file as identification writes it."""
    pytest.importorskip("scipy")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(request.config.rootpath / "benchmarks"))
        from contact_arms import SimulatedArm

        plant = SimulatedArm(load_arm("akb1986"), 1)
        errors = 0.003 * plant.true.maximum_torque
        quantities = {
            f"prediction_error.{name}": Quantity(float(error), "N m")
            for name, error in zip(plant.true.joint_names, errors, strict=True)
        }
        return plant, load_model("full", plant.described.with_(friction=plant.true.friction, quantities=quantities))


@pytest.mark.parametrize("bandwidth", [50.0, 150.0])
def test_the_observer_for_whole_recordings_is_that_of_the_package(arms, bandwidth: float):
    from contacts import difference

    assert difference(*arms, bandwidth, seconds=6.0) < 1e-10


def test_forces_are_found_sooner_with_a_higher_bandwidth(arms):
    from contact_pushes import in_motion, pushed_at_rest

    plant, model = arms
    for forces in (in_motion, pushed_at_rest):
        found = forces(plant, model, 500.0, (50.0, 150.0), np.random.default_rng(2))
        assert 0.0 < np.nanmedian(found["150.0"]) < np.nanmedian(found["50.0"]) < 0.04


def test_a_missed_force_counts_as_late():
    from contacts import share_in_time

    assert share_in_time(np.array([0.01, 0.02, 0.021, math.nan])) == 0.5


def test_the_tables_have_all_arms_and_rates():
    from contacts import BANDWIDTHS, RATES, summary, tables

    delays = {f"{rate:g}": {str(bandwidth): [0.01, math.nan] for bandwidth in BANDWIDTHS} for rate in RATES}
    one = {
        "hours": 1.0,
        "alarms": {str(bandwidth): 1 for bandwidth in BANDWIDTHS},
        "thresholds": {str(bandwidth): [0.02, 0.04] for bandwidth in BANDWIDTHS},
        "residual": [0.003, 0.004],
        "moving": delays,
        "still": delays,
    }
    written = tables({"PUMA 560, 1": one, "PUMA 560, 2": one}, 150.0)
    thresholds, detection = (text.splitlines() for text in written.values())
    assert thresholds[1] == 'PUMA 560 (2),"2.0 (2.0), 4.0 (4.0)",0.30 to 0.40,2,2.0'
    assert len(detection) == 1 + 2 * len(RATES)
    assert detection[1] == "moves,250,4,50.00 %,50.00 %,–,–"
    assert "2 false contacts in 2.0 h" in summary({"PUMA 560, 1": one, "PUMA 560, 2": one})
