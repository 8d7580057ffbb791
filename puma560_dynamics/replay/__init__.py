"""Replay: a recorded bag in, and out comes how well model and robot agree, and why not."""
