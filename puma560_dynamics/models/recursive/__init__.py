"""Compute inverse dynamics by recursive Newton-Euler (our own and Pinocchio's), also to verify the explicit models.

Input: any serial arm. Output: models that compute A, B and C column by column from inverse dynamics, and the regressor
of the inertial parameters. Our recursion is one implementation for floats, arrays and counting numbers.
"""
