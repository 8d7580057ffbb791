"""Positions of the mass centers, and what the paper does not print about the motions."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.kane_levinson import figure_entries, maneuver
from puma560_dynamics.papers.kane_levinson.claims import StanfordClaim
from puma560_dynamics.papers.kane_levinson.counts import APPENDIX_3
from puma560_dynamics.papers.link_motion import STANFORD_AXES, links_in_motion


@pytest.fixture(scope="module")
def bench() -> Bench:
    """One for all."""
    return Bench()


@pytest.mark.parametrize(
    "length, bodies",
    [("L1", "BCDEF"), ("L2", "EF"), ("L3", "F"), ("L4", "BCDEF"), ("L5", "D"), ("L6", "E")],
)
def test_a_wrong_length_is_noticed(length: str, bodies: str, bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert figure_entries.positions(bench).holds
    monkeypatch.setitem(APPENDIX_3, length, 0.5)
    assert [row.name[0] for row in figure_entries.positions(bench).rows if not row.agrees] == list(bodies)


def test_vectors_at_zero_coordinates():
    """All second unit vectors are vertical there."""
    links = links_in_motion(Bench().stanford, np.zeros(6), np.zeros(6), STANFORD_AXES)
    found = figure_entries.printed_positions(links, 0.0)
    up = links[0].rotation[:, 1]
    assert [float(found[body] @ up) for body in "BCDEF"] == pytest.approx([0.1, 0.1, 0.8, 0.76, 0.9])


def test_how_near_the_arm_comes_is_not_printed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    found = figure_entries.arrival(bench)
    assert found.holds is False and found.obstacle and found.shown
    assert {words.split(":")[0] for words in found.corrected} == {"start of figure 3", "k_12", "k_11"}
    late = StanfordClaim("", "", None, 1.0, "", False)
    monkeypatch.setattr(figure_entries, "arrival_claims", lambda controlled: [late])
    assert not figure_entries.arrival(bench).shown


def test_the_start_of_figure_1_is_disclosed(bench: Bench):
    assert maneuver.START[1] == np.pi / 2
    assert "and no q_6(0)" in figure_entries.figure_1(bench).note
