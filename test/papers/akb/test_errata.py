"""Every erratum is put to the test: corrected it holds, uncorrected it fails."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from helpers.oracle import EXACT, random_states

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.tables.abbreviation import printed_terms
from puma560_dynamics.models.tables.constants import PRINTED, printed_constants, table_constants, table_parameters
from puma560_dynamics.models.tables.table import (
    TABLES,
    TableEntry,
    evaluate,
    is_trigonometric,
    parse_table,
    read_table,
    shorthand_values,
)
from puma560_dynamics.models.tables.table_model import _PAIR_COLUMN
from puma560_dynamics.papers.akb.errata import PROOFS, akb_errata, uncorrected_tables
from puma560_dynamics.papers.akb.significance import terms_of, verdicts
from puma560_dynamics.papers.erratum import Erratum
from puma560_dynamics.papers.kane_levinson.errata import stanford_errata

ALL = akb_errata()


def by_proof(*proofs: str) -> list[object]:
    """The errata with one of these proofs, named for the test report."""
    chosen = [erratum for erratum in ALL if erratum.proof in proofs]
    return [pytest.param(erratum, id=f"{erratum.table}-{erratum.entry}-{n}") for n, erratum in enumerate(chosen)]


def elements(tables: dict[str, TableEntry], arm: Arm, q: np.ndarray, given: dict[str, float] | None = None) -> dict:
    """Elements of A, B, C and g by their names, from tables that may be wrong."""
    symbols = table_parameters(arm)
    known = {name: evaluate(entry.tree, symbols) for name, entry in tables.items() if name[1] != "_"}
    known |= {f"Im{i}": symbols[f"Im{i}"] for i in range(1, 7)} | (given or {})
    result: dict = {}
    pending = {name: entry.tree for name, entry in tables.items() if name[1] == "_"}
    for name, tree in pending.items():
        trig = shorthand_values((n for n in re.findall(r"[SC]{1,2}\d+", tables[name].text)), q.T, np.sin, np.cos)
        result[name] = evaluate(tree, {**known, **trig, **result})
    return result


def truth(arm: Arm, q: np.ndarray) -> dict[str, np.ndarray]:
    """The same from Newton-Euler."""
    model = load_model("newton_euler", arm)
    a, b, c, g = (
        model.kinetic_energy_matrix(q),
        model.coriolis_coefficients(q),
        model.centrifugal_coefficients(q),
        model.gravity(q),
    )
    named = {f"a_{i + 1}{j + 1}": a[:, i, j] for i in range(6) for j in range(i, 6)}
    named |= {f"b_{i + 1}{j + 1}{k + 1}": b[:, i, p] for i in range(6) for (j, k), p in _PAIR_COLUMN.items()}
    named |= {f"c_{i + 1}{j + 1}": c[:, i, j] for i in range(6) for j in range(6)}
    return named | {f"g_{i + 1}": g[:, i] for i in range(6)}


def worst(found: dict, expected: dict[str, np.ndarray]) -> float:
    """Largest disagreement relative to the largest entry, over all that the tables define."""
    scale = max(np.abs(value).max() for value in expected.values())
    return max(float(np.abs(found[name] - expected[name]).max()) for name in found) / scale


def corrected_tables() -> dict[str, TableEntry]:
    """All tables as this package has them."""
    return {name: entry for table in ("a2", "a4", "a5", "a6", "a7") for name, entry in read_table(table).items()}


def test_the_corrected_tables_hold(arms):
    for arm in arms(5, False):
        q = random_states(np.random.default_rng(7), 20)[0]
        found = elements(corrected_tables(), arm, q)
        assert len(found) == 153
        assert worst(found, truth(arm, q)) < EXACT


@pytest.mark.parametrize("erratum", by_proof("model"))
def test_the_uncorrected_model_fails(erratum: Erratum, arms):
    arm = arms(1, False)[0]
    q = random_states(np.random.default_rng(7), 20)[0]
    expected = truth(arm, q)
    if "printed" in erratum.details:
        name = erratum.details["printed"]
        arm = load_arm("akb1986")
        printed = PRINTED[name]
        assert printed.tolerance is not None
        assert abs(table_constants(arm)[name] - printed.value) > 2 * printed.tolerance
        found = elements(corrected_tables(), arm, q, {name: printed.value})
        assert worst(found, truth(arm, q)) > 1e-3
        return
    tried = list(uncorrected_tables(erratum))
    assert tried, "an erratum proven by the model needs at least one reading"
    for tables in tried:
        assert worst(elements(tables, arm, q), expected) > 1e-6


@pytest.mark.parametrize("erratum", [e for e in ALL if "parameter" in e.details], ids=lambda e: e.entry)
def test_the_uncorrected_parameter_misses_table_a3(erratum: Erratum, arm: Arm):
    symbols = table_parameters(arm)
    name = erratum.details["parameter"]
    corrected, uncorrected = symbols, symbols | {name: float(erratum.details["value"])}
    for constant in erratum.details["constants"]:
        tree = read_table("a2")[constant].tree
        printed = PRINTED[constant].value
        assert evaluate(tree, corrected) == pytest.approx(printed, rel=0.02)
        assert evaluate(tree, uncorrected) != pytest.approx(printed, rel=0.02)


@pytest.mark.parametrize("erratum", by_proof("rule"))
def test_the_lost_abbreviation_follows_from_the_rule(erratum: Erratum):
    verdict = next(v for v in verdicts(printed_constants()) if v.entry == erratum.entry)
    number = erratum.corrected.removeprefix("≈ ")
    assert verdict.kept_by_rule == (set() if number == "0" else {"const"})
    table = {"a": "a4", "b": "a5", "c": "a6"}[erratum.entry[0]]
    entry = read_table(table)[erratum.entry]
    assert entry.abbreviated == number
    assert entry.inserted == erratum.text.startswith("no")


@pytest.mark.parametrize("erratum", by_proof("coefficient"))
def test_the_printed_coefficient_is_not_the_full_expressions(erratum: Erratum):
    entry = read_table({"A4": "a4", "A5": "a5"}[erratum.table])[erratum.entry]
    if "abbreviated_instead" in erratum.details:
        right, wrong = erratum.details["abbreviated_instead"]
        assert entry.abbreviated is not None and right in entry.abbreviated
        with pytest.raises(Puma560Error, match="no term"):
            list(printed_terms(TableEntry(entry.name, entry.text, entry.abbreviated.replace(right, wrong))))
        return
    value, factor = erratum.details["printed_coefficient"]
    term = next(t for t in printed_terms(entry) if t.factor == factor)
    assert term.printed == value
    constants, rounding = printed_constants(), 0.5 * 10.0 ** (np.floor(np.log10(abs(value))) - 2)
    for name, scale in term.coefficient.items():
        rounding += abs(float(scale)) * 0.5 * 10.0 ** (np.floor(np.log10(abs(constants[name]))) - 2)
    assert abs(term.value(constants) - value) > rounding


@pytest.mark.parametrize("erratum", by_proof("order"))
def test_a_dropped_term_is_larger_than_a_kept_one(erratum: Erratum):
    dropped, factor, kept, other = erratum.details["larger_than"]
    verdict = next(v for v in verdicts(printed_constants()) if v.entry == erratum.entry)
    assert f"{kept}·{other}" in verdict.kept_in_print and f"{dropped}·{factor}" not in verdict.kept_in_print
    sizes = terms_of(erratum.entry, printed_constants())
    assert sizes[f"{dropped}·{factor}"] > sizes[f"{kept}·{other}"]


def test_equation_9_and_10(arm: Arm):
    model = load_model("newton_euler", arm)
    q = random_states(np.random.default_rng(3), 50)[0]
    step = 1e-6 * np.eye(6)

    def slope(i: int, j: int, k: int) -> np.ndarray:
        high, low = model.kinetic_energy_matrix(q + step[k]), model.kinetic_energy_matrix(q - step[k])
        return (high[:, i, j] - low[:, i, j]) / 2e-6

    assert max(np.abs(slope(i, j, 5)).max() for i in range(6) for j in range(6)) < 1e-9
    np.testing.assert_allclose(slope(0, 2, 1), slope(0, 2, 2), atol=1e-9)
    np.testing.assert_allclose(slope(0, 2, 1), slope(0, 1, 2), atol=1e-9)
    assert np.abs(slope(0, 2, 1) - slope(0, 1, 1)).max() > 0.1


@pytest.mark.parametrize("erratum", by_proof("structure"))
def test_the_uncorrected_table_is_no_table(erratum: Erratum, arms):
    """Each kind of damage, put back, ends in an error; none is left unchecked."""
    name, details = erratum.entry, erratum.details
    tables, arm = corrected_tables(), arms(1, False)[0]
    q = random_states(np.random.default_rng(7), 3)[0]
    checked = 0
    for reading in uncorrected_tables(erratum):
        with pytest.raises(Puma560Error, match="has no value"):
            elements(reading, arm, q)
        checked += 1
    if "label_lost" in details:  # the entry runs on in the one before it
        order = list(read_table("a2"))
        before = order[order.index(name) - 1]
        merged = {n: e for n, e in tables.items() if n != name}
        merged[before] = TableEntry(before, f"{tables[before].text} {tables[name].text}")
        with pytest.raises(Puma560Error, match=r"does not parse|has no value"):
            elements(merged, arm, q)
        checked += 1
    if "missing" in details:
        found = elements({n: e for n, e in tables.items() if n != name}, arm, q)
        assert set(truth(arm, q)) - set(found) == {name}
        checked += 1
    if "stands_twice" in details:
        text = (TABLES / f"{erratum.table.lower()}.txt").read_text(encoding="utf-8")
        with pytest.raises(Puma560Error, match="twice"):
            parse_table(text.replace(f"{name} =", f"{details['stands_twice']} ="))
        checked += 1
    assert checked


@pytest.mark.parametrize("erratum", [e for e in ALL if "printed_as_computed" in e.details], ids=lambda e: e.entry)
def test_lost_labels_of_table_a3_are_found_by_their_values(erratum: Erratum, arm: Arm):
    """No other constant has a value near: the label can only be this one."""
    computed = table_constants(arm)
    for name in erratum.details["printed_as_computed"]:
        near = [other for other, value in computed.items() if abs(value / PRINTED[name].value - 1) < 0.01]
        assert near == [name]


def test_every_erratum_is_complete():
    assert len(ALL) > 50
    for erratum in ALL:
        assert erratum.fault in ("scan", "print", "unknown")
        assert erratum.proof in PROOFS
        assert erratum.why
        assert erratum.text != erratum.corrected
    assert not is_trigonometric("rv3")


def test_the_derivations_page_counts_those_proven_by_text_or_rule():
    """Counts of proofs by text and by rule, in words of docs/derivations.md."""
    page = (Path(__file__).parents[3] / "docs" / "derivations.md").read_text(encoding="utf-8")
    text, rule = (sum(erratum.proof == proof for erratum in ALL) for proof in ("text", "rule"))
    others = stanford_errata()
    read = sum(erratum.proof == "text" for erratum in others)
    words = " ".join(page.split())
    assert f"Those with proof `text` ({text} of {len(ALL)}; {read} of {len(others)} of Kane and Levinson)" in words
    assert f"with proof `rule` ({rule})" in words
