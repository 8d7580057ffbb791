"""Colours of plots stand out on white and, inverted, on dark, and apart for every kind of colour vision."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from puma560_dynamics.report import colours
from puma560_dynamics.report.style import CSS, DARK_TOKENS

LINES = {
    name: getattr(colours, name)
    for name in ("MEASURED", "MODEL", "BEFORE", "COMMAND", "COMPENSATED", "OUTSIDE", "SPREAD", "QUIET")
}
TEXTS = {name: getattr(colours, name) for name in ("GOOD", "WARNING", "BAD")}

# Machado, Oliveira and Fernandes (2009): what remains of linear red, green and blue without one kind of cone.
BLINDNESS = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "none": np.eye(3),
}

# Filter Effects: hue-rotate(180deg) as a matrix on red, green and blue.
TURNED = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]])


def parts(colour: str) -> np.ndarray:
    return np.array([int(colour[place : place + 2], 16) / 255.0 for place in (1, 3, 5)])


def linear(rgb: np.ndarray) -> np.ndarray:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def luminance(rgb: np.ndarray) -> float:
    return float(linear(rgb) @ [0.2126, 0.7152, 0.0722])


def contrast(one: np.ndarray, other: np.ndarray) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def inverted(rgb: np.ndarray) -> np.ndarray:
    """As a dark page shows it."""
    return np.clip(TURNED @ (1.0 - rgb), 0.0, 1.0)


def lab(light: np.ndarray) -> np.ndarray:
    """CIE L*a*b* of linear red, green and blue."""
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x = matrix @ np.clip(light, 0.0, 1.0) / [0.9505, 1.0, 1.089]
    f = np.where(x > (6 / 29) ** 3, np.cbrt(x), x / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


CARD = parts(re.search(r"--card:(#\w{6})", DARK_TOKENS).group(1))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "colour", [*LINES.values(), *colours.TERMS.values(), *(colour for colour, _ in colours.JOINTS)]
)
def test_what_is_drawn_stands_out_light_and_dark(colour: str):
    """WCAG asks 3 of graphical objects."""
    assert contrast(parts(colour), np.ones(3)) >= 3.0
    assert contrast(inverted(parts(colour)), CARD) >= 3.0


def test_the_dark_page_shows_plots_as_this_test_inverts_them():
    assert "--drawn:invert(1) hue-rotate(180deg)" in DARK_TOKENS
    assert re.search(r"\.plot svg,\.plot \.figure,\.legend i,th i\{filter:var\(--drawn\)\}", CSS)


@pytest.mark.parametrize("colour", TEXTS.values())
def test_white_text_can_be_read_on_a_level(colour: str):
    assert contrast(parts(colour), np.ones(3)) >= 4.5


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("show", [lambda rgb: rgb, inverted], ids=["light", "dark"])
def test_colours_of_one_plot_can_be_distinguished(blindness: str, show):
    """A difference of 10 in L*a*b* is seen at a glance."""
    cones = np.array(BLINDNESS[blindness])
    for group in (("MEASURED", "MODEL", "BEFORE"), ("MEASURED", "MODEL", "COMMAND"),
                  ("BEFORE", "COMMAND", "MODEL", "COMPENSATED"), ("COMPENSATED", "SPREAD"),
                  ("MEASURED", "MODEL", "OUTSIDE")):  # fmt: skip
        seen = {name: lab(cones @ linear(show(parts(LINES[name])))) for name in group}
        for one, other in itertools.combinations(group, 2):
            assert np.linalg.norm(seen[one] - seen[other]) > 10.0, (one, other)


def test_different_quantities_have_different_colours():
    assert len({colours.MEASURED, colours.MODEL, colours.BEFORE, colours.COMMAND, colours.OUTSIDE}) == 5
    assert colours.of_joint(6) == colours.of_joint(0)
    assert len(set(colours.JOINTS)) == 6


def test_the_figure_of_held_elements_has_these_colours():
    from puma560_dynamics.cli.paper.multirate import COLOURS

    assert set(COLOURS) <= set(LINES.values())
