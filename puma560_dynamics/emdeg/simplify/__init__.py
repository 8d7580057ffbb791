"""The search for programs with few calculations.

In: a system of polynomials. Out: an equal system with fewer calculations. Steps: candidates → greedy factoring →
local search (write a few definitions out, factor again, keep what is not worse). `compiled/` is the same search in
C++.
"""
