"""A load in the frame of a tool, of the last link, or of the arm's tip: the same body, the same torque."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.arm.descriptions import joint, light_arm

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import MODEL_FRAME
from puma560_dynamics.models.payload.placed import attached, placed_payload
from puma560_dynamics.models.payload.with_payload import WithPayload

LOAD = Payload.of(0.4, (0.02, -0.01, 0.05), (4e-4, 5e-4, 6e-4, 1e-5, -2e-5, 3e-5))


def with_load(text: str) -> str:
    """The description with the load as a link that is fixed to the tool."""
    body = (
        '<link name="load"><inertial><origin xyz="0.02 -0.01 0.05"/><mass value="0.4"/>'
        '<inertia ixx="4e-4" iyy="5e-4" izz="6e-4" ixy="1e-5" ixz="-2e-5" iyz="3e-5"/></inertial></link>'
    )
    fixed = joint("grasp", "tool", "load", "1 0 0", "0 0 0", "fixed").replace('rpy="0 0.3 0"', "")
    return text.replace("</robot>", f"{body}{fixed}</robot>")


@pytest.mark.parametrize(("tip", "link"), [("tool", ""), ("tool", "tool"), (None, "tool")])
def test_it_is_a_body_fixed_to_that_link(tip: str | None, link: str):
    text = light_arm(fingers=False)
    arm = load_arm(text, tip=tip)
    expected = load_model("newton_euler", load_arm(with_load(text), tip="tool"))
    q, qd, qdd = np.random.default_rng(3).uniform(-2, 2, (3, arm.n))
    for kind in ("newton_euler", "pinocchio"):
        for load in (replace(LOAD, link=link), placed_payload(arm, replace(LOAD, link=link))):
            model = load_model(kind, arm, load)
            np.testing.assert_allclose(model.torque(q, qd, qdd), expected.torque(q, qd, qdd), rtol=1e-10)
    for own in (WithPayload(load_model("newton_euler", arm), replace(LOAD, link=link)),
                load_model("newton_euler", attached(arm, replace(LOAD, link=link)))):  # fmt: skip
        np.testing.assert_allclose(own.torque(q, qd, qdd), expected.torque(q, qd, qdd), rtol=1e-10)


def test_an_arm_file_has_one_frame_for_it(arm: Arm):
    for load in (placed_payload(arm, LOAD), placed_payload(arm, replace(LOAD, link="link6"))):
        assert load.link == MODEL_FRAME
        assert placed_payload(arm, load) is load
        np.testing.assert_array_equal(load.center_of_mass, LOAD.center_of_mass)
        np.testing.assert_array_equal(load.inertia, LOAD.inertia)


@pytest.mark.parametrize("link", ["fore", "nobody"])
def test_other_links_do_not_carry_it(link: str):
    with pytest.raises(StateError, match=r"is not fixed to the arm's last link; use one of hand, tool"):
        placed_payload(load_arm(light_arm(fingers=False)), replace(LOAD, link=link))
