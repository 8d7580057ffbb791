"""Compare a recorded motion with the model of the arm, then fit an arm to the recording.

This needs the extras `replay` and `identify`. The bag is from a simulated arm with friction that the model does not
have.
"""

import sys
from pathlib import Path

from puma560_dynamics import ReplaySettings, compare_recording, identify, read_bag, require_extras

try:
    require_extras("replay", "identify")
except ImportError as error:
    sys.exit(str(error))

bag = Path(__file__).with_name("pick_and_place")
states = read_bag(bag).states
seconds = 1e-9 * (states.stamp[-1] - states.stamp[0])
print(f"{len(states.stamp)} joint states in {seconds:.1f} s")

# The arm file has no friction section, so friction is fitted to the residual here.
found = compare_recording(bag, ReplaySettings(friction="fit", models=("generated",)))
print(f"{found.verdict.headline}; effort less model, RMS: {found.total['effort'].rms.round(3)} N·m")

fitted = identify([bag])
before, after = (fitted.rms(x, fitted.train) for x in (fitted.before.mean, fitted.estimate.x))
print("residual before:", before.round(2), "N·m")
print("residual after: ", after.round(2), "N·m")
for name, friction in zip(fitted.arm.joint_names, fitted.arm.friction, strict=True):
    print(f"{name}: dry friction {friction.dry:.2f} N·m")
