"""Derive abbreviated models: models without small terms, whose torque error over given ranges of states is bounded.

Input: exact equations of a chain, ranges of its states, and a criterion. Output: kept terms, omitted terms, a bound of
the torque error, and the Pareto front of calculations against error. Steps: list of terms → selection of terms by the
paper's rule or within the error → factored equations → guaranteed bound of the error.
"""
