"""The text of a robot description is read within bounds."""

from __future__ import annotations

import contextlib
import time
from xml.etree import ElementTree

import pytest
from helpers.arm.bad_descriptions import SPHERE, joint, link, robot

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.received_description import ReceivedDescription
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import Puma560Error, UrdfError
from puma560_dynamics.robot_xml import MAX_IN_A_ROW, MAX_NESTING, MAX_PARTS, MAX_SIZE, plain_xml, robot_root
from puma560_dynamics.view.drawn_robot import read_robot


def test_the_descriptions_of_arms_are_within_the_bounds(arm: Arm):
    assert robot_root(urdf(arm)).tag == "robot"
    assert robot_root(urdf(arm).encode()).tag == "robot"


def test_every_bound_itself_is_allowed():
    assert robot_root(robot(MAX_IN_A_ROW)).findall("joint")
    nested = "<a>" * (MAX_NESTING - 1) + "</a>" * (MAX_NESTING - 1)
    assert robot_root(robot(more=nested)).find("a") is not None
    text = robot(more="".join(f'<link name="x{number}"/>' for number in range(MAX_PARTS - 4)))
    assert len(robot_root(text).findall("link")) == MAX_PARTS
    assert robot_root(robot() + " " * (MAX_SIZE - len(robot()))).tag == "robot"
    with pytest.raises(UrdfError, match=f"at most {MAX_SIZE}"):
        robot_root(robot() + " " * (MAX_SIZE - len(robot()) + 1))


def test_a_bound_is_not_avoided_by_a_loop():
    loop = link("l9") + joint(9) + joint(8, parent="l9") + link("l8")
    assert robot_root(robot(more=loop)).tag == "robot"  # refused where links are connected


def branches(kind: str) -> str:
    """As many links as are read, in branches as long as are read, with numbers of all digits."""
    rows = MAX_PARTS // MAX_IN_A_ROW
    more = "".join(
        link(f"l{number}") + joint(number, kind, parent="l0" if number % MAX_IN_A_ROW == 0 else "")
        for number in range(MAX_IN_A_ROW, MAX_IN_A_ROW * rows)
    )
    return robot(more=more).replace("0.1 0.2 0.3", "0.12345678901234567 9.8765432109876543e-3 123456.78901234567")


COSTLY = {
    "fixed branches": branches("fixed"),
    "moving branches": branches("revolute"),
    "chain": robot(MAX_IN_A_ROW),
    "fixed chain": robot(MAX_IN_A_ROW, kind="fixed"),
    "fingers": robot(more="".join(link(f"l{at}") + joint(at, parent="l3") for at in range(4, MAX_PARTS - 1))),
    "other elements": robot(more="<a/>" * ((MAX_SIZE - 2000) // 4)),
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in COSTLY.items()])
def test_what_is_within_the_bounds_takes_seconds_at_most(text: str):
    description = ReceivedDescription("/robot_description")
    description.receive(0.0, text)
    began = time.process_time()
    with contextlib.suppress(Puma560Error):
        description.take()
    assert time.process_time() - began < 5.0


TOLERATED: dict[str, tuple[str, str]] = {
    "a prefix without a declaration": ("</robot>", "<drake:joint>x</drake:joint></robot>"),
    "an attribute with such a prefix": ("<robot ", '<robot drake:version="1" '),
    "a default namespace": ("<robot ", '<robot xmlns="http://www.ros.org" '),
    "a declared prefix": ("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" '),
    "spaces before the declaration": ("<robot ", '\n  <?xml version="1.0"?>\n<robot '),
    "a byte order mark": ("<robot ", '\ufeff<?xml version="1.0" encoding="utf-8"?><robot '),
    "two hyphens in a comment": ("</robot>", "<!-- a -- b --- <link/> --></robot>"),
    "a bare ampersand": ("</robot>", '<gazebo reference="a&b">R&D &amp; &lt; &#65;</gazebo></robot>'),
}


@pytest.mark.parametrize("before, after", TOLERATED.values(), ids=list(TOLERATED))
def test_it_is_read_as_ros_reads_it(before: str, after: str):
    """Each loads with urdfdom; the chain is that of the plain text."""
    text = robot().replace(before, after)
    assert text != robot()
    plain = [element.attrib for element in robot_root(robot()).iter() if element.tag in ("link", "joint", "mass")]
    for given in (text, text.encode()):
        found = robot_root(given)
        assert [element.attrib for element in found.iter() if element.tag in ("link", "joint", "mass")] == plain
    description = ReceivedDescription("/robot_description")
    description.receive(0.0, text)
    assert description.take().n == 3


@pytest.mark.parametrize("before, after", TOLERATED.values(), ids=list(TOLERATED))
def test_other_parsers_get_plain_xml(before: str, after: str):
    plain = plain_xml(robot(content=SPHERE).replace(before, after))
    parsed = ElementTree.fromstring(plain)
    assert parsed.tag == "robot"
    assert len(parsed.findall("link")) == len(parsed.findall("joint")) + 1
    pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")
    assert len(read_robot(robot(content=SPHERE).replace(before, after)).links) == 4


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig", "utf-16", "windows-1252"])
def test_bytes_are_read_in_the_encoding_that_they_name(encoding: str):
    text = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>' + robot().replace(
        'name="r"', 'name="bras-é"'
    )
    assert robot_root(text.encode(encoding)).get("name") == "bras-é"
    assert robot_root(text).get("name") == "bras-é"


def test_a_sentence_on_bad_xml_names_the_line_of_the_file():
    text = "<!-- a\nb -- c\n-->\n" + robot(content=SPHERE).replace("</robot>", "\n</link>")
    with pytest.raises(UrdfError, match="line 5"):
        robot_root(text)
