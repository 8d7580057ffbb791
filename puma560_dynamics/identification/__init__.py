"""Identification of an arm's parameters from recorded motion, and the motion that excites them.

In: recordings as `replay` reads them, the arm to start from, optionally a known payload. Out: an arm file whose values
have standard errors, predictions with an uncertainty band, a page. Steps: recording → windows (weighted means over a
short time; each is a row of a linear system per joint) → prior → weighted least squares, restricted to physically
possible arms → validation. `excitation` finds a motion within the arm's limits.
"""

POSITION_SHARE, VELOCITY_SHARE, TORQUE_SHARE = 0.6, 0.4, 0.7
"""Default fractions of the arm's range and limits that an exciting motion uses."""

LARGEST_ACCELERATION = 10.0
"""Default acceleration limit of an exciting motion, rad/s²."""
