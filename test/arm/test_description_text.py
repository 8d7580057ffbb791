"""Where the text of a robot description comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.arm.description_text import absolute, description_text, is_description
from puma560_dynamics.errors import ArmFileError

XACRO = """<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:arg name="name" default="plain"/>
<link name="$(arg name)"/><link name="${1 + 1}"/></robot>"""


@pytest.mark.parametrize(
    ("source", "is_one"),
    [("<robot/>", True), ("  <?xml?>", True), ("a.URDF", True), (Path("a.urdf.xacro"), True), ("a.xml", True),
     ("a.yaml", False), ("akb1986", False), (Path("<robot>"), False)],
)  # fmt: skip
def test_text_or_a_file_by_its_name(source: str | Path, is_one: bool):
    assert is_description(source) == is_one


def test_text_is_given_back_and_a_file_is_read(tmp_path: Path):
    assert description_text("<robot/>") == ("<robot/>", "robot description")
    path = tmp_path / "a.urdf"
    path.write_bytes(b"<robot name='\xe4'/>")  # its encoding is the parser's business
    assert description_text(path) == (b"<robot name='\xe4'/>", str(path))


def test_a_xacro_file_is_expanded_with_its_arguments(tmp_path: Path):
    pytest.importorskip("xacro")
    path = tmp_path / "a.urdf.xacro"
    path.write_text(XACRO, encoding="utf-8")
    for arguments, name in (({}, "plain"), ({"name": "mine"}, "mine")):
        text, _ = description_text(path, arguments)
        assert f'name="{name}"' in text and 'name="2"' in text
    path.write_text(XACRO.replace("1 + 1", "1 / 0"), encoding="utf-8")
    with pytest.raises(ArmFileError, match="xacro cannot expand it"):
        description_text(path)


def test_arguments_are_for_xacro_alone(tmp_path: Path):
    path = tmp_path / "a.urdf"
    path.write_text("<robot/>", encoding="utf-8")
    for source in (path, "<robot/>"):
        with pytest.raises(ArmFileError, match=r"is not xacro and takes no arguments, got x;"):
            description_text(source, {"x": "1"})


def test_what_is_no_file(tmp_path: Path):
    with pytest.raises(ArmFileError, match="does not exist"):
        description_text(tmp_path / "none.urdf")
    with pytest.raises(ArmFileError, match="is not a path"):
        description_text("~nobody_of_this_name/a.urdf")


def test_paths_are_absolute_and_text_is_not_touched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    assert absolute("a.urdf") == str(tmp_path.resolve() / "a.urdf")
    assert absolute(" <robot/>") == " <robot/>"
