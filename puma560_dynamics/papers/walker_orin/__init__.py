"""Walker and Orin (1982): the kinetic energy matrix by recursion, as a model, and its count in AKB's table 3.

In: any arm with revolute joints. Out: `WalkerOrinModel`, which is only used for comparison, and several counts of its
calculations.
"""
