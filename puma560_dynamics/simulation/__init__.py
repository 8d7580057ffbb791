"""Section 4 of the paper: forward dynamics integrated in time, with its energy, compared with other engines."""
