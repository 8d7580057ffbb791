"""Compute inertias and motor constants, with tolerances, from measurements as in sections 5 and 6 of the paper.

Input: readings with tolerances (masses, lengths, periods, commands) or a recorded swing or ramp. Output: values and the
contribution of each reading to their tolerances. Methods: two-wire suspension, torsional spring, several links measured
together, slow ramps of a motor's command, and gear ratio squared.
"""
