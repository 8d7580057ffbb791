"""The plugin that hardware:=real names is looked up before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.errors import LaunchError

pytest.importorskip("ament_index_python", reason="needs ament_index_python")

from puma560_dynamics.launching.installed_plugins import HARDWARE_RESOURCE, check_plugin, installed_plugins

DESCRIPTION = """<class_libraries>
  <library path="one"><class name="vendor/Arm" type="vendor::Arm" base_class_type="base"/>
  <class type="vendor::Hand" base_class_type="base"/></library>
</class_libraries>"""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with a package of two plugins, and one whose description is missing."""
    index = tmp_path / "share" / "ament_index" / "resource_index" / HARDWARE_RESOURCE
    index.mkdir(parents=True)
    (index / "vendor").write_text("share/vendor/plugins.xml\n", encoding="utf-8")
    (index / "broken").write_text("share/broken/plugins.xml;", encoding="utf-8")
    (tmp_path / "share" / "vendor").mkdir()
    (tmp_path / "share" / "vendor" / "plugins.xml").write_text(DESCRIPTION, encoding="utf-8")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    return tmp_path


def test_plugins_are_known_by_name_or_type(workspace: Path):
    assert installed_plugins() == ["vendor/Arm", "vendor::Hand"]
    check_plugin("vendor/Arm")


def test_what_is_not_installed_is_refused_with_what_is(workspace: Path):
    with pytest.raises(LaunchError, match=r"'vendor/Leg' is not installed; expected one of vendor/Arm"):
        check_plugin("vendor/Leg")
