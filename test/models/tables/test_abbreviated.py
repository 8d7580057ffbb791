"""The abbreviated model keeps the paper's terms, and its torque error stays as small as stated."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.named_elements import element_values

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.sampling import torque_effect
from puma560_dynamics.models.tables.constants import printed_constants
from puma560_dynamics.models.tables.table import evaluate, names_in, parse, read_table, shorthand_values

TABLES = ("a4", "a5", "a6", "a7")


@pytest.mark.parametrize("table", TABLES)
def test_with_table_a3_it_is_the_printed_numbers(arm: Arm, table: str):
    """Element by element, as printed; the print rounds to two or three digits."""
    q = np.random.default_rng(5).uniform(-3, 3, (50, 6))
    found = element_values(load_model("abbreviated", arm, constants_from="table_a3"), q)
    checked = 0
    for name, entry in read_table(table).items():
        if entry.abbreviated is None or name == "a_13":  # a_13: see errata
            continue
        tree = parse(entry.abbreviated)
        if any("_" in symbol for symbol in names_in(tree)):
            continue
        trig = shorthand_values(names_in(tree), q.T, np.sin, np.cos)
        printed = np.broadcast_to(evaluate(tree, trig), len(q))
        scale = max(np.abs(printed).max(), 1e-12)
        assert np.abs(found[name] - printed).max() <= 0.02 * scale + (printed == 0).all() * 1e-15, name
        checked += 1
    assert checked >= 4


@pytest.mark.parametrize("table", TABLES)
def test_it_drops_only_small_terms(arm: Arm, table: str):
    """Against the full model with the same constants: small compared with the joint's largest constant."""
    q = np.random.default_rng(6).uniform(-3, 3, (500, 6))
    full = element_values(load_model("full", arm), q)
    short = element_values(load_model("abbreviated", arm), q)
    # a_23 loses 2*I15 + ..., the largest sum of dropped terms; everything else is less.
    for name, value in full.items():
        if name[0] == table.replace("a4", "a").replace("a5", "b").replace("a6", "c").replace("a7", "g"):
            assert np.abs(value - short[name]).max() < (0.05 if table != "a7" else 0.35), name


def test_the_torque_error_is_small_compared_with_the_motors(arm: Arm):
    effect = torque_effect(load_model("abbreviated", arm), load_model("full", arm), 5000)
    assert (effect.share < 0.006).all()
    assert (effect.share > 0).all()


def test_it_is_smaller(arm: Arm):
    full, short = (load_model(kind, arm).operation_counts() for kind in ("full", "abbreviated"))
    for part in full:
        assert short[part].total < full[part].total


def test_printed_constants_are_complete():
    symbols = {
        n for t in TABLES for e in read_table(t).values() for n in names_in(e.tree) if n[0] in "Ig" and "_" not in n
    }
    assert symbols <= set(printed_constants())
