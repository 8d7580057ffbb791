"""Let the arm fall from a pose, then hold it with PD and gravity torque; an energy balance tests the integration."""

import numpy as np

from puma560_dynamics import load_model, simulate

model = load_model("generated")
start = np.array([0.4, -0.6, 0.9, 0.3, 0.5, -0.2])

swing = simulate(model, start, duration=1.0)  # no torque, no friction, no joint stops
print(f"after 1 s of free fall: {swing.q[-1].round(2)} rad")
print(f"energy balance holds to {swing.drift:.0e} of the energy that moved")


def held(time, q, qd):
    """Torque (6,) N·m at a time (s), position (rad) and velocity (rad/s)."""
    return model.gravity(q) + 400.0 * (start - q) - 80.0 * qd


pushed = simulate(model, start, duration=1.5, qd=np.full(6, 0.5), law=held)
print(f"held, pushed at 0.5 rad/s: off by at most {np.abs(pushed.q - start).max():.3f} rad,")
print(f"at the end by {np.abs(pushed.q[-1] - start).max():.0e} rad; the controller took {-pushed.work[-1]:.2f} J out")
