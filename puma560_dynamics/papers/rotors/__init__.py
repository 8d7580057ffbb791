"""What the papers neglect: size and independent derivations of the rotors' gyroscopic torques."""
