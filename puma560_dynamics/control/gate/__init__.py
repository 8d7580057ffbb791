"""What torque must pass: checks of states, faults, limits, the gate and the guard."""
