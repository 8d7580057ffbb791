"""Whatever order samples come in: none is invented, and every one that does not come out is counted."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.replay.blocks import states
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.motion import timeline as timeline_module
from puma560_dynamics.replay.motion.timeline import Ordered, Timeline, joined_samples, pick
from puma560_dynamics.replay.reading.samples import JointSamples

COUNTS = ("count", "not_finite", "duplicates", "repeated", "late", "out_of_order", "unstamped", "restarts")


def put_in_order(samples: JointSamples, cuts: int = 1) -> tuple[Timeline, list[Ordered]]:
    """The timeline and what came out of it, each cut being judged for itself."""
    made = Timeline()
    parts = np.array_split(np.arange(len(samples.stamp)), cuts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timeline_module, "BATCH", 1)
        return made, list(made.order(pick(samples, part) for part in parts))


def labelled(time: FloatArray) -> JointSamples:
    """One joint whose position is the number of the sample."""
    return states(time, np.arange(float(len(time)))[:, None])


def labels(ordered: list[Ordered]) -> FloatArray:
    """The numbers of the samples that came out."""
    return joined_samples([piece.states for piece in ordered]).position[:, 0]


def accounted(timeline: Timeline) -> int:
    """Samples that were left out and counted."""
    return timeline.not_finite + timeline.duplicates + timeline.repeated + timeline.late


@st.composite
def arrivals(draw: st.DrawFn) -> JointSamples:
    """Stamps with duplicates, gaps, jumps to and fro, strays and positions that are not finite."""
    steps = draw(
        st.lists(st.sampled_from([0.004] * 12 + [0.0, -0.004, 0.05, -0.6, 0.7, -1.5, -40.0, 60.0]), max_size=120)
    )
    time = 1000.0 + np.cumsum([0.0, *steps])
    if draw(st.booleans()):
        time = time[draw(st.permutations(range(len(time))))]
    samples = labelled(time)
    samples.position[draw(st.lists(st.integers(0, len(time) - 1), max_size=4))] = np.nan
    samples.log_time[:] = samples.log_time[0] + 4_000_000 * np.arange(len(time))
    samples.stamp[draw(st.lists(st.integers(0, len(time) - 1), max_size=4))] = 0
    return samples


@trials(150)
@given(arrivals(), st.integers(1, 9))
def test_no_sample_is_invented_and_every_loss_is_counted(samples: JointSamples, cuts: int):
    timeline, ordered = put_in_order(samples, cuts)
    out = labels(ordered) if ordered else np.zeros(0)
    assert len(np.unique(out)) == len(out)
    assert timeline.count == len(samples.stamp) == len(out) + accounted(timeline)
    assert timeline.not_finite == np.count_nonzero(~np.isfinite(samples.position))
    if ordered:
        time = np.concatenate([piece.time for piece in ordered])
        assert time[0] == 0.0
        assert (np.diff(time) > 0.0).all()
        assert sorted(piece.epoch for piece in ordered) == [piece.epoch for piece in ordered]
        assert ordered[-1].epoch <= timeline.restarts


@trials(100)
@given(arrivals(), st.integers(2, 40))
def test_how_the_stream_is_cut_does_not_matter(samples: JointSamples, cuts: int):
    whole, ordered = put_in_order(samples)
    cut, again = put_in_order(samples, cuts)
    assert [getattr(whole, name) for name in COUNTS] == [getattr(cut, name) for name in COUNTS]
    assert bool(ordered) == bool(again)
    if ordered:
        assert np.array_equal(labels(ordered), labels(again))
        of_whole, of_cut = (np.concatenate([piece.time for piece in pieces]) for pieces in (ordered, again))
        assert np.array_equal(of_whole, of_cut)


@pytest.mark.parametrize("seed", range(5))
def test_a_shuffle_within_a_second_is_put_right(seed: int):
    rng = np.random.default_rng(seed)
    time = np.arange(40_000.0) * 0.001
    arrival = np.argsort(time + rng.uniform(0.0, 0.9, len(time)))
    timeline, ordered = put_in_order(pick(labelled(time), arrival), 13)
    assert np.array_equal(labels(ordered), np.arange(len(time)))
    assert timeline.out_of_order > 30_000 and timeline.late == 0


def test_the_first_of_two_equal_stamps_stays():
    timeline, ordered = put_in_order(labelled(np.array([0.0, 0.004, 0.004, 0.008])))
    assert labels(ordered).tolist() == [0.0, 1.0, 3.0]
    assert timeline.duplicates == 1


@pytest.mark.parametrize("cuts", [1, 2, 7])
def test_a_state_that_is_published_again_is_no_loss(cuts: int):
    samples = labelled(np.array([0.0, 0.004, 0.004, 0.004, 0.008, 0.008, 0.012]))
    samples.position[:, 0] = [0.0, 1.0, 1.0, 7.0, 2.0, 2.0, 3.0]
    samples.effort[:] = np.nan
    timeline, ordered = put_in_order(samples, cuts)
    assert labels(ordered).tolist() == [0.0, 1.0, 2.0, 3.0]
    assert (timeline.repeated, timeline.duplicates, timeline.count) == (2, 1, 7)
    findings = Findings()
    timeline.report(findings)
    assert [(found.kind, found.count) for found in findings.warnings] == [("duplicate", 1)]
    assert [(found.kind, found.count) for found in findings.notes] == [("repeated", 2)]


@pytest.mark.parametrize("field", ["position", "velocity", "effort"])
def test_a_state_that_differs_in_one_number_is_another(field: str):
    samples = labelled(np.array([0.0, 0.004, 0.004, 0.008]))
    for name in ("position", "velocity", "effort"):
        getattr(samples, name)[:] = 1.0
    getattr(samples, field)[2] += 1e-12
    timeline, _ = put_in_order(samples)
    assert (timeline.repeated, timeline.duplicates) == (0, 1)


def test_a_single_stamp_far_off_is_left_out():
    for stray in (-3.0, 1e6):
        time = np.arange(2000.0) * 0.004
        samples = labelled(time)
        samples.stamp[700] += round(1e9 * stray)
        timeline, ordered = put_in_order(samples, 3)
        assert (timeline.late, timeline.restarts) == (1, 0)
        assert np.array_equal(labels(ordered), np.delete(np.arange(2000.0), 700))


@pytest.mark.parametrize("jump", [-2.0, -500.0, 1e5])
def test_time_continues_when_the_clock_is_set(jump: float):
    samples = labelled(np.arange(3000.0) * 0.004 + 600.0)
    samples.stamp[1000:] += round(1e9 * jump)
    timeline, ordered = put_in_order(samples, 5)
    assert timeline.restarts == 1 and accounted(timeline) == 0
    assert np.array_equal(labels(ordered), np.arange(3000))
    np.testing.assert_allclose(np.concatenate([piece.time for piece in ordered]), np.arange(3000) * 0.004, atol=1e-9)


def test_a_simulation_that_begins_anew_is_followed_twice():
    runs = [np.arange(1500) * 0.004 for _ in range(3)]
    samples = labelled(np.concatenate(runs))
    samples.log_time[:] = 10**18 + np.arange(4500) * 4_000_000
    timeline, ordered = put_in_order(samples)
    assert timeline.restarts == 2
    assert np.array_equal(labels(ordered), np.arange(4500))


def test_log_time_stands_in_for_stamps_of_zero():
    samples = labelled(np.arange(100.0) * 0.004)
    samples.stamp[:] = 0
    timeline, ordered = put_in_order(samples)
    findings = Findings()
    timeline.report(findings)
    np.testing.assert_allclose(ordered[0].time, np.arange(100) * 0.004, atol=1e-9)
    assert [(found.kind, found.count) for found in findings.warnings] == [("zero_stamp", 100)]


def test_every_kind_of_loss_is_reported():
    time = np.concatenate(([0.0, 0.004, 0.004], np.arange(3, 1500) * 0.004, np.arange(500) * 0.004))
    samples = labelled(time)
    samples.log_time[:] = samples.log_time[0] + np.arange(len(time)) * 4_000_000
    samples.position[5] = np.inf
    samples.stamp[1200] -= 4_000_000_000
    samples.stamp[1300] -= 6_000_000
    findings = Findings()
    timeline, _ = put_in_order(samples)
    timeline.report(findings)
    found = {finding.kind: finding.count for finding in findings.warnings + findings.notes}
    assert found == {"not_finite": 1, "duplicate": 1, "late": 1, "out_of_order": 1, "restart": 1}
    assert [finding.kind for finding in findings.notes] == ["out_of_order"]
