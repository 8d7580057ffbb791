"""Meaning of the columns of a table: time or quantity of a joint, unit, and side of the gear.

In: a table, and a column map as text, file or mapping. Out: joint samples in SI units at the joints (not the motors).
Steps: text or column names → column map → units, rising times → motors to joints → samples.
"""
