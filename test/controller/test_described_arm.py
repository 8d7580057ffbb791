"""The controller reads an arm from a robot description as Python does: torques, poses, limits, gravity and digest."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.bad_descriptions import UNREADABLE
from helpers.arm.descriptions import body, joint, light_arm
from helpers.arm.following_arms import TELESCOPE, following_arm
from helpers.arm.palletiser import NAMES as PALLETISER
from helpers.arm.palletiser import palletiser
from helpers.arm.public_descriptions import FILES, is_arm, loaded
from helpers.arm.sliding_arms import GANTRY, SCARA
from helpers.arm.two_arms import LEFT, RIGHT, two_arms
from helpers.control.described import Described, Reader, Refused, needs_reader

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.chosen_joints import arm_of_joints
from puma560_dynamics.arm.kinematics import link_pose
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import core_settings
from puma560_dynamics.controller.description_digest import description_digest
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.emdeg import Selection
from puma560_dynamics.emdeg.readers.gripper import WORDS
from puma560_dynamics.errors import Puma560Error, StateError

pytestmark = needs_reader
NAMED = {
    "light arm": (light_arm(), ("pan", "lift", "elbow", "roll")),
    "sliding roll": (light_arm(last="prismatic", fingers=False), ("pan", "lift", "elbow", "roll")),
    "scara": (SCARA, ("shoulder", "elbow", "quill", "spin")),
    "gantry": (GANTRY, ("bridge", "trolley", "hoist", "swivel", "tilt")),
    "left of two": (two_arms(), tuple(LEFT)),
    "right of two": (two_arms(), tuple(RIGHT)),
    "palletiser": (palletiser(friction=True), PALLETISER),
    "continuous flange of the palletiser": (palletiser(flange="continuous"), PALLETISER),
    "telescope": (TELESCOPE, PALLETISER),
    "puma": (urdf(load_arm("akb1986")), tuple(load_arm("akb1986").joint_names)),
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(tmp_path_factory.mktemp("reader"))


def check(made: Described, arm: Arm, text: str, near: float) -> None:
    """The arm of the reader against that of Python, with torques to a fraction `near` of the largest."""
    assert tuple(made.joints) == arm.joint_names
    assert made.digest == description_digest(text, arm.joint_names)
    np.testing.assert_allclose(made.gravity, arm.base_gravity, atol=1e-8)
    for name in ("lower", "upper", "velocity"):
        np.testing.assert_allclose(getattr(made, name), getattr(arm, name), rtol=1e-12)
    np.testing.assert_allclose(made.effort, arm.maximum_torque, rtol=1e-12)
    if arm.friction:
        np.testing.assert_allclose(made.dry, [one.dry for one in arm.friction], rtol=1e-15)
        np.testing.assert_allclose(made.viscous, [one.viscous for one in arm.friction], rtol=1e-15)
    model, chance = load_model("newton_euler", arm), np.random.default_rng(0)
    links = [name for name, place in arm.link_places.items() if place.carrier > 0]
    poses = chance.uniform(*arm.pose_range, (20, arm.n))
    rates = chance.normal(0.0, 2.0, (2, 20, arm.n))
    torques = model.torque(poses, *rates) - arm.motor_inertia * rates[1]
    largest = np.abs(torques).max()
    for q, qd, qdd, expected in zip(poses, *rates, torques, strict=True):
        np.testing.assert_allclose(made.torque(q, qd, qdd), expected, rtol=0.0, atol=near * largest)
        for link in links:
            np.testing.assert_allclose(made.pose(link, q), link_pose(arm, q, link), atol=1e-8)


@pytest.mark.parametrize("name", NAMED)
def test_the_arm_is_that_of_python(reader: Reader, name: str):
    text, joints = NAMED[name]
    check(reader.read(text, joints), arm_of_joints(Selection(text), joints), text, 1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_random_joints_follow_others_as_in_python(reader: Reader, seed: int):
    """Before and behind their leaders, also followers of followers, that slide or turn."""
    for each in range(10 * seed, 10 * seed + 10):
        text, joints = following_arm(each)
        arm = arm_of_joints(Selection(text), joints)
        assert arm.followers
        check(reader.read(text, joints), arm, text, 1e-12)


@pytest.mark.parametrize("path", [path for path in FILES.values() if is_arm(path)], ids=lambda path: path.stem)
def test_public_descriptions_are_read_as_python_reads_them(reader: Reader, path: Path):
    arm = loaded(path)
    text = path.read_text(encoding="utf-8", errors="replace")
    if isinstance(arm, str):
        pytest.skip("no arm")
    assert arm.origin is not None
    try:
        joined = arm_of_joints(Selection(text, base=arm.origin.base, hold=arm.origin.hold), arm.joint_names)
    except Puma560Error as refusal:
        pytest.skip(str(refusal))
    try:
        made = reader.read(text, arm.joint_names)
    except Refused as refused:
        assert re.search(
            "also moves the arm|follows joint .* but is not|limit above 0|no lower limit below", str(refused)
        ), refused
        return
    check(made, joined, text, 1e-9)  # Python makes axes parallel that are parallel within 1e-9 rad


def test_joints_that_follow_others_have_the_torque_of_pinocchio(reader: Reader):
    """With the mimic joints of Pinocchio itself."""
    pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (pip install '.[test]')")
    theirs = pin.buildModelFromXML(palletiser(), mimic=True)
    made, data, chance = reader.read(palletiser(), PALLETISER), theirs.createData(), np.random.default_rng(3)
    for q, qd, qdd in chance.uniform(-2.0, 2.0, (20, 3, 4)):
        expected = np.array(pin.rnea(theirs, data, q, qd, qdd))
        np.testing.assert_allclose(made.torque(q, qd, qdd), expected, rtol=0.0, atol=1e-12 * np.abs(expected).max())


def test_the_only_arm_is_found_without_names(reader: Reader):
    assert reader.read(light_arm(fingers=False)).joints == ["pan", "lift", "elbow", "roll"]
    assert reader.read(SCARA).joints == ["shoulder", "elbow", "quill", "spin"]
    assert tuple(reader.read(palletiser()).joints) == tuple(reader.read(palletiser(), tip="tool").joints) == PALLETISER
    assert reader.read(two_arms(), tip="left_link3").joints == LEFT
    assert reader.read(two_arms(), base="torso", tip="right_link3").joints == RIGHT
    with pytest.raises(Refused, match="several arms"):
        reader.read(two_arms())


MIMIC = '<mimic joint="left_finger" multiplier="-1"/>'
PAD = joint("left_pad_joint", "left", "pad", "0 1 0", "0 0 0.02", more='<mimic joint="left_finger" multiplier="2"/>')
HAND = re.sub('<joint name="right_finger".*?</joint>', "", light_arm())
UNNAMED = {
    "a finger that mimics another": light_arm(),
    "two motors": light_arm().replace(MIMIC, ""),
    "one finger": HAND.replace('<link name="right">', '<link name="spare"/><link name="right">').replace(
        "</robot>", joint("screw", "hand", "right", "0 0 1", "0 0 0", "fixed") + "</robot>"),
    "pads beyond the fingers": light_arm(more=f'<link name="pad">{body(0.01, 0.01)}</link>{PAD}'),
    "other names": light_arm().replace("_finger", "_slide"),
    "a gripper and a camera that turns": light_arm(
        more=f'<link name="eye">{body(0.01, 0.01)}</link>{joint("gaze", "hand", "eye", "0 0 1", "0 0 0")}'),
    "a camera before the last joint": light_arm(
        more=f'<link name="eye">{body(0.01, 0.01)}</link>{joint("gaze", "upper", "eye", "0 0 1", "0 0 0")}'),
    "fingers along the arm": light_arm(
        more=f'<link name="eye">{body(0.01, 0.01)}</link>{joint("gripper", "upper", "eye", "0 0 1", "0 0 0")}'),
    "a finger beside the arm": light_arm(fingers=False,
        more=f'<link name="eye"/>{joint("grip_camera", "base", "eye", "0 0 1", "0 0 0")}'),
    "two arms": two_arms(),
    "two arms on a lift": two_arms("prismatic"),
    "palletiser": palletiser(),
    "rod beside a palletiser": palletiser().replace(
        "</robot>", '<link name="bar"/>' + joint("rod", "column", "bar", "0 1 0", "0 0 0",
                                                 more='<mimic joint="shoulder"/>') + "</robot>"),
    "scara": SCARA,
    **{word: light_arm().replace("_finger", f"_{word.upper()}_2") for word in WORDS.pattern.split("|")},
}  # fmt: skip


@pytest.mark.parametrize("name", UNNAMED)
def test_the_only_arm_is_found_as_in_python(reader: Reader, name: str):
    """Without the names of joints."""
    check_found(reader, UNNAMED[name], 1e-12)


@pytest.mark.parametrize("path", [path for path in FILES.values() if is_arm(path)], ids=lambda path: path.stem)
def test_the_only_arm_of_a_public_description_is_found_as_in_python(reader: Reader, path: Path):
    check_found(reader, path.read_text(encoding="utf-8", errors="replace"), 1e-9)


def check_found(reader: Reader, text: str, near: float) -> None:
    """Without the names of joints, C++ finds the arm that Python finds, or both refuse."""
    try:
        arm = load_arm(text)
    except Puma560Error as refusal:
        with pytest.raises(Refused):
            print(refusal, reader.read(text).joints)
        return
    try:
        made = reader.read(text)
    except Refused as refused:  # the controller needs limits
        assert re.search(f"joint ({'|'.join(arm.joint_names)}) has no .* limit", str(refused)), refused
        return
    check(made, arm, text, near)


def test_a_prefix_and_massless_frames_do_not_change_the_digest_and_every_number_does(reader: Reader):
    text, joints = light_arm(), ("pan", "lift", "elbow", "roll")
    first = reader.read(text, joints).digest
    more = '<link name="lens"/><joint name="glass" type="fixed"><parent link="hand"/><child link="lens"/></joint>'
    assert reader.read(light_arm(more=more), joints).digest == first
    renamed = re.sub(r'(name|link|joint)="', r'\1="left_', text)
    assert reader.read(renamed, [f"left_{joint}" for joint in joints]).digest == first
    numbers = list(re.finditer(r'(?:xyz|rpy|value|ixx|iyy|izz|ixy)="([^"]*)"', text))
    seen = {first}
    for place in itertools.islice(numbers, 0, None, 3):
        values = place[1].split()
        values[0] = repr(float(values[0]) + 0.01)
        changed = text[: place.start(1)] + " ".join(values) + text[place.end(1) :]
        found = reader.read(changed, joints).digest
        assert found == description_digest(changed, joints)
        tip = 'name="tip"' in text[: place.start()].rpartition("<joint ")[2]
        assert found in seen if tip else found not in seen, place[0]
        seen.add(found)


HARMLESS = {"unknown entity", "replaced bytes", "long fixed chain"}
"""Texts that only a reader with exact numbers, or with strict XML, has to refuse."""


@pytest.mark.parametrize("name", sorted(UNREADABLE.keys() - HARMLESS))
def test_what_is_no_description_is_refused(reader: Reader, name: str):
    with pytest.raises(Refused, match="robot description: "):
        reader.read(UNREADABLE[name])


LIGHT = ("pan", "lift", "elbow", "roll")


@pytest.mark.parametrize(
    ("text", "joints", "why"),
    [
        (light_arm(), ("pan", "elbow", "roll"), "lift .* also moves the arm"),
        (light_arm(), ("lift", "pan", "elbow", "roll"), "order along the arm"),
        (light_arm(), ("pan", "pan"), "named twice"),
        (light_arm(), (*LIGHT, "wrist"), "no joints wrist; its moving joints are pan"),
        (light_arm(), (*LIGHT, "tip"), "tip has the type fixed"),
        (light_arm(), (*LIGHT, "right_finger"), "mimics left_finger"),
        (light_arm(), (*LIGHT, "left_finger"), "right_finger follows joint left_finger, but is not between"),
        (light_arm(last="floating"), LIGHT, "roll has the type floating"),
        (light_arm(last="floating"), LIGHT[:3], "roll on the arm has the type floating"),
        (light_arm(last="planar"), LIGHT, "type planar"),
        (light_arm(effort="0"), LIGHT, "no effort limit above 0"),
        (light_arm().replace('velocity="3"', 'velocity="0"'), LIGHT, "no velocity limit above 0"),
        (light_arm().replace('upper="2.5"', 'upper="-2.5"'), LIGHT, "no lower limit below"),
        (light_arm().replace('axis xyz="0 1 0"', 'axis xyz="0 0 0"'), LIGHT, "axis 0"),
        (light_arm().replace('value="0.25"', 'value="nan"'), LIGHT, "expected a finite number"),
        (light_arm().replace('value="0.25"', 'value="-0.25"'), LIGHT, "mass below 0"),
        (re.sub(r'value="[\d.]+"', 'value="0"', light_arm()), LIGHT, "no link of the arm has mass"),
        (two_arms("prismatic"), ("lift", *LEFT, *RIGHT), "not those of one arm"),
        (light_arm().replace('value="0.25"', 'value="0.25" value="9"'), LIGHT, "not XML"),
        (light_arm().replace('multiplier="-1"', 'multiplier="1e9" offset="1e9"'), LIGHT, "position that is too large"),
        (light_arm().replace('<mimic joint="left', '<mimic joint="right'), LIGHT, "mimics itself"),
    ],
    ids=lambda value: value if isinstance(value, str) and "<" not in value else "",
)
def test_an_arm_that_cannot_be_used_is_refused_in_a_sentence(
    reader: Reader, text: str, joints: tuple[str, ...], why: str
):
    with pytest.raises(Refused, match=why):
        reader.read(text, joints)


BAR = """<link name="bar">{0}</link><joint name="rod" type="revolute"><parent link="column"/><child link="bar"/>
<origin xyz="0 0 0.2"/><axis xyz="0 1 0"/><limit lower="0" upper="0" effort="0" velocity="0"/>
<mimic joint="shoulder"/></joint></robot>"""
LEVEL = '<mimic joint="shoulder" multiplier="-1" offset="0.1"/>'
CIRCLE = palletiser(level='<mimic joint="wrist"/>', wrist='<mimic joint="level"/>')
TURNING = palletiser(level='<mimic joint="flange" multiplier="0.5"/>', flange="continuous")
NOTHING_LEADS = "moves? the arm (and mimics|of joints)"
FOLLOWING = {
    "beside": (palletiser().replace("</robot>", BAR.format(body(0.5, 0.3))), "rod.* moves (bar|a link with mass)"),
    "never within limits": (palletiser(level=LEVEL.replace("0.1", "9")), "no position of joint"),
    "circle": (CIRCLE, NOTHING_LEADS),
    "unknown leader": (palletiser(level='<mimic joint="absent"/>'), NOTHING_LEADS),
    "half a turn": (TURNING.replace('"-1.3" upper="0.6"', '"0" upper="0"'), "continuous, (so|with multiplier 0.5, so)"),
    "no limit": (re.sub(r'(name="level".*?)<limit [^>]*/>', r"\1", palletiser(), count=1), "no <limit> with effort"),
}


@pytest.mark.parametrize("name", FOLLOWING)
def test_followers_are_refused_as_in_python(reader: Reader, name: str):
    text, why = FOLLOWING[name]
    with pytest.raises(Refused, match=why):
        reader.read(text, PALLETISER)
    with pytest.raises(Puma560Error, match=why):
        arm_of_joints(Selection(text), PALLETISER)


@pytest.mark.parametrize(
    ("joints", "tip", "why"),
    [(PALLETISER[:2], "column", "tip column is not fixed to the last link"),
     (("turn", "shoulder", "level", "elbow", "flange"), "", "level mimics shoulder and has no motor of its own")],
)  # fmt: skip
def test_a_follower_has_no_motor_and_the_tip_is_behind_the_motors(
    reader: Reader, joints: tuple[str, ...], tip: str, why: str
):
    with pytest.raises(Refused, match=why):
        reader.read(palletiser(), joints, tip=tip)


def test_what_follows_beside_the_arm_without_mass_is_ignored(reader: Reader):
    text = palletiser().replace("</robot>", BAR.format(""))
    arm = arm_of_joints(Selection(text), PALLETISER)
    assert "bar" not in arm.link_places
    check(reader.read(text, PALLETISER), arm, text, 1e-12)
    assert reader.read(text, PALLETISER).digest == reader.read(palletiser(), PALLETISER).digest


def test_the_digest_has_leader_multiplier_and_offset(reader: Reader):
    seen = set()
    for level in (LEVEL, LEVEL.replace("-1", "-0.9"), LEVEL.replace("0.1", "0.2"), LEVEL.replace("shoulder", "turn")):
        text = palletiser(level=level)
        found = reader.read(text, PALLETISER).digest
        assert found == description_digest(text, PALLETISER)
        seen.add(found)
    assert len(seen) == 4


def test_an_arm_may_begin_and_end_with_followers(reader: Reader):
    """A base, or a tip, between them leaves the others out."""
    text = palletiser(level="", wrist='<mimic joint="elbow" multiplier="-1"/>', flange="fixed")
    for joints in (("turn", "shoulder", "level", "elbow"),):
        arm = arm_of_joints(Selection(text), joints)
        assert [one.place for one in arm.followers] == [4]
        check(reader.read(text, joints), arm, text, 1e-12)
        assert reader.read(text, joints, tip="tool").tip == "tool"
        with pytest.raises(Refused, match="wrist follows joint elbow, but is not between"):
            reader.read(text, joints, tip="forearm")
    first = text.replace(
        '<joint name="turn" type="revolute">', '<joint name="turn" type="revolute"><mimic joint="level"/>'
    )
    arm = arm_of_joints(Selection(first), ("shoulder", "level", "elbow"))
    assert [one.place for one in arm.followers] == [0, 4]
    check(reader.read(first, ("shoulder", "level", "elbow")), arm, first, 1e-12)
    held = reader.read(first, ("shoulder", "level", "elbow"), base="column")
    assert held.moved_base == "turn"


def test_a_joint_below_the_base_is_named_because_it_turns_gravity(reader: Reader):
    assert reader.read(two_arms("prismatic"), LEFT).moved_base == "lift"
    assert reader.read(two_arms(), LEFT).moved_base == ""


def test_an_arm_has_at_most_16_links_with_those_that_follow(reader: Reader):
    limit = '<limit lower="-1" upper="1" effort="9" velocity="1"/>'
    names = [f"j{k}" for k in range(1, 17)]
    joints = [joint(name, f"l{k}", f"l{k + 1}", "0 0 1", "0 0.1 0", more=limit) for k, name in enumerate(names)]
    joints.append(joint("last", "l16", "l17", "0 1 0", "0 0.1 0", more=f'{limit}<mimic joint="j1"/>'))
    links = "".join(f'<link name="l{k}">{body(0.5, 0.1)}</link>' for k in range(18))
    text = f'<robot name="long">{links}{"".join(joints)}</robot>'
    with pytest.raises(Refused, match="17 joints with those that follow others; at most 16"):
        reader.read(text, names)
    with pytest.raises(StateError, match="16 joints and 17 links; the core supports at most 16"):
        core_settings(arm_of_joints(Selection(text), names), LoopSettings(), np.ones(16))
