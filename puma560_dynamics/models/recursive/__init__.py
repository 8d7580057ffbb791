"""Inverse dynamics by recursion, with which the explicit models are compared: Newton-Euler, ours and Pinocchio's.

In: any serial arm. Out: models whose A, B and C follow column by column from inverse dynamics, and the regressor,
since torque is linear in the inertial parameters. The recursion is written once over floats, arrays and numbers that
count.
"""
