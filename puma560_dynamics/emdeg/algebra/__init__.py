"""Exact mathematics: numbers, the ring of polynomials in cosines, sines and parameters, quotients, vectors.

In: decimals and symbols. Out: polynomials that are equal exactly if their terms are. Everything else of the generator
computes with these.
"""
