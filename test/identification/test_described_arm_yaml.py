"""An identified arm that came from a robot description stays on it: names, frames, and bodies in those frames."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, joint_friction_torque
from puma560_dynamics.arm.kinematics import link_poses
from puma560_dynamics.identification.arm_yaml import arm_yaml
from puma560_dynamics.identification.bodies import linear, measured, seen_from
from puma560_dynamics.identification.fourier_motion import Fourier, at_rest
from puma560_dynamics.identification.identify import Identified, fit_unknowns
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.replay.motion.motion import Motion


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("robot")


@pytest.fixture(scope="module")
def found(folder: Path) -> Identified:
    """From ten seconds of motion; the roll joint turns without end, the effort limits are not given."""
    (folder / "light.urdf").write_text(light_arm(last="continuous", effort="0"))
    arm = load_arm(folder / "light.urdf", hold=["*_finger"])
    unknowns = Unknowns(arm)
    before = prior(unknowns)
    rng = np.random.default_rng(5)
    a, b = at_rest(rng.normal(size=(arm.n, 8)))
    time = np.arange(0.0, 10.0, 0.01)
    q, qd, qdd = Fourier(10.0, np.zeros(arm.n), 0.3 * a, 0.3 * b).states(time)
    effort = unknowns.columns(q, qd, qdd) @ before.mean + 0.01 * rng.normal(size=q.shape)
    motion = Motion(0, time, q, qd, qdd, effort, np.full_like(q, np.nan), {}, np.ones(len(time), dtype=bool))
    return fit_unknowns(unknowns, [recorded([motion], unknowns, "bag", "2026-11-22")])


def test_it_reads_back_as_the_estimate_in_the_frames_of_the_description(found: Identified, folder: Path):
    path = folder / "identified.yaml"
    path.write_text(arm_yaml(found, path), encoding="utf-8")
    assert yaml.safe_load(path.read_text())["description"] == "light.urdf"
    arm, before = load_arm(path), found.unknowns.arm
    assert arm.origin == before.origin
    assert [joint.continuous for joint in arm.joints] == [False, False, False, True]
    np.testing.assert_array_equal(arm.maximum_torque, 0.0)  # what was not given is not made up
    rng = np.random.default_rng(2)
    q, qd, qdd = rng.uniform(-2.0, 2.0, (3, 20, arm.n))
    np.testing.assert_array_equal(link_poses(arm, q), link_poses(before, q))
    torque = load_model("newton_euler", arm).torque(q, qd, qdd) + joint_friction_torque(
        arm.friction, qd, MEASURED_SMOOTHING
    )
    np.testing.assert_allclose(torque, found.unknowns.columns(q, qd, qdd) @ found.estimate.x, atol=1e-9)


@pytest.mark.parametrize("factor", [1e-200, 1e-9, 1.0, 1e9, 1e150, np.inf, np.nan])
def test_errors_of_any_magnitude_are_read_back(found: Identified, folder: Path, factor: float):
    """Where data determine nothing, an error may be larger than any number of an arm, or not known."""
    path = folder / "wide.yaml"
    wide = replace(found, estimate=replace(found.estimate, covariance=found.estimate.covariance * factor**2))
    path.write_text(arm_yaml(wide, path), encoding="utf-8")
    arm = load_arm(path)
    for joint in range(arm.n):
        place = found.unknowns.place_of("coulomb_positive")[joint]
        error, name = wide.estimate.error[place], f"friction.{arm.joint_names[joint]}.coulomb_positive"
        width = arm.quantities[name].half_width
        assert width == (float(f"{error:.3g}") if np.isfinite(error) else None)
        assert arm.quantities[name].value == wide.estimate.x[place]


def test_widths_turn_with_the_frame(found: Identified):
    """A mass has the same standard error in every frame, a center of mass the same length of it."""
    for index in range(found.unknowns.arm.n):
        (own, own_error), (turned, error, widths) = found.body(index), found.described_body(index)
        assert (turned[0], error[0]) == pytest.approx((own[0], own_error[0]), rel=1e-9)
        frame = found.unknowns.arm.frames[index]
        np.testing.assert_allclose(frame[:3, :3] @ turned[1:4] + frame[:3, 3], own[1:4], atol=1e-12)
        assert (widths > 0.0).all()


def test_a_body_seen_from_another_frame():
    """Against the parallel axis theorem on a turned and shifted link."""
    arm = load_arm(light_arm(), hold=["*_finger"], tip="tool")
    for link, frame in zip(arm.links, arm.frames, strict=True):
        turn, shift = frame[:3, :3], frame[:3, 3]
        tensor = turn.T @ link.inertia @ turn
        moved = [link.mass, *(turn.T @ (link.center_of_gravity - shift))]
        moved += [tensor[0, 0], tensor[0, 1], tensor[1, 1], tensor[0, 2], tensor[1, 2], tensor[2, 2]]
        np.testing.assert_allclose(seen_from(frame) @ linear(measured(link)), linear(np.array(moved)), atol=1e-15)
