"""Commands `puma560 measure …`: the measurements of section 5 of the paper, each with its tolerance.

In: readings of a person, or a recorded swing. Out: an inertia with its error budget, and a line for the arm file. The
formulas are in `measurement`.
"""
