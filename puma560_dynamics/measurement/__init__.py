"""Compute masses, centers, inertias and motor constants from measurements, as in sections 5 and 6 of the paper.

Input: readings with tolerances (masses, lengths, periods, commands) or a recorded swing or ramp. Output: values and the
contribution of each reading to their tolerances. Methods: weighing, knife edge, two-wire suspension, torsional spring,
sum of shapes, several links measured together, slow ramps of a motor's command, gear ratio squared.
"""
