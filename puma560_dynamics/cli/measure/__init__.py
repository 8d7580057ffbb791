"""Commands `puma560 measure …`: evaluation of the measurements of sections 5 and 6 of the paper, with tolerances.

In: readings by hand, or a recorded oscillation or ramp. Out: values with their error budget, and lines for the arm
file. The formulas are in `measurement`.
"""
