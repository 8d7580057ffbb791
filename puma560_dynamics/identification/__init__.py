"""Identification: parameters of the arm from recorded motion, and the motion that excites them."""
