"""`identify` from bags: the same fit as from recordings that were summed up before, and its refusals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.identification.synthetic import description, moved, true_arm

from puma560_dynamics import (
    IdentificationError,
    MissingDependencyError,
    Payload,
    ReplaySettings,
    extras,
    identify,
    load_arm,
    load_model,
)
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.identification.from_bags import read_motion
from puma560_dynamics.identification.unknowns import Unknowns

BAG = Path(__file__).parents[2] / "examples" / "pick_and_place"

pytest.importorskip("rosbags")
pytest.importorskip("cvxpy")


def test_the_fit_leaves_less_than_the_prior_in_what_it_fitted():
    found = identify([BAG], held_out=[BAG])
    before, after = (found.rms(x, found.train) for x in (found.before.mean, found.estimate.x))
    assert (after < before).all()
    assert found.rms(found.estimate.x, found.held_out) == pytest.approx(after, rel=1e-9)  # the same bag judges
    load_model("newton_euler", found.arm).gravity([0.0] * 6)


def test_a_known_load_is_not_put_into_the_arm():
    """Given a load that is not there, the fit makes the last links lighter."""
    bare, lighter = identify([BAG]), identify([BAG], ReplaySettings(payload=Payload(2.0)))
    q = [0.0, 0.0, 1.57, 0.0, 0.0, 0.0]
    holding = [load_model("newton_euler", found.arm).gravity(q)[1] for found in (bare, lighter)]
    assert abs(holding[1]) < abs(holding[0]) - 5.0


def test_without_a_bag_nothing_can_be_fitted():
    with pytest.raises(IdentificationError, match="no recording"):
        identify([])


def test_one_recording_needs_no_list():
    expected = identify([BAG]).estimate.x
    for one in (str(BAG), BAG):
        assert (identify(one).estimate.x == expected).all()


def test_everything_that_is_missing_is_named_before_the_work(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "installed", lambda module: False)
    with pytest.raises(MissingDependencyError, match=r"rosbags, mcap and cvxpy.*\[replay,identify\]"):
        identify("example")


@pytest.mark.parametrize("axes", [("0 1 0",), ("0 1 0", "0 1 0")])
def test_arms_of_one_and_two_joints_are_identified(axes: tuple[str, ...]):
    arm = description(axes)
    truth = true_arm(load_arm(arm), np.random.default_rng(1))
    swing = moved(truth, np.random.default_rng(2), 15.0)
    found = identify([{"t": swing.time, "q": swing.q, "tau": swing.effort}], ReplaySettings(arm=arm))
    assert np.isfinite(found.estimate.x).all()
    before, after = (found.rms(x, found.train) for x in (found.before.mean, found.estimate.x))
    assert (after < 0.5 * before).all()


def test_a_friction_law_that_does_not_exist_is_refused():
    with pytest.raises(IdentificationError, match="use one of auto, simple, full"):
        identify([BAG], friction="foo")  # type: ignore[arg-type]


def test_a_long_recording_that_is_thinned_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("puma560_dynamics.identification.recorded.MOST_WINDOWS", 40)
    arm = description(("0 1 0",))
    swing = moved(true_arm(load_arm(arm), np.random.default_rng(1)), np.random.default_rng(2), 15.0)
    findings, settings = Findings(), ReplaySettings(arm=arm)
    table = {"t": swing.time, "q": swing.q, "tau": swing.effort}
    found = read_motion(table, Unknowns(load_arm(arm)), settings, findings, payload=Payload())
    assert found.kept < 1.0
    assert any("seconds is fitted" in each.message for each in findings.notes)
