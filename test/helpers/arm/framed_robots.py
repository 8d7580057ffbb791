"""Robot descriptions with links that are fixed to the base and to moving links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from puma560_dynamics import Arm, load_arm

from .descriptions import LIMIT, body, joint, light_arm
from .palletiser import palletiser

ARMS = Path(__file__).parents[2] / "emdeg" / "arms"


def _fixed(name: str, parent: str, child: str, xyz: str, rpy: str) -> str:
    return (
        f'<link name="{child}"/><joint name="{name}" type="fixed"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="{rpy}"/></joint>'
    )


MORE = (
    _fixed("f1", "base", "plinth", "0.1 -0.2 0.3", "0.3 0.2 0.1")
    + _fixed("f2", "plinth", "camera", "0.4 0 0.1", "-0.7 0 2")
    + _fixed("f3", "upper", "cable", "0.05 0.02 0", "0.2 0.4 -0.9")
    + _fixed("f4", "tool", "tip_of_tool", "0 0.01 0.12", "1.1 0 0.2")
    + f'<link name="wheel">{body(1.0, 0.1)}</link>'
    + joint("spin", "camera", "wheel", "0 0 1", "0 0 0.1", more=LIMIT.format(effort=5))
)
"""Links on the base, a wheel that turns on one of them, a link within the arm and one at its end."""


@dataclass(frozen=True)
class FramedRobot:
    """A description, and which part of it is the arm."""

    text: str
    base: str | None = None
    tip: str | None = None
    hold: tuple[str, ...] = ()

    @property
    def arm(self) -> Arm:
        """That part."""
        return load_arm(self.text, base=self.base, tip=self.tip, hold=self.hold)


def _known(name: str) -> str:
    """A known arm; joints without limits get some, and Pinocchio takes positions of continuous ones as angles."""
    text = (ARMS / f"{name}.urdf").read_text(encoding="utf-8").replace('"continuous"', '"revolute"')
    limit = '<limit lower="-2" upper="2" effort="5" velocity="3"/>'
    return re.sub(r"(<axis[^>]*/>)(?!\s*<limit)", rf"\1{limit}", text)


ROBOTS = {
    "light": FramedRobot(light_arm(fingers=False, more=MORE), tip="tool"),
    "held gripper": FramedRobot(light_arm(more=MORE), tip="tool", hold=("left_finger",)),
    "base that another link carries": FramedRobot(_known("seven_joints"), base="base", tip="tool"),
    "base on a turret": FramedRobot(light_arm(fingers=False, more=MORE), base="turret", tip="hand"),
    "followers": FramedRobot(palletiser(), tip="tool"),
    "seven joints": FramedRobot(_known("seven_joints")),
    "sliding": FramedRobot(_known("stanford")),
    "plane": FramedRobot(_known("planar_3r"), tip="hand"),
}
