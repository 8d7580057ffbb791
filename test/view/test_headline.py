"""The headline is as bad as the worst on the page, and says what that is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.report.colours import BAD, GOOD
from puma560_dynamics.view.headline import ORDER, STALE, worst_state
from puma560_dynamics.view.snapshot import Snapshot, Status
from puma560_dynamics.view.view_style import GATES, LEVELS, QUIET, WATCH

WELL = Snapshot(
    ("joint1", "joint2"),
    np.array([100.0, 50.0]),
    torque=np.array([10.0, -20.0]),
    gate="open",
    statuses=(Status("plant_node: commands", 0, "commands arrive"),),
    silent=0.0,
)


def test_a_sound_snapshot_gives_the_state_of_the_gate():
    assert worst_state(WELL) == GATES["open"]


@pytest.mark.parametrize("gate", sorted(GATES))
@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize(("share", "of_share"), [(0.1, GOOD), (0.8, WATCH), (1.0, BAD), (np.nan, QUIET)])
@pytest.mark.parametrize("silent", [None, 0.9 * STALE, 1.1 * STALE])
def test_nothing_is_worse_than_the_headline(gate: str, level: int, share: float, of_share: str, silent: float | None):
    shot = replace(
        WELL,
        gate=gate,
        torque=np.array([share * 100.0, 0.0]),
        statuses=(*WELL.statuses, Status("validator_node: residual", level, "models disagree")),
        silent=silent,
    )
    colours = [GATES[gate][0], LEVELS[level], of_share, BAD if silent is not None and silent > STALE else QUIET]
    assert worst_state(shot)[0] == max(colours, key=ORDER.index)


def test_the_headline_names_what_is_wrong():
    fast = replace(WELL, statuses=(Status("feedforward_node: torque", 2, "damping: joint4 moves at 20 rad/s"),))
    assert worst_state(fast) == (BAD, "feedforward_node: torque: damping: joint4 moves at 20 rad/s")
    assert worst_state(replace(WELL, torque=np.array([10.0, -50.0]))) == (
        BAD,
        "joint2 is at 100% of its maximum torque",
    )
    assert worst_state(replace(fast, silent=3.4))[1] == "no joint states for 3 s; what is shown is old"
    assert worst_state(replace(WELL, gate=""))[1] != worst_state(WELL)[1]
