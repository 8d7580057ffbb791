"""The table of what the coupled wrist changes: the arm file's numbers, and zeros without it."""

from __future__ import annotations

import numpy as np

from puma560_dynamics import load_arm
from tools.coupled_wrist import COUPLED, PLAIN, table


def cells(words: str) -> list[str]:
    """Of the row with these words, without the first."""
    (line,) = (line for line in table().splitlines() if words in line)
    return [cell.strip() for cell in line.split("|")[2:-1]]


def test_inertia_is_that_of_the_rotors():
    for i, j in ((4, 5), (5, 5), (4, 6), (5, 6)):
        found = [float(cell) for cell in cells(f"$A_{{{i}{j}}}$")]
        expected = [load_arm(name).armature[i - 1, j - 1] for name in (PLAIN, COUPLED)]
        np.testing.assert_allclose(found[:2], expected, atol=5e-5)
    plain, coupled, other = (float(cell) for cell in cells("$A_{46}$"))
    assert plain == 0.0
    assert other == -coupled


def test_an_uncoupled_joint_needs_no_other():
    assert cells("1 N·m at joint 4 alone") == ["+1.0000 of motor 4"] * 3
    assert cells("1 N·m at joint 6 alone")[0] == "+1.0000 of motor 6"
    assert "of motor 5" in cells("1 N·m at joint 6 alone")[1]
