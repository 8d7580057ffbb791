"""Represent a chain, serial or with branches: joints with modified Denavit-Hartenberg parameters, rigid bodies, angles.

Input: frames and bodies from a reader. Output: a `Chain`, its link angles and groups of parallel axes, and dynamically
equivalent chains from which the search can start (inertia moved between neighbouring links, frames moved along z).
"""
