"""A chain read from a URDF moves and weighs as Pinocchio says, in the file's own frames; its numbers are few."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_urdfs import configurations, urdfs
from helpers.trials import trials
from hypothesis import assume, given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.errors import ChainError

pin = pytest.importorskip("pinocchio")

ARMS = Path(__file__).parent.parent / "arms"
PUMA = Path(__file__).parents[3] / "urdf" / "puma560.urdf"
FILES = [PUMA, *sorted(ARMS.glob("*.urdf"))]
MEMBERS = ("cos_alpha", "sin_alpha", "a", "d", "cos_offset", "sin_offset")


def configuration(model, q):
    """Pinocchio's: a continuous joint has cosine and sine."""
    return np.concatenate(
        [[math.cos(x), math.sin(x)] if joint.nq == 2 else [x] for joint, x in zip(model.joints[1:], q, strict=True)]
    )


def assert_same(chain: Chain, text: str) -> None:
    """Torque and every moving link's frame as Pinocchio says."""
    model = pin.buildModelFromXML(text)
    data = model.createData()
    assert [joint.name for joint in chain.joints] == list(model.names)[1:]
    for q, qd, qdd in configurations(chain.n):
        pin_q = configuration(model, q)
        expected = pin.rnea(model, data, pin_q, qd, qdd)
        scale = max(1.0, np.abs(expected).max())
        np.testing.assert_allclose(chain_numbers.torque(chain, q, qd, qdd), expected, rtol=0, atol=1e-12 * scale)
        pin.forwardKinematics(model, data, pin_q)
        for ours, theirs in zip(chain_numbers.forward_kinematics(chain, q), list(data.oMi)[1:], strict=True):
            np.testing.assert_allclose(ours, theirs.homogeneous, rtol=0, atol=1e-12)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_arms(path: Path):
    assert_same(load_urdf(path).chain, path.read_text(encoding="utf-8"))


@trials(150)
@given(urdfs())
def test_random_arms(text: str):
    chain = load_urdf(text).chain
    # Axes that are nearly parallel have a normal far away, and lose digits by it.
    assume(all(abs(joint.a) < 10 and abs(joint.d) < 10 for joint in chain.joints))
    assert_same(chain, text)


def test_numbers_of_square_arms_are_the_decimals_of_the_file():
    chain = load_urdf(ARMS / "ur_geometry.urdf").chain
    numbers = {float(x) for joint in chain.joints for x in (joint.a, joint.d)}
    assert {abs(x) for x in numbers} == {0.0, 0.425, 0.39225, 0.10915, 0.09465}
    for joint in chain.joints:
        assert {abs(getattr(joint, name)) for name in MEMBERS if name not in "ad"} == {0, 1}


def test_the_puma_is_the_papers():
    joints = load_urdf(PUMA).chain.joints
    assert [joint.offset for joint in joints] == [0.0] * 6
    assert [(joint.cos_alpha, joint.sin_alpha) for joint in joints[1:]] == [(0, -1), (1, 0), (0, 1), (0, -1), (0, 1)]
    assert [float(joint.a) for joint in joints] == [0, 0, 0.4318, -0.0203, 0, 0]
    # The frame of link 2 slides along z2, which is parallel to z3: one number in place of 0.2435 and -0.0934.
    assert [float(joint.d) for joint in joints] == [0, 0, 0.1501, 0.4331, 0, 0]


def test_the_tips_frame_answers():
    tool = load_urdf(ARMS / "seven_joints.urdf", tip="tool").chain
    text = (ARMS / "seven_joints.urdf").read_text(encoding="utf-8")
    model = pin.buildModelFromXML(text)
    data = model.createData()
    q = np.linspace(-1, 1, 7)
    pin.framesForwardKinematics(model, data, configuration(model, q))
    expected = data.oMf[model.getFrameId("tool")].homogeneous
    np.testing.assert_allclose(chain_numbers.forward_kinematics(tool, q)[-1], expected, rtol=0, atol=1e-12)


def test_gravity_is_given_in_the_bases_frame():
    text = (ARMS / "ur_geometry.urdf").read_text(encoding="utf-8")
    gravity = (3.0, -4.0, 1.5)
    chain = load_urdf(text, gravity=gravity).chain
    model = pin.buildModelFromXML(text)
    model.gravity.linear = np.array(gravity)
    expected = pin.computeGeneralizedGravity(model, model.createData(), np.arange(6.0))
    np.testing.assert_allclose(chain_numbers.gravity(chain, np.arange(6.0)), expected, rtol=0, atol=1e-12)
    assert chain.gravity[0] == 0


def test_fixed_links_are_reported():
    reading = load_urdf(ARMS / "planar_3r.urdf")
    assert reading.remarks == ("links hand (0.4 kg in all) are fixed to 'link3' and merged into it",)
    assert load_urdf(ARMS / "planar_2r.urdf").remarks == ()


def test_axes_that_are_nearly_parallel_are_remarked():
    text = (ARMS / "planar_2r.urdf").read_text(encoding="utf-8")
    slanted = text.replace('xyz="0.5 0 0" rpy="0 0 0"', 'xyz="0.5 0 0" rpy="0.004 0 0"')
    reading = load_urdf(slanted)
    assert_same(reading.chain, slanted)
    assert "'joint1' and 'joint2' miss being parallel by 0.004 rad" in reading.remarks[-1]
    parallel = load_urdf(slanted, snap=0.005)
    assert [joint.sin_alpha for joint in parallel.chain.joints] == [0, 0]
    assert "is rounded to 0°" in parallel.remarks[0]


def test_the_same_file_gives_the_same_chain():
    assert load_urdf(PUMA) == load_urdf(PUMA)


@trials(60)
@given(st.data())
def test_any_number_gives_a_chain_or_a_sentence(data: st.DataObject):
    text = (ARMS / "planar_2r.urdf").read_text(encoding="utf-8")
    places = list(re.finditer(r"(?<=[\" ])-?[0-9][0-9.]*(?=[\" ])", text))
    place = data.draw(st.sampled_from(places))
    number = data.draw(st.sampled_from(("0", "-1", "1e308", "1e-320", "nan", "9e8", "1_000", "1.5708", "-1e-10", "")))
    try:
        chain = load_urdf(text[: place.start()] + number + text[place.end() :]).chain
    except ChainError as error:
        assert "; " in str(error)
    else:
        assert np.isfinite(chain_numbers.torque(chain, [1, 2], [3, 4], [5, 6])).all()


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(ChainError, match=r"cannot be read.*give the path"):
        load_urdf(tmp_path / "none.urdf")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_own_arms_are_physical(path: Path):
    assert not any("triangle" in remark for remark in load_urdf(path).remarks)
