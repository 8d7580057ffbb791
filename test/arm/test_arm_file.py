"""The arm as data: every number of the paper, and one clear sentence for everything that is wrong."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm, arm_names
from puma560_dynamics.errors import ArmFileError, UnphysicalArmError
from puma560_dynamics.files import share_file

# Tables 4, 5, 6, 7 and A1 typed again from the paper, in its own layout.
MASS = {"link2": 17.40, "link3": 4.80, "link4": 0.82, "link5": 0.34, "link6": 0.09}
CENTER = {
    "link2": (0.068, 0.006, -0.016), "link3": (0, -0.070, 0.014), "link4": (0, 0, -0.019),
    "link5": (0, 0, 0), "link6": (0, 0, 0.032),
}  # fmt: skip
INERTIA = {
    "link2": (0.130, 0.524, 0.539), "link3": (0.066, 0.0125, 0.086), "link4": (1.80e-3, 1.80e-3, 1.30e-3),
    "link5": (0.30e-3, 0.30e-3, 0.40e-3), "link6": (0.15e-3, 0.15e-3, 0.04e-3),
}  # fmt: skip
MOTOR = (1.14, 4.71, 0.83, 0.200, 0.179, 0.193)
GEAR = (62.61, 107.36, 53.69, 76.01, 71.91, 76.73)
MAXIMUM = (97.6, 186.4, 89.4, 24.2, 20.1, 21.3)
BREAK_AWAY = (6.3, 5.5, 2.6, 1.3, 1.0, 1.2)
ALPHA = (0, -90, 0, 90, -90, 90)
A = (0, 0, 0.4318, -0.0203, 0, 0)
D = (0, 0.2435, -0.0934, 0.4331, 0, 0)


def test_every_number_of_the_paper(arm: Arm):
    for link in arm.links[1:]:
        assert link.mass == MASS[link.name]
        assert tuple(link.center_of_gravity) == CENTER[link.name]
        np.testing.assert_array_equal(link.inertia, np.diag(INERTIA[link.name]))
    assert arm.links[0].inertia[2, 2] == 0.35
    assert tuple(arm.motor_inertia) == MOTOR
    assert tuple(motor.gear_ratio for motor in arm.motors) == GEAR
    assert tuple(arm.maximum_torque) == MAXIMUM
    assert tuple(arm.break_away_torque) == BREAK_AWAY
    assert tuple(joint.a for joint in arm.joints) == A
    assert tuple(joint.d for joint in arm.joints) == D
    assert [math.degrees(joint.alpha) for joint in arm.joints] == pytest.approx(ALPHA, abs=1e-12)
    assert arm.gravity == 9.81


def test_tolerances_units_and_sources(arm: Arm):
    q = arm.quantities
    assert q["links.link2.mass"].half_width == pytest.approx(0.01 + 0.174)
    assert q["links.link2.center_of_gravity.0"].half_width == 0.003
    assert q["links.link2.inertia.1"].half_width == pytest.approx(0.05 * 0.524)
    wrist = q["links.link4.mass"].tolerance
    assert wrist is not None and wrist.printed == "±25%"
    assert q["links.link6.inertia.2"].half_width == pytest.approx(0.5 * 0.04e-3)
    assert q["motors.joint1.inertia"].half_width == 0.27
    assert q["links.link1.inertia.2"].tolerance is None
    assert q["joints.joint2.alpha"].unit == "rad"
    assert all(quantity.source and quantity.unit for quantity in q.values())


def test_every_tolerance_of_the_paper(arm: Arm):
    """Tables 4 to 6, typed again; what is not listed has none."""
    q = arm.quantities
    listed: dict[str, tuple[str, str, list[str | None]]] = {
        f"link{i}": ("±25%", "±25%", ["±50%"] * 3) for i in (4, 5, 6)
    }
    listed |= {"link2": ("±0.01 + 1%", "±0.003", ["±3%", "±5%", "±3%"]), "link3": ("±0.01 + 1%", "±0.003", [None] * 3)}
    printed: dict[str, str | None] = {}
    for name, (mass, center, inertia) in listed.items():
        printed[f"links.{name}.mass"] = mass
        printed |= {f"links.{name}.center_of_gravity.{i}": center for i in range(3)}
        printed |= {f"links.{name}.inertia.{i}": inertia[i] for i in range(3)}
    for i, tolerance in enumerate(("±0.27", "±0.54", "±0.09", "±0.016", "±0.014", "±0.015"), start=1):
        printed[f"motors.joint{i}.inertia"] = tolerance
    for name in ("link3_with_wrist", "detached_wrist"):
        printed[f"assemblies.{name}.mass"] = "±0.01 + 1%"
        printed |= {f"assemblies.{name}.center_of_gravity.{i}": "±0.003" for i in range(3)}
    printed |= {f"assemblies.link3_with_wrist.inertia.{i}": t for i, t in enumerate(("±4%", "±5%", "±4%"))}
    found = {key: value.tolerance.printed for key, value in q.items() if value.tolerance is not None}
    assert found == {key: value for key, value in printed.items() if value is not None}


def test_assemblies(arm: Arm):
    whole, wrist = arm.assemblies
    assert (whole.name, whole.mass, tuple(whole.center_of_gravity)) == ("link3_with_wrist", 6.04, (0, -0.143, 0.014))
    np.testing.assert_array_equal(whole.inertia, np.diag([0.192, 0.0154, 0.212]))
    assert (wrist.name, wrist.mass, tuple(wrist.center_of_gravity)) == ("detached_wrist", 2.24, (0, 0, -0.064))


def test_the_tolerances_of_link_3_are_those_of_link_3_with_wrist(arm: Arm):
    half = [arm.quantities[f"assemblies.link3_with_wrist.inertia.{i}"].half_width for i in range(3)]
    assert half == pytest.approx([0.04 * 0.192, 0.05 * 0.0154, 0.04 * 0.212])


def test_resolution_is_maximum_torque_over_2048(arm: Arm):
    assert arm.torque_resolution == pytest.approx(np.array(MAXIMUM) / 2048)


def test_everything_handed_out_is_read_only(arm: Arm):
    for array in (arm.links[1].inertia, arm.links[1].center_of_gravity, arm.maximum_torque):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0
    with pytest.raises(AttributeError):
        arm.gravity = 1.0  # type: ignore[misc]
    with pytest.raises(TypeError):
        arm.quantities["gravity"] = None  # type: ignore[index]


def test_gravity_is_a_parameter(arm: Arm):
    assert arm.with_(gravity=9.80665).gravity == 9.80665
    assert arm.gravity == 9.81


def test_names():
    assert arm_names() == ["akb1986", "corke1995", "corke_akb", "puma560_coupled_wrist", "stanford1983"]
    assert set(arm_names(tables=True)) - set(arm_names()) == {"craig1986", "lee1984"}


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[Callable[[Any], object]], Path]:
    """`edited(change)`: the paper's file with one change, as a user's file."""
    tree = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))

    def write(change: Callable[[Any], object]) -> Path:
        mine = copy.deepcopy(tree)
        change(mine)
        path = tmp_path / "mine.yaml"
        path.write_text(yaml.safe_dump(mine, sort_keys=False), encoding="utf-8")
        return path

    return write


def test_a_file_of_the_user(edited):
    path = edited(lambda t: t["links"]["link6"].update(mass=1.09))
    mine = load_arm(path)
    assert mine.links[5].mass == 1.09
    assert mine.quantities["links.link6.mass"].tolerance is None
    assert load_arm(str(path)).joint_names == mine.joint_names


def test_units_are_converted(edited):
    mine = load_arm(edited(lambda t: t["joints"]["joint3"].update(a={"value": 431.8, "unit": "mm"})))
    assert mine.joints[2].a == pytest.approx(0.4318)
    mine = load_arm(edited(lambda t: t["links"]["link2"]["mass"].update(value="1.74e1")))
    assert mine.links[1].mass == 17.4


def test_a_prediction_error_is_kept_with_its_joint(edited):
    values = {f"joint{j}": {"value": 0.1 * j, "unit": "N m"} for j in range(1, 7)}
    mine = load_arm(edited(lambda tree: tree.update(prediction_error=values)))
    assert [mine.quantities[f"prediction_error.joint{j}"].value for j in range(1, 7)] == [0.1 * j for j in range(1, 7)]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.pop("joints"), "section 'joints' is missing"),
        (lambda t: t["joints"]["joint2"].pop("d"), r"joints.joint2: missing d;"),
        (lambda t: t["links"]["link2"].update(mass="heavy"), r"links.link2.mass: expected a finite number in kg"),
        (lambda t: t["links"]["link2"].update(mass=float("nan")), r"links.link2.mass: expected a finite number"),
        (lambda t: t["links"]["link2"].update(mass=True), r"links.link2.mass: expected a finite number"),
        (lambda t: t["links"]["link2"].update(weight=3), r"links.link2: unknown entry weight;"),
        (lambda t: t["links"]["link2"].update(center_of_gravity=[0, 1]), r"expected 3 number\(s\) in m, got 2"),
        (lambda t: t["links"]["link2"].pop("center_of_gravity"), r"links.link2: missing center_of_gravity"),
        (lambda t: t["links"]["link2"]["mass"].update(unit="lb"), r"unit 'lb' is not known here; use one of"),
        (lambda t: t["links"]["link2"]["mass"].update(tolerance="some"), r"links.link2.mass: tolerance 'some'"),
        (lambda t: t["links"].pop("link6"), "expected one link per joint, 6, got 5"),
        (lambda t: t["motors"].pop("joint6"), "expected one entry per joint"),
        (lambda t: t.update(gravity=[9.81, 0]), r"gravity: expected 1 number\(s\)"),
        (lambda t: t.update(links=[1, 2]), "links: expected a mapping, got list"),
        (lambda t: t["joints"].clear(), "no joint is given"),
        (lambda t: t.update(prediction_error={"joint1": 1.0}), "prediction_error: expected one entry per joint"),
        (lambda t: t.update(prediction_error={f"joint{j}": -1.0 for j in range(1, 7)}), "expected 0 or more"),
        (lambda t: t["links"]["link2"].update(mass=10**400), "expected a finite number in kg below"),
        (lambda t: t["links"]["link2"].update(mass=1e12), "below 1e"),
        (lambda t: t["links"].update({"": t["links"].pop("link6")}), "'' is not a name"),
    ],
)
def test_a_file_that_is_no_arm(edited, change, words: str):
    with pytest.raises(ArmFileError, match=words) as error:
        load_arm(edited(change))
    assert "mine.yaml" in str(error.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t["links"]["link2"].update(mass=-17.4), r"links.link2.mass: expected a positive number in kg"),
        (lambda t: t["links"]["link2"].pop("mass"), r"links.link2: mass not given; only the first link"),
        (lambda t: t["links"]["link3"].pop("inertia"), r"links.link3: Ixx, Iyy, Izz not given"),
        (lambda t: t["links"]["link2"].update(mass=0), r"links.link2.mass: expected a positive"),
        (
            lambda t: t["links"]["link4"].update(inertia=[-1e-3, 1e-3, 1e-3]),
            "links.link4.inertia: expected a tensor without negative",
        ),
        (lambda t: t["joints"]["joint1"].update(lower=3.0), r"joints.joint1: lower limit 3 rad is not below"),
        (lambda t: t["joints"]["joint1"].update(velocity=0), r"joints.joint1.velocity"),
        (lambda t: t["motors"]["joint1"].update(maximum_torque=-1), r"motors.joint1.maximum_torque"),
        (lambda t: t["motors"]["joint1"].update(break_away_torque=200), r"motors.joint1.break_away_torque"),
        (lambda t: t["motors"]["joint1"].update(inertia=-1), r"motors.joint1.inertia"),
        (lambda t: t["motors"]["joint1"].update(gear_ratio=0), r"motors.joint1.gear_ratio"),
    ],
)
def test_an_arm_that_cannot_be(edited, change, words: str):
    with pytest.raises(UnphysicalArmError, match=words):
        load_arm(edited(change))


def test_files_that_are_no_yaml(tmp_path: Path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("links: [1, 2\nname: x: y", encoding="utf-8")
    with pytest.raises(ArmFileError, match="not valid YAML"):
        load_arm(broken)
    broken.write_bytes(b"\xff\xfe\x00name")
    with pytest.raises(ArmFileError, match=r"broken\.yaml"):
        load_arm(broken)
    broken.write_text("mass: {value: 17.40, value: 3}", encoding="utf-8")
    with pytest.raises(ArmFileError, match="'value' is given twice"):
        load_arm(broken)
    broken.write_text("[" * 20000, encoding="utf-8")
    with pytest.raises(ArmFileError, match="not valid YAML"):
        load_arm(broken)
    for name in ("~nosuchuser/x", "x" * 5000, "a\0b"):
        with pytest.raises(ArmFileError):
            load_arm(name)
    broken.write_text("just text", encoding="utf-8")
    with pytest.raises(ArmFileError, match="is text, and no arm file"):
        load_arm(broken)
    with pytest.raises(ArmFileError, match="does not exist"):
        load_arm(tmp_path / "none.yaml")


def test_a_file_that_is_no_arm_is_not_shown(tmp_path: Path):
    """It may be any file that can be read: a few of its keys, and no line of it."""
    path = tmp_path / "other.yaml"
    path.write_text("".join(f"secret{i}: {i}\n" for i in range(50)), encoding="utf-8")
    with pytest.raises(ArmFileError, match=r"unknown entry .* and 46 more; known are") as error:
        load_arm(path)
    assert str(error.value).count("secret") == 4
    path.write_text("user: secret: {x", encoding="utf-8")
    with pytest.raises(ArmFileError, match="is not valid YAML: line 1: ") as error:
        load_arm(path)
    assert "secret" not in str(error.value)


def test_a_folder_or_an_empty_file_is_refused(tmp_path: Path):
    with pytest.raises(ArmFileError, match=r"is a folder; give the path .* one of akb1986, "):
        load_arm(tmp_path)
    path = tmp_path / "empty.yaml"
    path.touch()
    with pytest.raises(ArmFileError, match="expected a mapping, got nothing"):
        load_arm(path)
