"""Simulated arms that are pushed, at rest and in motion: few false contacts, and every clear push with its size.

`make trials` measures the rates; with ``WRITE_CONTACTS=1`` it writes the table of docs/replay.md.
"""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.replay.pushes import Difference, Push, PushedArm

from puma560_dynamics.replay.result import Analysis

ARMS = {"light": (light_arm(fingers=False, effort="2.5"), 0.03), "akb1986": ("akb1986", 1.0)}
"""Description of each arm, and the factor of its payloads."""

TIMES = 3.0
"""Size of the pushes, as a multiple of the stated limit of the joint that shows it best."""

FRICTIONS = ("fit", "none", "arm")
"""Friction of the model: fitted, or wrong in one of two ways."""

DIFFERENCES = {
    "friction": Difference(friction=0.04),
    "payload": Difference(payload=1.0),
    "effort 10 ms late": Difference(delay=0.01),
    "zeros 20 mrad": Difference(zero=0.02),
    "masses 5 %": Difference(masses=0.05),
    "all of these": Difference(friction=0.04, masses=0.05, delay=0.005, payload=0.5, zero=0.01),
}

TABLE = Path(__file__).parents[2] / "docs" / "replay_contacts.csv"


@dataclass(frozen=True, eq=False)
class Trial:
    """A recording without and with a push.

    Attributes:
        simulated: the arm.
        quiet: replay of the recording without the push.
        push: the push.
        pushed: replay of the recording with it.
    """

    simulated: PushedArm
    quiet: Analysis
    push: Push
    pushed: Analysis

    @property
    def hit(self) -> bool:
        """Whether the push was found, and nothing else."""
        found = self.pushed.contacts
        return len(found) == 1 and found[0].start < self.push.end and found[0].end > self.push.start

    @property
    def within(self) -> list[bool]:
        """Whether the true torque is within the band, joint by joint of a push that was found."""
        true = self.simulated.torque_of(self.push)
        one = self.pushed.contacts[0]
        return [bool(abs(one.torque[joint] - true[joint]) <= one.band[joint]) for joint in one.joints]

    @property
    def size_error(self) -> float:
        """Error of the torque at the clearest joint of a push that was found, as a fraction of the true torque."""
        one = self.pushed.contacts[0]
        true = self.simulated.torque_of(self.push)[one.joints[0]]
        return float(abs(one.torque[one.joints[0]] / true - 1.0))


def trial(arm: str, seed: int, moves: bool, kind: str, friction: str = "fit") -> Trial:
    """Simulate and replay an arm of `ARMS` with one of `DIFFERENCES`."""
    (description, factor), difference = ARMS[arm], DIFFERENCES[kind]
    difference = replace(difference, payload=factor * difference.payload)
    made = PushedArm(description, seed, moves, difference)
    quiet = made.compare(made.record(), friction)
    limits = quiet.contact_limits.moving if moves else quiet.contact_limits.standing
    push, _ = made.push(100 + seed, TIMES, limits)
    return Trial(made, quiet, push, made.compare(made.record((push,)), friction))


@pytest.mark.parametrize(
    ("arm", "moves", "seed", "kind"),
    [
        ("light", False, 0, "friction"),
        ("light", True, 1, "effort 10 ms late"),
        ("akb1986", False, 2, "all of these"),
        ("akb1986", True, 3, "zeros 20 mrad"),
    ],
)
def test_a_push_is_found_and_nothing_else(arm: str, moves: bool, seed: int, kind: str):
    found = trial(arm, seed, moves, kind)
    assert not found.quiet.contacts
    assert found.hit
    (one,) = found.pushed.contacts
    assert abs(one.start - found.push.start) < 0.15
    assert abs(one.end - found.push.end) < 0.35
    assert one.standing is not moves
    assert all(found.within)
    # The push is left out of everything else: the same causes, and nearly the same residual, as without it. A joint at
    # rest keeps what dry friction has changed.
    assert [each.kind for each in found.pushed.causes[:1]] == [each.kind for each in found.quiet.causes[:1]]
    assert found.pushed.verdict.level == found.quiet.verdict.level
    before, after = (each.total["effort"].rms for each in (found.quiet, found.pushed))
    assert (np.abs(after - before) < 0.2 * before + 0.02 * found.quiet.arm.maximum_torque).all()
    assert found.pushed.timing.used < found.quiet.timing.used
    assert "Something touched the arm between" in found.pushed.verdict.sentence


def test_without_a_fit_the_recording_is_read_again_without_contacts():
    found = trial("light", 4, False, "friction", friction="none")
    assert found.hit
    assert found.pushed.verdict.headline == "Model and arm agree except while something touched the arm"
    assert found.quiet.verdict.headline == "Model and arm agree"
    # The plots still show what happened.
    time, residual = found.pushed.traces.time, found.pushed.traces.mean["residual"]
    inside = (time > found.push.start + 0.1) & (time < found.push.end - 0.1)
    joint = found.pushed.contacts[0].joints[0]
    assert np.abs(residual[inside, joint]).max() > 2.0 * found.pushed.total["effort"].largest[joint]


def trials() -> Iterator[tuple[str, str, Trial]]:
    """Yield state, kind and trial of every arm."""
    kinds = list(DIFFERENCES)
    for seed in range(36):
        kind, friction = kinds[seed % len(kinds)], FRICTIONS[seed // len(kinds) % len(FRICTIONS)]
        for arm in ARMS:
            for moves in (False, True):
                found = trial(arm, seed, moves, kind, friction)
                yield "moves" if moves else "stands", kind, found


@pytest.mark.skipif(not os.environ.get("ALL_TRIALS"), reason="takes ten minutes: make trials")
@pytest.mark.timeout(3600)
def test_rates_of_false_contacts_and_of_pushes_that_are_found():
    runs = list(trials())
    if os.environ.get("WRITE_CONTACTS"):
        write_table(runs)
    false = [one for _, _, one in runs if one.quiet.contacts]
    assert len(false) <= 0.1 * len(runs)
    hits = [one for _, _, one in runs if one.hit]
    assert len(hits) >= 0.9 * len(runs)
    within = [each for one in hits for each in one.within]
    assert np.mean(within) >= 0.9
    late = [abs(one.pushed.contacts[0].start - one.push.start) for one in hits]
    assert np.quantile(late, 0.9) < 0.1


def write_table(runs: Sequence[tuple[str, str, Trial]]) -> None:
    """Write the rates, a row per state of the arm and difference from its description."""
    groups: dict[tuple[str, str], list[Trial]] = defaultdict(list)
    for state, kind, one in runs:
        groups[state, kind].append(one)
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["arm", "not as described", "recordings", "false contacts", "pushes found",
                        "sizes within the band", "error of the size", "onset"])  # fmt: skip
        for (state, kind), group in sorted(groups.items()):
            hits = [one for one in group if one.hit]
            within = [each for one in hits for each in one.within]
            errors = [one.size_error for one in hits]
            late = [abs(one.pushed.contacts[0].start - one.push.start) for one in hits]
            table.writerow(
                [
                    state,
                    kind,
                    len(group),
                    sum(bool(one.quiet.contacts) for one in group),
                    f"{100 * len(hits) / len(group):.0f} %",
                    f"{100 * np.mean(within):.0f} %" if within else "",
                    f"{100 * np.median(errors):.0f} %" if errors else "",
                    f"± {1e3 * np.quantile(late, 0.9):.0f} ms" if late else "",
                ]
            )
