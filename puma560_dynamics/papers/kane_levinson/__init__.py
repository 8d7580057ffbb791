"""Kane and Levinson (1983): equations of the Stanford Arm as a model, its maneuver and feedback, claims, errata.

In: the paper's equations as text (`equations/`) and the arm file ``stanford1983``. Out: `KaneLevinsonModel`, and
chapters of entries. Steps: text → expression trees → Python in `generated` (by
`tools.generate.kane_levinson_equations`) → model.
"""
