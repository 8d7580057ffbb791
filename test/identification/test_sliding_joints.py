"""Identification of arms with prismatic joints: base parameters, friction and motor inertia of a known arm."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.sliding_arms import SLIDING

from puma560_dynamics import ReplaySettings, identify, load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction, Link
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, joint_friction_torque
from puma560_dynamics.cli.command import main
from puma560_dynamics.errors import IdentificationError
from puma560_dynamics.identification.arm_yaml import arm_yaml
from puma560_dynamics.identification.base_parameters import base_set
from puma560_dynamics.identification.comparison import base_parameters, friction
from puma560_dynamics.identification.excitation import Excitation, excite
from puma560_dynamics.identification.identification_page import identification_page
from puma560_dynamics.identification.identify import Identified
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.models.recursive.regressor import Regressor, arm_parameters

pytest.importorskip("cvxpy")
pytest.importorskip("pinocchio")

ARMS = list(SLIDING)
NOISE = 0.002
"""Standard deviation of the effort's noise, as a fraction of the maximum torque."""


@lru_cache
def motion(name: str) -> Excitation:
    return excite(load_arm(SLIDING[name]), period=10.0, rounds=4)


def hidden(arm: Arm, rng: np.random.Generator) -> Arm:
    """An arm whose links differ by what their prior allows, with motors and friction."""
    unknowns = Unknowns(arm)
    widths = prior(unknowns).deviation
    links = []
    for link, place in zip(arm.links, unknowns.bodies, strict=True):
        share = min(widths[place][0] / link.mass, 0.3)
        factor = 1.0 + share * rng.uniform(-1.0, 1.0)
        links.append(Link(link.name, factor * link.mass, link.center_of_gravity, factor * link.inertia))
    motors = [
        replace(motor, inertia=rng.uniform(0.5, 1.0) * 0.01 * motor.maximum_torque / scale)
        for motor, scale in zip(arm.motors, arm.motion_scale.tolist(), strict=True)
    ]
    dry = (0.03 * arm.maximum_torque).tolist()
    loss = tuple(JointFriction(d, 0.8 * d, 0.2 * d / s) for d, s in zip(dry, arm.motion_scale.tolist(), strict=True))
    return arm.with_(links=tuple(links), motors=tuple(motors), friction=loss)


def effort(true: Arm, states: tuple[np.ndarray, ...]) -> np.ndarray:
    """The torque of the links and motors by Pinocchio, and friction."""
    rigid = load_model("pinocchio", true).torque(*states)
    return rigid + joint_friction_torque(true.friction, states[1], MEASURED_SMOOTHING * true.motion_scale)


@lru_cache
def fitted(name: str) -> tuple[Arm, Identified]:
    """The true arm, and what was identified from 40 s of it."""
    arm, rng = load_arm(SLIDING[name]), np.random.default_rng(7)
    true, time = hidden(arm, rng), np.arange(0.0, 40.0, 0.005)
    states = motion(name).motion.states(time)
    measured = effort(true, states) + NOISE * arm.maximum_torque * rng.normal(size=states[0].shape)
    return true, identify({"t": time, "q": states[0], "tau": measured}, ReplaySettings(arm=SLIDING[name]))


@pytest.mark.parametrize("name", ARMS)
def test_base_parameters_are_those_of_the_torque(name: str):
    """Pinocchio's torque is the regressor times base parameters; and there are as many as its columns have rank."""
    arm, rng = load_arm(SLIDING[name]), np.random.default_rng(2)
    base = base_set(arm)
    true = hidden(arm, rng)
    states = rng.uniform(-1.0, 1.0, (3, 50, arm.n))
    columns = Regressor(arm).matrix(*states)[..., base.columns]
    torque = load_model("pinocchio", true).torque(*states)
    found = columns @ (base.map @ arm_parameters(true))
    np.testing.assert_allclose(found, torque, rtol=0, atol=1e-9 * np.abs(torque).max())
    assert base.gap > 1e6


@pytest.mark.parametrize("name", ARMS)
def test_base_parameters_of_the_true_arm_are_found_within_their_errors(name: str):
    true, found = fitted(name)
    expected = found.base.map @ arm_parameters(true)
    errors = [(row.identified - value) / row.error for row, value in zip(base_parameters(found), expected, strict=True)]
    assert np.abs(errors).max() < 5.0 and np.sqrt(np.mean(np.square(errors))) < 2.0
    by_data = [row for row in base_parameters(found) if row.determined_by == "data"]
    assert len(by_data) >= 5
    units = {row.name.removesuffix(" +"): row.unit for row in base_parameters(found)}
    slides = [f"{joint.name}.motor_inertia" for joint in true.joints if joint.slides]
    assert {units[each] for each in slides if each in units} <= {"kg"}


@pytest.mark.parametrize("name", ARMS)
def test_friction_and_motor_inertia_are_found_in_the_units_of_the_joint(name: str):
    true, found = fitted(name)
    rows = {row.name: row for row in friction(found)}
    for joint, own in zip(true.joints, true.friction, strict=True):
        viscous, dry = rows[f"{joint.name} viscous"], rows[f"{joint.name} dry, forward"]
        assert (viscous.unit, dry.unit) == (("N·s/m", "N") if joint.slides else ("N·m·s/rad", "N·m"))
        assert abs(viscous.identified - own.viscous) < max(0.06 * own.viscous, 4.0 * viscous.error)
        assert abs(dry.identified - own.coulomb_positive) < max(0.05 * own.coulomb_positive, 4.0 * dry.error)
    places = {joint.name: index for index, joint in enumerate(true.joints)}
    shown = [places[name.partition(".")[0]] for name in found.base.base_names if name.endswith(".motor_inertia")]
    errors = found.estimate.error[found.unknowns.motors][shown]
    off = np.abs(found.estimate.x[found.unknowns.motors] - true.motor_inertia)[shown]
    assert (off < np.maximum(0.02 * true.motor_inertia[shown], 4.0 * errors)).all()
    assert shown


@pytest.mark.parametrize("name", ARMS)
def test_the_torque_of_another_motion_is_predicted(name: str):
    true, found = fitted(name)
    other = excite(true, period=12.0, rounds=0, seed=5).motion
    states = other.states(np.arange(0.0, 12.0, 0.01))
    predicted = effort(found.arm, states)
    before = load_model("newton_euler", load_arm(SLIDING[name])).torque(*states)
    measured = effort(true, states)
    error, size = (np.sqrt(np.mean(values**2, axis=0)) for values in (predicted - measured, measured))
    assert (error < 0.03 * size).all()
    assert (error < 0.1 * np.sqrt(np.mean((before - measured) ** 2, axis=0))).all()


@pytest.mark.parametrize("name", ARMS)
def test_the_arm_file_loads_with_the_same_torque_and_the_page_has_its_units(name: str, tmp_path: Path):
    _, found = fitted(name)
    if found.arm.origin is not None:  # the arm file refers to its description
        description = tmp_path / "robot.urdf"
        description.write_text(SLIDING[name], encoding="utf-8")
        found = replace(found, unknowns=Unknowns(load_arm(description)))
    path = tmp_path / "arm.yaml"
    path.write_text(arm_yaml(found, path), encoding="utf-8")
    again = load_arm(path)
    states = np.random.default_rng(1).uniform(-1.0, 1.0, (3, 20, again.n))
    expected = load_model("newton_euler", found.arm).torque(*states)
    torque = load_model("newton_euler", again).torque(*states)
    np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-9 * np.abs(expected).max())
    assert [joint.viscous for joint in again.friction] == [joint.viscous for joint in found.arm.friction]
    page = identification_page(found)
    assert "N·s/m" in page and "N·m, N" in page


@pytest.mark.parametrize("name", ARMS)
def test_an_exciting_motion_is_inside_the_limits(name: str):
    arm, found = load_arm(SLIDING[name]), motion(name)
    assert (found.position[0] >= arm.lower).all() and (found.position[1] <= arm.upper).all()
    assert (found.velocity <= 0.4 * arm.velocity).all()
    assert (found.acceleration <= 10.0 * arm.motion_scale).all() and (found.torque <= 0.7 * arm.maximum_torque).all()
    joint = arm.joints[int(np.flatnonzero(arm.slides)[0])]
    with pytest.raises(IdentificationError, match=rf"{joint.name} cannot be kept within -9 to 0 m; .* of .* m$"):
        excite(arm, box={joint.name: (-9.0, 0.0)}, rounds=0)


def test_the_commands_take_metres(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    arm, out = tmp_path / "scara.urdf", tmp_path / "excite.yaml"
    arm.write_text(SLIDING["scara"], encoding="utf-8")
    words = ["excite", "--arm", str(arm), "-o", str(out), "--rounds", "0", "--within", "quill=-0.1:0.05,elbow=-90:90"]
    assert main(words) == 0
    shown = next(line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("quill"))
    low, high = (float(word) for word in shown.split()[1:4:2])
    assert -0.1 <= low < high <= 0.05 and " m " in shown and " N " in shown
