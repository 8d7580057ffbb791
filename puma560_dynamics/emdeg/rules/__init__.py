"""Apply the structural rules of the papers: linear relations between derivatives of the mass matrix.

Input: a chain. Output: the Christoffel symbols that remain after applying the rules, B and C computed from these, and
the number of symbols that each rule saves.
"""
