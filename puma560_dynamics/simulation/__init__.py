"""Simulate motion by forward dynamics with an energy balance (section 4 of the paper), and a robot for the nodes.

Input: an arm or a model, and a torque law. Output: motion with its energy balance, comparable with other engines; and a
plant (simulated robot) by MuJoCo, independent of our models, whose numbers may differ from those of the model, with
servo, brakes and lock-step for the nodes.
"""

TOLERANCE = 1e-12
"""Default error tolerance of an integration step, absolute (rad, rad/s) and relative."""

SMALLEST_TOLERANCE = 3e-14
"""Smallest tolerance; below it, rounding errors dominate."""

LARGEST_TOLERANCE = 1e-3
"""Largest tolerance; above it, the energy balance is meaningless."""
