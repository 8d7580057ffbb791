"""Forward dynamics of the explicit model against MuJoCo and Pinocchio's ABA, state by state and along a motion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.simulation.agreement import Parting, acceleration_disagreement, parting

from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import UnknownModelError
from puma560_dynamics.simulation.engines import engine

PEERS = pytest.mark.parametrize("peer", ["pinocchio", "mujoco"])


@PEERS
def test_accelerations_agree(peer: str, arm: Arm):
    pytest.importorskip(peer)
    assert acceleration_disagreement(arm, peer, 1000) < 1e-13


@PEERS
def test_accelerations_of_another_arm_agree(peer: str, arms: Callable[[int], list[Arm]]):
    pytest.importorskip(peer)
    assert acceleration_disagreement(arms(1)[0], peer, 200, kind="full") < 1e-10


@PEERS
def test_a_wrong_arm_would_be_seen(peer: str, arm: Arm, monkeypatch: pytest.MonkeyPatch):
    """The comparison fails where the engine has a link that is heavier by a ten-millionth."""
    pytest.importorskip(peer)
    from dataclasses import replace

    from helpers.simulation import agreement

    heavier = arm.with_(links=tuple(replace(link, mass=link.mass * (1 + 1e-7)) for link in arm.links))
    monkeypatch.setattr(agreement, "engine", lambda name, _arm: engine(name, heavier))
    assert acceleration_disagreement(arm, peer, 100) > 1e-9


@PEERS
def test_trajectories_agree_before_rounding_has_grown(peer: str, arm: Arm):
    pytest.importorskip(peer)
    assert parting(arm, peer, 4.0).difference.max() < 1e-10


def test_span_and_growth_of_a_known_parting():
    time = np.linspace(0.0, 20.0, 201)
    known = Parting(time, 1e-14 * np.exp(1.5 * time))
    assert known.growth() == pytest.approx(1.5)
    assert known.span(1e-6) == pytest.approx(np.log(1e8) / 1.5, abs=0.1)
    assert known.span(1.0) == 20.0
    assert Parting(time, np.zeros(201)).growth() == 0.0


def test_an_unknown_engine(arm: Arm):
    with pytest.raises(UnknownModelError, match="mujoco"):
        engine("drake", arm)
