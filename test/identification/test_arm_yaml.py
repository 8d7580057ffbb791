"""The file that identification writes is an arm that load_arm reads: same torque, friction, provenance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from helpers.arm.standard_files import arm_tree, rows

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import DRY
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, joint_friction_torque
from puma560_dynamics.arm.kinematics import link_poses
from puma560_dynamics.control.feed_forward.friction import MARGIN, FrictionCompensation
from puma560_dynamics.errors import ArmFileError, UnphysicalArmError
from puma560_dynamics.identification.arm_yaml import arm_yaml
from puma560_dynamics.identification.comparison import base_parameters, compared_constants, friction
from puma560_dynamics.identification.fourier_motion import Fourier, at_rest
from puma560_dynamics.identification.identify import Identified, fit_unknowns
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.replay.motion.motion import Motion


def shown(arm: Arm, unknowns: Unknowns, x: np.ndarray, seed: int = 5) -> Motion:
    """Ten seconds of exact motion with a little noise on the effort."""
    rng = np.random.default_rng(seed)
    a, b = at_rest(rng.normal(size=(6, 8)))
    time = np.arange(0.0, 10.0, 0.004)
    q, qd, qdd = Fourier(10.0, np.zeros(6), 0.3 * a, 0.3 * b).states(time)
    effort = unknowns.columns(q, qd, qdd) @ x + 0.05 * rng.normal(size=q.shape)
    return Motion(0, time, q, qd, qdd, effort, np.full_like(q, np.nan), {}, np.ones(len(time), dtype=bool))


@pytest.fixture(scope="module")
def found(arm: Arm) -> Identified:
    unknowns = Unknowns(arm)
    before = prior(unknowns)
    truth = before.mean + np.where(np.arange(unknowns.size) >= 66, 0.2 * before.deviation, 0.0)
    return fit_unknowns(unknowns, [recorded([shown(arm, unknowns, truth)], unknowns, 'a "bag"', "2026-11-21")])


@pytest.fixture(scope="module")
def read(found: Identified, tmp_path_factory: pytest.TempPathFactory) -> Arm:
    path = tmp_path_factory.mktemp("arm") / "identified.yaml"
    path.write_text(arm_yaml(found), encoding="utf-8")
    return load_arm(path)


def test_the_torque_is_that_of_the_estimate(found: Identified, read: Arm):
    rng = np.random.default_rng(2)
    q, qd, qdd = rng.uniform(-2.0, 2.0, (3, 50, 6))
    torque = load_model("newton_euler", read).torque(q, qd, qdd)
    torque = torque + joint_friction_torque(read.friction, qd, MEASURED_SMOOTHING)
    np.testing.assert_allclose(torque, found.unknowns.columns(q, qd, qdd) @ found.estimate.x, atol=1e-9)


def test_the_friction_of_the_file_is_what_control_compensates(found: Identified, read: Arm):
    """Not table 7's break-away torque: each direction's own number, less its standard error, and the viscous one."""
    x, errors, place_of = found.estimate.x, found.estimate.error, found.unknowns.place_of
    positive, negative, viscous = (x[place_of(name)] - errors[place_of(name)] for name in (*DRY, "viscous"))
    forward = positive + np.minimum(x[place_of("offset")], 0.0)
    backward = negative - np.maximum(x[place_of("offset")], 0.0)
    compensated = FrictionCompensation.of(read, 1.0).torque(np.stack([np.full(6, 2.0), np.full(6, -2.0)])) / MARGIN
    np.testing.assert_allclose(compensated, [forward + 2.0 * viscous, -backward - 2.0 * viscous], rtol=1e-2)
    real = np.stack([joint.torque([2.0, -2.0]) for joint in read.friction], axis=1)
    assert (compensated / real <= 1.0).all() and (compensated / real > 0.8).all()
    assert (
        np.abs(compensated[0] / FrictionCompensation.of(found.unknowns.arm, 1.0).torque(np.full(6, 2.0)) - 1.0).min()
        > 0.5
    )


def test_every_identified_number_has_its_standard_error_and_source(found: Identified, read: Arm):
    quantity = read.quantities["motors.joint3.inertia"]
    place = found.unknowns.names.index("joint3.motor_inertia")
    assert quantity.half_width == pytest.approx(found.estimate.error[place], rel=1e-2)
    assert 'a "bag" (2026-11-21)' in quantity.source
    assert "by data" in quantity.source
    assert read.quantities["friction.joint1.viscous"].unit == "N m s/rad"
    assert read.quantities["joints.joint1.velocity"].source == found.unknowns.arm.quantities[
        "joints.joint1.velocity"
    ].source  # fmt: skip
    for number in ("mass", "center_of_gravity.2", "inertia.5"):
        assert (read.quantities[f"links.link3.{number}"].half_width or 0.0) > 0.0


def test_it_can_be_the_prior_of_the_next_bag(read: Arm):
    unknowns = Unknowns(read)
    before = prior(unknowns)
    assert before.mean[unknowns.place_of("viscous")[0]] == read.friction[0].viscous
    width = read.quantities["friction.joint1.viscous"].half_width
    assert before.deviation[unknowns.place_of("viscous")[0]] == pytest.approx(width)


def test_the_comparison_distinguishes_data_from_prior(found: Identified):
    viscous = next(row for row in friction(found) if row.name == "joint1 viscous")
    assert viscous.determined_by == "data"
    assert viscous.identified == pytest.approx(0.2 * viscous.tolerance, abs=4.0 * viscous.error)
    assert next(row for row in friction(found) if row.name == "joint1 offset").determined_by == "prior"
    assert compared_constants(found)[0].name == "I1+Im1"
    assert len(base_parameters(found)) == 40
    for row in (*compared_constants(found), *base_parameters(found)):
        assert row.error <= row.tolerance * (1.0 + 1e-9)


def test_how_the_rotors_lie_is_kept(read: Arm, arm: Arm):
    assert [rotor.carrier for rotor in read.rotors] == [rotor.carrier for rotor in arm.rotors]
    for kept, rotor in zip(read.rotors, arm.rotors, strict=True):
        np.testing.assert_array_equal(kept.axis, rotor.axis)
    assert "assumed" in read.quantities["rotors.joint2.axis.0"].source


def test_a_friction_section_must_be_whole_and_possible(read: Arm, found: Identified, tmp_path: Path):
    text = arm_yaml(found)
    short = tmp_path / "short.yaml"
    short.write_text(text[: text.rindex("  joint6:")], encoding="utf-8")
    with pytest.raises(ArmFileError, match="friction: expected one entry"):
        load_arm(short)
    lines = text.splitlines()
    index = next(i for i, line in enumerate(lines) if line.strip().startswith("viscous:"))
    negative = tmp_path / "negative.yaml"
    negative.write_text("\n".join([*lines[:index], "    viscous: -1.0", *lines[index + 1 :]]) + "\n", encoding="utf-8")
    with pytest.raises(UnphysicalArmError, match=r"friction\.joint1\.viscous: expected 0 or more"):
        load_arm(negative)
    missing = tmp_path / "missing.yaml"
    missing.write_text("\n".join([*lines[:index], *lines[index + 1 :]]) + "\n", encoding="utf-8")
    with pytest.raises(ArmFileError, match=r"missing viscous;"):
        load_arm(missing)


def test_an_arm_in_the_standard_convention_keeps_its_frames(tmp_path: Path):
    """The file is in the convention of the arm's file: torques, poses of every link and sources stay."""
    given = rows(0)
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump(arm_tree(given), sort_keys=False), encoding="utf-8")
    arm = load_arm(path)
    unknowns = Unknowns(arm)
    mean = prior(unknowns).mean
    rng = np.random.default_rng(3)
    a, b = at_rest(rng.normal(size=(4, 8)))
    time = np.arange(0.0, 10.0, 0.01)
    q, qd, qdd = Fourier(10.0, np.zeros(4), 0.1 * a, 0.1 * b).states(time)
    effort = unknowns.columns(q, qd, qdd) @ mean + 0.05 * rng.normal(size=q.shape)
    motion = Motion(0, time, q, qd, qdd, effort, np.full_like(q, np.nan), {}, np.ones(len(time), dtype=bool))
    found = fit_unknowns(unknowns, [recorded([motion], unknowns, "bag", "2026-11-21")])
    path.write_text(arm_yaml(found), encoding="utf-8")
    read = load_arm(path)
    np.testing.assert_allclose(link_poses(read, q[:9]), link_poses(arm, q[:9]), atol=1e-14)
    torque = load_model("newton_euler", read).torque(q, qd, qdd)
    torque = torque + joint_friction_torque(read.friction, qd, MEASURED_SMOOTHING * arm.motion_scale)
    np.testing.assert_allclose(torque, unknowns.columns(q, qd, qdd) @ found.estimate.x, atol=1e-9)
