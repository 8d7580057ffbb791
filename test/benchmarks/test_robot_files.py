"""Robot descriptions of packages: found, expanded, and refused by name where the package is missing."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an installed package, arms-of-tests."""
    import robot_files

    inside = tmp_path / "arms_of_tests"
    inside.mkdir()
    (inside / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(robot_files.MODULES, "arms-of-tests", ("arms_of_tests", "."))
    robot_files.folder.cache_clear()
    return inside


def test_a_description_is_read(package: Path):
    from robot_files import text

    (package / "a.urdf").write_text("<robot name='a'/>")
    assert text("arms-of-tests:a.urdf") == "<robot name='a'/>"


def test_attributes_of_drake_are_read_over(package: Path):
    from robot_files import text

    (package / "a.urdf").write_text("<robot name='a'><limit drake:acceleration='1' effort='2'/></robot>")
    limit = ElementTree.fromstring(text("arms-of-tests:a.urdf")).find("limit")
    assert limit is not None and limit.get("effort") == "2"


def test_xacro_is_expanded(package: Path):
    pytest.importorskip("xacro")
    from robot_files import text

    (package / "a.urdf.xacro").write_text(
        "<robot name='a' xmlns:xacro='http://ros.org/wiki/xacro'><xacro:arg name='robot_name' default=''/>"
        "<link name='$(arg robot_name)/l${1 + 1}'/></robot>"
    )
    link = ElementTree.fromstring(text("arms-of-tests:a.urdf.xacro")).find("link")
    assert link is not None and link.get("name") == "arm/l2"


def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch):
    import robot_files
    from native import Unavailable

    monkeypatch.setitem(robot_files.MODULES, "arms-of-nobody", ("arms_of_nobody", "."))
    monkeypatch.setitem(robot_files.SHARED, "data-of-nobody", "share/nobody")
    for name in ("arms-of-nobody", "data-of-nobody"):
        with pytest.raises(Unavailable, match=f"{name} is not installed"):
            robot_files.text(f"{name}:a.urdf")
