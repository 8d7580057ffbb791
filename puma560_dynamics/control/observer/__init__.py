"""Measured torque compared with the model's: residuals, their statistics and status; external torque and contacts.

In: published torques and measured effort, matched by stamp. Out: a residual term by term, and a status that keeps a
disagreement for some time. Steps: wait until both have arrived → residual or effort check → statistics → status.

External torque needs positions, velocities and efforts alone. Steps: `MomentumObserver` estimates it →
`TorqueUncertainty` computes its errors and thresholds, from tolerances, friction and noise → `ContactEvents` finds
contacts; `external_wrench` computes the force and moment at a link. A control loop uses a cheaper law: `ContactBounds`
of the arm → `ContactEstimate`, sample by sample.
"""
