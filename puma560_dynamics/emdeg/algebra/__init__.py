"""Exact numbers, the canonical ring, quotients, waves, vectors."""
