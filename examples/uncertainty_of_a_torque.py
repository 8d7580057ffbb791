"""Compute the uncertainty of a torque that follows from the tolerances of the arm's masses, centers and inertias."""

import numpy as np

from puma560_dynamics import friction_torque, load_arm, load_model, torque_band

arm = load_arm("akb1986")
model = load_model("generated", arm)
q, qd, qdd = np.array([0.0, -0.5, 1.2, 0.0, 0.3, 0.0]), np.full(6, 1.0), np.full(6, 2.0)

torque, band = model.torque(q, qd, qdd), torque_band(arm, q, qd, qdd)
# Friction is no part of the model. This arm file has no section `friction:`: here it is the break-away torque.
friction = friction_torque(arm, qd)
for row in zip(arm.joint_names, torque, band, friction, strict=True):
    print("{}: {:7.2f} ± {:.2f} N·m, and up to {:.2f} N·m of dry friction".format(*row))

# The tolerances are those of tables 4 to 6 of the paper, combined as independent errors.
print(f"joint 2 is known to {100 * band[1] / abs(torque[1]):.0f} %")
