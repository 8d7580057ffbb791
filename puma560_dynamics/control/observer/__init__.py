"""Measured torque beside the model's: residual and its statistics."""
