"""Structural rules of the papers: linear relations between derivatives of the mass matrix, and what each saves.

In: a chain. Out: the fewest Christoffel symbols that the rules leave, with B and C from these alone.
"""
