"""What is legible of the rotation matrices counts."""

from __future__ import annotations

import pytest

from puma560_dynamics.emdeg import Body
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.burdick import data


def test_a_wrong_sign_is_noticed(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert data.rotations(bench).holds
    wrong = tuple(text.replace("-s5 -c5", "s5 c5") for text in data.ROTATIONS)
    monkeypatch.setattr(data, "ROTATIONS", wrong)
    found = data.rotations(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["frame 5"]


def test_a_body_between_the_axes_has_no_mass(monkeypatch: pytest.MonkeyPatch):
    """With an inertia of its own it would count."""
    assert data.phantom_bodies(Bench()).holds
    light = Body
    monkeypatch.setattr(
        data,
        "Body",
        lambda mass, center, inertia: light(mass, center, inertia if any(inertia) else (0, 0, 1, 0, 0, 0)),
    )
    assert not data.phantom_bodies(Bench()).holds
