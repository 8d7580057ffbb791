"""Equations of motion of a chain: Kane, Christoffel, Newton-Euler, elements, kinematics."""
