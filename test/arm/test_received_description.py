"""The description on a topic: one text in use, another one reported and not taken."""

from __future__ import annotations

import pytest
from helpers.arm.bad_descriptions import NO_ARM, UNREADABLE, robot
from helpers.arm.two_arms import LEFT, two_arms

from puma560_dynamics.arm import Arm, Selection
from puma560_dynamics.arm.received_description import Condition, ReceivedDescription
from puma560_dynamics.errors import ArmFileError, Puma560Error

TEXT, OTHER, BAD = two_arms(), two_arms(name="other"), "<robot name='broken'>"


def received(**options: object) -> ReceivedDescription:
    """Of the left arm."""
    return ReceivedDescription("/cell/robot_description", **{"joints": LEFT, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in {**UNREADABLE, **NO_ARM}.items()])
def test_every_unusable_text_is_refused_and_a_good_one_taken_afterwards(text: str):
    description = ReceivedDescription("/robot_description")
    description.receive(0.0, text)
    with pytest.raises(Puma560Error, match=r"^/robot_description: "):
        description.take()
    assert description.finding.condition is Condition.UNUSABLE
    assert description.receive(2.0, robot())
    assert description.take().n == 3


def test_an_error_that_was_not_foreseen_is_a_refusal(monkeypatch: pytest.MonkeyPatch):
    def fail(*arguments: object, **options: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("puma560_dynamics.arm.received_description.described_arm", fail)
    description = ReceivedDescription("/robot_description")
    description.receive(0.0, robot())
    with pytest.raises(ArmFileError, match="RecursionError: too deep"):
        description.take()


def test_without_a_text_the_topic_is_named():
    description = received()
    assert not description.untried
    with pytest.raises(ArmFileError, match="no robot description on /cell/robot_description yet"):
        description.take()
    assert description.finding.condition is Condition.MISSING


def test_the_arm_of_the_text():
    description = received()
    assert description.receive(1.0, TEXT)
    assert description.finding.condition is Condition.RECEIVED
    assert description.take().joint_names == tuple(LEFT)
    finding = description.finding
    assert finding.condition is Condition.IN_USE
    assert "left_joint1, left_joint2, left_joint3" in finding.sentence
    assert description.figures(3.0)["age_s"] == 2.0


def test_the_same_text_again_changes_nothing():
    description = received()
    description.receive(1.0, TEXT)
    arm = description.take()
    assert not description.receive(5.0, TEXT)
    assert not description.changed
    assert description.take() is arm
    assert description.figures(6.0) == {"received": 2, "age_s": 5.0, **remarks(description)}


def remarks(description: ReceivedDescription) -> dict[str, object]:
    """What the description lacks."""
    return {f"remark.{number}": words for number, words in enumerate(description.take().remarks, 1)}


def test_another_text_is_reported_and_not_taken():
    description = received()
    description.receive(1.0, TEXT)
    arm = description.take()
    assert not description.receive(4.0, OTHER)
    assert description.changed
    condition, words = description.finding
    assert condition is Condition.CHANGED
    assert "another robot description" in words
    assert description.finding.sentence == words  # the time is a figure
    assert description.figures(9.0)["changed_s"] == 5.0
    description.receive(10.0, TEXT)  # the old one again
    assert description.finding.condition is Condition.IN_USE
    description.receive(11.0, OTHER)
    description.release()
    assert not description.changed
    assert description.untried
    taken = description.take()
    assert (arm.name, taken.name) == ("dual", "other")


def test_a_text_that_cannot_be_used_is_read_once(monkeypatch: pytest.MonkeyPatch):
    description = received()
    reads: list[str] = []
    read = description._read

    def noted(text: str) -> Arm:
        reads.append(text)
        return read(text)

    monkeypatch.setattr(description, "_read", noted)
    assert description.receive(1.0, BAD)
    for _ in range(3):
        with pytest.raises(Puma560Error, match="/cell/robot_description: the URDF is not XML"):
            description.take()
    assert reads == [BAD]
    assert not description.untried
    assert description.finding.condition is Condition.UNUSABLE
    assert description.receive(3.0, TEXT)  # corrected
    assert description.take().n == 3


@pytest.mark.parametrize(
    "text", ["", "robot.urdf", "/etc/passwd", "<html/>", "<mujoco/>", "<robot/>", "no description"]
)
def test_text_is_never_taken_for_a_path(text: str):
    description = received(joints=())
    description.receive(0.0, text)
    with pytest.raises(Puma560Error, match="/cell/robot_description: "):
        description.take()


def test_base_and_tip_in_place_of_joints():
    description = received(part=Selection("", base="torso", tip="right_link3"), joints=[""])
    description.receive(0.0, TEXT)
    assert description.take().joint_names == ("right_joint1", "right_joint2", "right_joint3")


def test_what_is_made_of_the_arm_may_refuse_it_too():
    description = received()
    description.receive(0.0, TEXT)
    description.take()
    description.refuse(ArmFileError("its masses are too large"))
    assert description.finding == (Condition.UNUSABLE, "/cell/robot_description: its masses are too large")
    assert not description.untried
