"""From motion to numbers: torque by every model, agreement, tolerance band, and uncertainty.

In: pieces of motion and measured effort. Out: parts of an `Analysis`, summed up piece by piece, so that recordings of
any length fit in memory. Steps: evaluation → sums of comparisons, friction, lag, noise, band.
"""
