"""Table 2: rates from calculations, what the printed ones imply, which count gives them, and measured times."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from helpers.benchmarks import DOCS

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.tables.abbreviation import trees
from puma560_dynamics.models.tables.table_counts import count_elements, count_torque
from puma560_dynamics.papers.decomposition.table_2 import (
    DIVIDER,
    PAPER_WHOLE,
    PRINTED,
    SPEED,
    Parts,
    Rates,
    _angles,
    implied,
    parts_of,
    rates,
    reading,
    recursive_rates,
    sines_and_cosines,
    splits,
    table_2_readings,
)
from puma560_dynamics.papers.decomposition.timing import Timed, _motion, products, timed


@pytest.mark.parametrize("kind", ["full", "abbreviated"])
def test_products_are_what_the_tables_count(arm: Arm, kind: str):
    """Two counts that share no code: zeros of evaluated elements against numbers that count in equation (1)."""
    parts = parts_of(load_model(kind, arm))
    assert parts.whole == parts.configuration + parts.motion
    assert parts.motion == count_torque(trees(kind)).total - count_elements(trees(kind)).total


def test_the_whole_once_is_the_divider_of_one():
    parts = Parts("any", 600.0, 400.0, 1000.0)
    assert rates(parts, 1, 1e5) == Rates(100.0, 100.0)
    assert rates(parts, 2, 1.4e5) == Rates(100.0, 200.0)


def test_as_many_operations_as_there_are(arm: Arm):
    """A second of either line takes the operations of one second."""
    parts = parts_of(load_model("full", arm))
    for divider in (2, 4, 8):
        rate = rates(parts, divider)
        assert rate.torque == pytest.approx(divider * rate.configuration)
        spent = rate.configuration * parts.configuration + rate.torque * parts.motion
        assert spent == pytest.approx(SPEED)


def test_what_the_printed_rates_imply():
    """The parts that give 78, 50 and 200 Hz exactly lie inside; the 1165 of table 1 does not."""
    found = implied()
    whole, four = SPEED / PRINTED[1].torque, SPEED / PRINTED[DIVIDER].configuration
    motion = (four - whole) / (DIVIDER - 1)
    for (least, most), value in zip(
        (found.whole, found.configuration, found.motion), (whole, whole - motion, motion), strict=True
    ):
        assert least < value < most
    assert found.whole[0] > PAPER_WHOLE
    exact = reading("exact", Parts("implied", whole - motion, motion, whole))
    assert exact.agrees
    # the extreme parts still round to what is printed, and a little beyond they do not
    for outside in (found.whole[0] - 1.0, found.whole[1] + 1.0):
        assert not reading("outside", Parts("outside", outside - motion, motion, outside)).agrees


def test_the_readings(arm: Arm):
    found = table_2_readings(load_model("full", arm))
    assert [one.agrees for one in found] == [False, False, False, True]
    assert all(one.parts.whole == pytest.approx(one.parts.configuration + one.parts.motion) for one in found)
    assert found[1].parts.whole == PAPER_WHOLE
    for one in found:  # the text: a third less, two and a half times
        assert one.ratio.configuration == pytest.approx(2 / 3, abs=0.08)
        assert one.ratio.torque == pytest.approx(2.5, abs=0.12)


def test_the_page_has_the_readings(arm: Arm):
    with (DOCS / "decomposition_table2.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))[2:]  # without the header and the paper's line
    found = table_2_readings(load_model("full", arm))
    for (_, *numbers, as_printed), one in zip(rows, found, strict=True):
        lines = one.rates[1].torque, one.rates[DIVIDER].configuration, one.rates[DIVIDER].torque
        expected = (one.parts.configuration, one.parts.motion, *lines)
        digits = [len(text.partition(".")[2]) for text in numbers]
        assert [f"{value:.{places}f}" for value, places in zip(expected, digits, strict=True)] == numbers
        assert as_printed == ("yes" if one.agrees else "no")


def test_sines_and_cosines_of_the_tables():
    """q2, q3, q4, q5, q2 + q3 and 2·q2 + q3; q6 appears nowhere, for link 6 is symmetric."""
    assert len(sines_and_cosines()) == 12
    assert _angles(sines_and_cosines()) == ["q2", "q3", "q4", "q5", "q2 + q3", "2 q2 + q3"]


def test_a_factored_model_gains_nothing_by_the_split(arm: Arm):
    """Its torque takes fewer calculations than its elements and their products once in four."""
    full, generated = splits([load_model(kind, arm) for kind in ("full", "generated")])
    assert full.rates[DIVIDER].torque > 2.0 * full.rates[1].torque
    assert generated.rates[DIVIDER].torque < generated.rates[1].torque


def test_the_recursion_is_slower_than_the_split_model(arm: Arm):
    """What the paper compares: 1560 calculations each time against its full model split up."""
    model = load_model("newton_euler", arm)
    counts = (model.general_counts()["torque"].total, model.operation_counts()["torque"].total)  # type: ignore[attr-defined]
    printed, general, customised = recursive_rates(*counts).values()
    assert printed == pytest.approx(64.1, abs=0.05)
    assert printed < PRINTED[1].torque < general < customised
    assert general * counts[0] == pytest.approx(SPEED)
    assert customised < table_2_readings(load_model("full", arm))[0].rates[DIVIDER].torque


@pytest.mark.parametrize("states", [1, 7])
def test_the_parts_give_the_torque(arm: Arm, states: int):
    reference, model = load_model("newton_euler", arm), load_model("generated", arm)
    q, qd, qdd = _motion(model, states)
    found = products(model.elements(q), qd, qdd)
    np.testing.assert_allclose(found, reference.torque(q, qd, qdd), atol=1e-9)


def test_gains_by_hand():
    """Elements of 30 ns, products of 10: once in three means 20 a torque instead of 40."""
    one = Timed("any", 1, elements=[30.0, 30.0, 60.0], products=[10.0, 10.0, 20.0], torque=[5.0, 5.0, 10.0])
    assert one.gain(3) == pytest.approx(2.0)
    assert one.gain(1) == pytest.approx(1.0)
    assert one.gain_over_torque(3) == pytest.approx(0.25)
    assert (one.parts.configuration, one.parts.motion, one.parts.whole) == (30.0, 10.0, 5.0)


def test_every_model_has_its_turns(arm: Arm):
    models = [load_model(kind, arm) for kind in ("full", "abbreviated")]
    found = timed(models, states=16, rounds=3)
    assert [one.name for one in found] == ["full", "abbreviated"]
    for one in found:
        assert {len(one.elements), len(one.products), len(one.torque)} == {3}
        assert min(*one.elements, *one.products, *one.torque) > 0.0
        assert 1.0 < one.gain(4) < 4.0  # whatever the times are
