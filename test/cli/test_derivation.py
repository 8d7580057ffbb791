"""Proven where the equations are short, said where they are not; the time is kept, the progress reported."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

import pytest
from helpers.trials import search

from puma560_dynamics.cli import derivation as module
from puma560_dynamics.cli.derivation import derivation, provenance
from puma560_dynamics.emdeg import check_identity, prove
from puma560_dynamics.emdeg.chain.chain import Body, Chain
from puma560_dynamics.emdeg.readers.read_dh import DhRow, read_dh
from puma560_dynamics.emdeg.readers.reading import Mimic, Reading
from puma560_dynamics.errors import DerivationError


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found matters here, not how short it is."""
    monkeypatch.setattr(module, "DEFAULT_EFFORT", search())


@pytest.fixture
def chain() -> Chain:
    """Two links in a vertical plane."""
    bodies = [Body(2.0, (0.3, 0, 0)), Body(1.0, (0.2, 0, 0))]
    return read_dh([DhRow("a"), DhRow("b", a=0.5)], bodies, gravity=(0, -9.81, 0)).chain


def test_progress_grows_to_the_end(chain: Chain):
    reported: list[tuple[float, str]] = []
    made = derivation(chain, ("torque", "gravity"), progress=lambda share, words: reported.append((share, words)))
    shares = [share for share, _ in reported]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert reported[-1][1] == "2 of 2, gravity: proof"
    assert {one.proof for one in made} == {module.WRITTEN_OUT}
    sentence = "Each function: proven, coefficient by coefficient, against Kane's equations."
    assert sentence in provenance(Reading(chain), made).remarks


def test_files_name_what_each_function_was_compared_with(chain: Chain):
    made = derivation(chain, ("gravity", "potential_energy", "kinetic_energy"))
    proven = "Each function: proven, coefficient by coefficient, against"
    for number, words in (
        (1, "Kane's equations."),
        (2, "Kane's equations and the definition of potential_energy."),
        (3, "Kane's equations and the definitions of the others."),
    ):
        assert f"{proven} {words}" in provenance(Reading(chain), made[:number]).remarks
    assert f"{proven} the definitions of the functions." in provenance(Reading(chain), made[1:]).remarks


def test_a_remark_is_made_once(chain: Chain):
    assert module.remarks(Reading(chain, remarks=("one", "two", "one")), False) == ["one", "two"]


def test_each_kind_of_proof_has_a_sentence(chain: Chain):
    one, two = derivation(chain, ("gravity", "kinetic_energy_matrix"))
    assert module.proof_sentences([one, replace(two, proof=module.IDENTITY)]) == [
        "gravity: proven, coefficient by coefficient, against Kane's equations",
        "kinetic_energy_matrix: proven by an identity test whose probability of error is below 2^-100, against Kane's "
        "equations",
    ]


def test_code_of_a_follower_joint_documents_its_coupling(chain: Chain):
    reading = Reading(chain, mimics=(Mimic(1, 0, Fraction(-1, 2), Fraction(1, 4)),))
    (sentence,) = provenance(reading, derivation(chain, ("gravity",))).remarks[-1:]
    for words in (
        "'b' too, which mimics 'a'",
        "-0.5 times that of 'a' plus 0.25",
        "-0.5 times its torque adds to that of 'a'",
    ):
        assert words in sentence


def test_what_is_too_long_to_be_written_out_is_proven_by_an_identity_test(
    chain: Chain, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "PROVABLE", 1)
    (made,) = derivation(chain, ("gravity",))
    assert made.proof == module.IDENTITY
    assert any(
        "identity test" in remark and "2^-100" in remark for remark in provenance(Reading(chain), [made]).remarks
    )
    other = read_dh([DhRow("a"), DhRow("b", a=0.6)], chain.bodies, gravity=(0, -9.81, 0)).chain
    monkeypatch.setattr(module, "check_identity", lambda chain, *rest: check_identity(other, *rest))
    with pytest.raises(DerivationError, match="does not agree with Kane's equations"):
        derivation(chain, ("gravity",))


def test_a_proof_that_fails_ends_it(chain: Chain, monkeypatch: pytest.MonkeyPatch):
    other = read_dh([DhRow("a"), DhRow("b", a=0.6)], chain.bodies, gravity=(0, -9.81, 0)).chain
    monkeypatch.setattr(module, "prove", lambda chain, *rest: prove(other, *rest))
    with pytest.raises(DerivationError, match="does not agree with Kane's equations"):
        derivation(chain, ("torque",))


def test_the_longer_search_keeps_the_time(chain: Chain):
    begun = time.monotonic()
    made = derivation(chain, ("gravity", "kinetic_energy_matrix"), seconds=1.0)
    assert time.monotonic() - begun >= 1.0
    assert {one.proof for one in made} == {module.WRITTEN_OUT}
