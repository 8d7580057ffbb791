"""Progress of passes over a recording: the share that is done, and the rate in digits that mean something."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from puma560_dynamics.replay.analysis.pass_progress import PassProgress


class Clock:
    """Seconds, set by the test."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def recording(*shares: float) -> SimpleNamespace:
    return SimpleNamespace(blocks=lambda: (SimpleNamespace(read=share) for share in shares))


@pytest.mark.parametrize(
    ("samples", "seconds", "rate"),
    [(345, 1.0, 345), (3, 2.0, 1), (1, 10.0, 0), (999, 1.0, 999), (345_678, 1.0, 346_000), (2_000_000, 1.6, 1_250_000)],
)
def test_the_rate_has_three_digits_however_slow_the_machine_is(samples: int, seconds: float, rate: int) -> None:
    clock, reports = Clock(), []
    passes = PassProgress(lambda share, words: reports.append(words), 1, clock)
    passes.next("comparing")
    clock.now += seconds
    passes.count(samples)
    words, _, given = reports[-1].partition(", ")
    assert words == "comparing"
    assert given == f"{rate:,} samples/s".replace(",", "\u2009")


def test_the_share_grows_over_all_passes_and_the_rate_is_of_one() -> None:
    clock, reports = Clock(), []
    passes = PassProgress(lambda share, words: reports.append((share, words)), 2, clock)
    for words, step in (("fitting", 1.0), ("comparing", 2.0)):
        passes.next(words)
        for _ in passes.blocks(recording(0.5, 1.0)):
            clock.now += step
            passes.count(100)
    assert [share for share, _ in reports] == [0.25, 0.5, 0.75, 1.0]
    assert [words for _, words in reports] == 2 * ["fitting, 100 samples/s"] + 2 * ["comparing, 50 samples/s"]


def test_without_a_listener_blocks_pass_through() -> None:
    passes = PassProgress(None, 1)
    passes.next("comparing")
    assert [block.read for block in passes.blocks(recording(0.5, 1.0))] == [0.5, 1.0]
    passes.count(1)


def test_work_between_the_passes_is_named_and_counts_nothing() -> None:
    reports: list[tuple[float, str]] = []
    passes = PassProgress(lambda share, words: reports.append((share, words)), 2)
    passes.say("preparing")
    passes.next("fitting")
    passes.next("comparing")
    passes.say("preparing again")
    assert reports == [(0.0, "preparing"), (0.5, "preparing again")]
    PassProgress(None, 1).say("preparing")


def test_with_a_pass_more_than_expected_the_share_does_not_fall() -> None:
    reports: list[float] = []
    passes = PassProgress(lambda share, words: reports.append(share), 1)
    for words in ("comparing", "comparing again"):
        passes.next(words)
        for _ in passes.blocks(recording(0.5, 1.0)):
            passes.count(100)
    assert reports == [0.5, 1.0, 1.0, 1.0]


def test_a_pass_that_checks_is_shorter_than_the_others() -> None:
    shares: list[float] = []
    passes = PassProgress(lambda share, words: shares.append(share), 2, checking=0.5)
    passes.next("checking")
    passes.read(0.5, 10)
    passes.read(1.0, 10)
    passes.say("preparing")
    for words in ("fitting", "comparing"):
        passes.next(words)
        passes.read(1.0, 10)
    assert shares == pytest.approx([0.1, 0.2, 0.2, 0.6, 1.0])
