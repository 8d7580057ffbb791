"""Compute the additional torque for a load in the gripper, at rest and in motion."""

import numpy as np

from puma560_dynamics import Payload, load_model

# Mass in kg, center of mass in m in the frame of link 6 (origin at the wrist's center, z along the tool axis),
# inertia in kg·m² about the center of mass.
box = Payload(2.0, np.array([0.0, 0.0, 0.12]), np.diag([0.004, 0.004, 0.002]))

bare, loaded = load_model("generated"), load_model("generated", payload=box)
q = np.array([0.0, 0.0, np.pi / 2, 0.0, 0.0, 0.0])  # arm stretched out level
qdd = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])  # turning about the vertical axis

np.set_printoptions(suppress=True)
print("holding, bare:   ", bare.gravity(q).round(2), "N·m")
print("holding, loaded: ", loaded.gravity(q).round(2), "N·m")

# At joint 2 the load adds its weight times its horizontal distance from the axis; positive q2 lowers the arm.
pose = bare.forward_kinematics(q)
center = pose[:3, 3] + pose[:3, :3] @ box.center_of_mass
print("joint 2 by hand: ", round(bare.gravity(q)[1] - 2.0 * 9.81 * center[0], 2), "N·m")
added = loaded.torque(q, 0, qdd) - bare.torque(q, 0, qdd) - (loaded.gravity(q) - bare.gravity(q))
print("for 1 rad/s² at joint 1 the load takes", round(added[0], 3), "N·m more there")
