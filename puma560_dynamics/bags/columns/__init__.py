"""Meaning of the columns of a table: time or quantity of a joint, unit, and side of the gear.

In: a table, and a column map as text, file or mapping. Out: joint samples in SI units on the joint's side. Steps:
words or names → column map → units, rising times → motors to joints → samples.
"""
