"""Mass and center of what the arm has gripped, from measured efforts.

In: positions, velocities and efforts, and the times at which something is gripped and released. Out: `LoadEstimate`
with standard errors. Steps: `LoadRows` turns samples into linear equations → `LoadFilter` solves them for the load and
for the errors of the model together → `LoadEstimate`.
"""
