"""Section 4 of the paper: forward dynamics integrated in time, with its energy, held against other engines."""
