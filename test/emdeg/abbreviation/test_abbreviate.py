"""Abbreviated models: the stated error, few calculations, a symmetric A, elements that make the torque."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.abbreviate import COUNT, Abbreviated, abbreviate
from puma560_dynamics.emdeg.abbreviation.ranges import Ranges
from puma560_dynamics.emdeg.simplify.search import simplify_system
from puma560_dynamics.errors import AbbreviationError
from puma560_dynamics.models.sampling import ranges_of, torque_effect
from puma560_dynamics.models.tables import AbbreviatedModel, FullModel

ERROR = 0.01


@pytest.fixture(scope="module")
def by_size(arm: Arm) -> Abbreviated:
    return abbreviate(arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist(), ERROR, moves=0)


def test_its_own_samples_keep_to_the_error_and_fresh_ones_nearly(by_size: Abbreviated):
    own_rms, own = by_size.torque_error(COUNT, seed=0)
    assert (own_rms <= own).all()
    assert 0.5 * ERROR < own.max() <= ERROR
    assert by_size.torque_error()[1].max() <= 1.25 * ERROR


def test_with_and_without_motor_inertia(arm: Arm, by_size: Abbreviated):
    bare = arm.exact_chain.without_armature()
    model = abbreviate(bare, ranges_of(arm), arm.maximum_torque.tolist(), ERROR, moves=0)
    assert model.torque_error(COUNT, seed=0)[1].max() <= ERROR
    assert len(model.kept.terms) <= len(by_size.kept.terms)


def test_at_the_papers_own_error_it_takes_a_third_of_the_papers_calculations(arm: Arm):
    paper = torque_effect(AbbreviatedModel(arm), FullModel(arm))
    model = abbreviate(arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist(), paper.share.max(), moves=20)
    assert model.torque_error(COUNT, seed=0)[1].max() <= paper.share.max()
    assert model.torque_error()[0].max() <= 1.1 * (paper.rms / arm.maximum_torque).max()
    calculations = AbbreviatedModel(arm).operation_counts()["torque"].total
    assert 2.5 * simplify_system(model.system(), 100).cost < calculations


def test_the_search_never_ends_worse_than_it_began(arm: Arm, by_size: Abbreviated):
    searched = abbreviate(arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist(), ERROR, moves=30)
    assert simplify_system(searched.system(), 24).cost <= simplify_system(by_size.system(), 24).cost
    again = abbreviate(arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist(), ERROR, moves=30)
    assert again.kept.terms == searched.kept.terms


def test_elements_make_the_torque(by_size: Abbreviated):
    rng = np.random.default_rng(2)
    q, qd, qdd = rng.uniform(-2, 2, (3, 6))
    values = by_size.kept.values(q, qd, qdd)
    elements = by_size.element_system().evaluate(values, 1.0)
    torque = by_size.system().evaluate(values, 1.0)

    def at(label: str) -> float:
        return float(elements.get(label, 0.0))

    for i in range(6):
        total = at(f"g_{i + 1}")
        total += sum(at(f"a_{min(i, j) + 1}{max(i, j) + 1}") * qdd[j] for j in range(6))
        total += sum(at(f"c_{i + 1}{j + 1}") * qd[j] ** 2 for j in range(6))
        total += sum(at(f"b_{i + 1}{j + 1}{k + 1}") * qd[j] * qd[k] for j, k in combinations(range(6), 2))
        assert total == pytest.approx(float(torque[f"tau_{i + 1}"]), rel=1e-12)


def test_terms_by_joint_hold_a_coupling_with_both_its_joints(by_size: Abbreviated):
    for row, own in enumerate(by_size.terms):
        for term in own:
            if term.kind == "a" and term.element[0] != term.element[1]:
                other = sum(term.element) - row
                assert term in by_size.terms[other]


@pytest.mark.parametrize(("error", "torques", "n"), [(0.0, 1.0, 6), (-1.0, 1.0, 6), (0.01, 0.0, 6), (0.01, 1.0, 5)])
def test_wrong_questions_get_one_sentence(arm: Arm, error: float, torques: float, n: int):
    ranges = Ranges((0.0,) * n, (1.0,) * n, (1.0,) * n, (1.0,) * n)
    with pytest.raises(AbbreviationError):
        abbreviate(arm.exact_chain, ranges, [torques] * 6, error)


def test_an_error_larger_than_every_torque_is_refused(arm: Arm):
    with pytest.raises(AbbreviationError, match="no term would be kept"):
        abbreviate(arm.exact_chain, ranges_of(arm), [1e6] * arm.n, 1.0)
