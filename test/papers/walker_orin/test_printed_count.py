"""The readings of table 3's 2737 calculations of Walker and Orin's recursion."""

from __future__ import annotations

from puma560_dynamics.arm import Arm
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.papers.walker_orin.model import matrix_count
from puma560_dynamics.papers.walker_orin.printed_count import (
    PAPER_WALKER_ORIN,
    count_readings,
    evenly_growing,
    explained_recursion,
    nearest_reading,
)


def test_symmetry_pays(arm: Arm):
    columns = NewtonEulerModel(arm)
    general = {reading.name: reading.count for reading in count_readings(arm)}
    unsymmetric = general["repeated recursion, any arm, no use of symmetry"]
    counted_as_variable = columns.general_counts()["kinetic_energy_matrix"]  # there the unit acceleration is one
    assert unsymmetric.additions == counted_as_variable.additions
    assert unsymmetric.multiplications < counted_as_variable.multiplications
    assert general["repeated recursion, any arm"].total < unsymmetric.total


def test_the_printed_count_lies_between_readings_and_is_none_of_them(arm: Arm):
    totals = [reading.count.total for reading in count_readings(arm)]
    assert totals == sorted(totals)
    assert totals[0] < PAPER_WALKER_ORIN < totals[-1]
    assert PAPER_WALKER_ORIN not in totals
    closest = nearest_reading(arm)
    assert abs(closest.excess) == min(abs(total / PAPER_WALKER_ORIN - 1) for total in totals) < 0.02


def test_a_general_link_by_hand(arm: Arm):
    """At rest: two turns out and two in, four cross products, I·alpha, m·a, and six sums of vectors."""
    by_name = {reading.name: reading.count for reading in count_readings(arm)}
    turn, cross, inertia, scale = (8, 4), (6, 3), (9, 6), (3, 0)
    parts = [turn] * 4 + [cross] * 4 + [inertia, scale]
    products, sums = (sum(part[i] for part in parts) for i in range(2))
    assert by_name["21 links, each in full"] == (21 * products, 21 * (sums + 6 * 3))


def test_no_cost_that_grows_evenly_adds_up_to_the_printed_count():
    sums = {sum(a * links + b for links in range(1, 7)) for a in range(300) for b in range(-400, 400)}
    assert PAPER_WALKER_ORIN not in sums
    assert not evenly_growing()
    for printed in range(PAPER_WALKER_ORIN - 4, PAPER_WALKER_ORIN + 5):
        assert evenly_growing(6, printed) == (printed in sums)


def test_the_explanation_names_what_was_counted(arm: Arm):
    count, why = explained_recursion(arm)
    assert count == matrix_count(arm, skip_known=False)
    for number in (nearest_reading(arm).count, matrix_count(arm), matrix_count(arm, composite=True)):
        assert str(number.total) in why
    assert f"the {len(count_readings(arm))} counts that we tried" in why and "{" not in why
