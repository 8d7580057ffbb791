"""Measured torque compared with the model's: residuals, their statistics and status; external torque.

In: published torques and measured effort, matched by stamp. Out: a residual term by term, and a status that keeps a
disagreement for some time. Steps: wait until both have arrived → residual or effort check → statistics → status.
`MomentumObserver` estimates the external torque from positions, velocities and efforts alone.
"""
