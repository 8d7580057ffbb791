"""Installed plugins, and which model belongs to an arm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from helpers.arm.palletiser import palletiser
from helpers.launching.generated_packages import MODELS, install, install_model

from puma560_dynamics import load_arm
from puma560_dynamics.errors import LaunchError

pytest.importorskip("ament_index_python", reason="needs ament_index_python")

import pytest

from puma560_dynamics.launching.installed_plugins import (
    HARDWARE_RESOURCE,
    check_controller,
    check_plugin,
    installed_models,
    installed_plugins,
    model_of,
)

ARM = load_arm("akb1986")
HEAVIER = ARM.with_(links=[replace(ARM.links[0], mass=1.0), *ARM.links[1:]])


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Without models: a package of other controllers, and a model that has no package.xml."""
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    install(tmp_path, "other_controllers")
    install(tmp_path, "broken", None, MODELS)
    return tmp_path


def test_packages_of_others_are_passed_over(workspace: Path):
    assert installed_models() == {} and model_of(ARM) is None


def test_the_model_of_the_arm_is_found_by_its_numbers(workspace: Path):
    for name, arm in (("one_model", ARM), ("two_model", HEAVIER)):
        install_model(workspace, name, arm)
    found, other = model_of(ARM), model_of(HEAVIER)
    assert found is not None and found.package == "one_model"
    assert other is not None and other.package == "two_model"
    assert found.digest == ARM.exact_chain.digest != HEAVIER.exact_chain.digest
    assert Path(found.controllers_file) == workspace / "share" / "one_model" / "config" / "controllers.yaml"
    assert "model: one_model/Model" in Path(found.controllers_file).read_text(encoding="utf-8")


def test_an_arm_with_mimic_joints_has_no_model(workspace: Path):
    install_model(workspace, "one_model", ARM)
    assert model_of(load_arm(palletiser())) is None


def test_of_two_models_for_one_arm_one_is_to_be_named(workspace: Path):
    for name in ("one_model", "two_model"):
        install_model(workspace, name, ARM)
    with pytest.raises(LaunchError, match="one_model, two_model were generated for akb1986; name the model"):
        model_of(ARM)


def test_the_controller_is_to_be_installed(workspace: Path):
    with pytest.raises(LaunchError, match="package feedforward_controller is not installed; write it with"):
        check_controller()
    install(workspace, "feedforward_controller")
    check_controller()


DESCRIPTION = """<class_libraries>
  <library path="one"><class name="vendor/Arm" type="vendor::Arm" base_class_type="base"/>
  <class type="vendor::Hand" base_class_type="base"/></library>
</class_libraries>"""


@pytest.fixture
def plugin_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with a package of two plugins, and one whose description is missing."""
    index = tmp_path / "share" / "ament_index" / "resource_index" / HARDWARE_RESOURCE
    index.mkdir(parents=True)
    (index / "vendor").write_text("share/vendor/plugins.xml\n", encoding="utf-8")
    (index / "broken").write_text("share/broken/plugins.xml;", encoding="utf-8")
    (tmp_path / "share" / "vendor").mkdir()
    (tmp_path / "share" / "vendor" / "plugins.xml").write_text(DESCRIPTION, encoding="utf-8")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    return tmp_path


def test_plugins_are_known_by_name_or_type(plugin_workspace: Path):
    assert installed_plugins() == ["vendor/Arm", "vendor::Hand"]
    check_plugin("vendor/Arm")


def test_what_is_not_installed_is_refused_with_what_is(plugin_workspace: Path):
    with pytest.raises(LaunchError, match=r"'vendor/Leg' is not installed; expected one of vendor/Arm"):
        check_plugin("vendor/Leg")
