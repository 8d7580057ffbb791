"""Measured torque compared with the model's: residuals, their statistics and status.

In: published torques and measured effort, matched by stamp. Out: a residual term by term, and a status that changes
only for a disagreement that lasts. Steps: delay until both are there → residual or effort check → statistics →
status.
"""
