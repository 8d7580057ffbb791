"""Compute masses, centers of gravity and inertias of single links from measurements, as in section 5 of the paper.

Input: readings with tolerances (masses, lengths, periods) or a recorded swing. Output: values and the contribution of
each reading to their tolerances. Methods: weighing, knife edge, two-wire suspension, torsional spring, sum of shapes,
several links measured together.
"""
