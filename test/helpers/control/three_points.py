"""A motion of three points that the tests of trajectories share."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.control.trajectory.joint_path import Present
from puma560_dynamics.control.trajectory.waypoints import Waypoint

START = np.array([0.2, -1.4, 1.6, 0.3, 0.6, -0.2])
MIDDLE = np.array([0.6, -0.9, 1.1, -0.2, 0.2, 0.5])
END = np.array([1.0, -0.6, 1.9, 0.4, -0.5, 0.9])
HERE = Present(START, np.zeros(6))
THREE = [Waypoint(0.0, START), Waypoint(0.8, MIDDLE), Waypoint(1.7, END)]
