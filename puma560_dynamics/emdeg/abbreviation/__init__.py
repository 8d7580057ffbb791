"""Derive abbreviated models: models without small terms, whose torque error over given ranges of states is bounded.

Input: exact equations of a chain and ranges of its states. Output: fewer terms, a bound of their torque error, and the
Pareto front of calculations against error. Steps: list of terms → selection of terms within the error → factored
equations → guaranteed bound of the error.
"""
