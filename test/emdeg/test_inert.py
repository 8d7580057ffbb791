"""Joints that move nothing are found, named with what is missing, and allowed only on request."""

from __future__ import annotations

import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg.inert import checked_inertia, idle_joints, is_singular
from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.emdeg.readers.reading import Reading
from puma560_dynamics.errors import ChainError

HEAVY = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
POINT = '<inertial><origin xyz="{}"/><mass value="2"/></inertial>'


def arm(*links: str) -> Reading:
    """Parallel axes z, half a metre apart along x; one link per joint."""
    text = '<link name="base"/>'
    for k, link in enumerate(links):
        before = f"link{k}" if k else "base"
        text += f'<link name="link{k + 1}">{link}</link><joint name="j{k + 1}" type="continuous">'
        text += (
            f'<origin xyz="0.5 0 0"/><axis xyz="0 0 1"/><parent link="{before}"/><child link="link{k + 1}"/></joint>'
        )
    return load_urdf(f'<robot name="arm">{text}</robot>')


def test_real_arms_are_accepted_unchanged():
    reading = Reading(load_arm("akb1986").exact_chain)
    assert checked_inertia(reading, allowed=False) is reading
    assert not is_singular(reading.chain)
    assert idle_joints(arm("", HEAVY).chain) == []


@pytest.mark.parametrize(
    ("links", "idle", "words"),
    [
        ((HEAVY, ""), [1], r"joint 'j2' moves nothing that has inertia \(link 'link2' has no <inertial>\)"),
        ((HEAVY, "", ""), [1, 2], r"joints 'j2' and 'j3' move nothing .*'link2' has no .*'link3' has no"),
        (("", ""), [0, 1], "joints 'j1' and 'j2' move nothing"),
        ((HEAVY, POINT.format("0 0 1")), [1], r"joint 'j2' moves .*\(link 'link2' has no inertia, only mass\)"),
    ],
)
def test_idle_joints_are_refused_or_remarked(links: tuple[str, ...], idle: list[int], words: str):
    reading = arm(*links)
    assert idle_joints(reading.chain) == idle
    assert is_singular(reading.chain)
    with pytest.raises(ChainError, match=words) as caught:
        checked_inertia(reading, allowed=False)
    assert "--allow-massless" in str(caught.value)
    with pytest.raises(ChainError, match=r"^arm\.urdf: joint"):
        checked_inertia(reading, False, "arm.urdf")
    assert any("no forward dynamics" in remark for remark in checked_inertia(reading, allowed=True).remarks)


def test_a_matrix_without_inverse_and_no_zero_on_its_diagonal():
    """Two axes that move one point mass, and a third: every joint moves something, but one mass has two directions."""
    reading = arm("", "", POINT.format("0.25 0 0"))
    assert idle_joints(reading.chain) == []
    with pytest.raises(ChainError, match="has no inverse in any state"):
        checked_inertia(reading, allowed=False)
