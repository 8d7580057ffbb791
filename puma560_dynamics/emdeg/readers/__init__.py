"""Chains from URDF and from Denavit-Hartenberg tables."""
