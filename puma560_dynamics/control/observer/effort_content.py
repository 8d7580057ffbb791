"""Content of measured efforts: what a driver subtracts from the torques of the motors before it publishes them."""

NOTHING, GRAVITY, MODEL_TORQUE = WITHOUT = ("nothing", "gravity", "model")
"""Torque that the driver has subtracted from the efforts."""
