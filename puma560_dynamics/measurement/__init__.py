"""Compute inertias of single links, with tolerances, from measurements as in section 5 of the paper.

Input: readings with tolerances (masses, lengths, periods) or a recorded swing. Output: an inertia and the contribution
of each reading to its tolerance. Methods: two-wire suspension, torsional spring, several links measured together.
"""
