"""Models that leave small terms out for a bounded torque error over stated ranges.

In: exact equations of a chain and the ranges of its states. Out: fewer terms, the bound of their error, and the front
of calculations against error. Steps: ranges → list of terms → bound of the error, by waves → selection within the bound
→ factored equations again.
"""
