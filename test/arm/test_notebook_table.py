"""An arm in a notebook: a row a joint, and nothing of its file is taken for HTML."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from puma560_dynamics import load_arm
from puma560_dynamics.arm.notebook_table import notebook_table


def test_a_row_a_joint_with_units_of_its_kind():
    arm = load_arm("stanford1983")
    table = ElementTree.fromstring(notebook_table("x", arm.joints, arm.motors, arm.links))
    rows = [[cell.text for cell in row] for row in table.iter("tr")]
    assert len(rows) == 1 + arm.n
    assert {len(row) for row in rows} == {len(rows[0])}
    for joint, link, row in zip(arm.joints, arm.links, rows[1:], strict=True):
        assert (row[0], row[6]) == (joint.name, link.name)
        assert row[1] == f"{joint.lower:.4g} {'m' if joint.slides else 'rad'}"
        assert float(row[7] or "") == float(f"{link.mass:.4g}")
    assert any(joint.slides for joint in arm.joints)


def test_texts_are_escaped():
    arm = load_arm("akb1986")
    joints = [replace(joint, name="<b>&") for joint in arm.joints]
    table = ElementTree.fromstring(notebook_table("<i>", joints, arm.motors, arm.links))
    assert table.findtext("caption") == "<i>"
    assert [row[0].text for row in list(table.iter("tr"))[1:]] == ["<b>&"] * arm.n
