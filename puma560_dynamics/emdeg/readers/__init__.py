"""Readers of chains: robot descriptions (URDF) and tables of Denavit-Hartenberg parameters.

In: a file or text, with base, tip and joints to hold. Out: a chain with frames chosen so that most numbers vanish,
and remarks about what was left out. Steps: file → plain values → route from base to tip → axes and frames → chain.
"""
