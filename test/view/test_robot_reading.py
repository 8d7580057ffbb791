"""A description is read in another process, which may fail without harm."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest
from helpers.arm.bad_descriptions import SPHERE, UNDRAWABLE, UNREADABLE, robot

from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import UrdfError

pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")

from puma560_dynamics.view import robot_reading
from puma560_dynamics.view.drawn_robot import DrawnRobot
from puma560_dynamics.view.robot_reading import NewestRobot


@pytest.fixture
def robots() -> Iterator[NewestRobot]:
    """Nothing is read yet."""
    made = NewestRobot()
    yield made
    made.close()


def taken(robots: NewestRobot) -> DrawnRobot:
    """The next robot."""
    deadline = time.monotonic() + 60.0
    while time.monotonic() < deadline:
        found = robots.take()
        if found is not None:
            return found
        time.sleep(0.02)
    pytest.fail("no robot was read")


def test_robots_are_read_and_the_newest_that_waits_is_next(robots: NewestRobot, arm: Arm):
    assert robots.take() is None
    robots.offer(urdf(arm))
    assert robots.take() is None and robots.busy
    robots.offer(robot(4))
    robots.offer(robot(5))
    assert taken(robots).joint_names == arm.joint_names
    assert len(taken(robots).joint_names) == 5
    assert not robots.busy
    robots.offer(robot(5))  # its publisher has started again
    assert robots.take() is None
    assert not robots.busy


@pytest.mark.parametrize("name", ["10 MB", "zero axis", "NaN radius"])
def test_a_text_that_cannot_be_drawn_is_named_and_the_next_one_read(robots: NewestRobot, name: str):
    robots.offer({**UNREADABLE, **UNDRAWABLE}[name])
    with pytest.raises(UrdfError, match=r"^the robot description cannot be drawn: "):
        taken(robots)
    assert not robots.busy
    robots.offer(robot())
    assert len(taken(robots).joint_names) == 3


def test_a_process_that_ends_or_takes_too_long_is_named(robots: NewestRobot, monkeypatch: pytest.MonkeyPatch):
    robots.offer(robot(content=SPHERE * 3000))
    assert robots.take() is None
    assert robots._reading is not None
    os.kill(robots._reading._process.pid, signal.SIGSEGV)
    with pytest.raises(UrdfError, match="ended with SIGSEGV"):
        taken(robots)
    monkeypatch.setattr(robot_reading, "LONGEST", 0.5)
    robots.offer(robot(content=SPHERE * 3000))
    began = time.monotonic()
    with pytest.raises(UrdfError, match=r"within 0\.5 s"):
        taken(robots)
    assert time.monotonic() - began < 5.0
    robots.close()
