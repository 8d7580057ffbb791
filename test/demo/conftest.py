"""One short run for all tests of what comes after a run, and the same run with things missing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.demo.offline import offline_run

from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS
from puma560_dynamics.demo import report
from puma560_dynamics.demo.record import PhaseRecord, RunRecord


def emptied(phase: PhaseRecord) -> PhaseRecord:
    """The phase as a recorder that received nothing would leave it."""
    none = np.zeros((0, phase.position.shape[1]))
    terms = dict.fromkeys(MODEL_TERMS, none)
    return PhaseRecord(phase.setting, np.zeros(0), none, none, none, none, terms, np.zeros(0), none)


@pytest.fixture(scope="session")
def run() -> RunRecord:
    """A sound run, in which no torque is at its limit."""
    pytest.importorskip("mujoco")
    pytest.importorskip("pinocchio")
    return offline_run(duration=3.6)


@pytest.fixture(scope="session")
def gap(run: RunRecord) -> RunRecord:
    """The run without samples of its second setting."""
    return replace(run, phases=(run.phases[0], emptied(run.phases[1]), *run.phases[2:]))


@pytest.fixture(scope="session")
def silent(run: RunRecord) -> RunRecord:
    """A run that recorded nothing at all."""
    none = np.zeros(0)
    return replace(
        run,
        phases=tuple(emptied(phase) for phase in run.phases),
        state_latency=none,
        torque_latency=none,
        model_time=none,
        rates={},
        rejected={},
        worst_diagnostic={},
        versions={},
    )


@pytest.fixture(scope="session")
def phaseless(silent: RunRecord) -> RunRecord:
    """A run that broke off before its first motion."""
    return replace(silent, phases=())


@pytest.fixture(params=["run", "gap", "silent", "phaseless"])
def any_run(request: pytest.FixtureRequest) -> RunRecord:
    """Each of them in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page without what takes long to draw, where a test is about something else."""
    monkeypatch.setattr(report, "FIGURES", ())
