"""`read_bag`: all blocks of a recording in one, and losses as warnings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puma560_dynamics import BagError, ReplaySettings, load_arm, read_bag
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.reading import collector
from puma560_dynamics.replay.reading.bag_recording import open_recording

BAG = Path(__file__).parents[3] / "examples" / "pick_and_place"


def test_blocks_are_joined_in_order(monkeypatch: pytest.MonkeyPatch):
    whole = read_bag(BAG)
    monkeypatch.setattr(collector, "STATES_PER_BLOCK", 100)
    joined = read_bag([BAG])
    settings = ReplaySettings()
    recording = open_recording([BAG], load_arm(settings.arm), settings, Findings())
    assert len(list(recording.blocks())) > 1
    np.testing.assert_array_equal(joined.states.stamp, whole.states.stamp)
    np.testing.assert_array_equal(joined.states.effort, whole.states.effort)
    np.testing.assert_array_equal(joined.commands.effort, whole.commands.effort)
    assert set(joined.terms) == set(whole.terms)
    assert (np.diff(whole.states.log_time) >= 0).all()


def test_a_damaged_file_is_a_warning(tmp_path: Path):
    (mcap,) = BAG.glob("*.mcap")
    data = mcap.read_bytes()
    (tmp_path / "cut.mcap").write_bytes(data[: len(data) // 2])
    with pytest.warns(UserWarning) as caught:
        cut = read_bag(tmp_path / "cut.mcap")
    assert 0 < len(cut.states.stamp) < len(read_bag(BAG).states.stamp)
    assert {warning.filename for warning in caught} == {__file__}


def test_what_is_no_bag_is_refused(tmp_path: Path):
    with pytest.raises(BagError):
        read_bag(tmp_path / "none")


@pytest.mark.parametrize("given", [5, None, [5]])
def test_what_is_no_path_is_refused(given: Any):
    with pytest.raises(BagError, match=r"^expected the path of a bag, or a list of paths, got"):
        read_bag(given)
