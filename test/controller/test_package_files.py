"""The files of the packages of controller and models: the same text each time, and complete."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml
from helpers.arm.palletiser import NAMES as PALLETISER
from helpers.arm.palletiser import palletiser
from helpers.control.core_library import CXX, Settings, c_of, needs_cxx
from helpers.emdeg.c_library import compiled, write

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.effort_unit import UNIT_PARAMETERS
from puma560_dynamics.control.parameter_spec import BOTH
from puma560_dynamics.controller import ModelPackage, check_controllable, controller_files, core_files, model_package
from puma560_dynamics.controller.arm_values import arm_values
from puma560_dynamics.controller.core_settings import COMPILED, NUMBERS, SWITCHES, core_name
from puma560_dynamics.controller.package_files import SHARED_HEADERS, TEMPLATES, controllers_text
from puma560_dynamics.controller.parameter_file import parameters
from puma560_dynamics.controller.sinking_damping import LEAST, MOST, TIME, sinking_damping
from puma560_dynamics.errors import Puma560Error, StateError


@pytest.fixture(scope="module")
def package(arm: Arm) -> ModelPackage:
    return model_package(arm, "my_arm")


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return controller_files()


def test_the_text_is_the_same_each_time(package: ModelPackage, files: dict[str, str]):
    assert package.files() == model_package(load_arm("akb1986"), "my_arm").files()
    assert files == controller_files()


def test_no_place_is_left_open_and_the_digest_is_in_the_model(package: ModelPackage, files: dict[str, str]):
    model = package.files()
    for name, text in [*model.items(), *files.items()]:
        assert not re.search(r"@[a-z_.]+@|@MODEL@", text), name
    for name in ("CMakeLists.txt", "README.md", "package.xml", "src/arm_numbers.hpp", "src/my_arm.h"):
        assert package.values.digest in model[name], name


def test_the_controller_has_no_arm_but_that_of_its_tests(files: dict[str, str]):
    for name, text in files.items():
        if name not in ("test/arm_numbers.hpp", "test/golden.hpp", "urdf/mock.urdf"):
            assert "akb1986" not in text, name
    assert not [name for name in files if name.endswith(".c")]
    plugin = ElementTree.fromstring(files["feedforward_controller.xml"]).find("class")
    assert plugin is not None and plugin.get("name") == "feedforward_controller/FeedforwardController"
    for name in ("robot_description", "selected_joints", "described_arm", "arm_digest"):
        assert f"src/robot/{name}.cpp" in files and f"src/robot/{name}.cpp" in files["CMakeLists.txt"]


def test_every_source_of_the_core_comes_along(files: dict[str, str]):
    assert set(COMPILED) <= set(core_files())
    for name, text in core_files().items():
        assert files[f"src/core/{name}"] == text
        for included in re.findall(r'#include "(.+)"', text):
            assert f"src/core/{included}" in files


def test_parameters_have_the_bounds_and_defaults_of_their_settings(files: dict[str, str]):
    """What YAML reads back; ROS 2 distinguishes whole numbers from others."""
    found = dict(leaves(yaml.safe_load(files["src/parameters.yaml"])["feedforward_controller"]))
    specs = parameters()
    assert set(found) == {spec.name for spec in specs}
    assert len(specs) > 40
    for spec in specs:
        entry = found[spec.name]
        assert entry["default_value"] == spec.default
        assert type(entry["default_value"]) is type(spec.default)
        assert entry["type"].removesuffix("_array") in ("string", "double", "bool")
        assert "read_only" not in entry  # until it is configured, everything may change
        assert (f'"{spec.name}"' in files["src/changes.cpp"]) is not spec.read_only
        assert entry["description"] and entry["description"].isascii()
        rules = entry.get("validation", {})
        low, high = rules.get("bounds<>") or rules.get("element_bounds<>") or (None, None)
        low = rules["lower_element_bounds<>"][0] if "lower_element_bounds<>" in rules else low
        assert (low, high) == (spec.minimum, spec.maximum)
        assert rules.get("one_of<>", [[]]) == [list(spec.choices)]
    assert found["joints"]["default_value"] == [""]
    assert found["joints"]["validation"] == {"unique<>": None}
    assert found["gravity"]["default_value"] == [0.0]
    assert found["gravity"]["validation"] == {"element_bounds<>": [-30.0, 30.0]}


def leaves(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Parameters of a file for generate_parameter_library, by their names with dots."""
    for name, entry in tree.items():
        if isinstance(entry.get("type"), str):
            yield before + name, entry
        else:
            yield from leaves(entry, f"{before}{name}.")


def test_the_packages_set_every_setting_of_the_core(package: ModelPackage, files: dict[str, str]):
    """One that is left out would be 0 in the controller, and what it stands for would have no effect."""
    text = files["src/settings.hpp"]
    arm = package.files()["src/compiled_arm.cpp"]
    fields = re.findall(r"\bs\.(\w+)", text) + re.findall(r"\busual\.(\w+)", arm)
    given = {*fields, *map(core_name, (*NUMBERS, *SWITCHES))} - {"field"}
    assert all(f"  {name}(TORQUE_CORE_GIVEN)" in text for name in ("TORQUE_CORE_NUMBERS", "TORQUE_CORE_SWITCHES"))
    assert given == {name for name, *_ in Settings._fields_} - {"reserved"}


def test_plugin_package_and_configuration_name_each_other(package: ModelPackage, arm: Arm, files: dict[str, str]):
    model = package.files()
    plugin = ElementTree.fromstring(model["my_arm_model.xml"])
    entry = plugin.find("class")
    assert entry is not None and plugin.get("path") == "my_arm_model"
    assert entry.attrib == {
        "name": "my_arm_model/Model",
        "type": "my_arm_model::Model",
        "base_class_type": "feedforward_controller::Model",
    }
    assert "PLUGINLIB_EXPORT_CLASS(my_arm_model::Model, feedforward_controller::Model)" in model["src/plugin.cpp"]
    assert (
        "pluginlib_export_plugin_description_file(feedforward_controller my_arm_model.xml)" in model["CMakeLists.txt"]
    )
    mark = ElementTree.fromstring(model["package.xml"]).find("export/puma560_dynamics")
    assert mark is not None and (mark.get("arm"), mark.get("digest")) == ("akb1986", arm.exact_chain.digest)
    controller = ElementTree.fromstring(files["feedforward_controller.xml"]).find("class")
    assert controller is not None
    kind = controller.attrib["name"]
    assert f"PLUGINLIB_EXPORT_CLASS({kind.replace('/', '::')}" in files["src/feedforward_controller.cpp"]
    parameters = yaml.safe_load(files["src/parameters.yaml"])["feedforward_controller"]
    for text, wanted in ((files, None), (model, "my_arm_model/Model")):
        given = yaml.safe_load(text["config/controllers.yaml"])
        assert given["/**/controller_manager"]["ros__parameters"]["feedforward_controller"]["type"] == kind
        own = given["/**/feedforward_controller"]["ros__parameters"]
        assert set(own) <= set(parameters) and own.get("model") == wanted
        sections = given["/**/controller_manager"]["ros__parameters"]
        assert sections["feedforward_controller"]["fallback_controllers"] == ["damping_controller"]
        gains = given["/**/damping_controller"]["ros__parameters"]["gains"]
        assert list(gains) == list(arm.joint_names)
        # ROS 2 distinguishes whole numbers from others
        assert all(isinstance(value, float) for each in gains.values() for value in each.values())
        assert all(each["d"] > 0.0 and each["p"] == each["i"] == 0.0 for each in gains.values())
    assert yaml.safe_load(controllers_text(arm)) == yaml.safe_load(files["config/controllers.yaml"])
    depends = {entry.text for entry in ElementTree.fromstring(files["package.xml"]).findall("depend")}
    named = re.search(r"set\(DEPENDENCIES([^)]*)\)", files["CMakeLists.txt"])
    assert named is not None
    assert depends == set(named[1].split())


def with_motors(arm: Arm, constants: Sequence[float], ratios: Sequence[float]) -> Arm:
    """The arm with torque constants and gear ratios that its file states."""
    numbers = zip(arm.motors, constants, ratios, strict=True)
    motors = tuple(replace(motor, torque_constant=each, gear_ratio=ratio) for motor, each, ratio in numbers)
    known = {f"motors.{name}.gear_ratio": next(iter(arm.quantities.values())) for name in arm.joint_names}
    return arm.with_(motors=motors, quantities={**arm.quantities, **known})


def test_the_unit_of_efforts_is_the_same_parameter_for_node_and_controller(files: dict[str, str]):
    found = yaml.safe_load(files["src/parameters.yaml"])["feedforward_controller"]
    unit, constants = UNIT_PARAMETERS
    assert unit.users == constants.users == BOTH
    assert found[unit.name]["default_value"] == "torque"
    assert found[unit.name]["validation"] == {"one_of<>": [["torque", "current"]]}
    assert found[constants.name]["default_value"] == [0.0] and "validation" not in found[constants.name]


def test_the_motors_of_the_arm_file_give_currents_and_the_damping_in_their_unit(package: ModelPackage, arm: Arm):
    motors = with_motors(arm, [0.1, 0.2, 0.1, 0.3, 0.3, 0.3], [-60.0, 100.0, 50.0, -70.0, 70.0, 70.0])
    values = arm_values(motors, effort_unit="current")
    text = replace(package, values=values).files()["config/controllers.yaml"]
    given = yaml.safe_load(text)
    own = given["/**/feedforward_controller"]["ros__parameters"]
    assert own["effort_unit"] == "current"
    constants = np.array(own["current_per_torque"])
    np.testing.assert_allclose(constants, [1.0 / (m.torque_constant * m.gear_ratio) for m in motors.motors], atol=1e-12)
    assert (np.sign(constants) == [-1.0, 1.0, 1.0, -1.0, 1.0, 1.0]).all()
    assert "gains:  # A s/rad" in text
    gains = given["/**/damping_controller"]["ros__parameters"]["gains"]
    for name, constant, damping in zip(arm.joint_names, constants, values.damping, strict=True):
        assert gains[name]["d"] == pytest.approx(constant * damping, rel=5e-3)
    plain = yaml.safe_load(replace(package, values=arm_values(motors)).files()["config/controllers.yaml"])
    assert not {"effort_unit", "current_per_torque"} & set(plain["/**/feedforward_controller"]["ros__parameters"])


def test_without_constants_of_the_motors_no_current_is_written(arm: Arm):
    with pytest.raises(StateError, match=", ".join(arm.joint_names)):
        model_package(arm, "my_arm", effort_unit="current")


@needs_cxx
def test_the_headers_for_plugins_are_complete_and_their_hash_is_in_them(files: dict[str, str], tmp_path: Path):
    installed = re.search(r"install\(FILES (.*) DESTINATION", files["CMakeLists.txt"])
    assert installed is not None and installed[1].split() == list(SHARED_HEADERS)
    folder = tmp_path / "feedforward_controller"
    folder.mkdir()
    write({Path(name).name: files[name] for name in SHARED_HEADERS}, folder)
    write({"main.cpp": '#include "feedforward_controller/model.hpp"\nint main() {return 0;}\n'}, tmp_path)
    compiled(CXX[0], tmp_path, "-std=c++17", "-fsyntax-only", "-I.", "main.cpp")
    texts = "".join((TEMPLATES / name).read_text(encoding="utf-8") if (TEMPLATES / name).exists() else files[name]
                    for name in SHARED_HEADERS)  # fmt: skip
    digest = hashlib.sha256(texts.encode()).hexdigest()[:16]
    assert f"HEADERS = 0x{digest}U;" in files["src/model.hpp"]


def test_the_default_build_is_optimised(package: ModelPackage, files: dict[str, str]):
    """colcon sets no build type."""
    for text in (files["CMakeLists.txt"], package.files()["CMakeLists.txt"]):
        assert re.search(r"if\(NOT CMAKE_BUILD_TYPE[^)]*\)\s*set\(CMAKE_BUILD_TYPE RelWithDebInfo CACHE", text)
        assert text.index("CMAKE_BUILD_TYPE") < text.index("add_library")


def test_an_identified_arm_is_to_be_named(package: ModelPackage):
    pinned = replace(package, values=replace(package.values, pinned=True))
    assert package.found and not pinned.found and not replace(package, descriptions=[]).found
    assert "if the robot description has the numbers" in package.files()["README.md"]
    assert "if the parameter `model` names it" in pinned.files()["README.md"]
    assert "PINNED = true" in pinned.files()["src/arm_numbers.hpp"]


def test_golden_torques_are_the_model_s(package: ModelPackage, arm: Arm, files: dict[str, str]):
    for q, torque in package.values.golden:
        np.testing.assert_allclose(torque, load_model("generated", arm).gravity(q), rtol=1e-12, atol=1e-12)
    for text in (package.files()["test/golden.hpp"], files["test/golden.hpp"]):
        assert "0.081, -0.162" in text


def test_a_joint_that_cannot_be_named_is_refused(package: ModelPackage, arm: Arm):
    check_controllable(arm)
    odd = replace(arm, joints=(replace(arm.joints[0], name="joint: 1"), *arm.joints[1:]))
    with pytest.raises(Puma560Error, match="joint: 1"):
        check_controllable(odd)
    with pytest.raises(Puma560Error, match="joint: 1"):
        replace(package, values=replace(package.values, arm=odd)).files()


@needs_cxx
def test_the_model_compiles_without_warnings(package: ModelPackage, files: dict[str, str], tmp_path: Path):
    """What needs no ROS: the arm, the golden vectors, and the lock-free buffer between two threads."""
    model = package.files()
    wanted = ("src/arm_numbers.hpp", "src/compiled_arm.hpp", "src/compiled_arm.cpp", "src/my_arm.c", "src/my_arm.h")
    write({Path(name).name: model[name] for name in (*wanted, "test/golden.hpp")}, tmp_path)
    (tmp_path / "feedforward_controller").mkdir()
    write({Path(name).name: files[name] for name in SHARED_HEADERS}, tmp_path / "feedforward_controller")
    write({"latest.hpp": files["src/latest.hpp"], "main.cpp": MAIN}, tmp_path)
    compiled(c_of(CXX[0]), tmp_path, "-std=c11", "-O1", "-c", "my_arm.c", "-o", "my_arm.o")
    flags = ("-std=c++17", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pthread")
    compiled(CXX[0], tmp_path, *flags, "-I.", "main.cpp", "compiled_arm.cpp", "my_arm.o", "-o", "main", "-lm")
    done = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


MAIN = """\
#include <cmath>
#include <cstdio>
#include <thread>

#include "compiled_arm.hpp"
#include "golden.hpp"
#include "latest.hpp"

struct Pair { std::uint64_t one, two[7]; };

int main()
{
  namespace arm = my_arm_model::arm;
  const auto compiled = my_arm_model::compiled_arm();
  if (!compiled.selftest()) {
    return 1;
  }
  for (const auto & state : my_arm_model::golden::STATES) {
    arm::Numbers torque{};
    compiled.model().gravity(state.q.data(), torque.data());
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      if (!(std::abs(torque[j] - state.gravity[j]) < 1e-9)) {
        return 2;
      }
    }
  }
  static feedforward_controller::Latest<Pair> latest;
  std::atomic<bool> done{false};
  std::thread writer([&]() {
    for (std::uint64_t i = 1; i <= 200000; ++i) {
      latest.write({i, {i, i, i, i, i, i, i}});
    }
    done = true;
  });
  std::uint64_t turn = 0, last = 0, reads = 0;
  Pair found{};
  for (bool ends = false; !ends;) {
    ends = done;
    if (latest.read(found, turn)) {
      ++reads;
      if (found.one != found.two[6] || found.one <= last) {
        std::printf("torn or old\\n");
        writer.detach();
        return 3;
      }
      last = found.one;
    }
  }
  writer.join();
  return last == 200000 && reads > 0 && !latest.read(found, turn) ? 0 : 4;
}
"""


def inertia_of(arm: Arm) -> np.ndarray:
    return np.diag(load_model("newton_euler", arm).kinetic_energy_matrix(np.zeros(arm.n)))


def test_it_brings_each_joint_to_rest_in_the_same_time(arm: Arm):
    np.testing.assert_allclose(sinking_damping(arm, inertia_of(arm)), inertia_of(arm) / TIME, rtol=1e-12)


def test_a_joint_of_hardly_any_inertia_gets_a_torque_and_one_of_much_no_more_than_its_motor(arm: Arm):
    whole = arm.maximum_torque / arm.velocity
    bare = inertia_of(arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors)))
    assert bare[5] / TIME < LEAST * whole[5]
    assert sinking_damping(arm, bare)[5] == LEAST * whole[5]
    weak = arm.with_(motors=tuple(replace(motor, maximum_torque=0.1 * motor.maximum_torque) for motor in arm.motors))
    np.testing.assert_allclose(sinking_damping(weak, inertia_of(arm))[0], 0.1 * MOST * whole[0])


def test_an_arm_with_mimic_joints_has_a_controllers_file_without_a_model():
    written = yaml.safe_load(controllers_text(load_arm(palletiser())))
    given = written["/**/feedforward_controller"]["ros__parameters"]
    assert given["joints"] == list(PALLETISER) and "model" not in given
