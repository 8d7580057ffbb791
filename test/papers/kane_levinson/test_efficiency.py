"""Statements about efficiency: counts by hand, and statements without a measure never hold."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from puma560_dynamics.models.terms import OperationCount
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.kane_levinson import counts, efficiency
from puma560_dynamics.papers.kane_levinson.counted_algorithms import PRINTED
from puma560_dynamics.papers.kane_levinson.equation_code import any_numbers, of_torques
from puma560_dynamics.papers.link_motion import links_in_motion


@pytest.fixture(scope="module")
def bench() -> Bench:
    """One for all."""
    return Bench()


def trees(**texts: str) -> dict[str, ast.expr]:
    """Expressions of equations."""
    return {name: ast.parse(text, mode="eval").body for name, text in texts.items()}


def test_operations_with_every_z_in_its_place():
    """X is computed once also then; Z1 is used three times."""
    found = efficiency.expanded_operations(trees(Z1="a*b + c", Z2="Z1*Z1", X="Z1 - d", Y="X*X + Z2"))
    assert found == {"Z1": 2, "Z2": 1 + 4, "X": 1 + 2, "Y": 2 + 5}


def test_without_repetition_the_claim_fails(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert efficiency.repetition(bench).holds
    monkeypatch.setattr(efficiency, "expanded_operations", lambda trees: dict.fromkeys(trees, 0))
    assert not efficiency.repetition(bench).holds


def test_the_simplest_basis_is_that_of_the_paper(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert efficiency.simplest_basis(bench).computed == "1 against 2"
    links = links_in_motion
    monkeypatch.setattr(
        efficiency, "links_in_motion", lambda *given: [link._replace(rotation=np.eye(3)) for link in links(*given)]
    )
    assert not efficiency.simplest_basis(bench).holds


def test_statements_without_a_measure_never_hold(bench: Bench):
    for entry in (
        efficiency.general_purpose_programs, efficiency.other_methods, efficiency.storage, efficiency.body_fixed_bases,
        efficiency.silver, efficiency.simple_form, efficiency.tables_in_storage,
    ):  # fmt: skip
        found = entry(bench)
        assert found.holds is False and found.obstacle and found.shown


def test_the_forms_of_equation_70(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert efficiency.implicit_forms(bench).computed == "1 against 7"
    monkeypatch.setattr(efficiency, "PRODUCTS_OF_70", ("Z1*Z24 + Z2", "Z3"))
    assert not efficiency.implicit_forms(bench).holds


def test_an_inertia_that_is_not_principal_is_noticed():
    stanford = Bench().stanford
    inertia = stanford.links[1].inertia + 0.001 * (np.ones((3, 3)) - np.eye(3))
    links = tuple(
        type(link)(link.name, link.mass, link.center_of_gravity, inertia) if i == 1 else link
        for i, link in enumerate(stanford.links)
    )
    assert not efficiency.body_fixed_bases(Bench(stanford=stanford.with_(links=links))).shown


def test_the_count_is_from_q_as_in_the_text(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """The reading from u decides nothing, even if it were equal to the printed count."""
    count = of_torques(any_numbers())
    computed = str(counts.own_count(bench).computed)
    assert computed == f"{count.multiplications} + {count.additions} = {count.total}"
    monkeypatch.setattr(counts, "of_torques", lambda symbols, with_speeds=True: count if with_speeds else PRINTED)
    assert counts.own_count(bench).holds is False
    monkeypatch.setattr(counts, "of_torques", lambda symbols, with_speeds=True: OperationCount(2000, 2000))
    assert not counts.own_count(bench).shown
