"""Walker and Orin (1982): the kinetic energy matrix by recursion, as a model, and its count in AKB's table 3.

In: any arm with revolute joints. Out: `WalkerOrinModel`, for comparison alone, and the ways to count its
calculations.
"""
