"""Compute the effort for the points of a joint trajectory for joint_trajectory_controller, with a check of limits."""

import numpy as np

from puma560_dynamics import Present, TrajectoryEffort, TrajectoryError, Waypoint, load_arm, load_model

arm = load_arm("akb1986")
start, goal = np.array([0.0, -1.9, 2.4, 0.0, 0.6, 0.0]), np.array([0.8, -1.2, 1.9, 0.3, 0.2, 0.5])
rest = np.zeros(6)
here, begin = Present(start, rest), Waypoint(0.0, start, rest, rest)

filling = TrajectoryEffort(load_model("generated", arm), sampling=0.02)
filled = filling.fill(arm.joint_names, [begin, Waypoint(1.5, goal, rest, rest)], present=here)

print(f"{len(filled.path.times)} points, largest torque {100 * filled.largest_share:.0f} % of its limit")
for k in np.linspace(0, len(filled.path.times) - 1, 4).astype(int):
    print(f"t = {filled.path.times[k]:4.2f} s  effort {filled.effort[k].round(1)} N·m")

try:  # the same way in a fifth of the time
    filling.fill(arm.joint_names, [begin, Waypoint(0.3, goal, rest, rest)], present=here)
except TrajectoryError as error:
    print("refused:", error)
