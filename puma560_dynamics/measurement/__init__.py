"""Measurement of single links as in section 5 of the paper, each with its tolerance.

In: readings with tolerances (masses, lengths, periods) or a recorded swing. Out: an inertia and what each reading
contributes to its tolerance. Methods: two wires, torsional spring, links weighed together.
"""
