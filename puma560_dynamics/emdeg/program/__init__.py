"""Represent systems of polynomial definitions, and convert them to straight-line programs.

Input: a factored system. Output: statements, ordered for a processor, with counts of multiplications and additions, and
as text for the cache. Steps: system → lowering → program → specialised or combined programs → schedule.
"""
