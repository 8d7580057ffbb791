"""Derive the equations of motion of a chain by several independent methods.

Input: a chain. Output: exact polynomials, or systems of definitions, for torque, gravity, mass matrix, its elements and
kinematics. Kane's equations are the reference; customised Newton-Euler and composite bodies are the recursive methods.
"""
