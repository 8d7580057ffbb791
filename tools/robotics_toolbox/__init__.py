"""Reference figures of roboticstoolbox-python for the published parameter sets of the PUMA 560.

`in_toolbox` runs in an environment that has the toolbox, and computes torques and matrices; `figures` sends it arms and
states, and writes the figures that the tests compare with this package (`docs/puma560_toolbox.csv`).
"""
