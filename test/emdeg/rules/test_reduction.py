"""With any rules on, B and C are the same elements of the ring; fewer symbols form them."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path

import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.equations.kane import coriolis_and_centrifugal, kinetic_energy_matrix
from puma560_dynamics.emdeg.rules.reduction import Reduction, rule_savings
from puma560_dynamics.emdeg.rules.rules import RULES
from puma560_dynamics.models.tables.table import names_in, read_table


@trials(30)
@given(chains(most=4))
def test_random_chains(chain: Chain):
    a = kinetic_energy_matrix(chain, Ring())
    expected = coriolis_and_centrifugal(a)
    assert Reduction(chain).coriolis_and_centrifugal(a) == expected
    assert Reduction(chain, ()).coriolis_and_centrifugal(a) == expected


@pytest.mark.parametrize("count", range(len(RULES) + 1))
def test_every_choice_of_rules(count: int):
    chain = load_arm("akb1986").exact_chain
    a = kinetic_energy_matrix(chain, Ring())
    expected = coriolis_and_centrifugal(a)
    fewest = len(Reduction(chain).symbols)
    for rules in combinations(RULES, count):
        reduction = Reduction(chain, rules)
        assert reduction.coriolis_and_centrifugal(a) == expected
        assert fewest <= len(reduction.symbols) <= 216


def test_no_two_symbols_of_the_puma_are_multiples():
    """What the rules leave unique is unique indeed: nothing is missed."""
    chain = load_arm("akb1986").exact_chain
    a = kinetic_energy_matrix(chain, Ring())
    reduction = Reduction(chain)
    values = [value for form in reduction.symbols if (value := reduction.value(form, a))]
    shapes = set()
    for value in values:
        terms = sorted(value.items())
        shapes.add(tuple((m, k / terms[0][1]) for m, k in terms))
    assert len(shapes) == len(values)


def test_the_order_of_the_rules_does_not_matter():
    chain = load_arm("akb1986").exact_chain
    forward, backward = Reduction(chain), Reduction(chain, reversed(RULES))
    assert len(forward.symbols) == len(backward.symbols)
    assert forward.derivatives == backward.derivatives


SYMMETRY, ZERO, _, ACROSS = range(1, 5)


def puma() -> Chain:
    return load_arm("akb1986").exact_chain


def test_derivatives_as_in_the_paper():
    """126 that are possible, 46 that are required."""
    steps = rule_savings(puma())
    assert steps[SYMMETRY].derivatives == 6 * 7 // 2 * 6 == 126
    assert steps[ACROSS].derivatives_nonzero == 46
    assert [step.derivatives for step in steps] == [216, 126, 70, 50, 48, 36, 36]


def test_symbols():
    steps = rule_savings(puma())
    assert steps[SYMMETRY].symbols == 6 * 21 == 126
    general = 6 + 15 + 15 + 20  # c_ii, b_kjk, b_jjk = -2 c_kj, b_ijk = -b_kji
    assert steps[ZERO].symbols == 126 - general
    assert [step.symbols for step in steps] == [216, 126, 70, 50, 48, 36, 36]


def test_the_papers_own_tables_hold_as_many_expressions():
    """Those of tables A5 and A6 that neither are zero nor refer to another."""
    own = [
        entry
        for table in ("a5", "a6")
        for entry in read_table(table).values()
        if (names := names_in(entry.tree)) and not any(name[:2] in ("b_", "c_") for name in names)
    ]
    assert len(own) == rule_savings(puma())[-1].symbols_nonzero


def test_a_chain_without_regularity_keeps_its_own():
    """Only the general rules find something."""
    chain = puma()
    twisted = tuple(replace(joint, cos_alpha=0.6, sin_alpha=0.8) for joint in chain.joints[:4])
    rough = replace(chain.bodies[3], center=(0.1, 0.2, 0.3))
    steps = rule_savings(Chain("rough", twisted, (*chain.bodies[:3], rough)))
    general = 4 + 6 + 6 + 4
    assert [step.symbols for step in steps] == [64, 40, *(40 - general,) * 5]
    assert steps[-1].symbols_nonzero == 40 - general


def test_the_derivations_page_has_the_same_table():
    """Its table, without the columns of the paper and the rule that finds nothing here."""
    text = (Path(__file__).parents[3] / "docs" / "derivations" / "kane.md").read_text(encoding="utf-8")
    rows = [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    printed = [(row[0], *(row[i] for i in (1, 2, 4, 5))) for row in rows if len(row) == 7 and row[1].isdigit()]
    ours = [
        (s.rule, *map(str, (s.symbols, s.symbols_nonzero, s.derivatives, s.derivatives_nonzero)))
        for s in rule_savings(puma())
    ]
    assert printed == ours[:-1]


def test_it_goes_into_json():
    rows = json.loads(json.dumps([asdict(step) for step in rule_savings(puma())]))
    assert rows[0]["rule"] == "none"
    assert rows[-1]["symbols_nonzero"] > 0
