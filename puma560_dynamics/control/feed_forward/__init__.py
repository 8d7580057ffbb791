"""From a state and a reference to the model's torque."""
