"""Commands `puma560 measure …`: evaluation of the measurements of section 5 of the paper, with tolerances.

In: readings by hand, or a recorded oscillation. Out: an inertia with its error budget, and a line for the arm file. The
formulas are in `measurement`.
"""
