"""What spinning rotors add to the dynamics: the gyroscopic terms that the paper leaves out (section 5)."""
