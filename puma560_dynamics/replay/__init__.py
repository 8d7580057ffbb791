"""Replay: from a recorded bag to how well model and robot agree, and the causes of a difference."""
