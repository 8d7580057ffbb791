"""What the explicit models are compared with: recursive Newton-Euler, ours and Pinocchio's, and Walker and Orin's."""
