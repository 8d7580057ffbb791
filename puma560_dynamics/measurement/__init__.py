"""Measurement of single links as in section 5 of the paper, each with its tolerance."""
