"""Measured torque compared with the model's: residual and its statistics."""
