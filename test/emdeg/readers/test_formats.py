"""A description is found by its name or its content, and read by the reader of its format."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.emdeg.readers.formats import description_source, is_description, load_urdf
from puma560_dynamics.emdeg.readers.selection import Selection
from puma560_dynamics.errors import ChainError

XACRO = """<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:arg name="name" default="plain"/>
<link name="$(arg name)"/><link name="${1 + 1}"/></robot>"""


@pytest.mark.parametrize(
    ("source", "is_one"),
    [("<robot/>", True), ("  <?xml?>", True), ("a.URDF", True), (Path("a.urdf.xacro"), True), ("a.xml", True),
     ("a.yaml", False), ("akb1986", False), (Path("<robot>"), False)],
)  # fmt: skip
def test_text_or_a_file_by_its_name(source: str | Path, is_one: bool):
    assert is_description(source) == is_one


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [("noext", " <!-- a --><robot/>", True), ("a.txt", "\ufeff<robot/>", True), ("a.txt", "name: <a>", False),
     ("a.yaml", "<robot/>", False), ("a.txt", "", False)],
)  # fmt: skip
def test_a_file_without_a_known_suffix_by_its_content(name: str, text: str, is_one: bool, tmp_path: Path):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert is_description(path) == is_one


def test_text_is_given_back_and_a_file_is_read(tmp_path: Path):
    assert description_source(Selection("<robot/>")).text == "<robot/>"
    path = tmp_path / "a.urdf"
    path.write_bytes(b"<robot name='\xe4'/>")  # its encoding is the parser's business
    source = description_source(Selection(str(path)))
    assert (source.text, source.path) == (b"<robot name='\xe4'/>", path)


def test_a_xacro_file_is_expanded_with_its_arguments(tmp_path: Path):
    pytest.importorskip("xacro")
    path = tmp_path / "a.urdf.xacro"
    path.write_text(XACRO, encoding="utf-8")
    for arguments, name in (({}, "plain"), ({"name": "mine"}, "mine")):
        text = description_source(Selection.of(path, arguments=arguments)).text
        assert f'name="{name}"' in text and 'name="2"' in text
    path.write_text(XACRO.replace("1 + 1", "1 / 0"), encoding="utf-8")
    with pytest.raises(ChainError, match="xacro cannot expand it"):
        description_source(Selection(str(path)))


def test_arguments_that_a_xacro_file_does_not_have_are_refused(tmp_path: Path):
    """xacro itself ignores them, so that a misspelt name would give another arm."""
    pytest.importorskip("xacro")
    path = tmp_path / "a.urdf.xacro"
    path.write_text(XACRO, encoding="utf-8")
    with pytest.raises(ChainError, match="it has no argument nmae; it has name; correct the name"):
        description_source(Selection.of(path, arguments={"nmae": "mine"}))


def test_arguments_are_for_xacro_alone(tmp_path: Path):
    path = tmp_path / "a.urdf"
    path.write_text("<robot/>", encoding="utf-8")
    for source in (path, "<robot/>"):
        with pytest.raises(ChainError, match=r"is not xacro and takes no arguments, got x;"):
            description_source(Selection.of(source, arguments={"x": "1"}))


def test_what_is_no_file(tmp_path: Path):
    with pytest.raises(ChainError, match="does not exist"):
        load_urdf(tmp_path / "none.urdf")
    with pytest.raises(ChainError, match="cannot be read"):
        load_urdf("~nobody_of_this_name/a.urdf")
