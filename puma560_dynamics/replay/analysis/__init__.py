"""Comparison of recorded motion with models: torque of every model, agreement, uncertainty band.

In: pieces of motion and measured effort. Out: parts of an `Analysis`, summed piece by piece, so that recordings of any
length fit in memory. Steps: evaluation → sums of comparisons, friction, lag, noise, band.
"""
