"""Compute exactly with numbers, polynomials in cosines, sines and parameters (the ring), quotients, and vectors.

Input: decimals and symbols. Output: polynomials in a unique form: two are equal if and only if their terms are equal.
The whole generator computes with these.
"""
