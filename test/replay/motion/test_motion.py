"""From blocks to motion: everything at its time, every loss said, however the recording is cut."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.replay.blocks import EPOCH, MultiSine, Topics, states
from numpy.typing import NDArray

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.motion.motion import Motion, Motions, unwrapped
from puma560_dynamics.replay.motion.timeline import Ordered, pick
from puma560_dynamics.replay.reading.samples import Block, CommandSamples, JointSamples, ReferenceSamples, TermSamples
from puma560_dynamics.replay.result import StateTiming
from puma560_dynamics.replay.settings import ReplaySettings
from puma560_dynamics.replay.zero_phase import zero_phase

MOTION = MultiSine(np.random.default_rng(560))
PERIOD = 0.004
TIME = np.arange(6000.0) * PERIOD
MS = 1_000_000
NAMES = tuple(f"joint{k}" for k in range(1, 7))


class Replayed:
    """A recording that went through `Motions`."""

    def __init__(self, topics: Topics, cuts: int = 7, piece: int = 65536, **settings: Any) -> None:
        self.findings = Findings()
        motions = Motions(topics.blocks(cuts), NAMES, replace(ReplaySettings(), **settings), self.findings, piece)
        self.pieces: list[Motion] = list(motions)
        self.timing: StateTiming = motions.timing()
        self.sources = motions.sources

    def all(self, name: str) -> FloatArray:
        """A signal from the first to the last sample."""
        return np.concatenate([getattr(piece, name) for piece in self.pieces])

    def term(self, name: str) -> FloatArray:
        """A published term."""
        return np.concatenate([piece.terms[name] for piece in self.pieces])

    def found(self) -> dict[str, int]:
        """Counts of what was noticed, by kind."""
        return {finding.kind: finding.count for finding in self.findings.warnings + self.findings.notes}

    def message(self, kind: str) -> str:
        """What was said."""
        return next(f.message for f in self.findings.warnings + self.findings.notes if f.kind == kind)


def still(time: FloatArray = TIME, **others: FloatArray) -> JointSamples:
    """An arm that does not move."""
    return states(time, np.full((len(time), 6), 0.3), **others)


def moving(velocity_lag: float | None = None, **others: FloatArray) -> JointSamples:
    """An arm that follows `MOTION`."""
    velocity = None if velocity_lag is None else MOTION.at(TIME - velocity_lag, 1)
    return states(TIME, MOTION.at(TIME), velocity, **others)


def every_topic() -> Topics:
    """Joint states, commands, references and terms, each with its own losses and delays."""
    rng = np.random.default_rng(11)

    def lossy(count: int) -> NDArray[np.intp]:
        return np.flatnonzero(rng.random(count) > 0.05)

    joint = moving(0.0)
    joint.stamp[4000:] += 60 * MS
    joint.log_time[:] = joint.stamp + rng.integers(300_000, 600_000, len(TIME))
    stale(joint, 990, 2005, 5000)  # near the ends of pieces, too
    value = TIME[:, None] + np.arange(6)
    command, terms, reference = lossy(6000), lossy(6000), lossy(6000)[600:]
    return Topics(
        pick(joint, lossy(6000)),
        CommandSamples(joint.log_time[command] + MS, value[command]),
        ReferenceSamples(
            joint.stamp[reference],
            joint.log_time[reference],
            *(MOTION.at(TIME, k)[reference] for k in range(3)),
        ),
        {"gravity": TermSamples(joint.stamp[terms], joint.log_time[terms] + 2 * MS, value[terms])},
    )


def stale(joint: JointSamples, *at: int) -> JointSamples:
    """Joint states of which those at `at` and the next ones hold the position of the one before."""
    for k in at:
        joint.position[k : k + 2] = joint.position[k - 1]
    return joint


@pytest.mark.parametrize(("cuts", "piece"), [(1, 65536), (60, 65536), (500, 65536), (9, 1000)])
def test_how_the_recording_is_cut_does_not_matter(cuts: int, piece: int):
    topics = every_topic()
    once, again = Replayed(topics), Replayed(topics, cuts, piece)
    assert max(len(p.time) for p in again.pieces) <= piece
    for name in ("time", "q", "effort", "used", "command"):
        np.testing.assert_array_equal(again.all(name), once.all(name))
    np.testing.assert_array_equal(again.term("gravity"), once.term("gravity"))
    if piece == 65536:
        assert again.findings.notes == once.findings.notes and again.sources == once.sources
        np.testing.assert_array_equal(again.all("qdd"), once.all("qdd"))
    assert again.findings.warnings == once.findings.warnings
    for name in vars(once.timing):
        np.testing.assert_array_equal(getattr(again.timing, name), getattr(once.timing, name))


def test_velocity_and_acceleration_are_those_of_the_motion():
    replayed = Replayed(Topics(moving()))
    used = replayed.all("used")
    assert 5900 < used.sum() == replayed.timing.used
    np.testing.assert_allclose(replayed.all("qd")[used], MOTION.at(TIME, 1)[used], atol=2e-4)
    np.testing.assert_allclose(replayed.all("qdd")[used], MOTION.at(TIME, 2)[used], atol=2e-2)
    assert "15 Hz" in replayed.sources["velocity"] and "15 Hz" in replayed.sources["acceleration"]
    assert replayed.found() == {"edge": 6000 - used.sum(), "noise": 1}
    assert not replayed.findings.warnings


def test_a_late_velocity_is_not_used_and_one_in_time_is():
    late = Replayed(Topics(moving(0.0041)))
    assert late.message("velocity_not_used") == "recorded velocity comes 4.1 ms late: not used"
    assert late.sources["velocity"].startswith("first derivative of the position")
    good = Replayed(Topics(moving(0.0005)))
    assert good.sources["velocity"] == "recorded"
    assert np.array_equal(good.all("qd"), MOTION.at(TIME - 0.0005, 1))
    assert Replayed(Topics(moving(0.0041)), velocity="recorded").sources["velocity"] == "recorded"
    assert "filter" in Replayed(Topics(moving(0.0005)), velocity="filtered").sources["velocity"]


def test_reference_accelerations_are_preferred_where_they_match():
    joint = moving()
    at = np.arange(0.5, 23.0, 0.01)
    stamp = EPOCH + np.round(at * 1e9).astype(np.int64)
    for lag, used in ((0.0, True), (0.02, False)):
        signals = [MOTION.at(at + lag, k) for k in range(3)]
        replayed = Replayed(Topics(joint, reference=ReferenceSamples(stamp, stamp, *signals)))
        assert (replayed.sources["acceleration"] == "recorded reference") == used
        inside = (TIME > 0.499) & (TIME < 22.991)
        if used:
            expected = np.column_stack([np.interp(TIME, at, column) for column in signals[2].T])
            np.testing.assert_allclose(replayed.all("qdd")[inside], expected[inside], atol=1e-4)
            assert replayed.found()["acceleration_missing"] == np.count_nonzero(~inside)
        else:
            assert replayed.message("acceleration_not_used") == "reference acceleration comes 20.0 ms early: not used"


def test_a_reference_that_was_asked_for_and_is_not_there():
    assert "no_acceleration" in Replayed(Topics(moving()), acceleration="reference").found()


def test_the_command_that_held():
    joint = moving()
    joint.log_time[2000:2080] = joint.log_time[2080]  # a stall of the recorder
    number = np.repeat(np.arange(6000.0)[:, None], 6, axis=1)
    sent = np.setdiff1d(np.arange(500, 6000), np.r_[1000:1010, 2000:2100])
    commands = CommandSamples(EPOCH + np.round(1e9 * TIME[sent]).astype(np.int64) + MS, number[sent])
    command = Replayed(Topics(joint, commands)).all("command")[:, 0]
    assert np.isnan(command[:501]).all()  # before the first
    expected = np.arange(6000.0) - 1.0  # sent 1 ms after a sample that is logged after 0.5 ms
    lost = np.r_[1001:1011, 2001:2101]
    good = np.setdiff1d(np.arange(501, 6000), lost)
    np.testing.assert_array_equal(command[good], expected[good])
    np.testing.assert_array_equal(command[1001:1011], 999.0)  # it holds
    assert np.isnan(command[2030:2101]).all()  # but not for ever


def test_terms_are_found_by_their_stamp():
    joint = moving()
    number = np.repeat(np.arange(6000.0)[:, None], 6, axis=1)
    there = np.delete(np.arange(6000), slice(300, 310))
    terms = {"gravity": TermSamples(joint.stamp[there], joint.log_time[there] + MS, number[there])}
    gravity = Replayed(Topics(joint, terms=terms)).term("gravity")[:, 0]
    np.testing.assert_array_equal(gravity[there], there)
    assert np.isnan(gravity[300:310]).all()


def test_an_arm_under_its_brake_is_not_compared():
    effort = np.ones((6000, 6))
    effort[:1000] = 0.0
    position = MOTION.at(TIME)
    position[:1000] = position[1000]
    replayed = Replayed(Topics(states(TIME, position, effort=effort)))
    reach = round(zero_phase(15.0, 0.004).edge / 0.004)
    used = replayed.all("used")
    assert not used[: 1000 + reach - 1].any() and used[1000 + reach : 5900].all()
    assert "0.00 to 3." in replayed.message("brake")
    assert "near a brake" in replayed.message("near_brake")


def test_efforts_that_were_not_measured():
    silent = Replayed(Topics(moving(effort=np.zeros((6000, 6)))))
    assert silent.found()["no_torque"] > 5000 and np.all(silent.all("effort") == 0.0)
    nothing = Replayed(Topics(moving(effort=np.full((6000, 6), np.nan))))
    assert nothing.found()["no_effort"] == 6000 and np.isnan(nothing.all("effort")).all()


def test_segments_and_gaps_are_reported():
    keep = np.delete(np.arange(6000), np.r_[1000:1003, 2000:2100, 2110:2200])
    joint = moving()
    joint = pick(joint, keep)
    replayed = Replayed(Topics(joint))
    assert sorted({piece.segment for piece in replayed.pieces}) == [0, 1, 2]
    found = replayed.found()
    assert (found["gap"], found["lost"], found["short_segment"]) == (2, 3, 1)
    assert "404 ms at 8.00 s" in replayed.message("gap")
    assert not any(piece.used.any() for piece in replayed.pieces if piece.segment == 1)
    np.testing.assert_allclose(replayed.all("time"), TIME[keep], atol=1e-9)


@pytest.mark.parametrize(("pause", "said"), [(100.0, False), (3 * 86400.0, True)])
def test_a_long_pause_between_recordings_is_reported(pause: float, said: bool):
    joint = moving()
    for times in (joint.stamp, joint.log_time):
        times[3000:] += round(1e9 * pause)
    replayed = Replayed(Topics(joint))
    assert ("pause" in replayed.found()) == said
    if said:
        assert "72.0 h of 72.0 h are a single pause" in replayed.message("pause")
        assert "the longest gap is 72.0 h at 12.00 s" in replayed.message("gap")


def test_a_slow_recording_is_filtered_as_well_as_it_can_be():
    time = np.arange(600.0) * 0.05
    replayed = Replayed(Topics(states(time, MOTION.at(time))))
    assert "3 Hz, not 15 Hz" in replayed.message("cut_off")


def test_no_joint_states_at_all():
    replayed = Replayed(Topics(still(TIME[:1])))
    assert [len(piece.time) for piece in replayed.pieces] == [1] and not replayed.all("used").any()
    empty = Findings()
    motions = Motions([], NAMES, ReplaySettings(), empty)
    assert list(motions) == [] and motions.timing().count == 0


def repeated(times: int, size: int = 2000) -> Iterator[Block]:
    """A long recording that is made while it is read."""
    nothing, empty = np.zeros(0, dtype=np.int64), np.zeros((0, 6))
    for k in range(times):
        joint = still(0.01 * (np.arange(float(size)) + k * size))
        command = CommandSamples(joint.log_time + MS, joint.effort)
        yield Block(joint, command, {}, ReferenceSamples(nothing, nothing, empty, empty, empty), (k + 1) / times)


def test_memory_does_not_grow_with_the_recording():
    def peak(times: int) -> int:
        tracemalloc.start()
        came = sum(len(piece.time) for piece in Motions(repeated(times), NAMES, ReplaySettings(), Findings(), 4096))
        largest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert came == 2000 * times
        return largest

    assert peak(75) < 1.25 * peak(25)  # three times as long; peaks differ by how batches and pages meet


def test_positions_that_are_not_of_their_stamp_are_found_and_left_out():
    replayed, whole = Replayed(Topics(stale(moving(), 1000, 3000))), Replayed(Topics(moving()))
    used = replayed.all("used")
    near = np.abs(TIME[:, None] - TIME[[1000, 3000]]).min(axis=1) < 0.1
    assert not used[near].any() and used.sum() > whole.timing.used - 200
    error = np.abs(replayed.all("qdd") - whole.all("qdd"))
    assert error[near].max() > 5.0 > 0.1 > error[used].max()  # this is what it would have cost
    assert re.search(r"the largest of 2: at (4|12)\.004 s joint\d .* (7\.9|8\.0) ms older", replayed.message("jump"))
    assert "jump" not in whole.found()


TURNS_TIME = np.arange(0.0, 8.0, 0.004)
TRUE = np.column_stack([3.0 * np.sin(TURNS_TIME), 2.8 * TURNS_TIME, -1.9 * TURNS_TIME + 0.4 * np.sin(2.0 * TURNS_TIME)])
ENDLESS = np.array([False, True, True])


def wrapped(angles: np.ndarray) -> np.ndarray:
    """Between -π and π."""
    return np.arctan2(np.sin(angles), np.cos(angles))


def samples(position: np.ndarray) -> JointSamples:
    """Joint states at 250 Hz without velocity and effort."""
    stamp = np.round(1e9 * (5.0 + TURNS_TIME)).astype(np.int64)
    none = np.full(position.shape, np.nan)
    return JointSamples(stamp, stamp, position, none, none)


def pieces(position: np.ndarray, size: int) -> list[Ordered]:
    """The samples as a timeline hands them out."""
    whole = samples(position)
    return [
        Ordered(0, TURNS_TIME[k : k + size], pick(whole, slice(k, k + size))) for k in range(0, len(TURNS_TIME), size)
    ]


@pytest.mark.parametrize("size", [1, 7, 500, 5000])
def test_whatever_the_pieces(size: int):
    given = np.where(ENDLESS, wrapped(TRUE), TRUE)
    found = np.concatenate([piece.states.position for piece in unwrapped(pieces(given, size), ENDLESS)])
    np.testing.assert_allclose(found, TRUE, atol=1e-12)


def test_a_driver_that_counts_its_turns_is_left_alone():
    found = np.concatenate([piece.states.position for piece in unwrapped(pieces(TRUE + 40.0, 100), ENDLESS)])
    np.testing.assert_allclose(found, TRUE + 40.0, atol=1e-12)


def test_a_jump_of_less_than_half_a_turn_stays():
    given = TRUE.copy()
    given[700:703, 1] += 2.0
    found = np.concatenate([piece.states.position for piece in unwrapped(pieces(given, 64), ENDLESS)])
    np.testing.assert_allclose(found, given, atol=1e-12)


def test_the_motion_of_a_recording_that_wraps():
    """Velocity and acceleration across the seam are those of the motion itself; without the wrap they are not."""

    def derived(continuous: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        none, empty = np.zeros(0, dtype=np.int64), np.zeros((0, 3))
        reference = ReferenceSamples(none, none, empty, empty, empty)
        states = samples(np.where(ENDLESS, wrapped(TRUE), TRUE))
        block = Block(states, CommandSamples(none, empty), {}, reference, 1.0)
        motion = list(Motions([block], NAMES[:3], ReplaySettings(cut_off=10.0), Findings(), continuous=continuous))
        inner = np.concatenate([piece.used for piece in motion])
        return inner, np.concatenate([piece.qd for piece in motion])

    used, velocity = derived(ENDLESS)
    expected = np.gradient(TRUE, TURNS_TIME, axis=0)
    np.testing.assert_allclose(velocity[used], expected[used], atol=1e-3)
    assert np.abs(derived(np.zeros(3, dtype=bool))[1] - expected).max() > 10.0
