"""Parameters of an arm from recorded motion, and the motion that excites them.

In: recordings as `replay` reads them, the arm to start from, perhaps a known load. Out: an arm file whose numbers
have standard errors, predictions with a band, a page. Steps: recording → windows (rows of a linear system) → prior →
weighted least squares among physical arms → validation. `excitation` finds a motion within the arm's limits.
"""

POSITION_SHARE, VELOCITY_SHARE, TORQUE_SHARE = 0.6, 0.4, 0.7
"""Fractions of the arm's range and limits that an exciting motion uses unless given otherwise."""

LARGEST_ACCELERATION = 10.0
"""rad/s² of an exciting motion unless given otherwise."""
