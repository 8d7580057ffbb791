"""Fewer terms for a bounded torque error over stated ranges."""
