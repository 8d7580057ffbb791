"""A wrench on a link changes the torque by its power: checked by virtual work, for all kinds of models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.following import FollowingModel
from puma560_dynamics.models.interface import DynamicModel

LOAD = Payload.of(2.3, (0.05, -0.03, 0.12), (0.02, 0.03, 0.025, 0.002, -0.001, 0.003))
WRENCH = np.array([30.0, -20.0, 15.0, 2.0, -1.0, 0.5])


def virtual_work(model: DynamicModel, q: np.ndarray, wrench: np.ndarray, link: str | None) -> np.ndarray:
    """Work of a wrench per unit of each joint, from poses at neighbouring positions (differences of fourth order)."""
    step, found = 1e-3, np.zeros(model.n)
    for i in range(model.n):
        change, angular = np.zeros(3), np.zeros((3, 3))
        for k, weight in ((1, 8.0), (-1, -8.0), (2, -1.0), (-2, 1.0)):
            moved = q.copy()
            moved[i] += k * step
            pose = model.forward_kinematics(moved, link)
            change += weight * pose[:3, 3]
            angular += weight * pose[:3, :3]
        spin = angular @ model.forward_kinematics(q, link)[:3, :3].T
        turned = np.array([spin[2, 1] - spin[1, 2], spin[0, 2] - spin[2, 0], spin[1, 0] - spin[0, 1]]) / 2
        found[i] = (wrench[:3] @ change + wrench[3:] @ turned) / (12 * step)
    return found


@pytest.mark.parametrize("link", [None, "link3"])
@pytest.mark.parametrize("kind", ["generated", "full", "newton_euler", "loaded", "coupled"])
def test_the_motors_supply_what_the_wrench_takes(kind: str, link: str | None):
    options = {"loaded": ("generated", "akb1986", LOAD), "coupled": ("generated", "puma560_coupled_wrist", None)}
    model = load_model(*options.get(kind, (kind, "akb1986", None)))
    q, qd, qdd = np.random.default_rng(5).uniform(-2, 2, (3, 6))
    found = model.torque(q, qd, qdd, wrench=WRENCH, link=link)
    expected = model.torque(q, qd, qdd) - virtual_work(model, q, WRENCH, link)
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_joints_that_follow_others_move_the_link_too(tmp_path: Path):
    path = tmp_path / "arm.urdf"
    path.write_text(palletiser(level='<mimic joint="elbow" multiplier="-1.0" offset="0.1"/>'), encoding="utf-8")
    model = load_model("newton_euler", load_arm(str(path)))
    assert isinstance(model, FollowingModel)
    q, qd, qdd = np.random.default_rng(8).uniform(-1, 1, (3, model.n))
    expected = model.torque(q, qd, qdd) - virtual_work(model, q, WRENCH, None)
    np.testing.assert_allclose(model.torque(q, qd, qdd, wrench=WRENCH), expected, atol=1e-9)


def test_states_and_wrenches_are_broadcast():
    model = load_model("generated")
    q, qd, qdd = np.random.default_rng(6).uniform(-2, 2, (3, 4, 6))
    wrenches = WRENCH * np.arange(1.0, 5.0)[:, None]
    expected = np.array([model.torque(*each[:3], wrench=each[3]) for each in zip(q, qd, qdd, wrenches, strict=True)])
    np.testing.assert_allclose(model.torque(q, qd, qdd, wrench=wrenches), expected, atol=1e-11)
    np.testing.assert_allclose(
        model.torque(q[0], 0, 0, wrench=wrenches)[2], model.torque(q[0], 0, 0, wrench=wrenches[2])
    )
    out = np.empty((4, 6))
    assert model.torque(q, qd=qd, qdd=qdd, wrench=wrenches, out=out) is out
    np.testing.assert_allclose(out, expected, atol=1e-11)


def test_a_derived_function_with_a_wrench_is_the_same():
    model = load_model("generated")
    q, qd, qdd = np.random.default_rng(7).uniform(-2, 2, (3, 5, 6))
    for name, link in (("torque+wrench", None), ("torque+wrench@link3", "link3")):
        expected = model.torque(q, qd, qdd, wrench=WRENCH, link=link)
        np.testing.assert_allclose(model.evaluate(name, q, qd, qdd, WRENCH), expected, atol=1e-12)
        np.testing.assert_allclose(model.function(name)(q[0], qd[0], qdd[0], WRENCH), expected[0], atol=1e-12)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"wrench": np.zeros(5)}, r"wrench: expected shape \(…, 6\)"),
        ({"wrench": [1, 2, 3, 4, 5, np.nan]}, "wrench: not finite"),
        ({"wrench": "heavy"}, "wrench: expected six"),
        ({"link": "link3"}, "a link is given without a wrench"),
        ({"wrench": WRENCH, "link": "elsewhere"}, "elsewhere"),
        ({"wrench": np.zeros((3, 6))}, "wrench: .* states"),
    ],
)
def test_nonsense(given: dict[str, object], words: str):
    model = load_model("newton_euler")
    with pytest.raises(StateError, match=words):
        model.torque(np.zeros((2, 6)), 0, 0, **given)  # type: ignore[arg-type]
