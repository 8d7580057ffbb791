"""Curves and frames stand where their numbers are."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np

from puma560_dynamics.papers.drawing import curves, frames


def points(text: str) -> list[list[float]]:
    """Points of every line."""
    lines = re.findall(r'points="([^"]*)"', text)
    return [[float(y.split(",")[1]) for y in line.split()] for line in lines]


def test_curves_rise_where_values_rise():
    time = np.linspace(0.0, 1.0, 5)
    columns = np.column_stack([time, -time, time**2, np.ones(5), time, time])
    text = curves("six", time, columns, list("abcdef"), np.full(6, 2.0))
    ET.fromstring(text)
    rising, falling = points(text)[:2]
    assert np.all(np.diff(rising) < 0) and np.all(np.diff(falling) > 0)  # up is less in a drawing
    assert text.count("stroke-dasharray") == 6


def test_frames_have_three_named_axes():
    line = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    text = frames("arm", [line], [np.eye(3), np.eye(3)], [np.zeros(3), np.zeros(3)], ["1", "2"], 0.2)
    ET.fromstring(text)
    assert all(f">{axis}{name}<" in text for axis in "XYZ" for name in "12")
    assert len(points(text)) == 7
    bottom, top = points(text)[0]
    assert top < bottom
