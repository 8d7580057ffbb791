"""A serial chain: joints, bodies, angles, inertial gauge."""
