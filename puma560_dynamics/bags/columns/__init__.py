"""Meaning of the columns of a table: which is the time or a joint's position, in which unit, on which side of the gear.

In: a table, and a column map as text, file or mapping. Out: joint samples in SI units on the joint's side. Steps:
words or names → column map → units, times that rise → motors to joints → samples.
"""
