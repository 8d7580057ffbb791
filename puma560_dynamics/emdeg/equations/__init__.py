"""Equations of motion of a chain, by several methods that must agree.

In: a chain. Out: exact polynomials or systems of definitions for torque, gravity, mass matrix, elements, kinematics.
Kane's partial velocities are the reference; recursions are customised Newton-Euler and composite bodies.
"""
