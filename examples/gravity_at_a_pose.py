"""Compute the torque that holds the PUMA 560 at a pose, also as a fraction of each motor's maximum torque."""

import numpy as np

from puma560_dynamics import load_arm, load_model

arm = load_arm("akb1986")
model = load_model("generated", arm)
q = np.radians([0.0, -45.0, 90.0, 0.0, 30.0, 0.0])  # zero pose: upper arm level, forearm up

torque = model.gravity(q)
for name, holding, limit in zip(arm.joint_names, torque, arm.maximum_torque, strict=True):
    print(f"{name}: {holding:7.2f} N·m, {abs(holding) / limit:4.0%} of the motor")

# Gravity is the gradient of the potential energy, so it does not depend on velocity; the whole torque does.
moving = model.torque(q, np.full(6, 0.5), 0.0)
print("added by moving every joint at 0.5 rad/s:", np.round(moving - torque, 2), "N·m")
