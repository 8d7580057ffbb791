"""Calculations of inverse dynamics: the printed number, and that knowledge of the arm saves calculations."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.models.counting import Tally
from puma560_dynamics.papers.kane_levinson.counted_algorithms import PRINTED, any_arm, counted_algorithms
from puma560_dynamics.papers.kane_levinson.equation_code import any_numbers, of_torques, operation_counts
from puma560_dynamics.papers.kane_levinson.equations import equation_values

DOCS = Path(__file__).parents[3] / "docs"


def test_the_printed_count_is_met_within_its_unprinted_conventions():
    assert abs(of_torques(any_numbers(), with_speeds=False).total - PRINTED.total) < 0.05 * PRINTED.total


def test_more_known_numbers_never_cost_operations():
    lines = {(line.algorithm, line.knows): line.count.total for line in counted_algorithms(load_arm("stanford1983"))}
    for algorithm in ("Newton-Euler", "generated", "Kane and Levinson, from q and its derivatives"):
        assert lines[algorithm, "numbers"] <= lines[algorithm, "structure"]
    assert lines["Newton-Euler", "structure"] < lines["Newton-Euler", "kinds of joints"]
    assert lines["generated", "structure"] < lines["Newton-Euler", "structure"] < PRINTED.total


@pytest.mark.skipif(not os.environ.get("ALL_TRIALS"), reason="needs the whole search: make trials")
def test_the_page_has_the_counts_of_the_command():
    page = " ".join((DOCS / "derivations" / "stanford.md").read_text(encoding="utf-8").split())
    lines = {(line.algorithm, line.knows): line.count for line in counted_algorithms(load_arm("stanford1983"))}
    recursive, structure, numbers = (
        "{} + {}".format(*lines[key])
        for key in (("Newton-Euler", "structure"), ("generated", "structure"), ("generated", "numbers"))
    )
    assert f"takes {recursive}, the generator's program {structure} ({numbers} with the arm's numbers)" in page


def test_the_general_arm_keeps_only_the_zeros():
    stanford = load_arm("stanford1983")
    other = any_arm(stanford)
    for link, changed in zip(stanford.links, other.links, strict=True):
        np.testing.assert_array_equal(link.center_of_gravity == 0.0, changed.center_of_gravity == 0.0)
        assert changed.mass != link.mass
        assert len(set(np.diag(changed.inertia))) == 3
    for joint, moved in zip(stanford.joints, other.joints, strict=True):
        assert (moved.d == 0.0) == (joint.d == 0.0)


@pytest.mark.parametrize(
    "wanted, count",
    [
        ("Z64", (6, 1)),  # s2*s3*Z3, c3*c2*Z2, s2^2, one division; Z2 and Z3 are given here
        ("Z25", (1, 0)),
        ("X55", (0, 0)),
        ("Z141", (1, 0)),
    ],
)
def test_small_equations_count_as_by_hand(wanted: str, count: tuple[int, int]):
    tally = Tally()
    names = ("s2", "c2", "s3", "c3", "q6", "Z2", "Z3", "Z8", "Z11")
    equation_values([wanted], {name: tally.variable() for name in names} | {"F2": tally.constant(0.3)})
    assert tuple(tally.count) == count


def test_parts_of_the_model():
    counts = operation_counts()
    assert set(counts) == {"torque", "gravity", "kinetic_energy_matrix", "all_elements"}
    assert counts["gravity"].total < counts["torque"].total < counts["all_elements"].total
    assert counts["torque"] == of_torques(any_numbers())
