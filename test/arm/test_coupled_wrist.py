"""The PUMA 560 with its coupled wrist: gear trains that can be, and an arm that is otherwise the paper's."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.arm_file import arm_tree
from puma560_dynamics.errors import UnsupportedArmError

NAME = "puma560_coupled_wrist"
TURNS = np.array(arm_tree(NAME)["transmission"]["matrix"])
"""Turns of each motor a turn of each joint, as the file has them."""

LAST_STAGE = 72 / 13
"""Gear ratio of the last stage of joint 6, the inverse of the coupling factor of joint 5 to joint 6."""


def wrist(motors: np.ndarray) -> np.ndarray:
    """Joints 4 to 6 for motors 4 to 6, through trains of gears that are carried along, angles in turns.

    A shaft along the forearm drives a gear that turns about axis 5: of link 5 itself (joint 5), or an idler (joint 6),
    and the idler drives link 6 by the last stage. Each gear counts relative to the link that carries it.
    """
    ratio4, ratio5, ratio6 = np.diag(TURNS)[3:]
    joint4 = motors[0] / ratio4
    joint5 = (motors[1] - joint4) / ratio5
    idler = (motors[2] - joint4) / (ratio6 / LAST_STAGE)
    return np.array([joint4, joint5, (idler - joint5) / LAST_STAGE])


def test_the_matrix_is_that_of_gears_which_links_carry_along():
    found = np.linalg.inv(TURNS)[3:, 3:]
    expected = np.column_stack([wrist(unit) for unit in np.eye(3)])
    np.testing.assert_allclose(found, expected, rtol=2e-5)  # the ratios are printed with five digits


def test_ratios_are_quotients_of_numbers_of_teeth():
    """G6 is 180/13 of the train to the idler times 72/13: the coupling factor is part of the printed ratio."""
    assert TURNS[5, 5] == pytest.approx(180 / 13 * LAST_STAGE, abs=0.0005)
    assert TURNS[5, 4] == pytest.approx(180 / 13, abs=0.0005)


def test_everything_else_is_the_papers():
    coupled, plain = load_arm(NAME), load_arm("akb1986")
    assert coupled.coupled and not plain.coupled
    given = {key: value for key, value in arm_tree(NAME).items() if key not in ("name", "transmission")}
    assert given == {key: value for key, value in arm_tree("akb1986").items() if key != "name"}
    q = np.array([0.1, -0.4, 0.3, 0.5, -0.7, 0.2])
    np.testing.assert_array_equal(load_model("full", coupled).gravity(q), load_model("full", plain).gravity(q))


def test_rotors_of_a_coupled_wrist_have_no_gyroscopic_terms_yet():
    with pytest.raises(UnsupportedArmError, match="turn with several joints"):
        load_model("newton_euler", NAME, gyroscopic=True)
