"""What the explicit models are held against: recursive Newton-Euler, our own and Pinocchio's, and Walker and Orin's."""
