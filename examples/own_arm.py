"""Load your own arm from an arm file, check it, and compute torques with a model that supports any arm."""

from pathlib import Path

import numpy as np

from puma560_dynamics import check_physics, load_arm, load_model

arm = load_arm(str(Path(__file__).with_name("two_link_arm.yaml")))
print(arm)
print("physically possible:", check_physics(arm).ok)

model = load_model("newton_euler", arm)  # "generated" derives and compiles equations for this arm: seconds, once
holding = model.gravity([0.0, 0.0])
print("holding torque, level:", holding, "N·m")

# By hand: each link's weight times the horizontal distance of its center from the joint. Positive angles lower the arm.
by_hand = -9.81 * np.array([4 * 0.25 + 2 * (0.5 + 0.2), 2 * 0.2])
print("by hand:              ", by_hand, "N·m")

# One number changed: `with_` copies the arm.
on_the_moon = load_model("newton_euler", arm.with_(gravity=1.62))
print("on the moon:          ", on_the_moon.gravity([0.0, 0.0]).round(3), "N·m")
