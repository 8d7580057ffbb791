"""An identified arm lies inside its own band about as often as the band says, on motion that was not fitted.

The effort has coloured noise, which lasts for many samples. Normal residuals as large as expected leave the band at
4.6 % of the samples; shares of coloured ones scatter about that.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.identification.synthetic import MEMORY, NOISE, description, moved, true_arm

from puma560_dynamics import Payload, ReplaySettings, compare_recording, load_arm
from puma560_dynamics.identification.arm_yaml import arm_yaml
from puma560_dynamics.identification.from_bags import identify
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.result import Analysis

pytest.importorskip("cvxpy")

SEED = 5


def columns(motion: Motion) -> dict[str, np.ndarray]:
    """As an array recording."""
    return {"t": motion.time, "q": motion.q, "tau": motion.effort}


@pytest.fixture(scope="module")
def identified(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Motion]:
    """The file of an arm that was identified, and a recording of the same arm that was not fitted."""
    folder, rng = tmp_path_factory.mktemp("own_band"), np.random.default_rng(SEED)
    (folder / "small.urdf").write_text(description(), encoding="utf-8")
    truth = true_arm(load_arm(folder / "small.urdf"), rng)
    found = identify([columns(moved(truth, rng, 60.0))], ReplaySettings(arm=str(folder / "small.urdf")))
    path = folder / "identified.yaml"
    path.write_text(arm_yaml(found, path), encoding="utf-8")
    return path, moved(truth, rng, 60.0)


def replayed(path: Path, motion: Motion, load: float = 0.0) -> Analysis:
    payload = Payload(mass=load) if load else Payload()
    settings = ReplaySettings(arm=str(path), payload=payload, model="newton_euler", models=())
    return compare_recording(columns(motion), settings)


def test_the_file_has_what_the_fit_left_of_other_stretches(identified: tuple[Path, Motion]):
    arm = load_arm(identified[0])
    errors = [arm.quantities[f"prediction_error.{name}"].value for name in arm.joint_names]
    # Windows of a quarter of a second leave of noise that lasts for 1 / (1 - MEMORY) samples most, but not all.
    assert MEMORY > 0.9
    assert all(0.4 * NOISE < error < 1.5 * NOISE for error in errors)


def test_held_out_motion_is_inside_the_band_as_often_as_stated(identified: tuple[Path, Motion]):
    found = replayed(*identified)
    assert found.band is not None
    assert np.all((found.band.outside > 0.01) & (found.band.outside < 0.1)), found.band.outside
    assert found.verdict.level == "good", found.verdict.sentence


def test_a_load_of_a_few_per_cent_is_outside(identified: tuple[Path, Motion]):
    path, motion = identified
    mass = sum(link.mass for link in load_arm(path).links)
    assert replayed(path, motion, 0.05 * mass).verdict.level != "good"
