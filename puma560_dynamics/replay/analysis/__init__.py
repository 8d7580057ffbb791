"""From motion to figures: torque by every model, agreement, tolerance band, verdict."""
