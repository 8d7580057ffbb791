"""The full model is exact: against Pinocchio, and against Newton-Euler over random arms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from helpers.oracle import EXACT, Oracle, ask
from helpers.trials import share

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.errors import UnknownModelError, UnsupportedArmError
from puma560_dynamics.models.tables import FullModel


def test_every_element_against_pinocchio(arm: Arm, oracle: Oracle):
    assert len(oracle.q) >= 1000
    assert max(oracle.disagreement(load_model("full", arm)).values()) < EXACT


@pytest.mark.parametrize("symmetric_wrist", [True, False])
def test_every_element_over_random_parameters(arms: Callable[[int, bool], list[Arm]], symmetric_wrist: bool):
    """Terms that vanish for the paper's numbers (I19 to I21 with asymmetric wrist links) are checked here."""
    rng = np.random.default_rng(11)
    for arm in arms(share(100), symmetric_wrist):
        expected = ask(load_model("newton_euler", arm), rng, 20)
        assert max(expected.disagreement(load_model("full", arm)).values()) < EXACT


def test_random_parameters_against_pinocchio(arms: Callable[[int, bool], list[Arm]]):
    pytest.importorskip("pinocchio")
    rng = np.random.default_rng(12)
    for arm in arms(10, True):
        expected = ask(load_model("pinocchio", arm), rng, 20)
        assert max(expected.disagreement(load_model("full", arm)).values()) < EXACT


def test_single_state_equals_batch(arm: Arm, oracle: Oracle):
    model = load_model("full", arm)
    q, qd, qdd = oracle.q[0], oracle.qd[0], oracle.qdd[0]
    for name in ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity"):
        single = getattr(model, name)(q)
        batch = getattr(model, name)(oracle.q[:3])[0]
        np.testing.assert_allclose(single, batch, rtol=0, atol=1e-14)
    np.testing.assert_allclose(model.torque(q, qd, qdd), oracle.torque[0], rtol=0, atol=1e-12)


def test_the_constants_can_be_the_papers(arm: Arm, oracle: Oracle):
    printed = load_model("full", arm, constants_from="table_a3")
    assert isinstance(printed, FullModel)
    assert printed.constants["I3"] == 1.38
    assert 1e-3 < oracle.disagreement(printed)["kinetic_energy_matrix"] < 0.1


def test_a_single_constant_can_be_changed(arm: Arm):
    model = load_model("full", arm, changes={"Im1": 2.14})
    q = np.zeros(6)
    changed = model.kinetic_energy_matrix(q) - load_model("full", arm).kinetic_energy_matrix(q)
    np.testing.assert_allclose(changed, np.diag([1.0, 0, 0, 0, 0, 0]), atol=1e-14)


def test_unknown_choices_are_refused(arm: Arm):
    with pytest.raises(UnknownModelError, match="table_a3"):
        load_model("full", arm, constants_from="thin air")
    with pytest.raises(UnknownModelError, match="I99"):
        load_model("full", arm, changes={"I99": 1.0})


def shifted(arm: Arm, index: int, axis: int) -> Arm:
    """The arm with one center of gravity moved by a centimetre."""
    link = arm.links[index]
    center = np.array(link.center_of_gravity)
    center[axis] += 0.01
    links = list(arm.links)
    links[index] = Link(link.name, link.mass, center, link.inertia, link.incomplete)
    return arm.with_(links=tuple(links))


@pytest.mark.parametrize(("index", "axis"), [(0, 0), (2, 0), (3, 0), (3, 1), (4, 0), (4, 1), (4, 2), (5, 0), (5, 1)])
def test_an_arm_outside_the_tables_is_refused(arm: Arm, index: int, axis: int):
    with pytest.raises(UnsupportedArmError, match=f"link{index + 1}.center_of_gravity {'xyz'[axis]}"):
        load_model("full", shifted(arm, index, axis))


def test_every_refusal_is_needed(arm: Arm):
    """What the tables refuse, they would get wrong: else the refusal is a nuisance."""
    rng = np.random.default_rng(4)
    q = rng.uniform(-3, 3, (20, 6))
    for index, axis in ((2, 0), (3, 0), (3, 1), (4, 0), (4, 1), (4, 2), (5, 0), (5, 1)):
        moved = load_model("newton_euler", shifted(arm, index, axis)).gravity(q)
        assert np.abs(moved - load_model("newton_euler", arm).gravity(q)).max() > 1e-6


def test_other_structures_are_refused(arm: Arm):
    skewed = replace(arm.joints[3], alpha=1.5)
    with pytest.raises(UnsupportedArmError, match=r"joint4\.alpha"):
        load_model("full", arm.with_(joints=(*arm.joints[:3], skewed, *arm.joints[4:])))
    last = arm.links[5]
    lopsided = Link(last.name, last.mass, last.center_of_gravity, np.diag([1.0e-4, 2.0e-4, 1.5e-4]))
    with pytest.raises(UnsupportedArmError, match="symmetric"):
        load_model("full", arm.with_(links=(*arm.links[:5], lopsided)))
    with pytest.raises(UnsupportedArmError, match="6 joints"):
        load_model("full", arm.with_(joints=arm.joints[:5], links=arm.links[:5], motors=arm.motors[:5]))


@pytest.mark.parametrize("source", ["arm", "table_a3", "changed"])
def test_torque_and_gravity_for_a_loop_are_those_of_these_constants(arm: Arm, source: str):
    """Compiled functions, which the paper's arm has, must not answer for other constants."""
    options: dict = {"changes": {"I3": 2.0}} if source == "changed" else {"constants_from": source}
    model = load_model("full", arm, **options)
    for state in np.random.default_rng(15).uniform(-3.0, 3.0, (50, 3, 6)):
        torque, gravity = model.torque_and_gravity(*state)
        terms = model.terms(*state)
        np.testing.assert_allclose(torque, terms.total, atol=1e-11)
        np.testing.assert_allclose(gravity, terms.gravity, atol=1e-12)


def test_torque_and_gravity_for_a_loop_of_other_arms(arms: Callable[[int, bool], list[Arm]]):
    for arm in arms(3, True):
        model = load_model("full", arm)
        state = np.random.default_rng(16).uniform(-3.0, 3.0, (3, 6))
        np.testing.assert_allclose(model.torque_and_gravity(*state)[0], model.terms(*state).total, atol=1e-11)
