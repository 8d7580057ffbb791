"""An arm's links and frames as text of C: every number of the arm, in the order of the C structures."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.kinematics import link_poses
from puma560_dynamics.arm.link_place import LinkPlace
from puma560_dynamics.controller.core_links import core_links, frames_code, links_code, text_code


@pytest.mark.parametrize("name", ["akb1986", "stanford1983"])
def test_links_have_every_number_of_the_arm(name: str):
    arm = load_arm(name)
    pose = np.eye(4)
    at_zero = np.linalg.inv(arm.base) @ link_poses(arm, np.zeros(arm.n))
    for row, joint, link, frame in zip(core_links(arm), arm.joints, arm.links, at_zero, strict=True):
        step = np.eye(4)
        step[:3, :3], step[:3, 3] = np.reshape(row[:9], (3, 3)), row[9:12]
        pose = pose @ step
        np.testing.assert_allclose(pose, frame, atol=1e-15)
        assert row[12] == link.mass and list(row[13:16]) == link.center_of_gravity.tolist()
        xx, yy, zz, xy, xz, yz, slides = row[16:]
        np.testing.assert_array_equal([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], link.inertia)
        assert slides == joint.slides


@pytest.mark.parametrize("digits", [17, 12])
def test_the_text_has_the_numbers(arm: Arm, digits: int):
    rows = [list(map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?", row))) for row in links_code(arm, digits).splitlines()]
    expected = [[*row, 0.0] for row in core_links(arm)]
    np.testing.assert_allclose(rows, expected, rtol=10.0 ** (1 - digits) if digits < 17 else 0.0)


def test_a_name_stays_one_literal():
    assert text_code('a "tool"\\') == '"a \\"tool\\"\\\\"'


def test_a_described_arm_has_the_frames_of_all_links_that_move():
    tool = np.array([[0.0, -1.0, 0.0, 0.1], [1.0, 0.0, 0.0, 0.2], [0.0, 0.0, 1.0, 0.3], [0.0, 0.0, 0.0, 1.0]])
    bare = load_arm("akb1986")
    arm = bare.with_(places={**bare.link_places, "tool": LinkPlace(6, tool), "lamp": LinkPlace(2, tool)})
    rows = {json.loads(row.strip(" {},").split(",")[0]): row for row in frames_code(arm).splitlines()}
    names = [link.name for link in arm.links]
    assert list(rows) == ["", names[-1], *names[:-1], "tool", "lamp"]  # the base link does not move
    for name, carrier in (("tool", 6), ("lamp", 2)):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", rows[name].replace(f'"{name}"', ""))]
        np.testing.assert_array_equal(numbers, [carrier, *tool[:3, :3].ravel(), *tool[:3, 3]])
