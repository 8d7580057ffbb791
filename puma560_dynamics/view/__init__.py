"""A live page: the arm in 3-D, torque against its limits, terms, residual, gate. Knows no ROS."""

from .page import Page
from .robot import Robot, read_robot
from .snapshot import Snapshot, Status

__all__ = ["Page", "Robot", "Snapshot", "Status", "read_robot"]
