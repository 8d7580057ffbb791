"""Recordings that more than one test file reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.replay.bags import JOINTS, random_states, state_messages, write_messages
from helpers.replay.whole_bags import COUNT, KINDS

from puma560_dynamics.replay.reading.samples import JointSamples


@pytest.fixture(scope="session")
def expected() -> JointSamples:
    return random_states(np.random.default_rng(7), COUNT)


@pytest.fixture(scope="session")
def bags(tmp_path_factory: pytest.TempPathFactory, expected: JointSamples) -> dict[tuple[str, str | None], Path]:
    """Whole bags of every kind; several chunks each."""
    folder = tmp_path_factory.mktemp("whole")
    messages = state_messages("/joint_states", JOINTS, expected)
    return {
        (storage, compression): write_messages(
            folder / f"{storage}_{compression}", messages, storage=storage, compression=compression
        )
        for storage, compression in KINDS
    }
