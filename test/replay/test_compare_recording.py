"""`compare_recording` is the analysis of `puma560 replay` with its defaults."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import MissingDependencyError, ReplaySettings, compare_recording, extras
from puma560_dynamics.replay.analysis.analyse import analyse

BAG = Path(__file__).parents[2] / "examples" / "pick_and_place"


def test_one_path_or_several_and_settings_or_none():
    told: list[float] = []
    settings = ReplaySettings(models=("generated",))
    expected = analyse([BAG], settings)
    for found in (
        compare_recording(str(BAG), settings),
        compare_recording("example", settings),
        compare_recording([BAG], settings, lambda s, _: told.append(s)),
    ):
        np.testing.assert_array_equal(found.total["effort"].rms, expected.total["effort"].rms)
    assert told[-1] == 1.0


def test_everything_that_is_missing_is_named_before_the_work(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "installed", lambda module: False)
    with pytest.raises(MissingDependencyError, match=r"rosbags and mcap.*pip install 'puma560_dynamics\[replay\]'"):
        compare_recording(BAG)
