"""Pictures for paper: every joint, lines where their numbers are, nothing where there is nothing."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers.replay.analyses import no_samples, one_joint_missing, without_torque, wrong_payload

from puma560_dynamics.replay.analysis.result import Analysis
from puma560_dynamics.replay.report.printed import printed
from puma560_dynamics.report.colours import MEASURED, MODEL


def lines(picture: str, colour: str) -> list[np.ndarray]:
    """Points of the lines of a colour."""
    found = re.findall(rf'd="M([^"]*)" fill="none" stroke="{colour}"', picture)
    return [np.array([point.split() for point in path.split("L")], dtype=float) for path in found]


def test_every_joint_is_there_and_breaks_at_gaps():
    analysis = wrong_payload()
    pictures = printed(analysis).split("<svg")[1:]
    assert len(pictures) == analysis.arm.n
    edges = [0, *np.flatnonzero(analysis.traces.gap), analysis.traces.time.size]
    pieces = int((np.diff(edges) > 1).sum())  # a single point is no line
    for joint, picture in enumerate(pictures):
        assert f'aria-label="{analysis.arm.joint_names[joint]}"' in picture
        assert len(lines(picture, MODEL)) == pieces
        assert len(lines(picture, MEASURED)) == 2 * pieces  # torque, and residual below it
        for line in lines(picture, MEASURED):
            assert (np.diff(line[:, 0]) >= 0.0).all()


def test_extremes_are_kept_and_larger_is_higher():
    analysis = wrong_payload()
    picture = printed(analysis).split("<svg")[2]
    drawn = np.concatenate(lines(picture, MODEL))
    model = analysis.traces.mean["model"][:, 1]
    time = analysis.traces.time
    for value, y in ((model.max(), drawn[:, 1].min()), (model.min(), drawn[:, 1].max())):
        at = drawn[np.argmin(np.abs(drawn[:, 1] - y)), 0]
        expected = np.interp(time[np.argmin(np.abs(model - value))], [time[0], time[-1]], [70.0, 994.0])
        assert at == pytest.approx(expected, abs=1.0)


@pytest.mark.parametrize("make", [no_samples, without_torque, one_joint_missing])
def test_nothing_is_drawn_of_nothing(make):
    analysis: Analysis = make()
    found = printed(analysis)
    assert not re.search(r"\b(nan|inf|None)\b", found)
    if not analysis.traces.time.size:
        assert found == ""


def test_names_are_no_markup():
    analysis = wrong_payload()
    assert "<b>&" not in printed(type(analysis)(**{**vars(analysis), "name": "<b>&"}))
