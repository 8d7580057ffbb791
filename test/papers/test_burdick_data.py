"""What is legible of the rotation matrices counts."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers import burdick_data
from puma560_dynamics.papers.bench import Bench


def test_a_wrong_sign_is_noticed(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert burdick_data.rotations(bench).holds
    wrong = tuple(text.replace("-s5 -c5", "s5 c5") for text in burdick_data.ROTATIONS)
    monkeypatch.setattr(burdick_data, "ROTATIONS", wrong)
    found = burdick_data.rotations(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["frame 5"]


def test_a_body_between_the_axes_has_no_mass(monkeypatch: pytest.MonkeyPatch):
    """With an inertia of its own it would count."""
    assert burdick_data.phantom_bodies(Bench()).holds
    light = burdick_data.Body
    monkeypatch.setattr(
        burdick_data,
        "Body",
        lambda mass, center, inertia: light(mass, center, inertia if any(inertia) else (0, 0, 1, 0, 0, 0)),
    )
    assert not burdick_data.phantom_bodies(Bench()).holds
