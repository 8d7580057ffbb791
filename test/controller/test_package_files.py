"""The files of a controller package: the same text each time, complete, and of this arm."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml
from helpers.control.core_library import CXX, Settings, c_of, needs_cxx
from helpers.emdeg.c_library import compiled, write

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.parameter_spec import CONTROLLER
from puma560_dynamics.control.torque_parameters import parameters_for
from puma560_dynamics.controller import ControllerPackage, check_controllable, core_files
from puma560_dynamics.controller.core_settings import COMPILED, NUMBERS, SWITCHES, core_name
from puma560_dynamics.controller.package_of_arm import LEAST, MOST, TIME, general_package, package_of, sinking_damping
from puma560_dynamics.controller.parameter_file import ADDED, parameters_of_arm
from puma560_dynamics.errors import Puma560Error


@pytest.fixture(scope="module")
def package(arm: Arm) -> ControllerPackage:
    return package_of(arm, "my_arm")


def test_the_text_is_the_same_each_time(package: ControllerPackage, arm: Arm):
    assert package.files() == package_of(load_arm("akb1986"), "my_arm").files()


def test_no_place_is_left_open_and_the_digest_is_in_it(package: ControllerPackage):
    files = package.files()
    for name, text in files.items():
        assert not re.search(r"@[a-z_.]+@|@MODEL@", text), name
    for name in ("CMakeLists.txt", "README.md", "src/model/arm_numbers.hpp", "src/model/my_arm.h"):
        assert package.digest in files[name], name


def test_the_package_for_every_arm_has_no_arm_but_that_of_its_tests():
    files = general_package().files()
    assert not [name for name in files if name.startswith("src/model/")]
    for name, text in files.items():
        assert not re.search(r"@[a-z_.]+@", text), name
        if name not in ("test/arm_numbers.hpp", "test/golden.hpp", "urdf/mock.urdf"):
            assert "akb1986" not in text, name
    assert "built_in() {return nullptr;}" in files["src/built_in.cpp"]
    parameters = dict(leaves(yaml.safe_load(files["src/parameters.yaml"])["feedforward_controller"]))
    assert set(parameters) == {spec.name for spec in (*parameters_for(CONTROLLER), *ADDED, *parameters_of_arm(None))}
    assert parameters["joints"]["default_value"] == [""]
    assert parameters["gravity"]["default_value"] == [0.0]
    assert parameters["gravity"]["validation"] == {"element_bounds<>": [-30.0, 30.0]}
    plugin = ElementTree.fromstring(files["feedforward_controller.xml"]).find("class")
    assert plugin is not None and plugin.get("name") == "feedforward_controller/FeedforwardController"
    for name in ("robot_description", "selected_joints", "described_arm", "arm_digest"):
        assert f"src/robot/{name}.cpp" in files and f"src/robot/{name}.cpp" in files["CMakeLists.txt"]


def test_every_source_of_the_core_comes_along(package: ControllerPackage):
    files = package.files()
    assert set(COMPILED) <= set(core_files())
    for name, text in core_files().items():
        assert files[f"src/core/{name}"] == text
        for included in re.findall(r'#include "(.+)"', text):
            assert f"src/core/{included}" in files


def test_parameters_have_the_bounds_and_defaults_of_their_settings(package: ControllerPackage, arm: Arm):
    """What YAML reads back; ROS 2 distinguishes whole numbers from others."""
    parameters = dict(leaves(yaml.safe_load(package.files()["src/parameters.yaml"])["my_arm_controller"]))
    specs = (*parameters_for(CONTROLLER), *ADDED, *parameters_of_arm(arm))
    assert set(parameters) == {spec.name for spec in specs}
    assert len(specs) > 40
    for spec in specs:
        entry = parameters[spec.name]
        assert entry["default_value"] == spec.default
        assert type(entry["default_value"]) is type(spec.default)
        assert entry["type"].removesuffix("_array") in ("string", "double", "bool")
        assert entry.get("read_only", False) is spec.read_only
        assert entry["description"] and entry["description"].isascii()
        rules = entry.get("validation", {})
        low, high = rules.get("bounds<>") or rules.get("element_bounds<>") or (None, None)
        low = rules["lower_element_bounds<>"][0] if "lower_element_bounds<>" in rules else low
        assert (low, high) == (spec.minimum, spec.maximum)
        assert rules.get("one_of<>", [[]]) == [list(spec.choices)]
    assert parameters["joints"]["default_value"] == list(arm.joint_names)
    assert parameters["joints"]["validation"] == {"fixed_size<>": [arm.n], "unique<>": None}


def leaves(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Parameters of a file for generate_parameter_library, by their names with dots."""
    for name, entry in tree.items():
        if isinstance(entry.get("type"), str):
            yield before + name, entry
        else:
            yield from leaves(entry, f"{before}{name}.")


def test_the_package_sets_every_setting_of_the_core(package: ControllerPackage):
    """One that is left out would be 0 in the controller, and what it stands for would have no effect."""
    text = package.files()["src/settings.hpp"]
    arm = package.files()["src/built_in.cpp"]
    fields = re.findall(r"\bs\.(\w+)", text) + re.findall(r"\busual\.(\w+)", arm)
    given = {*fields, *map(core_name, (*NUMBERS, *SWITCHES))} - {"field"}
    assert all(f"  {name}(TORQUE_CORE_GIVEN)" in text for name in ("TORQUE_CORE_NUMBERS", "TORQUE_CORE_SWITCHES"))
    assert given == {name for name, *_ in Settings._fields_} - {"reserved"}


def test_plugin_package_and_configuration_name_each_other(package: ControllerPackage, arm: Arm):
    files = package.files()
    plugin = ElementTree.fromstring(files["my_arm_controller.xml"])
    entry = plugin.find("class")
    assert entry is not None
    kind = entry.attrib["name"]
    assert plugin.get("path") == "my_arm_controller"
    assert f"PLUGINLIB_EXPORT_CLASS({kind.replace('/', '::')}" in files["src/feedforward_controller.cpp"]
    given = yaml.safe_load(files["config/controllers.yaml"])
    assert given["/**/controller_manager"]["ros__parameters"]["feedforward_controller"]["type"] == kind
    parameters = yaml.safe_load(files["src/parameters.yaml"])["my_arm_controller"]
    assert set(given["/**/feedforward_controller"]["ros__parameters"]) <= set(parameters)
    sections = given["/**/controller_manager"]["ros__parameters"]
    assert sections["feedforward_controller"]["fallback_controllers"] == ["damping_controller"]
    gains = given["/**/damping_controller"]["ros__parameters"]["gains"]
    assert list(gains) == list(package.arm.joint_names)
    # ROS 2 distinguishes whole numbers from others
    assert all(isinstance(value, float) for each in gains.values() for value in each.values())
    assert all(each["d"] > 0.0 and each["p"] == each["i"] == 0.0 for each in gains.values())
    manifest = ElementTree.fromstring(files["package.xml"])
    mark = manifest.find("export/puma560_dynamics")
    assert mark is not None
    expected = ("akb1986", arm.exact_chain.digest)
    assert (mark.get("arm"), mark.get("digest")) == (package.arm.name, package.digest) == expected
    depends = {entry.text for entry in manifest.findall("depend")}
    named = re.search(r"set\(DEPENDENCIES([^)]*)\)", files["CMakeLists.txt"])
    assert named is not None
    assert depends == set(named[1].split())


def test_the_default_build_is_optimised(package: ControllerPackage):
    """colcon sets no build type."""
    text = package.files()["CMakeLists.txt"]
    assert re.search(r"if\(NOT CMAKE_BUILD_TYPE[^)]*\)\s*set\(CMAKE_BUILD_TYPE RelWithDebInfo CACHE", text)
    assert text.index("CMAKE_BUILD_TYPE") < text.index("add_library")


def test_gravity_and_frames_are_the_arm_s(package: ControllerPackage, arm: Arm):
    files = package.files()
    parameters = yaml.safe_load(files["src/parameters.yaml"])["my_arm_controller"]
    assert parameters["gravity"]["default_value"] == arm.base_gravity.tolist()
    assert all(isinstance(value, float) for value in parameters["gravity"]["default_value"])
    assert parameters["payload"]["mass"].get("read_only", False) is False
    assert f'LAST_LINK = "{arm.links[-1].name}"' in files["src/model/arm_numbers.hpp"]


def test_golden_torques_are_the_model_s(package: ControllerPackage, arm: Arm):
    for q, torque in package.golden:
        np.testing.assert_allclose(torque, load_model("generated", arm).gravity(q), rtol=1e-12, atol=1e-12)
    assert "0.081, -0.162" in package.files()["test/golden.hpp"]


def test_a_joint_that_cannot_be_named_is_refused(package: ControllerPackage, arm: Arm):
    check_controllable(arm)
    odd = replace(arm, joints=(replace(arm.joints[0], name="joint: 1"), *arm.joints[1:]))
    with pytest.raises(Puma560Error, match="joint: 1"):
        check_controllable(odd)
    with pytest.raises(Puma560Error, match="joint: 1"):
        replace(package, arm=odd).files()


@needs_cxx
def test_the_numbers_of_the_arm_compile_without_warnings(package: ControllerPackage, tmp_path: Path):
    """What needs no ROS: the numbers of the arm, the golden vectors, and the lock-free buffer between two threads."""
    wanted = ("src/latest.hpp", "test/golden.hpp")
    files = package.files()
    write({Path(name).name: files[name] for name in wanted}, tmp_path)
    write(
        {Path(name).name: text for name, text in files.items() if name.startswith(("src/model", "src/core"))}, tmp_path
    )
    write({"main.cpp": MAIN}, tmp_path)
    compiled(c_of(CXX[0]), tmp_path, "-std=c11", "-O1", "-c", "my_arm.c", "-o", "my_arm.o")
    flags = ("-std=c++17", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pthread")
    compiled(CXX[0], tmp_path, *flags, "main.cpp", "my_arm.o", "-o", "main", "-lm")
    done = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


MAIN = """\
#include <cmath>
#include <cstdio>
#include <thread>

#include "golden.hpp"
#include "latest.hpp"

struct Pair { std::uint64_t one, two[7]; };

int main()
{
  namespace arm = my_arm_controller::arm;
  if (!arm::selftest()) {
    return 1;
  }
  for (const auto & state : my_arm_controller::golden::STATES) {
    arm::Numbers torque{};
    arm::model().gravity(state.q.data(), torque.data());
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      if (!(std::abs(torque[j] - state.gravity[j]) < 1e-9)) {
        return 2;
      }
    }
  }
  static my_arm_controller::Latest<Pair> latest;
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
