"""Jobs of an arm compare results before anything is timed."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import pytest


def test_results_that_differ_are_refused():
    pytest.importorskip("casadi")
    from arm_jobs import _agree
    from native import Unavailable

    right = np.ones((2, 3))
    _agree("torque", "CasADi", right, right * (1 + 1e-10))
    for wrong in (right * 1.001, right * np.nan):
        with pytest.raises(Unavailable, match="torque differ"):
            _agree("torque", "CasADi", wrong, right)


def test_both_take_part_in_every_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("casadi")
    from arm_jobs import AT_ONCE, batches, build, one_call
    from casadi_forms import BATCH_PEERS, LARGE_BATCH_PEERS, ONE_CALL_PEERS, PEERS
    from leaderboard_page import COMPARED, IN_BATCHES, OURS

    from puma560_dynamics import load_arm, load_model

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    model: Any = load_model("generated")
    chain = load_arm("akb1986").exact_chain
    programs = [model.programs[name] for name in ("torque", "gravity", "kinetic_energy_matrix")]
    built = build(chain, programs)
    assert set(built) == {OURS, *PEERS}
    assert all(isinstance(library, ctypes.CDLL) for library in built.values())
    pairs = {(job.task, job.name) for job in one_call(chain, built)}
    assert pairs == {(task, name) for task in COMPARED for name in (OURS, *ONE_CALL_PEERS)}
    large = {(job.task, job.name) for job in batches(chain, built, AT_ONCE + 8) if "moved" not in job.task}
    assert large == {(task, name) for task in IN_BATCHES for name in (OURS, *LARGE_BATCH_PEERS)}
    jobs = list(batches(chain, built, 37))
    assert {(job.task, job.name) for job in jobs} == {
        (task, name) for task in IN_BATCHES for name in (OURS, *BATCH_PEERS)
    }
    for task in IN_BATCHES:
        inputs, results = zip(*(job.names["keep"] for job in jobs if job.task == task), strict=True)
        assert len({array.ctypes.data for array in results}) == 1, "contenders write to different arrays"
        assert len({tuple(array.ctypes.data for array in given) for given in inputs}) == 1
        assert not any(array.ctypes.data % 64 for array in (*inputs[0], results[0]))
