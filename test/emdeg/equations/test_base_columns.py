"""Base parameters: as many as the regressor has independent columns, and those that the literature has."""

from __future__ import annotations

import pytest
from helpers.emdeg.random_chains import chains, planar
from helpers.trials import trials
from hypothesis import example, given

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg.algebra.residue import PrimeField
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.equations import base_columns as module
from puma560_dynamics.emdeg.equations.base_columns import base_columns
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.errors import DerivationError
from puma560_dynamics.identification.base_parameters import base_set


@trials(40)
@given(chains(most=5))
@example(planar(4, (0.0, 0.0, -9.81)))
@example(planar(4, (0.0, -9.81, 0.0), flips=True))
def test_no_base_parameter_is_missing_or_superfluous(chain: Chain):
    """The rank of the whole regressor in a new field, without the rules for neighbouring links."""
    field = PrimeField()
    rows = [row for _ in range(14) for row in module._regressor(chain, field)]
    found = module._reduced(rows, field)
    independent = [column for column, own in enumerate(found) if any(place == column for place, _ in own)]
    base = base_columns(chain)
    assert len(base.columns) == len(independent)
    assert all(own[column] == 1 for column, own in zip(base.columns, base.sums, strict=True))


@pytest.mark.parametrize("name", ["akb1986", "stanford1983"])
def test_the_sums_are_those_of_a_numerical_decomposition(name: str):
    arm = load_arm(name)
    base, numerical = base_columns(arm.exact_chain), base_set(arm)
    links = 10 * arm.n
    assert base.columns == tuple(column for column in numerical.columns if column < links)
    for row, own in enumerate(base.sums):
        expected = {k: factor for k, factor in enumerate(numerical.map[row, :links]) if factor}
        assert {k: float(factor) for k, factor in own.items()} == pytest.approx(expected, rel=1e-7)


def test_the_puma_has_the_36_of_the_literature():
    """Without motor inertia, as Khalil and Kleinfinger count for an arm with a vertical first axis and a wrist."""
    sums = task_of("base_regressor").sums(load_arm("akb1986").exact_chain)
    assert len(sums) == 36
    assert {tuple(own) for own in sums.values()} >= {("Izz5", "Iyy6"), ("mcy4", "mcz5"), ("Ixx6", "Iyy6")}


def test_long_coefficients_are_found(monkeypatch: pytest.MonkeyPatch):
    """A prime that is too short for the lengths of the arm is not trusted."""
    chain = load_arm("akb1986").exact_chain
    expected = base_columns(chain)
    made = iter([PrimeField(2**31 - 1), PrimeField(), PrimeField(2**61 - 1), PrimeField(), *[PrimeField(None)] * 9])
    monkeypatch.setattr(module, "PrimeField", lambda prime=None: next(made))
    module._base_columns.cache_clear()
    assert base_columns(chain) == expected


def test_an_unconfirmed_combination_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_confirmed", lambda *_: False)
    module._base_columns.cache_clear()
    with pytest.raises(DerivationError, match="the base parameters of 6 joints are not confirmed"):
        base_columns(load_arm("akb1986").exact_chain)
