"""Which generated package belongs to an arm; refused with what there is when none does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from helpers.launching.generated_packages import install

from puma560_dynamics import load_arm
from puma560_dynamics.errors import LaunchError

pytest.importorskip("ament_index_python", reason="needs ament_index_python")

import pytest

from puma560_dynamics.launching.installed_plugins import (
    HARDWARE_RESOURCE,
    check_plugin,
    generated_controller,
    installed_controllers,
    installed_plugins,
)

ARM = load_arm("akb1986")
HEAVIER = ARM.with_(links=[replace(ARM.links[0], mass=1.0), *ARM.links[1:]])


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Without generated packages: one of other controllers, and one that has no package.xml."""
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    install(tmp_path, "other_controllers", export="")
    install(tmp_path, "broken", export=None)
    return tmp_path


def test_packages_of_others_are_passed_over(workspace: Path):
    assert installed_controllers() == {}
    with pytest.raises(LaunchError, match=r"no generated controller of akb1986 .*there is none; write one with"):
        generated_controller(ARM)


def test_the_package_of_the_arm_is_found_by_its_numbers(workspace: Path):
    for name, arm in (("one_controller", ARM), ("two_controller", HEAVIER)):
        install(workspace, name, arm)
    assert generated_controller(ARM).package == "one_controller"
    assert generated_controller(HEAVIER).package == "two_controller"
    found = generated_controller(ARM, "one_controller")
    assert found.digest == ARM.exact_chain.digest != HEAVIER.exact_chain.digest
    assert Path(found.controllers_file) == workspace / "share" / "one_controller" / "config" / "controllers.yaml"


def test_a_package_of_another_arm_is_refused_with_both_digests(workspace: Path):
    install(workspace, "one_controller", ARM)
    with pytest.raises(LaunchError) as refused:
        generated_controller(HEAVIER, "one_controller")
    assert ARM.exact_chain.digest in str(refused.value) and HEAVIER.exact_chain.digest in str(refused.value)


def test_a_package_that_is_not_installed_is_refused_with_what_is(workspace: Path):
    install(workspace, "one_controller", ARM)
    with pytest.raises(LaunchError, match=r"'my_controller' is not installed; there is one_controller of akb1986"):
        generated_controller(ARM, "my_controller")


def test_of_two_packages_for_one_arm_one_is_to_be_named(workspace: Path):
    for name in ("one_controller", "two_controller"):
        install(workspace, name, ARM)
    with pytest.raises(LaunchError, match="one_controller, two_controller were generated for akb1986"):
        generated_controller(ARM)
    assert generated_controller(ARM, "two_controller").package == "two_controller"


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
