"""Colours say the share of the limit."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.markers.marker_colours import share_colour


def test_the_scale_runs_from_blue_over_yellow_to_red():
    rest, half, limit = (np.array(share_colour(share)) for share in (0.0, 0.5, 1.0))
    assert rest[2] == rest[:3].max() and half[2] == half[:3].min() and limit[0] > 3 * limit[1:3].max()


def test_it_has_no_steps():
    colours = np.array([share_colour(share) for share in np.linspace(0.0, 1.0, 401)])
    assert np.abs(np.diff(colours, axis=0)).max() < 0.015
    assert len(np.unique(colours, axis=0)) == 401


def test_signs_look_alike_and_beyond_the_limit_it_stays_red():
    assert share_colour(-0.7) == share_colour(0.7)
    assert share_colour(5.0) == share_colour(1.0)


def test_every_colour_is_one():
    for share in np.linspace(-2, 2, 81):
        colour = share_colour(float(share), 0.4)
        assert all(0.0 <= part <= 1.0 for part in colour)
        assert colour[3] == 0.4
