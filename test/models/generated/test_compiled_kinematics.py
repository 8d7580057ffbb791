"""Compiled kinematics of every link are those of Pinocchio and of numpy, and calls go to what was prepared."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.arm.framed_robots import ROBOTS

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm.kinematics import jacobian, jacobian_rate, link_pose
from puma560_dynamics.errors import DerivationError, StateError
from puma560_dynamics.models.generated import compiled_methods
from puma560_dynamics.models.generated.factored_programs import programs_of
from puma560_dynamics.models.generated.generated_model import GeneratedModel
from puma560_dynamics.models.link_kinematics import LinkKinematics

AXES = ("base", "link")

METHODS = {
    "pose": "forward_kinematics",
    "jacobian": "jacobian",
    "jacobian_rate": "jacobian_rate",
    "bias_acceleration": "bias_acceleration",
}


@pytest.fixture(scope="module", params=["light", "sliding", "seven joints"])
def model(request: pytest.FixtureRequest) -> GeneratedModel:
    """Prepared for some links and both axes, in one unit."""
    found = GeneratedModel(ROBOTS[request.param].arm)
    names = [f"pose:{link}" for link in some_links(found)]
    turning = [name for name in METHODS if name != "pose"]
    names += [f"{name}:{link}:{axes}" for name in turning for link in some_links(found) for axes in AXES]
    found.prepare(*names)
    return found


def some_links(model: GeneratedModel) -> tuple[str, ...]:
    """The base, a link in the middle, and the last one."""
    return (model.arm.link_names[0], model.arm.link_names[len(model.arm.link_names) // 2], model.arm.link_names[-1])


def test_links_are_those_of_numpy(model: GeneratedModel, monkeypatch: pytest.MonkeyPatch):
    """States of three shapes, one number for all joints, and an array for the result."""
    oracle = load_model("newton_euler", model.arm)
    n, rng = model.arm.n, np.random.default_rng(1)
    for shape in ((n,), (5, n), (2, 3, n)):
        q, qd = rng.uniform(-2, 2, (2, *shape))
        for name, method in METHODS.items():
            states = (q,) if name in ("pose", "jacobian") else (q, qd)
            for link in some_links(model):
                for more in ((),) if name == "pose" else ((axes,) for axes in AXES):
                    expected = getattr(oracle, method)(*states, link, *more)
                    with monkeypatch.context() as patch:
                        patch.setattr(LinkKinematics, method, None)  # numpy is not called
                        found = getattr(model, method)(*states, link, *more)
                        out = np.empty_like(expected)
                        assert getattr(model, method)(*states, link, *more, out=out) is out
                    np.testing.assert_allclose(found, expected, atol=1e-12)
                    np.testing.assert_array_equal(out, found)


def test_numbers_are_broadcast(model: GeneratedModel):
    q = np.random.default_rng(5).uniform(-2, 2, (2, 3, model.arm.n))
    link = model.arm.link_names[-1]
    expected = model.jacobian_rate(q, np.full_like(q, 0.5), link)
    np.testing.assert_array_equal(model.jacobian_rate(q, 0.5, link), expected)
    with pytest.raises(StateError, match="expected shape"):
        model.jacobian(np.zeros(model.arm.n + 1), link)


def test_what_is_not_prepared_is_computed_by_numpy(monkeypatch: pytest.MonkeyPatch):
    """No call derives or compiles what was not asked for."""
    for name in ("programs_of", "compiled_functions"):
        monkeypatch.setattr(compiled_methods, name, lambda *ignored, **named: pytest.fail("derived"))
    model, oracle = load_model("generated"), load_model("newton_euler")
    q, qd = np.random.default_rng(2).uniform(-2, 2, (2, 6))
    np.testing.assert_array_equal(model.jacobian(q, "link3"), oracle.jacobian(q, "link3"))
    np.testing.assert_array_equal(model.jacobian_rate(q, qd), oracle.jacobian_rate(q, qd))
    out = np.empty((4, 4))
    assert model.forward_kinematics(q, out=out) is out
    np.testing.assert_array_equal(out, oracle.forward_kinematics(q))


def test_the_tip_has_two_names(monkeypatch: pytest.MonkeyPatch):
    model, q = load_model("generated"), np.zeros(6)
    model.prepare("jacobian")
    monkeypatch.setattr(LinkKinematics, "jacobian", None)
    np.testing.assert_array_equal(model.jacobian(q), model.jacobian(q, "link6"))
    np.testing.assert_array_equal(model.jacobian(q, link=None, axes="base"), model.evaluate("jacobian:link6", q))


def test_pose_and_jacobian_of_one_function():
    model, oracle = load_model("generated"), load_model("newton_euler")
    q, flat = np.random.default_rng(3).uniform(-2, 2, 6), np.empty(16 + 36)
    function = model.function("kinematics::link")
    assert function(q, out=flat) is flat
    np.testing.assert_allclose(flat[:16].reshape(4, 4), oracle.forward_kinematics(q), atol=1e-14)
    np.testing.assert_allclose(flat[16:].reshape(6, 6), oracle.jacobian(q, axes="link"), atol=1e-14)
    np.testing.assert_array_equal(function(q), model.evaluate("kinematics::link", q))
    assert function(np.zeros((2, 3, 6))).shape == (2, 3, 52)
    with pytest.raises(StateError, match="finite"):
        function(np.full(6, np.nan))
    with pytest.raises(TypeError, match=r"takes q$"):
        function(q, q)


def test_a_payload_passes_on_to_the_arm(monkeypatch: pytest.MonkeyPatch):
    loaded, oracle = load_model("generated", payload=Payload(2.0)), load_model("newton_euler")
    loaded.base.prepare("jacobian:link3", "bias_acceleration")  # type: ignore[attr-defined]
    q, qd = np.random.default_rng(4).uniform(-2, 2, (2, 6))
    np.testing.assert_array_equal(loaded.jacobian_rate(q, qd, "link2"), oracle.jacobian_rate(q, qd, "link2"))
    np.testing.assert_array_equal(loaded.forward_kinematics(q), oracle.forward_kinematics(q))
    expected = oracle.jacobian(q, "link3"), oracle.bias_acceleration(q, qd)
    for method in ("jacobian", "bias_acceleration"):
        monkeypatch.setattr(LinkKinematics, method, None)
    np.testing.assert_allclose(loaded.jacobian(q, "link3"), expected[0], atol=1e-14)
    np.testing.assert_allclose(loaded.bias_acceleration(q, qd), expected[1], atol=1e-13)


def test_mimic_joints_follow_in_compiled_kinematics():
    """The model of the chain has the Jacobian of all joints; that of the arm adds those of mimic joints."""
    arm = ROBOTS["followers"].arm
    model, link = load_model("generated", arm), arm.link_names[-1]
    q, qd = np.random.default_rng(6).uniform(-1, 1, (2, 4, arm.n))
    expected = (
        jacobian(arm, q, link),
        jacobian_rate(arm, q, qd, link, "link"),
        np.einsum("...ij,...j->...i", jacobian_rate(arm, q, qd, link), qd),
    )

    def found() -> tuple[np.ndarray, ...]:
        return (
            model.jacobian(q, link),
            model.jacobian_rate(q, qd, link, "link"),
            model.bias_acceleration(q, qd, link),
        )

    for _ in range(2):
        for one, other in zip(found(), expected, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-13)
        model.base.prepare(f"jacobian:{link}", f"jacobian_rate:{link}:link", f"bias_acceleration:{link}")  # type: ignore[attr-defined]
    np.testing.assert_allclose(model.forward_kinematics(q, link), link_pose(arm, q, link), atol=1e-14)


def test_an_unknown_link_is_refused_before_any_work(monkeypatch: pytest.MonkeyPatch):
    model = load_model("generated")
    monkeypatch.setattr(compiled_methods, "compiled_functions", lambda *ignored: pytest.fail("compiled"))
    for refused in (lambda: model.prepare("pose:hand"), lambda: model.evaluate("jacobian:hand", np.zeros(6))):
        with pytest.raises(
            DerivationError, match=r"link 'hand' is no link of 'akb1986' .* use one of base_link, link1"
        ):
            refused()
    with pytest.raises(DerivationError, match="link 'hand'"):
        programs_of(model.arm.exact_chain, names=("gravity", "jacobian:hand"))
    assert model._links == {}


def test_links_of_an_arm_are_those_of_its_exact_chain():
    """Numbers of the description stay exact; an arm file has its own links."""
    arm = load_arm(str(Path(__file__).parents[2] / "emdeg" / "arms" / "seven_joints.urdf"), base="base", tip="tool")
    links = {link.name: link for link in arm.exact_chain.links.links}
    assert tuple(links) == arm.link_names
    read = arm.chain_as_read
    assert read is not None
    assert arm.exact_chain.links == read.links
    for name, place in arm.link_places.items():
        assert links[name].carrier == place.carrier
        np.testing.assert_array_equal([float(x) for x in links[name].pose.origin], place.pose[:3, 3])
